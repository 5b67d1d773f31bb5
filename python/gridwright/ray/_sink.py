"""Where the answers go: one file a batch, which is there as a whole or not at all."""

from __future__ import annotations

import json
import os
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gridwright import views as v
from gridwright._work import to_json
from gridwright.ray._source import Row, load

Output: TypeAlias = Literal["jsonl", "parquet"]
"""What is written: lines as those of ``gridwright batch``, or tables."""

Answer: TypeAlias = v.StatusView | v.CountView | v.GradeView | v.GeneratedView | v.FailureView

Answered: TypeAlias = "tuple[Row, Answer]"

# Readers of folders pass over names that begin like this.
JOB = "_job.json"

# Columns of tables and their types: those of pyarrow, numbers of any size as digits, what has parts as JSON or by its name.
_ALWAYS = [("index", "int64"), ("id", "string"), ("board", "string"), ("genre", "string"), ("status", "string")]
_COLUMNS: dict[str, list[tuple[str, str]]] = {
    "solve": [("solution", "json")],
    "count": [("count", "digits"), ("complete", "bool")],
    "rate": [("rating", "float64"), ("difficulty", "string"), ("hardest", "name")],
    "generate": [("seed", "digits"), ("puzzle", "json"), ("rating", "float64"), ("difficulty", "string"), ("message", "string")],
}
_AT_LAST = [("why", "string"), ("error", "string")]
# Made once: ``json.dumps`` would make one for each call.
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Sink:
    """A folder that every machine of the cluster sees under the same name."""

    def __init__(self, folder: str | os.PathLike[str], output: Output, boards: bool) -> None:
        if output not in ("jsonl", "parquet"):
            raise ValueError(f"output must be jsonl or parquet, not {output}")
        self.folder = Path(os.path.abspath(folder))
        self.output: Output = output
        self.boards = boards

    def path(self, number: int) -> Path:
        """The file of a batch."""
        return self.folder / f"batch-{number:08}.{self.output}"

    def done(self) -> set[int]:
        """The batches that are there."""
        paths = self.folder.glob(f"batch-*.{self.output}")
        numbers = {path.stem.removeprefix("batch-") for path in paths if path.is_file()}
        # Others may have put files there as well.
        return {int(number) for number in numbers if number.isdecimal()}

    def claim(self, job: dict[str, Any]) -> dict[str, Any]:
        """The job that this folder belongs to: the one that began here, or this one. ``ValueError`` where they differ."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / JOB
        # As it is once it was written and read.
        job = json.loads(to_json(job))
        if not path.exists():
            if self.done():
                raise ValueError(f"{self.folder} holds answers but no {JOB}: give another folder")
            self._write(path, json.dumps(job, indent=1) + "\n")
        begun: dict[str, Any] = json.loads(path.read_text("utf-8"))
        changed = [key for key in job if key != "rows" and begun.get(key) != job[key]]
        if changed:
            told = ", ".join(f"{key} was {_short(begun.get(key))} and is {_short(job[key])}" for key in changed)
            raise ValueError(f"{self.folder} belongs to another job ({told}): give another folder")
        return begun

    def write(self, number: int, verb: str, answered: Iterable[Answered]) -> tuple[Counter[str], int]:
        """Writes a batch; how often each status occurs, and how many bytes were written."""
        seen: Counter[str] = Counter()
        path = self.path(number)
        if self.output == "jsonl":
            self._write(path, "".join(line + "\n" for line in self._lines(verb, answered, seen)))
        else:
            self._write_table(path, verb, answered, seen)
        return seen, path.stat().st_size

    def tidy(self) -> None:
        """Removes what killed workers have left."""
        for path in self.folder.glob(".*.tmp"):
            path.unlink(missing_ok=True)

    def _write(self, path: Path, text: str) -> None:
        aside = self._aside(path)
        with open(aside, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)

    def _write_table(self, path: Path, verb: str, answered: Iterable[Answered], seen: Counter[str]) -> None:
        pyarrow, parquet = load("pyarrow"), load("pyarrow.parquet")
        kinds = [kind for kind in _ALWAYS + _COLUMNS[verb] + _AT_LAST if self.boards or kind[0] != "board"]
        values: dict[str, list[Any]] = {name: [] for name, _ in kinds}
        for (index, name, board), view in answered:
            said: dict[str, Any] = {**view.to_dict(), "index": index, "id": name, "board": _text(board)}
            if "error" in said:
                said["error"] = said["error"]["message"]
            seen[said["status"]] += 1
            for key, kind in kinds:
                values[key].append(_cell(said.get(key), kind))
        types: dict[str, str] = dict.fromkeys(("json", "digits", "name"), "string")
        schema = pyarrow.schema([(name, pyarrow.type_for_alias(types.get(kind, kind))) for name, kind in kinds])
        aside = self._aside(path)
        with open(aside, "wb") as file:
            parquet.write_table(pyarrow.table(values, schema=schema), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)

    def _lines(self, verb: str, answered: Iterable[Answered], seen: Counter[str]) -> Iterator[str]:
        """Lines as ``gridwright batch`` writes them, or ``gridwright generate --json``."""
        head = '{"schema":1,'
        for (index, name, board), view in answered:
            told, status = view.to_json(), view.status
            seen[status] += 1
            if isinstance(view, v.FailureView):
                said = view.to_dict()
                if "line" in said["error"]:
                    # The board is a line of its file.
                    said["error"]["line"] += index - 1
                told = _compact(said)
            if verb != "generate":
                more: dict[str, Any] = {} if name is None else {"id": name}
                if self.boards:
                    more["board"] = _text(board)
                identity = _compact(more)[1:-1] + "," if more else ""
                told = f'{head}"index":{index},{identity}{told[len(head) :]}'
            yield told

    def _aside(self, path: Path) -> Path:
        return path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}.tmp")


def _text(board: Any) -> str | None:
    return None if board is None else str(getattr(board, "text", board))


def _cell(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "json":
        return value if isinstance(value, str) else _compact(value)
    if kind == "name":
        return value["name"]
    return str(value) if kind in ("digits", "string") else value


def _short(value: object) -> str:
    told = json.dumps(value)
    return told if len(told) <= 60 else told[:57] + "..."
