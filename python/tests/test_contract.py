"""The same answers as the library and the command, byte for byte."""

import json
from collections.abc import Callable
from pathlib import Path

import gridwright as gw
import pytest
from gridwright import views

CONTRACT = Path(__file__).resolve().parents[2] / "contract"
PAIRS = list(
    zip(
        (CONTRACT / "questions.jsonl").read_text("utf-8").splitlines(),
        (CONTRACT / "answers.jsonl").read_text("utf-8").splitlines(),
    )
)


def test_the_contract_is_there() -> None:
    assert len(PAIRS) > 200


@pytest.mark.parametrize("question, answer", PAIRS)
def test_the_answers_of_the_contract(question: str, answer: str) -> None:
    assert gw.ask(question) == answer
    for method_answer in through_objects(json.loads(question)):
        assert method_answer.to_json() == answer


def through_objects(asked: dict[str, object]) -> list[gw.View]:
    """The same question put to the methods that have their own way to the library."""
    verb, text = asked.pop("ask"), asked.pop("puzzle", None)
    reading = {key: asked.pop(key) for key in ("format", "genre", "options") if key in asked and text is not None}
    if text is None or verb not in VERBS or "memory" in asked:
        return []
    try:
        puzzle = gw.Puzzle(str(text), **reading)  # type: ignore[arg-type]
    except ValueError:
        return []
    call = VERBS[str(verb)]
    return [call(puzzle, **asked)]


VERBS: dict[str, Callable[..., gw.View]] = {
    "status": gw.Puzzle.status,
    "first": lambda puzzle, **asked: puzzle.status(first=True, **asked),
    "marginals": gw.Puzzle.marginals,
    "common": gw.Puzzle.common,
    "check": gw.Puzzle.check,
    "hint": gw.Puzzle.hint,
    "explain": gw.Puzzle.explain,
    "rate": gw.Puzzle.rate,
    "clues": gw.Puzzle.clues,
    "minimise": gw.Puzzle.minimise,
    "clash": gw.Puzzle.clash,
    "distinguish": gw.Puzzle.distinguish,
    "scene": gw.Puzzle.scene,
}


def test_every_field_of_every_answer_can_be_read() -> None:
    """Views know all keys that answers have, and make what they say of the right kind."""
    by_verb = {
        "status": views.StatusView,
        "first": views.StatusView,
        "solutions": views.SolutionsView,
        "count": views.CountView,
        "marginals": views.MarginalsView,
        "sample": views.SampleView,
        "common": views.CommonView,
        "check": views.CheckView,
        "clues": views.CluesView,
        "minimise": views.MinimisedView,
        "clash": views.ClashView,
        "distinguish": views.DistinctionView,
        "complete": views.CompletionView,
        "hint": views.HintView,
        "explain": views.WalkthroughView,
        "rate": views.GradeView,
        "convert": views.TextView,
        "scene": views.SceneView,
        "generate": views.GeneratedView,
        "sheet": views.SheetView,
        "genres": views.GenresView,
        "genre": views.GenreView,
        "techniques": views.TechniquesView,
        "drill": views.DrillView,
    }
    seen = 0
    for question, answer in PAIRS:
        refused = json.loads(answer).get("status") == "error"
        view = views.FailureView(answer) if refused else by_verb[json.loads(question)["ask"]](answer)
        seen += read(view)
        assert hash(view) == hash(type(view)(answer)) and view == type(view)(answer)
    assert seen > 5000


def read(view: gw.View) -> int:
    seen = 0
    for key in view.to_dict():
        if (type(view), key) == (views.GeneratedView, "puzzle"):
            continue
        value = getattr(view, key if key != "from" else "from_")
        seen += 1
        for one in value if isinstance(value, tuple) else (value,):
            assert not isinstance(one, (list, dict)), (type(view), key)
            seen += read(one) if isinstance(one, gw.View) else 0
    return seen
