"""Limits of long work, and reports of progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, Protocol, TypeAlias

from gridwright import _native


class Progress(NamedTuple):
    """How far long work has come; ``str`` says it in words."""

    task: str
    """What is being done: ``counting``."""
    done: int
    """How much of it is done."""
    total: int | None
    """Out of how much, where that is known."""
    unit: str
    """What is counted, in the singular."""
    text: str
    """All of it in words."""

    def __str__(self) -> str:
        return self.text


class ProgressBar(Protocol):
    """A progress bar such as tqdm's."""

    n: Any
    total: Any

    def update(self, n: Any) -> object: ...


Report: TypeAlias = Callable[[Progress], object] | ProgressBar
"""Who hears of progress: a function, or a bar of tqdm."""

Timeout: TypeAlias = float | str | timedelta
"""Seconds, a ``timedelta``, or a duration as the command takes it: ``"500ms"``, ``"10s"``, ``"2m"``."""

Control: TypeAlias = tuple[Any, Callable[[str, int, int | None, str, str], object] | None, int | None, int | None]


def control(
    timeout: Timeout | None = None,
    progress: Report | None = None,
    steps: int | None = None,
    memory: int | None = None,
) -> Control:
    """The limits as the native part takes them. Memory is given in MiB."""
    return timeout, told(progress), steps, None if memory is None else memory << 20


def told(progress: Report | None) -> Callable[[str, int, int | None, str, str], object] | None:
    """Whom to tell, as the native part takes it."""
    if progress is None:
        return None
    if callable(progress) and not hasattr(progress, "update"):

        def tell(task: str, done: int, total: int | None, unit: str, text: str) -> None:
            progress(Progress(task, done, total, unit, text))

        return tell
    bar: Any = progress

    def update(task: str, done: int, total: int | None, unit: str, text: str) -> None:
        if total is not None:
            bar.total = total
        bar.update(done - bar.n)

    return update


def question(ask: str, about: Mapping[str, Any], **more: Any) -> str:
    """A question in JSON; what is None is not said."""
    said = {key: value for key, value in {**about, **more}.items() if value is not None}
    return json.dumps({"ask": ask, **said}, ensure_ascii=False)


def answer(
    ask: str,
    about: Mapping[str, Any],
    *,
    timeout: Timeout | None = None,
    progress: Report | None = None,
    **more: Any,
) -> str:
    """The answer to a question, or ``ValueError`` where the question is refused."""
    return _native.answer(question(ask, about, **more), control(timeout, progress))
