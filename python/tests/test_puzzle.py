"""Puzzles, solutions and answers as Python objects."""

import base64
import copy
import datetime
import hashlib
import html
import json
import pickle
import re
import sys
from collections.abc import Callable
from typing import Any

import gridwright as gw
import pytest

AKARI = "7x7:b1f2iB2g1Bi2fBb"
EXAMPLES = [genre.example for genre in gw.genres()]
HUGE = "2x107:" + "bBB" * 53 + "b"
ENDLESS = "14x14:zzzzzzzn"


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_genre_does_everything(text: str) -> None:
    puzzle = gw.Puzzle.parse(text)
    solution = puzzle.solve()
    assert solution is not None and puzzle.status().status == "unique"
    assert [solution] == list(puzzle.solutions()) == puzzle.sample()
    assert puzzle.count() == puzzle.marginals().count == 1
    assert solution.puzzle.check().status == "solved"
    assert puzzle.explain().status == "solved" and len(puzzle.explain()) > 0
    rating = puzzle.rate().rating
    assert rating is not None and rating > 0
    assert puzzle.hint().status == "step" and puzzle.common().status == "known"
    minimised = puzzle.minimise().puzzle
    assert minimised is not None and minimised.status().status == "unique"
    assert puzzle.clash().status == "possible" and puzzle.distinguish().status == "unique"
    assert gw.Puzzle.from_dict(puzzle.to_dict()) == puzzle
    for picture in (puzzle.to_svg(), solution.to_svg(), puzzle.marginals().to_svg(), puzzle.common().to_svg()):
        assert picture is not None and picture.startswith("<svg")


def test_objects_are_compared_hashed_copied_and_pickled() -> None:
    puzzle = gw.Puzzle.parse("3x3:d4d", options={"wrapping": "yes"})
    same = gw.Puzzle.parse(puzzle.to_text())
    assert puzzle == same and hash(puzzle) == hash(same) and puzzle != gw.Puzzle.parse("3x3:d4d")
    assert puzzle != "3x3:d4d" and len({puzzle, same}) == 1
    example = gw.Puzzle.parse(AKARI)
    session = gw.Session(example)
    session.perform("r2c7 bulb")
    things: list[Any] = [puzzle, example, example.solve(), example.status(), example.marginals(), example.common()]
    things += [example.explain(), example.explain()[0], example.rate(), session, gw.generate("sudoku", size=4)]
    things += [gw.emulsion.Position("4", pie=True), gw.emulsion.Game(size=4), gw.FormatError("no", 1, 2, "yes")]
    for thing in things:
        again = pickle.loads(pickle.dumps(thing))
        if isinstance(thing, gw.FormatError):
            assert (again.line, again.column, again.expected, str(again)) == (1, 2, "yes", str(thing))
            continue
        assert again == thing and repr(again) == repr(thing), thing
        assert copy.copy(thing) == thing and copy.deepcopy(thing) == thing
        if not isinstance(thing, (gw.Session, gw.emulsion.Game)):
            assert hash(again) == hash(thing)
    edit = gw.Edit(example)
    edit.perform("r1c1 4")
    assert pickle.loads(pickle.dumps(edit)) == copy.deepcopy(edit) == edit != gw.Edit(example)
    for text in EXAMPLES:
        assert copy.copy(gw.Edit(gw.Puzzle.parse(text))).puzzle == gw.Puzzle.parse(text)
    assert pickle.loads(pickle.dumps(example.explain())).to_html() == example.explain().to_html()
    engine = pickle.loads(pickle.dumps(gw.emulsion.Engine(3, seed=4)))
    assert repr(engine) == "Engine('level 3', seed=4)"


def test_views_cannot_be_changed() -> None:
    status = gw.Puzzle.parse(AKARI).status()
    with pytest.raises(AttributeError):
        status.status = "none"  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        status.other = 1  # type: ignore[attr-defined]
    told = status.to_dict()
    told["status"] = "none"
    assert status.status == "unique" and json.loads(status.to_json())["status"] == "unique"


