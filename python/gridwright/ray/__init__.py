"""Many boards on many machines, with Ray: ``pip install 'gridwright[ray]'``.

Every function reads boards from a source, asks about each, and writes the answers into a folder: one file a batch, which is there as a
whole or not at all. A job that was killed goes on when it is called again with the same arguments: it does the batches whose file is
missing, so every row is answered once.

>>> import gridwright.ray
>>> summary = gridwright.ray.solve("boards/*.txt", "answers")  # doctest: +SKIP
>>> print(summary)  # doctest: +SKIP

A *source* is a path, a pattern or a folder of text files (a board a line), JSON Lines or Parquet; a list of paths; or any iterable of boards,
which must give the same ones when the job goes on. ``column`` names the column of tables, or the key of JSON Lines, that has the boards.

The *sink* is a folder that all machines see under the same name. ``output="jsonl"`` writes the lines of ``gridwright batch``;
``output="parquet"`` writes tables. With ``boards`` the answers repeat their boards.

``address`` is that of a cluster; without one, the cluster that the program has started is used, or ``RAY_ADDRESS``, or the cores of this machine.
``rows`` is the number of rows in a batch; without it, the first ones are tried so that a batch takes about two seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from gridwright._puzzle import Puzzle
from gridwright._work import Options, Report, Timeout, worded
from gridwright.ray._job import How, Summary, run
from gridwright.ray._sink import Output

__all__ = ["Output", "Source", "Summary", "count", "generate", "rate", "solve"]

Source: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Puzzle]"
"""Paths, patterns and folders, or boards."""


def solve(
    source: Source,
    sink: str | os.PathLike[str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    from_position: bool = False,
    steps: int | None = None,
    timeout: Timeout | None = None,
    column: str | None = None,
    output: Output = "jsonl",
    boards: bool = False,
    rows: int | None = None,
    address: str | None = None,
    progress: Report | None = None,
) -> Summary:
    """Solves every board, as ``gridwright.solve_many`` does."""
    asked = {"format": format, "genre": genre, "options": options and worded(options), "timeout": timeout}
    how = How(column, output, boards, rows, address, progress)
    return run("solve", source, sink, {**asked, "from_position": from_position, "steps": steps}, how)


def count(
    source: Source,
    sink: str | os.PathLike[str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    from_position: bool = False,
    steps: int | None = None,
    memory: int | None = None,
    timeout: Timeout | None = None,
    column: str | None = None,
    output: Output = "jsonl",
    boards: bool = False,
    rows: int | None = None,
    address: str | None = None,
    progress: Report | None = None,
) -> Summary:
    """Counts the solutions of every board, as ``gridwright.count_many`` does. ``memory`` is in MiB."""
    asked = {"format": format, "genre": genre, "options": options and worded(options), "timeout": timeout}
    how = How(column, output, boards, rows, address, progress)
    return run("count", source, sink, {**asked, "from_position": from_position, "steps": steps, "memory": memory}, how)


def rate(
    source: Source,
    sink: str | os.PathLike[str],
    *,
    format: str | None = None,
    genre: str | None = None,
    options: Options | None = None,
    assume_unique: bool = False,
    timeout: Timeout | None = None,
    column: str | None = None,
    output: Output = "jsonl",
    boards: bool = False,
    rows: int | None = None,
    address: str | None = None,
    progress: Report | None = None,
) -> Summary:
    """Rates every board, as ``gridwright.rate_many`` does."""
    asked = {"format": format, "genre": genre, "options": options and worded(options), "timeout": timeout}
    how = How(column, output, boards, rows, address, progress)
    return run("rate", source, sink, {**asked, "assume_unique": assume_unique}, how)


def generate(
    source: int | Iterable[int],
    sink: str | os.PathLike[str],
    *,
    genre: str | None = None,
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
    tries: int | None = None,
    timeout: Timeout | None = None,
    output: Output = "jsonl",
    rows: int | None = None,
    address: str | None = None,
    progress: Report | None = None,
) -> Summary:
    """Makes the first puzzle of every seed of the source, or of the seeds from 1 to a number."""
    wishes: dict[str, Any] = {"genre": genre, "size": size, "difficulty": difficulty, "min": min, "max": max, "symmetry": symmetry}
    wishes |= {"techniques": techniques, "require": require, "wrapping": wrapping}
    wishes |= {"walls": walls, "wall_count": wall_count, "region_size": region_size, "stars": stars}
    wishes |= {"like": like.to_text() if isinstance(like, Puzzle) else like, "pattern": pattern, "clues": clues, "motif": motif}
    wishes |= {"several": several, "minimal": minimal, "tries": tries, "timeout": timeout}
    return run("generate", source, sink, wishes, How(None, output, False, rows, address, progress))
