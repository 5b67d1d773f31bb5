"""``python -m gridwright.ray solve boards.txt answers --address auto``."""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from typing import Any

from gridwright import ray as jobs
from gridwright._work import Progress

# Options of every job; those of the verbs are the keyword arguments of their functions.
_HELP = {
    "address": "a cluster: HOST:PORT, ray://HOST:PORT or auto; without it, the cores of this machine",
    "boards": "repeat the boards in the answers",
    "column": "the column of tables, or key of JSON Lines, that has the boards",
    "output": "what is written: jsonl (default) or parquet",
    "rows": "rows in a batch; without it, as many as take about two seconds",
    "timeout": "how long one board may take: 500ms, 10s, 2m",
    "steps": "how much search one board may take",
    "memory": "how many MiB one board may take",
    "options": "what the text of a board does not say: NAME=VALUE",
    "require": "a technique that every puzzle must need; may be given several times",
    "like": "a puzzle as text: those that are made are of its genre, size, symmetry, density and difficulty",
    "techniques": "a technique that a puzzle may need; may be given several times",
}


def main(arguments: list[str] | None = None) -> int:
    """Runs a job; 0 when all of it is done, 1 when batches failed, 2 when it makes no sense, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser("python -m gridwright.ray", description="Many boards on many machines, with Ray.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    for name in ("solve", "count", "rate", "generate"):
        _add(verbs, name)
    asked = vars(parser.parse_args(arguments))
    verb, sink = asked.pop("verb"), asked.pop("sink")
    source: Any = asked.pop("source")
    if verb == "generate":
        source = _seeds(source)
    else:
        source = [Path(one) for one in source]
    if "options" in asked:
        asked["options"] = dict(one.split("=", 1) if "=" in one else (one, "yes") for one in asked["options"])
    try:
        print(jobs_summary := getattr(jobs, verb)(source, sink, progress=_show, **asked))
    except (ValueError, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on", file=sys.stderr)
        return 130
    return 1 if jobs_summary.failed else 0


def _add(verbs: Any, name: str) -> None:
    function = getattr(jobs, name)
    parser = verbs.add_parser(name, help=inspect.getdoc(function), description=inspect.getdoc(function))
    if name == "generate":
        parser.add_argument("source", help="seeds: 1000 for those from 1 to 1000, or 5..90 for those from 5 to 90")
    else:
        parser.add_argument("source", nargs="+", help="files, patterns and folders of boards")
    parser.add_argument("sink", help="the folder to write to; all machines must see it under the same name")
    for key, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY or key == "progress":
            continue
        told: dict[str, Any] = {"help": _HELP.get(key), "default": argparse.SUPPRESS}
        kind = str(parameter.annotation)
        if kind == "bool":
            told["action"] = "store_true"
        elif key in ("options", "require", "techniques"):
            told["action"] = "append"
        elif key == "output":
            told["choices"] = ("jsonl", "parquet")
        elif kind.startswith("int |") and key not in ("size", "region_size"):
            told["type"] = int
        elif kind.startswith("float"):
            told["type"] = float
        required = parameter.default is parameter.empty
        parser.add_argument(f"--{key.replace('_', '-')}", dest=key, required=required, **told)


def _seeds(text: str) -> range:
    first, dots, last = text.partition("..")
    try:
        return range(int(first), int(last) + 1) if dots else range(1, int(text) + 1)
    except ValueError:
        print(f"error: expected seeds such as 1000 or 5..90, found {text}", file=sys.stderr)
        raise SystemExit(2) from None


def _show(progress: Progress) -> None:
    if sys.stderr.isatty():
        print(f"\r{progress}\x1b[K", end="", file=sys.stderr, flush=True)
    else:
        print(progress, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