def test_errors_have_their_place() -> None:
    with pytest.raises(gw.FormatError) as caught:
        gw.Puzzle.parse("gridwright lightup\n...\n.x.\n")
    error = caught.value
    assert isinstance(error, ValueError) and (error.line, error.column) == (3, 2)
    assert error.expected is not None and "line 3, column 2" in str(error)
    for wrong in ["", "\x00", "{", "9" * 5000, "\ud800"]:
        with pytest.raises(ValueError):
            gw.Puzzle.parse(wrong)
    with pytest.raises(ValueError, match="no such|unsupported|slither"):
        gw.Puzzle.parse("..", genre="slither")
    with pytest.raises(ValueError, match="stage"):
        gw.Puzzle.parse(AKARI).hint(stage=9)
    with pytest.raises(ValueError):
        gw.Puzzle.parse("4x3w:b1cB2d").to_text("puzzlink")
    with pytest.raises(ValueError, match="200x200"):
        gw.generate("lightup", size=1000)
    with pytest.raises(ValueError, match="7x5"):
        gw.generate("lightup", size="large")
    with pytest.raises(TypeError):
        gw.Puzzle(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: gw.Puzzle.parse("4x4:p").count(steps=-1),
        lambda: gw.Puzzle.parse("4x4:p").count(memory=-1),
        lambda: gw.Puzzle.parse("4x4:p").count(memory=2**60),
        lambda: gw.Puzzle.parse("4x4:p").sample(-1),
        lambda: gw.Puzzle.parse("4x4:p").sample(seed=2**64),
        lambda: gw.generate("sudoku", size=4, seed=-1),
        lambda: gw.generate("sudoku", size=-1),
        lambda: gw.solve_many([], jobs=-1),
        lambda: gw.count_many([], memory=-1),
        lambda: gw.Edit("lightup", -1, 2),
        lambda: gw.emulsion.Game(size=-1),
        lambda: gw.emulsion.Engine(1, seed=-1),
        lambda: gw.emulsion.match(1, 1, games=-1),
        lambda: gw.emulsion.analyse(gw.emulsion.Game(size=4), simulations=-1),
    ],
)
def test_numbers_out_of_range_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="must be a whole number from 0 to"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: gw.Puzzle.parse(AKARI, options={"wrapping": 1.5}),  # type: ignore[dict-item]
        lambda: gw.Puzzle.parse(AKARI).count(steps=1.5),  # type: ignore[arg-type]
        lambda: gw.Puzzle.parse(AKARI).count(timeout=[1]),  # type: ignore[arg-type]
        lambda: gw.Puzzle.parse(AKARI).hint(stage="3"),  # type: ignore[arg-type]
        lambda: gw.Puzzle.parse(AKARI).check(deep="yes"),  # type: ignore[arg-type]
        lambda: gw.Puzzle.parse(AKARI).solutions(limit="3"),  # type: ignore[arg-type]
        lambda: gw.generate("sudoku", size=2.5),  # type: ignore[arg-type]
        lambda: gw.generate("sudoku", size=4, seed=1.0),  # type: ignore[arg-type]
        lambda: gw.generate("sudoku", size=4, difficulty=3),  # type: ignore[arg-type]
        lambda: gw.generate("lightup", size=4, wrapping="yes"),  # type: ignore[arg-type]
        lambda: gw.generate(like=5),  # type: ignore[arg-type]
        lambda: gw.generate_many("sudoku", count="3"),  # type: ignore[arg-type]
        lambda: gw.generate_many("sudoku", seeds="123"),  # type: ignore[arg-type]
        lambda: gw.solve_many([], steps="10"),  # type: ignore[arg-type]
        lambda: gw.solve_many(b"7x7"),  # type: ignore[arg-type]
        lambda: gw.Session(5),  # type: ignore[arg-type]
        lambda: gw.SideBySide([1]),
        lambda: gw.sheet(AKARI),
        lambda: gw.emulsion.Engine(7).think(gw.emulsion.Game(size=4), time=None),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_other_types_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


def test_options_are_texts_numbers_and_yes_or_no() -> None:
    numpy = pytest.importorskip("numpy")
    torus = gw.Puzzle.parse("3x3:d4d", options={"wrapping": "yes"})
    for yes in (True, numpy.bool_(True)):
        assert gw.Puzzle.parse("3x3:d4d", options={"wrapping": yes}) == torus
        assert next(gw.solve_many(["3x3:d4d"], options={"wrapping": yes})) == torus.status()
    assert gw.Puzzle.parse("3x3:d4d", options={"wrapping": False}) == gw.Puzzle.parse("3x3:d4d")
    yosenabe = EXAMPLES[3]
    assert gw.Puzzle.parse(yosenabe, options={"rules": 1}) == gw.Puzzle.parse(yosenabe, options={"rules": "1"})


