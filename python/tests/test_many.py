"""Many puzzles: in order, on all cores, bad ones as answers, bounded on endless input."""

import itertools
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import gridwright as gw
import pytest

AKARI = "7x7:b1f2iB2g1Bi2fBb"


def test_answers_come_in_order_and_are_those_of_one_call() -> None:
    boards = [AKARI, "2x2:d", "2x1:a0", "oops", "4x4:p"] * 500
    single = {text: gw.ask('{"ask":"status","puzzle":"' + text + '"}') for text in set(boards)}
    answers = [answer.to_json() for answer in gw.solve_many(boards)]
    assert answers == [single[text] for text in boards]
    assert answers == [answer.to_json() for answer in gw.solve_many(iter(boards), jobs=3)]


def test_bad_ones_are_answers() -> None:
    bad: list[Any] = ["oops", None, 7, 1.5, gw.Puzzle.parse(AKARI), "2x2:c!"]
    answers = list(gw.solve_many(bad))
    assert [answer.status for answer in answers] == ["error"] * 4 + ["unique", "error"]
    failure = answers[-1]
    assert isinstance(failure, gw.views.FailureView) and (failure.error.line, failure.error.column) == (1, 6)
    assert isinstance(failure, gw.Failure) and failure.solution is None and failure.why is None
    with pytest.raises(AttributeError):
        failure.rating = 1.0  # type: ignore[misc, assignment]
    assert "NoneType" in answers[1].error.message  # type: ignore[union-attr]


def test_failures_have_the_fields_of_all_answers() -> None:
    """So that columns can be filled with them."""
    failure = next(gw.solve_many(["oops"]))
    for answers in (gw.views.StatusView, gw.views.CountView, gw.views.GradeView, gw.Walkthrough, gw.Generated):
        names = [name for kind in answers.__mro__ for name in vars(kind).get("__annotations__", {}) if name[0] != "_"]
        assert len(names) > 5 and "status" in names
        told = [getattr(failure, name) for name in names if name not in ("schema", "genre", "status", "error", "warnings")]
        assert told and not any(told)
    walkthrough = next(gw.explain_many([AKARI]))
    assert isinstance(walkthrough, gw.Walkthrough) and len(walkthrough) == len(list(walkthrough)) == 7


def test_a_fork_takes_no_work_along() -> None:
    """The child of a fork has none of the threads, so it is told; and it can begin anew."""
    program = (
        "import itertools, os, gridwright as gw\n"
        "answers = gw.solve_many(itertools.repeat('2x2:d'))\n"
        "next(answers)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        for answer in answers: pass\n"
        "    except RuntimeError as error:\n"
        "        print(error, next(gw.solve_many(['2x2:d'])).status, flush=True)\n"
        "    os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0 and next(answers).status == 'multiple'\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0 and "another process" in done.stdout and "multiple" in done.stdout, done


def test_endless_input_takes_bounded_memory() -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield "2x2:d"

    answers = list(itertools.islice(gw.solve_many(endless(), jobs=2), 2000))
    assert len(answers) == 2000 and read < 2000 + 10 * 512


def test_a_slow_source_is_not_waited_for() -> None:
    """The first answers come although the source has not given much."""
    gate = threading.Event()

    def slow() -> Iterator[str]:
        for number in itertools.count():
            if number > 100:
                gate.wait(20)
            threading.Event().wait(0.005)
            yield "2x2:d"

    answers = gw.solve_many(slow(), jobs=1)
    assert next(answers).status == "multiple"
    gate.set()


def test_an_error_of_the_source_comes_after_its_answers() -> None:
    def broken() -> Iterator[str]:
        yield from ["2x2:d"] * 10
        raise LookupError("the source is broken")

    answers, seen = gw.solve_many(broken()), 0
    with pytest.raises(LookupError):
        for _ in answers:
            seen += 1
    assert seen == 10


def test_all_verbs() -> None:
    assert [answer.count for answer in gw.count_many(["4x4:p", "3x3:i"])] == [24, 6]
    assert next(gw.rate_many([AKARI])).difficulty == "easy"
    assert next(gw.explain_many([AKARI])).status == "solved"
    made = list(gw.generate_many("sudoku", size=4, seed=5, count=4))
    assert made == [gw.generate("sudoku", size=4, seed=5, index=number) for number in range(1, 5)]
    slow = "60x60:" + "z" * 138 + "l"
    assert next(gw.count_many([slow], timeout=0.05)).why == "time"
    with pytest.raises(ValueError):
        gw.solve_many([], jobs=0)
    with pytest.raises(ValueError):
        gw.generate_many("lightup", count=1, walls=10, wall_count=3)
    for genre, difficulty, require in [("slither", None, ()), ("sudoku", "none", ()), ("sudoku", None, "nonsense")]:
        with pytest.raises(ValueError):
            gw.generate_many(genre, difficulty=difficulty, require=require)
    for wrong in ({"format": "nonsense"}, {"genre": "slither"}):
        with pytest.raises(ValueError, match="nonsense|slither"):
            gw.count_many([], **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="count must be"):
        gw.generate_many("sudoku", count=-1)
    with pytest.raises(TypeError, match="one text"):
        gw.solve_many(AKARI)
    assert list(gw.solve_many([])) == []


def test_columns_of_pandas_polars_and_pyarrow() -> None:
    """The one-liners of docs/python.md."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    boards = [AKARI, "oops", "2x2:d"]
    expected = ["unique", "error", "multiple"]

    frame = pandas.DataFrame({"board": boards})
    frame["status"] = [answer.status for answer in gw.solve_many(frame["board"])]
    assert frame["status"].tolist() == expected
    answers = list(gw.solve_many(frame["board"]))
    why = [answer.error.message if isinstance(answer, gw.Failure) else None for answer in answers]
    assert [text is None for text in why] == [True, False, True] and "no puzzle" in str(why[1])
    frame["board"] = [AKARI, None, "2x2:d"]
    assert [answer.status for answer in gw.solve_many(frame["board"])] == expected

    table = polars.DataFrame({"board": boards})
    table = table.with_columns(status=polars.Series([answer.status for answer in gw.solve_many(table["board"])]))
    assert table["status"].to_list() == expected

    arrow = pyarrow.table({"board": boards})
    column = [answer.status for answer in gw.solve_many(arrow["board"].to_pylist())]
    assert arrow.append_column("status", [column])["status"].to_pylist() == expected
