"""Where the boards come from: batches of rows, each small enough to say where to find it."""

from __future__ import annotations

import glob
import hashlib
import importlib
import itertools
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from gridwright._work import natural

Row: TypeAlias = "tuple[int, str | None, Any]"
"""A row's number from 1, its own id where it has one, and its board or seed."""

_BLOCK = 1 << 20
_ENDS = 1 << 16


class Rows(Protocol):
    """The rows of a batch, to be read by the worker that solves it."""

    def read(self) -> Iterator[Row]: ...


class Source(Protocol):
    """Rows in a fixed order."""

    def batches(self, rows: int) -> Iterator[Rows]:
        """All of them, in batches of this size."""
        ...

    def total(self) -> int | None:
        """How many rows there are, where that is known."""
        ...

    def first(self, rows: int) -> list[Row]:
        """The first rows, to see how long they take."""
        ...

    def fingerprint(self) -> Any:
        """What must not change until the job is done."""
        ...


def load(module: str) -> Any:
    """A module that not everybody has installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(f"this needs {module.partition('.')[0]}: pip install 'gridwright[ray]'") from None


def source_of(source: Any, column: str | None, are_seeds: bool) -> Source:
    """The source that somebody means: paths and patterns, a table, an iterable, a number of seeds."""
    if are_seeds and isinstance(source, int):
        source = range(1, natural("source", source) + 1)
    if isinstance(source, range):
        return Items(source, len(source), str(source))
    if _is_text(source):
        return Files(_paths([source]), column)
    total = len(source) if _is_list(source) else None
    if total and _is_file(source[0]):
        return Files(_paths(source), column)
    return Items(iter(source), total, None)


def _is_text(one: object) -> bool:
    return isinstance(one, (str, os.PathLike))


def _is_list(one: object) -> bool:
    return isinstance(one, (list, tuple))


def _is_file(one: object) -> bool:
    return isinstance(one, os.PathLike) or (isinstance(one, str) and len(one) < 1000 and os.path.isfile(one))


def _paths(patterns: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Files that are named, those that a pattern finds, and those of folders; each once, in the order of their names."""
    found: list[str] = []
    for pattern in patterns:
        name: str = os.fspath(pattern)
        if os.path.isdir(name):
            name = os.path.join(glob.escape(name), "*")
        names = [name] if os.path.isfile(name) else sorted(glob.glob(name, recursive=True))
        names = [one for one in names if os.path.isfile(one) and not os.path.basename(one).startswith((".", "_"))]
        if not names:
            raise FileNotFoundError(f"no file is called {os.fspath(pattern)}")
        found += [os.path.abspath(one) for one in names]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Lines:
    """Lines of a file, one board each: from a byte up to another."""

    path: str
    start: int
    end: int
    first: int
    column: str | None

    def read(self) -> Iterator[Row]:
        with open(self.path, "rb") as file:
            file.seek(self.start)
            lines = file.read(self.end - self.start).split(b"\n")
        for number, line in enumerate(lines, self.first):
            text = line.decode("utf-8", "replace").strip()
            if text:
                yield number, *self._row(text)

    def _row(self, text: str) -> tuple[str | None, Any]:
        if not text.startswith("{"):
            return None, text
        try:
            said: dict[str, Any] = json.loads(text)
        except ValueError:
            return None, text
        name = said.get("id")
        board = text if self.column is None else said.get(self.column)
        return None if name is None else str(name), board


@dataclass(frozen=True)
class Table:
    """Rows of a Parquet file."""

    path: str
    group: int
    skip: int
    count: int
    first: int
    column: str

    def read(self) -> Iterator[Row]:
        file = _parquet(self.path)
        names = [self.column] + [name for name in ("id",) if name in file.schema_arrow.names and name != self.column]
        part = file.read_row_group(self.group, columns=names).slice(self.skip, self.count)
        ids = part["id"].to_pylist() if len(names) > 1 else itertools.repeat(None)
        for number, (name, board) in enumerate(zip(ids, part[self.column].to_pylist()), self.first):
            yield number, None if name is None else str(name), board


@dataclass(frozen=True)
class Held:
    """Rows that came from the program itself."""

    items: tuple[Any, ...]
    first: int

    def read(self) -> Iterator[Row]:
        for number, item in enumerate(self.items, self.first):
            yield number, None, item