def test_times_are_told_as_they_were_given() -> None:
    puzzle = gw.Puzzle.parse(AKARI)
    for wrong in (-1, float("inf"), datetime.timedelta(seconds=-1)):
        with pytest.raises(ValueError, match="timeout must be a number of seconds, 0 or more, it is"):
            puzzle.count(timeout=wrong)
    with pytest.raises(ValueError, match="time must be a number of seconds"):
        gw.emulsion.Engine(7).think(gw.emulsion.Game(size=4), time=-1)


def test_counts_are_of_any_size() -> None:
    many = gw.Puzzle.parse(HUGE)
    assert many.count() == 2**54 == next(gw.count_many([HUGE])).count
    assert many.marginals().count == 2**54
    assert gw.views.CountView('{"count":"' + "9" * 10_000 + '"}').count == 10**10_000 - 1


def test_limits_end_the_work() -> None:
    puzzle = gw.Puzzle.parse(ENDLESS)
    with pytest.raises(gw.Stopped) as caught:
        puzzle.count(steps=2000)
    assert caught.value.why == "steps" and caught.value.at_least is not None
    for timeout in (0, 0.01, "10ms", datetime.timedelta(milliseconds=10)):
        with pytest.raises(TimeoutError) as timed:
            gw.Puzzle.parse("60x60:" + "z" * 138 + "l").count(timeout=timeout)
        assert isinstance(timed.value, gw.TimedOut) and timed.value.why == "time"
    with pytest.raises(gw.Stopped):
        list(puzzle.solutions(steps=5000))
    assert len(list(puzzle.solutions(limit=3))) == 3
    assert puzzle.rate(timeout=0).why == "time"
    for wrong in (-1, float("nan"), "soon"):
        with pytest.raises(ValueError):
            puzzle.count(timeout=wrong)


def test_entries_are_asked_about() -> None:
    session = gw.Session("4x4:p")
    session.perform("r1c1 bulb")
    puzzle = session.puzzle
    assert (puzzle.count(), puzzle.count(from_position=True)) == (24, 6)
    assert puzzle.to_text(clear=True) == gw.Puzzle.parse("4x4:p").to_text()
    assert puzzle != gw.Puzzle.parse("4x4:p")
    session.perform("r1c4 bulb")
    assert session.puzzle.check().status == "wrong" and session.check().startswith("Not right")
    assert session.undo() and session.redo() and not session.redo()
    with pytest.raises(ValueError):
        session.perform("r9c9 bulb")
    session.restart()
    assert "What kind" in session.hint() or session.hint()
    assert "solution" in session.solve() and session.view().solved


def test_setting_a_puzzle() -> None:
    edit = gw.Edit(gw.Puzzle.parse(AKARI))
    edit.perform("size 3x3")
    assert (edit.view().rows, edit.undo(), edit.view().rows) == (3, True, 7)
    blank = gw.Edit("yosenabe", 3, 3)
    blank.perform("r1c1 areas A")
    with pytest.raises(ValueError):
        blank.perform("nonsense")
    with pytest.raises(TypeError):
        gw.Edit("lightup")


def test_making_puzzles() -> None:
    made = gw.generate("sudoku", size="4x4", seed=2**60, minimal=True)
    assert made.seed == 2**60 and made.puzzle is not None and not made.puzzle.clues().superfluous
    assert made == gw.generate("sudoku", size=(4, 4), seed=2**60, minimal=True)
    regions = [gw.generate("suguru", size=5, seed=1, region_size=said) for said in ((4, 5), "4-5")]
    assert regions[0] == regions[1] != gw.generate("suguru", size=5, seed=1) and regions[0].puzzle is not None
    missed = gw.generate("lightup", size=3, difficulty="expert", tries=1)
    assert missed.puzzle is None and missed.message
    completed = gw.Puzzle.parse("5x5:BlBhBb").complete(pattern=["x...."] * 5)
    assert completed.status in ("unique", "none", "multiple")
    assert gw.drill("wall needs all", seed=3).exercises


