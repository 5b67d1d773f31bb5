"""What the library answers. Written by make_views.py from docs/schema.json; do not edit."""

from __future__ import annotations
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias
from gridwright._view import Field, View, frozen, mapped, whole

__all__ = [
    "AtomCount",
    "BrokenRule",
    "CellView",
    "CheckView",
    "ClashView",
    "CluesView",
    "CommonView",
    "CompletionView",
    "CountView",
    "DecidingView",
    "DistinctionView",
    "DrillView",
    "EditView",
    "ErrorView",
    "ExerciseView",
    "FactView",
    "FailureView",
    "GeneratedView",
    "GenreView",
    "GenresView",
    "GradeView",
    "HardestStep",
    "HintView",
    "InvalidView",
    "LayerView",
    "Link",
    "MarginalsView",
    "MinimisedView",
    "OptionView",
    "RuleKindView",
    "RuleView",
    "SampleView",
    "SceneView",
    "SessionView",
    "Share",
    "SheetPuzzleView",
    "SheetView",
    "SolutionsView",
    "Spot",
    "StatusView",
    "StepCount",
    "StepView",
    "Stroke",
    "TallyView",
    "TechniqueView",
    "TechniquesView",
    "TextView",
    "Tile",
    "WalkthroughView",
    "WordsView",
]

BreachWord: TypeAlias = Literal["too-much", "too-little", "no-room"]
"""How a rule is broken."""

ClashWord: TypeAlias = Literal["clash", "possible", "unknown"]
"""Whether clues contradict each other."""

CommonWord: TypeAlias = Literal["known", "none", "unknown"]
"""Whether it is known what all solutions share."""

DepthWord: TypeAlias = Literal["trivial", "one", "sum", "chain", "cases", "lemmas", "unique"]
"""How a step was found."""

DrillWord: TypeAlias = Literal["found", "missed"]
"""Whether there are as many positions as asked for."""

EndingWord: TypeAlias = Literal["solved", "shared", "clash", "unknown"]
"""How a walkthrough ends."""

FailureWord: TypeAlias = Literal["error"]
"""That there is no answer."""

GeneratedWord: TypeAlias = Literal["made", "missed", "unknown"]
"""What came of making a puzzle."""

Ground: TypeAlias = Literal["open", "lit", "wall", "area", "absent"]
"""What a tile stands on."""

HintWord: TypeAlias = Literal["step", "wrong", "nothing", "unknown"]
"""What there is to say about a position."""

LinkKind: TypeAlias = Literal["strong", "weak"]
"""What the rule behind a `Link` says of its two ends."""

RoleWord: TypeAlias = Literal["law", "clue"]
"""Whether a rule is part of the genre or printed on the board."""

StatusWord: TypeAlias = Literal["none", "unique", "multiple", "unknown"]
"""How many solutions there are, in a word."""

StoppedWord: TypeAlias = Literal["cancelled", "time", "steps", "memory", "size", "limit"]
"""Why an answer is not complete."""

TextWord: TypeAlias = Literal["converted"]
"""What became of a puzzle that was to be written."""

VerdictWord: TypeAlias = Literal["solved", "right-so-far", "unbroken", "wrong"]
"""The verdict on a position."""


class AtomCount(View):
    """In how many solutions one thing holds."""

    __slots__ = ()
    cell: Field[str] = Field("Its cell.")
    atom: Field[str] = Field("Its name, `r1c2 5`.")
    count: Field[int] = Field("In how many solutions it holds.", whole)


class BrokenRule(View):
    """A rule that a position breaks."""

    __slots__ = ()
    rule: Field[str] = Field("Its kind, `GENRE.clue`.")
    sentence: Field[str] = Field("The rule as a sentence about this board.")
    cells: Field[tuple[str, ...]] = Field("The cells it concerns, its own first.", frozen)
    breach: Field[BreachWord] = Field("How it is broken.")
    text: Field[str] = Field("The same as a clause: `the bulbs at r1c1 and r4c1 see each other`.")


