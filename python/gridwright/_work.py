"""Limits of long work, and reports of progress."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, Protocol, SupportsIndex, TypeAlias, overload

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

Options: TypeAlias = Mapping[str, str | int]
"""What the text of a puzzle does not say: ``{"wrapping": True}``, ``{"rules": 1}``."""

Control: TypeAlias = tuple[Any, Callable[[str, int, int | None, str, str], object] | None, int | None, int | None]


def control(
    timeout: Timeout | None = None,
    progress: Report | None = None,
    steps: int | None = None,
    memory: int | None = None,
) -> Control:
    """The limits as the native part takes them. Memory is given in MiB."""
    return timeout, told(progress), natural("steps", steps), in_bytes(memory)


@overload
def natural(name: str, number: SupportsIndex, most: int = ...) -> int: ...
@overload
def natural(name: str, number: SupportsIndex | None, most: int = ...) -> int | None: ...
def natural(name: str, number: SupportsIndex | None, most: int = 2**64 - 1) -> int | None:
    """An argument that counts something; ``ValueError`` where it is negative or too large."""
    if number is None:
        return None
    try:
        value = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(number).__name__}") from None
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be a whole number from 0 to {most}, it is {value}")
    return value


def in_bytes(memory: int | None) -> int | None:
    """A limit in MiB as bytes."""
    return None if memory is None else natural("memory", memory, 2**40) << 20


def told(progress: Report | None) -> Callable[[str, int, int | None, str, str], object] | None:
    """Whom to tell, as the native part takes it."""
    if progress is None:
        return None
    if callable(progress) and not hasattr(progress, "update"):

        def tell(task: str, done: int, total: int | None, unit: str, text: str) -> None:
            progress(Progress(task, done, total, unit, text))

        return tell
    bar: Any = progress
    if not hasattr(bar, "update"):
        raise TypeError(f"progress must be a function or a bar of tqdm, not {type(bar).__name__}")

    def update(task: str, done: int, total: int | None, unit: str, text: str) -> None:
        if total is not None:
            bar.total = total
        bar.update(done - bar.n)

    return update


def worded(options: Options | None) -> dict[str, str]:
    """Options of a puzzle as the library takes them: texts."""

    def word(name: str, value: Any) -> str:
        value = plain(value)
        if not isinstance(value, (str, int)):
            raise TypeError(f"the option {name} must be a text, a whole number, True or False, not {type(value).__name__}")
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    return {name: word(name, value) for name, value in dict(options or {}).items()}


_WHOLE = frozenset("clues index number per_page seed stage stars steps tries wall_count walls".split())
_WORDS = frozenset("difficulty format genre motif paper solutions symmetry technique title to".split())
_YES_OR_NO = frozenset(
    "assume_unique deep fairest from_position ink_saving large_print minimal no_difficulty no_rules several wrapping".split()
)


def question(ask: str, about: Mapping[str, Any], **more: Any) -> str:
    """A question in JSON; what is None is not said."""
    said = {key: _said(key, plain(value)) for key, value in {**about, **more}.items() if value is not None}
    return to_json({"ask": ask, **said})


def _said(key: str, value: Any) -> Any:
    """An argument, if it is of the kind that it should be."""
    if key in _WHOLE:
        return natural(key, value)
    if key in _WORDS and not isinstance(value, str):
        raise TypeError(f"{key} must be a text, not {type(value).__name__}")
    if key in _YES_OR_NO and not isinstance(value, bool):
        raise TypeError(f"{key} must be True or False, not {type(value).__name__}")
    return value


def plain(value: Any) -> Any:
    """Tables, arrays and numbers of pandas, polars and numpy as lists and numbers; anything else as it is."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def to_json(value: Any) -> str:
    """JSON of something that may have arrays in it."""

    def other(part: Any) -> Any:
        if (made := plain(part)) is part:
            raise TypeError(f"expected numbers, texts, lists or arrays, found {type(part).__name__}")
        return made

    return json.dumps(value, ensure_ascii=False, default=other)


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