def test_puzzles_like_others() -> None:
    example = gw.Puzzle.parse(AKARI)
    made = gw.generate(like=example, seed=7)
    assert made == gw.generate(like=AKARI, seed=7) == next(iter(gw.generate_many(like=example, seed=7, count=1)))
    assert made.puzzle is not None and (made.puzzle.rows, made.genre) == (7, "lightup")
    rows = ["w..", "...", "..w"]
    drawn = gw.generate("lightup", pattern=rows, seed=1).puzzle
    assert drawn is not None and drawn == gw.generate("lightup", pattern="\n".join(rows), seed=1).puzzle
    assert [[cell != "." for cell in row] for row in drawn.to_dict()["grid"]] == [[cell != "." for cell in row] for row in rows]
    assert gw.generate("sudoku", clues=40, seed=1).puzzle is not None
    assert gw.generate("lightup", size=10, motif="pair", seed=1) != gw.generate("lightup", size=10, seed=1)
    with pytest.raises(ValueError, match="unsupported puzzle type"):
        gw.generate()


def test_steps_may_assume_one_solution() -> None:
    puzzle = gw.Puzzle.parse("https://puzz.link/p?sudoku/9/9/8i3g725k7k159h3j6h8g4g1k6g6g2h8j8h635k2k429g7i6")
    question = {"ask": "explain", "puzzle": puzzle.to_text(), "assume_unique": True}
    walkthrough = puzzle.explain(assume_unique=True)
    assert walkthrough.to_json() == gw.ask(json.dumps(question)) != puzzle.explain().to_json()
    assert next(gw.explain_many([puzzle], assume_unique=True)).to_dict() == walkthrough.to_dict()
    assert puzzle.rate(assume_unique=True) == next(gw.rate_many([puzzle], assume_unique=True)) != puzzle.rate()
    assert puzzle.hint(assume_unique=True).status == "step"


def test_techniques_are_named_as_the_command_names_them() -> None:
    asked = {"size": 7, "seed": 1}
    made = gw.generate("lightup", require=["corner walls in line"], **asked)  # type: ignore[arg-type]
    assert made.puzzle is not None and made.puzzle.rate().steps
    assert made == gw.generate("lightup", require="corner walls in line", **asked)  # type: ignore[arg-type]
    easy = gw.generate("lightup", techniques=["wall needs all", "must light itself"], **asked)  # type: ignore[arg-type]
    assert easy == gw.generate("lightup", techniques="wall needs all, must light itself", **asked)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="knows no technique 'nonsense'"):
        gw.generate("lightup", require="nonsense")


def test_texts_of_one_line_have_no_end_of_line() -> None:
    sudoku = gw.Puzzle.parse(EXAMPLES[1])
    solution = sudoku.solve()
    assert solution is not None and len(sudoku.to_text("line")) == len(solution.to_text("line")) == 81
    assert gw.Puzzle.parse(sudoku.to_text("line")) == sudoku and sudoku.to_text("grid").count("\n") > 8


def test_sheets_to_print() -> None:
    puzzles: list[gw.Puzzle | str] = [gw.Puzzle.parse("3x3:d4d", options={"wrapping": "yes"}), *EXAMPLES]
    printed = gw.sheet(puzzles, title="Homework", per_page=4, solutions="back")
    assert printed.page_count == len(printed.pages) == 4 and "Homework" in printed.pages[0]
    pdf = printed.to_pdf()
    assert pdf.startswith(b"%PDF-") and pdf.count(b"/MediaBox") == 4
    again = pickle.loads(pickle.dumps(printed))
    assert again == printed and again.to_pdf() == pdf
    assert printed._repr_html_().count("<img") == 4
    bare = gw.sheet(EXAMPLES[:1], solutions="none", paper="letter", no_rules=True, no_difficulty=True)
    assert (bare.page_count, bare.paper) == (1, "letter")
    for wrong in ({"paper": "a3"}, {"per_page": 0}, {"title": "数独"}, {"solutions": "front"}):
        with pytest.raises(ValueError):
            gw.sheet(EXAMPLES, **wrong)
    with pytest.raises(ValueError):
        gw.sheet(["oops"])