class Files:
    """Text files and JSON Lines with a board a line, and Parquet files."""

    def __init__(self, paths: list[str], column: str | None) -> None:
        self.paths = paths
        self.column = column
        self._total: int | None = None

    def batches(self, rows: int) -> Iterator[Rows]:
        first = 1
        for path in self.paths:
            for part, count in self._table(path, rows, first) if _is_table(path) else self._lines(path, rows, first):
                yield part
                first += count

    def _lines(self, path: str, rows: int, first: int) -> Iterator[tuple[Rows, int]]:
        """Cuts a file after every batch of lines."""
        start = position = seen = 0
        last = b"\n"
        with open(path, "rb") as file:
            while block := file.read(_BLOCK):
                where = 0
                while seen + (found := block.count(b"\n", where)) >= rows:
                    for _ in range(rows - seen):
                        where = block.index(b"\n", where) + 1
                    yield Lines(path, start, position + where, first, self.column), rows
                    start, seen, first = position + where, 0, first + rows
                seen += found
                position += len(block)
                last = block[-1:]
        if position > start:
            yield Lines(path, start, position, first, self.column), seen + (last != b"\n")

    def _table(self, path: str, rows: int, first: int) -> Iterator[tuple[Rows, int]]:
        """Cuts the row groups of a table."""
        file = _parquet(path)
        column = self.column or _only_column(file, path)
        if column not in file.schema_arrow.names:
            raise ValueError(f"{path} has no column {column}; it has {', '.join(file.schema_arrow.names)}")
        for group in range(file.num_row_groups):
            size: int = file.metadata.row_group(group).num_rows
            for skip in range(0, size, rows):
                count = min(rows, size - skip)
                yield Table(path, group, skip, count, first, column), count
                first += count

    def total(self) -> int | None:
        if self._total is None:
            self._total = sum(_parquet(path).metadata.num_rows if _is_table(path) else _count(path) for path in self.paths)
        return self._total

    def first(self, rows: int) -> list[Row]:
        return list(itertools.islice((row for part in self.batches(rows) for row in part.read()), rows))

    def fingerprint(self) -> Any:
        return [[Path(path).name, os.path.getsize(path), _digest(path)] for path in self.paths]


class Items:
    """Whatever an iterable gives. It must give the same again when the job goes on."""

    def __init__(self, items: range | Iterator[Any], total: int | None, name: str | None) -> None:
        self._total = total
        self._name = name
        self._items = items
        self._held: list[Any] = []

    def batches(self, rows: int) -> Iterator[Rows]:
        items, first = itertools.chain(self._held, self._items), 1
        while batch := tuple(itertools.islice(items, rows)):
            yield Held(batch, first)
            first += len(batch)

    def total(self) -> int | None:
        return self._total

    def first(self, rows: int) -> list[Row]:
        if isinstance(self._items, range):
            return list(Held(tuple(self._items[:rows]), 1).read())
        self._held += itertools.islice(self._items, max(0, rows - len(self._held)))
        return list(Held(tuple(self._held[:rows]), 1).read())

    def fingerprint(self) -> Any:
        if self._name is not None:
            return self._name
        told = "\n".join(str(getattr(item, "text", item)) for _, _, item in self.first(1000))
        return [self._total, hashlib.sha256(told.encode()).hexdigest()[:16]]


def _is_table(path: str) -> bool:
    return path.endswith((".parquet", ".pq"))


def _parquet(path: str) -> Any:
    return load("pyarrow.parquet").ParquetFile(path)


def _only_column(file: Any, path: str) -> str:
    names: list[str] = file.schema_arrow.names
    texts = [name for name in names if "string" in str(file.schema_arrow.field(name).type) and name != "id"]
    if "board" in names:
        return "board"
    if len(texts) != 1:
        raise ValueError(f"column must say which column of {path} has the boards: {', '.join(names)}")
    return texts[0]


def _count(path: str) -> int:
    lines, last = 0, b"\n"
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            lines, last = lines + block.count(b"\n"), block[-1:]
    return lines + (last != b"\n")


def _digest(path: str) -> str:
    """Of the beginning and the end of a file."""
    with open(path, "rb") as file:
        told = hashlib.sha256(file.read(_ENDS))
        file.seek(max(0, os.path.getsize(path) - _ENDS))
        told.update(file.read(_ENDS))
    return told.hexdigest()[:16]
