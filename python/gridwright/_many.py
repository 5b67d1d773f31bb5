"""Many puzzles on all cores."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from gridwright import _native
from gridwright import views as v
from gridwright._make import spec
from gridwright._results import Failure, Generated, Walkthrough
from gridwright._view import View
from gridwright._work import Options, Timeout, answer, in_bytes, natural, question, worded

if TYPE_CHECKING:
    from gridwright._puzzle import Puzzle

V = TypeVar("V", bound=View)


def _answers(
    view: Callable[[str], V],
    source: Iterable[Any],
    ask: str,
    about: Mapping[str, Any],
    jobs: int | None,
    timeout: Timeout | None,
    memory: int | None = None,
    seeds: bool = False,
) -> Iterator[V | Failure]:
    if isinstance(source, (str, bytes)):
        told = "seeds, found a text" if seeds else "puzzles, found one text; Puzzle.parse reads that"
        raise TypeError(f"expected an iterable of {told}")
    many = _native.Many(source, question(ask, about), natural("jobs", jobs), timeout, in_bytes(memory), seeds)

    def answers() -> Iterator[V | Failure]:
        try:
            for is_answer, text in many:
                yield view(text) if is_answer else Failure(text)
        finally:
            many.close()

    return answers()


def _about(format: str | None, genre: str | None, options: Options | None, **more: Any) -> dict[str, Any]:
    return {"puzzle": "", "format": format, "genre": genre, "options": worded(options), **more}


def solve_many(
    boards: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    from_position: bool = False,
    steps: int | None = None,
    timeout: Timeout | None = None,
    jobs: int | None = None,
) -> Iterator[v.StatusView | Failure]:
    """Solves puzzles on all cores (or ``jobs`` threads) and gives the answers in order, one at a time.

    ``boards`` may be endless: only a few more are read than were answered. What cannot be read is an answer, a
    ``Failure``, not an exception; so is what takes longer than ``timeout``, with a ``why``.

    >>> [answer.status for answer in solve_many(["2x1:a1", "2x2:d", "oops"])]
    ['unique', 'multiple', 'error']
    """
    about = _about(format, genre, options, from_position=from_position, steps=steps)
    return _answers(v.StatusView, boards, "status", about, jobs, timeout)


def count_many(
    boards: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    from_position: bool = False,
    steps: int | None = None,
    memory: int | None = None,
    timeout: Timeout | None = None,
    jobs: int | None = None,
) -> Iterator[v.CountView | Failure]:
    """Counts the solutions of puzzles, as ``solve_many`` solves them.

    >>> [answer.count for answer in count_many(["2x2:d", "3x3:i"])]
    [2, 6]
    """
    about = _about(format, genre, options, from_position=from_position, steps=steps)
    return _answers(v.CountView, boards, "count", about, jobs, timeout, memory)


def rate_many(
    boards: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    assume_unique: bool = False,
    timeout: Timeout | None = None,
    jobs: int | None = None,
) -> Iterator[v.GradeView | Failure]:
    """Rates puzzles, as ``solve_many`` solves them."""
    about = _about(format, genre, options, assume_unique=assume_unique)
    return _answers(v.GradeView, boards, "rate", about, jobs, timeout)


def explain_many(
    boards: Iterable[Puzzle | str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    from_position: bool = False,
    assume_unique: bool = False,
    timeout: Timeout | None = None,
    jobs: int | None = None,
) -> Iterator[Walkthrough | Failure]:
    """Explains puzzles, as ``solve_many`` solves them. The answers come without pictures; ``Puzzle.explain`` has them.

    >>> [len(answer.steps) for answer in explain_many(["7x7:b1f2iB2g1Bi2fBb", "oops"])]
    [7, 0]
    """
    about = _about(format, genre, options, from_position=from_position, assume_unique=assume_unique)
    return _answers(Walkthrough, boards, "explain", about, jobs, timeout)


def generate_many(
    genre: str | None = None,
    *,
    count: int | None = None,
    like: Puzzle | str | None = None,
    pattern: str | Sequence[str] | None = None,
    clues: int | None = None,
    size: int | tuple[int, int] | str | None = None,
    difficulty: str | None = None,
    min: float | None = None,
    max: float | None = None,
    techniques: str | Sequence[str] | None = None,
    require: str | Sequence[str] = (),
    symmetry: str | None = None,
    wrapping: bool = False,
    walls: int | None = None,
    wall_count: int | None = None,
    motif: str | None = None,
    region_size: int | tuple[int, int] | str | None = None,
    stars: int | None = None,
    several: bool = False,
    minimal: bool = False,
    seed: int = 0,
    seeds: Iterable[int] | None = None,
    tries: int | None = None,
    timeout: Timeout | None = None,
    jobs: int | None = None,
) -> Iterator[Generated | Failure]:
    """Makes the first ``count`` puzzles of a seed, or puzzles without end; the options are those of ``generate``.

    With ``seeds`` it makes the first puzzle of each of them.

    >>> [made.index for made in generate_many("lightup", size=5, count=3)]
    [1, 2, 3]
    >>> [made.seed for made in generate_many("lightup", size=5, seeds=[70, 80])]
    [70, 80]
    """
    if seeds is not None and (count is not None or seed):
        raise ValueError("seeds goes with neither count nor seed")
    wishes = spec(
        genre,
        size,
        region_size,
        like=like,
        pattern=pattern,
        clues=clues,
        difficulty=difficulty,
        min=min,
        max=max,
        techniques=techniques,
        require=require,
        symmetry=symmetry,
        wrapping=wrapping,
        walls=walls,
        wall_count=wall_count,
        motif=motif,
        stars=stars,
        several=several,
        minimal=minimal,
        seed=seed,
        tries=tries,
    )
    # Wishes that make no sense are told now, not by every answer. An example has to be rated for that.
    answer("generate", wishes, timeout=0) if like is None else answer("generate", {**wishes, "tries": 1}, timeout=timeout)
    if seeds is not None:
        return _answers(Generated, seeds, "generate", wishes, jobs, timeout, seeds=True)
    last = natural("count", count)
    numbers: Iterable[int] = itertools.count(1) if last is None else range(1, last + 1)
    return _answers(Generated, numbers, "generate", wishes, jobs, timeout)