class CellView(View):
    """A cell of a session. Entries are named as actions: `r1c2 5` enters what `r1c2 !5` crosses out."""

    __slots__ = ()
    cell: Field[str] = Field("Its name.")
    label: Field[str] = Field("What a screen reader says: `r3c4, wall, needs 2 bulbs, has 1`.")
    choices: Field[tuple[str, ...]] = Field("What can be entered.", frozen, default=())
    entered: Field[tuple[str, ...]] = Field("What is entered.", frozen, default=())
    crossed: Field[tuple[str, ...]] = Field("What is crossed out.", frozen, default=())
    noted: Field[tuple[str, ...]] = Field("What is pencilled in.", frozen, default=())


class CheckView(View):
    """What the rules say of the entries."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[VerdictWord] = Field("The verdict.")
    proven: Field[bool] = Field("Whether it is certain: a position that breaks no rule may be impossible to complete all the same.")
    broken: Field[tuple[BrokenRule, ...]] = Field("The rules that are broken.", ["BrokenRule"])
    missing: Field[tuple[RuleView, ...]] = Field("The rules that something is missing for, where none is broken.", ["RuleView"])
    why: Field[StoppedWord | None] = Field("Why the proof that was asked for is missing.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class ClashView(View):
    """Clues that contradict each other."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[ClashWord] = Field("`clash`, `possible` where there is a solution, or `unknown`.")
    sets: Field[tuple[tuple[RuleView, ...], ...]] = Field("Sets of clues that cannot all be kept, all of one size; an empty set where the laws alone leave no solution.", frozen)
    smallest: Field[bool] = Field("Whether it is proven that no smaller set clashes.")
    complete: Field[bool] = Field("Whether these are all sets of this size; where there is a solution, that there are none.")
    why: Field[StoppedWord | None] = Field("Why there may be others, or nothing is known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class CluesView(View):
    """Which clues could be left out."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("How many solutions there are; only where there is one, clues can be superfluous.")
    clues: Field[int] = Field("How many clues the puzzle has.")
    superfluous: Field[tuple[RuleView, ...]] = Field("Those that could be left out one at a time, where there is one solution; with `why`, those that were found until then.", ["RuleView"], default=())
    why: Field[StoppedWord | None] = Field("Why they are not known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class CommonView(View):
    """What all solutions share."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[CommonWord] = Field("`known`, `none` where there is no solution, or `unknown`: then more may be shared.")
    board: Field[Any] = Field("The board, in the shape of the genre's data sets or as text, where there is a solution.", frozen)
    yes: Field[tuple[str, ...]] = Field("What holds in every solution.", frozen, default=())
    no: Field[tuple[str, ...]] = Field("What holds in none.", frozen, default=())
    open: Field[tuple[str, ...]] = Field("What differs between solutions, or is not known.", frozen, default=())
    why: Field[StoppedWord | None] = Field("Why more is not known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class CompletionView(View):
    """A puzzle with further clues."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("How many solutions the completed puzzle has: one; `none` and `multiple` where no clues can help, and why in `message`.")
    text: Field[str | None] = Field("The puzzle as text, where one was found.")
    format: Field[str] = Field("The format of the text, or `text`, `ansi`, `svg` or `scene` for a drawing.")
    added: Field[tuple[RuleView, ...]] = Field("The clues that were added.", ["RuleView"], default=())
    fewest: Field[bool] = Field("Whether it is proven that no fewer clues suffice.")
    rating: Field[float | None] = Field("The puzzle's rating, where the fairest clues were asked for.")
    message: Field[str | None] = Field("Why there is no puzzle.")
    why: Field[StoppedWord | None] = Field("Why the search stopped.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class CountView(View):
    """How many solutions there are."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("The same in a word.")
    count: Field[int] = Field("The number, a lower bound where the count is not complete.", whole)
    complete: Field[bool] = Field("Whether the number is exact.")
    why: Field[StoppedWord | None] = Field("Why it is not.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class DecidingView(View):
    """A clue that could be added."""

    __slots__ = ()
    rule: Field[str] = Field("Its kind, `GENRE.clue`.")
    sentence: Field[str] = Field("The rule as a sentence about this board.")
    cells: Field[tuple[str, ...]] = Field("The cells it concerns, its own first.", frozen)
    left: Field[int | None] = Field("How many solutions it leaves, where they could be counted.", whole)
    open: Field[int | None] = Field("Else in how many cells those that it leaves differ.")


class DistinctionView(View):
    """Where solutions differ."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("Whether there are several solutions.")
    count: Field[int] = Field("How many solutions there are, a lower bound where that is not complete.", whole)
    complete: Field[bool] = Field("Whether the number is exact.")
    cells: Field[tuple[str, ...]] = Field("The cells in which they differ.", frozen)
    clues: Field[tuple[DecidingView, ...]] = Field("Clues that could be added, what decides most first.", ["DecidingView"])
    why: Field[StoppedWord | None] = Field("Why not everything is known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class DrillView(View):
    """Positions to practise a technique on."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    technique: Field[str] = Field("The technique.")
    meaning: Field[str] = Field("What it means, in a sentence.")
    status: Field[DrillWord] = Field("`found`, or `missed` where there are fewer positions than asked for.")
    exercises: Field[tuple[ExerciseView, ...]] = Field("The positions.", ["ExerciseView"])
    puzzles: Field[int] = Field("How many puzzles were looked through.")
    message: Field[str | None] = Field("Why there are no more.")
    why: Field[StoppedWord | None] = Field("Why the search stopped.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class EditView(View):
    """A puzzle being set."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    rows: Field[int] = Field("Rows of the board.")
    cols: Field[int] = Field("Columns of the board.")
    layers: Field[tuple[LayerView, ...]] = Field("What is printed, layer by layer.", ["LayerView"])
    goals: Field[Mapping[str, int]] = Field("The goals of areas, by their labels.", mapped)
    options: Field[Mapping[str, str]] = Field("The options that are set.", mapped)
    done: Field[int] = Field("How many changes can be undone.")
    undone: Field[int] = Field("How many changes can be made again.")
    invalid: Field[InvalidView | None] = Field("Why it is no puzzle yet, where it is none.", "InvalidView")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class ErrorView(View):
    """What went wrong, and where."""

    __slots__ = ()
    message: Field[str] = Field("What is wrong and what was expected.")
    line: Field[int | None] = Field("The line of the input, from 1.")
    column: Field[int | None] = Field("The column, in characters from 1.")


class ExerciseView(View):
    """A position and its next step."""

    __slots__ = ()
    position: Field[str] = Field("The puzzle with what is known, as native text.")
    step: Field[StepView] = Field("The step.", "StepView")


class FactView(View):
    """Something that is known to hold or not to hold."""

    __slots__ = ()
    atom: Field[str] = Field("Its name, `r1c2 5`.")
    holds: Field[bool] = Field("Whether it holds.")


class FailureView(View):
    """Why there is no answer."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str | None] = Field("The genre, where it is known.")
    status: Field[FailureWord] = Field("Always `error`.")
    error: Field[ErrorView] = Field("What went wrong.", "ErrorView")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class GeneratedView(View):
    """A puzzle that was made, or why none was."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    index: Field[int] = Field("Its number under the seed, from 1.")
    seed: Field[int] = Field("The seed.", whole)
    genre: Field[str] = Field("The genre.")
    status: Field[GeneratedWord] = Field("`made`, `missed` or `unknown`.")
    tries: Field[int | None] = Field("How many boards were tried.")
    text: Field[str | None] = Field("The puzzle as text in another format.")
    solution: Field[Any] = Field("Its solution, in the shape of the genre's data sets.", frozen)
    difficulty: Field[str | None] = Field("The word for its difficulty, where one or a rating was asked for.")
    rating: Field[float | None] = Field("Its rating with two decimals, where a difficulty was asked for.")
    hardest: Field[str | None] = Field("The hardest step, where a difficulty was asked for.")
    nearest: Field[float | None] = Field("Of what was missed, the nearest rating.")
    message: Field[str | None] = Field("Why none was found.")
    why: Field[StoppedWord | None] = Field("Why the search stopped.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class GenreView(View):
    """A genre."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    id: Field[str] = Field("The name in commands and files.")
    name: Field[str] = Field("The name for people.")
    aliases: Field[tuple[str, ...]] = Field("Names other programs use.", frozen)
    summary: Field[str] = Field("The goal in one sentence.")
    reads: Field[tuple[str, ...]] = Field("The formats that are read.", frozen)
    writes: Field[tuple[str, ...]] = Field("The formats that are written.", frozen)
    rules: Field[tuple[RuleKindView, ...]] = Field("The kinds of rules.", ["RuleKindView"])
    options: Field[tuple[OptionView, ...]] = Field("The options of its puzzles.", ["OptionView"])
    techniques: Field[tuple[str, ...]] = Field("What players call steps, the most telling names first.", frozen)
    generates: Field[bool] = Field("Whether new puzzles can be made.")
    example: Field[str] = Field("A small puzzle in native form.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class GenresView(View):
    """All genres."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genres: Field[tuple[GenreView, ...]] = Field("Each of them.", ["GenreView"])
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class GradeView(View):
    """How hard a puzzle is."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("How many solutions it has; with several, the rest says how hard it is to find what they share.")
    difficulty: Field[str | None] = Field("The word for its difficulty, which is that of its hardest step.")
    rating: Field[float | None] = Field("The rating, with two decimals.")
    work: Field[float | None] = Field("The work it takes: one more point of the rating is twice the work.")
    rounds: Field[int | None] = Field("How many rounds of deductions it takes.")
    hardest: Field[HardestStep | None] = Field("The hardest step.", "HardestStep")
    steps: Field[tuple[StepCount, ...]] = Field("The steps, by the number of rules each takes and by name.", ["StepCount"], default=())
    why: Field[StoppedWord | None] = Field("Why there is no grade.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class HardestStep(View):
    """The step that holds a solver up most."""

    __slots__ = ()
    name: Field[str] = Field("What kind of step it is.")
    rules: Field[int] = Field("How many rules it takes.")
    hardness: Field[float] = Field("How hard it is to see, with one decimal.")
    available: Field[int] = Field("How many steps there are to choose from at that point.")


class HintView(View):
    """Help with the next step, as much of it as was asked for."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[HintWord] = Field("`step`, `wrong` where something is wrong already, `nothing` where nothing follows, or `unknown`.")
    stage: Field[int | None] = Field("How much is told, from 1 to 4.")
    kind: Field[str | None] = Field("From stage 1: what kind of step it is.")
    technique: Field[str | None] = Field("From stage 1: what players call it.")
    depth: Field[DepthWord | None] = Field("From stage 1: how it was found.")
    rules: Field[tuple[RuleView, ...]] = Field("From stage 2: the rules to look at.", ["RuleView"], default=())
    cells: Field[tuple[str, ...]] = Field("From stage 2: the cells to look at.", frozen, default=())
    why: Field[str | None] = Field("From stage 3: why.")
    what: Field[str | None] = Field("From stage 4: what follows, in words.")
    facts: Field[tuple[FactView, ...]] = Field("From stage 4: what follows.", ["FactView"], default=())
    entries: Field[tuple[FactView, ...]] = Field("Where something is wrong: the fewest entries and marks that cannot stand together.", ["FactView"], default=())
    steps: Field[tuple[StepView, ...]] = Field("Where something is wrong and it was asked why: the steps that rule one of the entries out.", ["StepView"], default=())
    right_after: Field[int | None] = Field("Where something is wrong and there is a history: after how many actions the position was last right.")
    text: Field[tuple[str, ...]] = Field("What to say, stage by stage.", frozen)
    stopped: Field[StoppedWord | None] = Field("Why no step was found.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class InvalidView(View):
    """Why what is printed is no puzzle."""

    __slots__ = ()
    message: Field[str] = Field("What is wrong.")
    cell: Field[str | None] = Field("The cell, where it is one.")
    layer: Field[str | None] = Field("The layer of the cell.")
    goal: Field[str | None] = Field("The label of the area whose goal it is.")
    option: Field[str | None] = Field("The name of the option that it is. Without any of these it is the board as a whole.")


class LayerView(View):
    """A layer of what is printed."""

    __slots__ = ()
    name: Field[str] = Field("Its name.")
    kind: Field[str] = Field("What it holds besides its symbols: `symbols` for nothing, `numbers`, `regions` or `areas`.")
    symbols: Field[tuple[tuple[str, str], ...]] = Field("The symbols that a cell may hold, with their meanings.", frozen)
    cells: Field[tuple[str, ...]] = Field("The symbol of each cell, in reading order.", frozen)


class Link(View):
    """A link of a chain: what follows from what in the step that is being told."""

    __slots__ = ()
    from_: Field[Spot] = Field("One end.", "Spot")
    to: Field[Spot] = Field("The other one.", "Spot")
    kind: Field[LinkKind] = Field("What it says.")


class MarginalsView(View):
    """In how many solutions each thing holds."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    count: Field[int | None] = Field("How many solutions there are, where that is known.", whole)
    complete: Field[bool] = Field("Whether it is known.")
    atoms: Field[tuple[AtomCount, ...]] = Field("Everything that can be entered, where the counts are known.", ["AtomCount"], default=())
    text: Field[str | None] = Field("A drawing, where one was asked for.")
    why: Field[StoppedWord | None] = Field("Why nothing is known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class MinimisedView(View):
    """A puzzle without superfluous clues."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("How many solutions there are; only where there is one, clues can be left out.")
    text: Field[str | None] = Field("The puzzle as text, where it is known.")
    format: Field[str] = Field("The format of the text, or `text`, `ansi`, `svg` or `scene` for a drawing.")
    removed: Field[tuple[RuleView, ...]] = Field("The clues that were left out, where there is one solution; with `why`, those that were found until then.", ["RuleView"], default=())
    why: Field[StoppedWord | None] = Field("Why they are not known.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class OptionView(View):
    """An option of a genre's puzzles."""

    __slots__ = ()
    key: Field[str] = Field("Its name.")
    values: Field[tuple[str, ...]] = Field("The values it takes, the default first; empty where it takes others.", frozen)
    help: Field[str] = Field("What it does.")


class RuleKindView(View):
    """A kind of rule."""

    __slots__ = ()
    id: Field[str] = Field("Its id, `GENRE.clue`.")
    role: Field[RoleWord] = Field("`law` where it holds on every board of the genre, `clue` where it is printed.")
    text: Field[str] = Field("The rule in one sentence.")


class RuleView(View):
    """A rule on a board."""

    __slots__ = ()
    rule: Field[str] = Field("Its kind, `GENRE.clue`.")
    sentence: Field[str] = Field("The rule as a sentence about this board.")
    cells: Field[tuple[str, ...]] = Field("The cells it concerns, its own first.", frozen)


class SampleView(View):
    """Solutions drawn at random."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    seed: Field[int] = Field("The seed.", whole)
    solutions: Field[tuple[Any, ...]] = Field("The solutions.", frozen)
    count: Field[int] = Field("How many were drawn.")
    complete: Field[bool] = Field("Whether these are as many as were asked for, or there is none.")
    total: Field[int | None] = Field("How many solutions there are in all, where that is known.", whole)
    why: Field[StoppedWord | None] = Field("Why that is not known, or why fewer were drawn.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class SceneView(View):
    """What to draw."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    rows: Field[int] = Field("Rows of the board.")
    cols: Field[int] = Field("Columns of the board.")
    wrapping: Field[bool] = Field("Whether rows and columns wrap round.", default=False)
    tiles: Field[tuple[Tile, ...]] = Field("One tile a cell, in reading order. What a tile does not say is empty.", ["Tile"])
    borders: Field[tuple[int, ...]] = Field("For each cell, on which of its sides thick borders run: 1 right, 2 below, 3 both; missing where there are none.", frozen, default=())
    strokes: Field[tuple[Stroke, ...]] = Field("Lines over the tiles.", ["Stroke"], default=())
    links: Field[tuple[Link, ...]] = Field("Links between candidates or tiles, where a step is told.", ["Link"], default=())
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class SessionView(View):
    """A puzzle being played."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    solved: Field[bool] = Field("Whether everything is there and nothing is wrong.")
    broken: Field[tuple[BrokenRule, ...]] = Field("The broken rules that the settings show.", ["BrokenRule"])
    missing: Field[tuple[RuleView, ...]] = Field("The rules that something is missing for.", ["RuleView"])
    flagged: Field[tuple[str, ...]] = Field("The cells that the settings flag.", frozen)
    done: Field[int] = Field("How many actions can be undone.")
    undone: Field[int] = Field("How many actions can be done again.")
    branches: Field[int] = Field("How many branches are open.")
    tally: Field[TallyView] = Field("How it has been played so far.", "TallyView")
    left: Field[str] = Field("How many clues and cells ask for something that is not there yet, in words.")
    cells: Field[tuple[CellView, ...]] = Field("The cells in reading order: what they hold and take, and what to say of them.", ["CellView"])
    hint: Field[HintView | None] = Field("The hint for the position, as far as it was told.", "HintView")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class Share(View):
    """How often a tile holds what is asked about, or one of its candidates."""

    __slots__ = ()
    note: Field[int] = Field("The candidate, from 1; 0 where the tile as a whole is meant.")
    thousandths: Field[int] = Field("How often it holds, in thousandths of all cases: 0 is never and 1000 always, what is in between is rounded to neither. It may be more where several things can be there at once.")


class SheetPuzzleView(View):
    """A puzzle on a sheet."""

    __slots__ = ()
    genre: Field[str] = Field("Its genre.")
    page: Field[int] = Field("The page it is on, from 1.")
    solution_page: Field[int | None] = Field("The page its solution is on, where there are solutions.")
    difficulty: Field[str | None] = Field("How hard it is, in words, where that was asked for and is known.")
    unprinted: Field[str | None] = Field("Why no solution is printed, where one was asked for.")


class SheetView(View):
    """Puzzles on pages to print."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    paper: Field[str] = Field("The size of the paper.")
    puzzles: Field[tuple[SheetPuzzleView, ...]] = Field("The puzzles in their order.", ["SheetPuzzleView"])
    page_count: Field[int] = Field("How many pages there are.")
    pages: Field[tuple[str, ...]] = Field("The pages as SVG, where they are written nowhere else.", frozen, default=())
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class SolutionsView(View):
    """Solutions of a puzzle."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    solutions: Field[tuple[Any, ...]] = Field("The solutions, in the shape of the genre's data sets or as text.", frozen)
    count: Field[int] = Field("How many there are in the list.")
    complete: Field[bool] = Field("Whether these are all there are.")
    status: Field[StatusWord] = Field("How many solutions there are, in a word.")
    why: Field[StoppedWord | None] = Field("Why these may not be all.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class Spot(View):
    """A candidate of a cell, or the cell as a whole: an end of a `Link`."""

    __slots__ = ()
    cell: Field[int] = Field("The cell.")
    note: Field[int] = Field("The candidate, from 1; 0 where the cell as a whole is meant.")


class StatusView(View):
    """Whether there is no solution, one, or several."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[StatusWord] = Field("How many solutions there are.")
    solution: Field[Any] = Field("A solution, in the shape of the genre's data sets or as text, where one is known.", frozen)
    why: Field[StoppedWord | None] = Field("Why the status is unknown.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class StepCount(View):
    """How many steps of a kind there are."""

    __slots__ = ()
    rules: Field[int] = Field("How many rules each takes.")
    name: Field[str] = Field("What kind of step it is.")
    number: Field[int] = Field("How many there are.")


class StepView(View):
    """One deduction."""

    __slots__ = ()
    depth: Field[DepthWord] = Field("How it was found.")
    rules: Field[tuple[RuleView, ...]] = Field("The rules it takes.", ["RuleView"])
    facts: Field[tuple[FactView, ...]] = Field("What follows.", ["FactView"])
    smallest: Field[bool] = Field("Whether it is proven that no fewer rules say anything new.")
    kind: Field[str | None] = Field("What kind of step it is.")
    technique: Field[str | None] = Field("What players call it.")
    cells: Field[tuple[str, ...]] = Field("The cells it concerns.", frozen, default=())
    why: Field[str | None] = Field("Why.")
    what: Field[str | None] = Field("What follows.")
    text: Field[str | None] = Field("The whole step in sentences.")
    lemmas: Field[tuple[WordsView, ...]] = Field("What it says on the way that takes an explanation of its own; the text refers to the first as `(1)`.", ["WordsView"], default=())
    then: Field[tuple[StepView, ...]] = Field("The trivial deductions after it.", ["StepView"], default=())


class Stroke(View):
    """A line drawn from the middle of one cell to the middle of another in the same row or column."""

    __slots__ = ()
    from_: Field[int] = Field("Where it starts.")
    to: Field[int] = Field("Where its arrow head is.")
    ink: Field[Any] = Field("Whose it is.", frozen)
    error: Field[bool] = Field("Flagged as wrong.", default=False)


class TallyView(View):
    """How a session has been played."""

    __slots__ = ()
    seconds: Field[int] = Field("Seconds.")
    hints: Field[int] = Field("Stages of hints.")
    checks: Field[int] = Field("Checks.")
    filled: Field[bool] = Field("Whether the program filled in the solution.")


class TechniqueView(View):
    """A kind of step that players have a name for."""

    __slots__ = ()
    name: Field[str] = Field("The name.")
    meaning: Field[str] = Field("What it means, in a sentence.")
    hardness: Field[float] = Field("How hard it is to see at the least; 1 is the easiest.")
    assumes_unique: Field[bool] = Field("Whether it holds only because there is one solution; it is used only where that may be assumed.", default=False)
    times: Field[int | None] = Field("How many of the steps have this name.")
    example: Field[ExerciseView | None] = Field("A position whose next step it is.", "ExerciseView")


class TechniquesView(View):
    """What players call the steps of a genre."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    puzzles: Field[int | None] = Field("How many new puzzles the shares were measured on: as many of each difficulty.")
    steps: Field[int | None] = Field("How many steps they took.")
    techniques: Field[tuple[TechniqueView, ...]] = Field("Each name once, the easiest first.", ["TechniqueView"])
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class TextView(View):
    """A puzzle in another format."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    status: Field[TextWord] = Field("Always `converted`.")
    format: Field[str] = Field("The format, or `text`, `ansi`, `svg` or `scene` for a drawing.")
    text: Field[str] = Field("The text.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class Tile(View):
    """One cell of a scene."""

    __slots__ = ()
    ground: Field[Ground | None] = Field("What it stands on.")
    glyph: Field[Any] = Field("What stands in it.", frozen)
    ink: Field[Any] = Field("Who put that there.", frozen)
    corner: Field[str | None] = Field("Small text in the corner (an area's goal).")
    notes: Field[tuple[int, ...]] = Field("Pencilled candidates.", frozen, default=())
    centre: Field[tuple[int, ...]] = Field("Digits that a player jotted down in the middle.", frozen, default=())
    colours: Field[tuple[int, ...]] = Field("Colours that a player gave it, from 1.", frozen, default=())
    done: Field[bool] = Field("A clue that a player has done with.", default=False)
    struck: Field[tuple[int, ...]] = Field("Those of the pencilled candidates that the step which is being told rules out.", frozen, default=())
    circled: Field[tuple[int, ...]] = Field("Those of the pencilled candidates that the step which is being told puts there.", frozen, default=())
    choices: Field[int | None] = Field("How many candidates there can be, for laying out the notes.")
    shares: Field[tuple[Share, ...]] = Field("How often the tile, or each of several candidates, holds what a heat map is about.", ["Share"], default=())
    error: Field[bool] = Field("Flagged as wrong.", default=False)
    hint: Field[bool] = Field("Pointed at by a hint.", default=False)
    near: Field[bool] = Field("What a hint is about.", default=False)


class WalkthroughView(View):
    """How a puzzle is solved, step by step."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    genre: Field[str] = Field("The genre.")
    first: Field[tuple[StepView, ...]] = Field("The trivial deductions before the first step.", ["StepView"])
    steps: Field[tuple[StepView, ...]] = Field("The steps.", ["StepView"])
    status: Field[EndingWord] = Field("How it ends: `solved`, `shared` where solutions differ in the rest, `clash` where there is none, or `unknown`.")
    open: Field[tuple[str, ...]] = Field("What is not known at the end.", frozen)
    clash: Field[tuple[RuleView, ...]] = Field("The rules that cannot all be kept.", ["RuleView"])
    ending: Field[str] = Field("The end as a sentence.")
    why: Field[StoppedWord | None] = Field("Why the end is unknown.")
    warnings: Field[tuple[str, ...]] = Field("Things that a reader passed over or a writer could not say.", frozen, default=())


class WordsView(View):
    """A step in words."""

    __slots__ = ()
    kind: Field[str] = Field("What kind of step it is.")
    technique: Field[str | None] = Field("What players call it.")
    cells: Field[tuple[str, ...]] = Field("The cells it concerns.", frozen)
    why: Field[str] = Field("Why.")
    what: Field[str] = Field("What follows.")
    text: Field[str] = Field("The whole step in sentences.")
    lemmas: Field[tuple[WordsView, ...]] = Field("What it says on the way that takes an explanation of its own; the text refers to the first as `(1)`.", ["WordsView"], default=())