def test_walkthroughs_are_sequences() -> None:
    walkthrough = gw.Puzzle.parse(AKARI).explain()
    assert list(walkthrough) == list(walkthrough.steps) and walkthrough[-1] == walkthrough.steps[-1]
    hard = gw.Puzzle.parse("7x7:a2cBh0e1b2a2bBe0h1c1a")
    proven = [sum(step.smallest for step in hard.explain(exact=exact)) for exact in (False, True)]
    assert proven[0] < proven[1]
    assert len(walkthrough.pictures()) == len(walkthrough) + 2
    shown = walkthrough._repr_html_()
    assert shown is not None and shown.count("<iframe") == 1 and "<script" not in shown


def test_pages_let_the_script_of_their_frame_run() -> None:
    shown = gw.Puzzle.parse(AKARI).explain()._repr_html_() or ""
    page = html.unescape(shown.partition('srcdoc="')[2].partition('"></iframe>')[0])
    allowed = re.findall("'(sha256-[^']*)'", page.partition("script-src ")[2].partition(";")[0])
    scripts = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(hashes) == 2 and sorted(allowed) == sorted(f"sha256-{one}" for one in hashes)


def test_pictures_beside_each_other_do_not_share_ids() -> None:
    solution = gw.Puzzle.parse(AKARI).solve()
    shown = gw.SideBySide([solution, solution], ["one", "<other>"])._repr_html_()
    assert shown.count("<img") == 2 and 'id="' not in shown and "&lt;other&gt;" in shown


def test_grids_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    sudoku = gw.Puzzle.parse(EXAMPLES[1])
    solution = sudoku.solve()
    assert solution is not None
    given, solved = sudoku.grid, solution.grid
    assert given.shape == solved.shape == (9, 9)
    assert (numpy.where(given == 0, solved, given) == solved).all()
    assert gw.Puzzle.parse(AKARI).grid[0, 2] == "1"
    assert gw.Puzzle.parse(EXAMPLES[3]).grid.shape == (5, 5)
    yosenabe = gw.Puzzle.parse(EXAMPLES[3]).solve()
    with pytest.raises(ValueError, match="no grid"):
        yosenabe.grid  # type: ignore[union-attr]
    assert gw.emulsion.Position("4").grid.sum() == 8
    for text in EXAMPLES:
        puzzle = gw.Puzzle.parse(text)
        said = puzzle.to_dict()
        layer = next(key for key, value in said.items() if isinstance(value, list))
        more = {key: value for key, value in said.items() if key not in ("genre", layer)}
        assert gw.Puzzle.from_grid(puzzle.genre, puzzle.grid, **more) == puzzle
    start = gw.emulsion.Position(4)
    assert gw.emulsion.Position(start.grid) == start
    assert gw.Puzzle.from_dict({"genre": "sudoku", "givens": given}) == sudoku
    with pytest.raises(ValueError, match="no genre"):
        gw.Puzzle.from_grid("slither", given)
    with pytest.raises(TypeError, match="found object"):
        gw.Puzzle.from_dict({"genre": "sudoku", "givens": object()})
    assert gw.generate("sudoku", size=numpy.int64(4), seed=numpy.int64(3)) == gw.generate("sudoku", size=4, seed=3)


def test_tables_are_grids() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    sudoku = gw.Puzzle.parse(EXAMPLES[1])
    for table in (pandas.DataFrame(sudoku.grid, columns=list("abcdefghi")), polars.DataFrame(sudoku.grid)):
        assert gw.Puzzle.from_grid("sudoku", table) == sudoku
    # Cells that are missing make pandas take numbers for fractions.
    missing = pandas.DataFrame(sudoku.grid).replace(0, None)
    for table in (missing, missing.astype(float), missing.astype("Int64"), sudoku.grid.astype(float)):
        assert gw.Puzzle.from_grid("sudoku", table) == sudoku
    walls = pandas.DataFrame(gw.Puzzle.parse(AKARI).grid).replace(".", None)
    assert gw.Puzzle.from_grid("lightup", walls) == gw.Puzzle.parse(AKARI)
    with pytest.raises(gw.FormatError, match="1.5"):
        gw.Puzzle.from_grid("sudoku", [[1.5, 0, 0, 0]] * 4)


def test_numpy_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="pip install"):
        gw.Puzzle.parse(AKARI).grid
