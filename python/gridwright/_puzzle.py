"""Puzzles and what can be asked about them."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwright import _native
from gridwright import views as v
from gridwright._errors import stopped
from gridwright._grid import grid_of
from gridwright._pictures import Shown
from gridwright._results import Common, Completion, Marginals, Minimised, Solution, Walkthrough
from gridwright._view import one_line
from gridwright._work import Options, Report, Timeout, answer, control, natural, plain, to_json, worded

if TYPE_CHECKING:
    import os

    import numpy as np
    import numpy.typing as npt


class Puzzle(Shown):
    """A puzzle with whatever is entered on it. It never changes.

    >>> import gridwright as gw
    >>> puzzle = gw.Puzzle.parse("7x7:b1f2iB2g1Bi2fBb")
    >>> puzzle
    Puzzle('7x7:b1f2iB2g1Bi2fBb')
    >>> puzzle.genre, puzzle.rows, puzzle.cols
    ('lightup', 7, 7)
    >>> puzzle.count()
    1
    """

    __slots__ = ("_about", "_inner")

    _inner: _native.Puzzle
    _about: dict[str, Any]

    def __init__(
        self,
        text: str,
        *,
        format: str | None = None,
        genre: str | None = None,
        options: Options | None = None,
    ) -> None:
        said = worded(options)
        self._inner = _native.Puzzle(text, format, genre, said)
        self._about = {"puzzle": text, "format": format, "genre": genre, "options": said}

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        format: str | None = None,
        genre: str | None = None,
        options: Options | None = None,
    ) -> Puzzle:
        """Reads a puzzle in any format: our own text, JSON, an address of puzz.link, an id of Tatham's collection and so on.

        ``format``, ``genre`` and ``options`` help where the text does not say enough. ``FormatError`` says what is wrong
        and where.

        >>> Puzzle.parse("3x3:d4d", options={"wrapping": True}).options
        {'wrapping': 'yes'}
        """
        return cls(text, format=format, genre=genre, options=options)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        genre: str | None = None,
        options: Options | None = None,
    ) -> Puzzle:
        """Reads a file."""
        return cls(Path(path).read_text("utf-8"), format=format, genre=genre, options=options)

    @classmethod
    def from_dict(cls, puzzle: Mapping[str, Any]) -> Puzzle:
        """A puzzle in the shape of our JSON, as ``to_dict`` gives it; lists may be arrays or tables.

        >>> Puzzle.from_dict({"genre": "sudoku", "givens": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]}).rows
        4
        """
        return cls(to_json(puzzle), format="json")

    @classmethod
    def from_grid(cls, genre: str, grid: Any, **more: Any) -> Puzzle:
        """A puzzle from rows of cells such as an array of numpy, as ``grid`` gives it, or a table of pandas or polars.

        Cells that are missing (None, NaN) are empty. ``more`` is what else ``to_dict`` says.

        >>> Puzzle.from_grid("sudoku", [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]).status().status
        'unique'
        >>> Puzzle.from_grid("lightup", [[".", "1"]], wrapping=False).count()
        1
        """
        key, is_text, empty = _first_layer(genre)
        rows = [[_cell(cell, empty) for cell in row] for row in plain(grid)]
        return cls.from_dict({"genre": genre, key: ["".join(map(str, row)) for row in rows] if is_text else rows, **more})

    @property
    def text(self) -> str:
        """The text that was read."""
        return self._inner.text

    @property
    def genre(self) -> str:
        """The genre."""
        return self._inner.genre

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return self._inner.rows

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return self._inner.cols

    @property
    def format(self) -> str:
        """The format of the text."""
        return self._inner.format

    @property
    def options(self) -> dict[str, str]:
        """Its options, where they are not the usual ones."""
        return dict(self._inner.options)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader passed over."""
        return tuple(self._inner.warnings)

    @property
    def grid(self) -> npt.NDArray[np.generic]:
        """What is printed as an array of numpy, of its first layer: walls and numbers, givens, or regions.

        Cells without a number hold -1 where 0 has a meaning, and "" where the layer has letters.
        """
        layers: list[Any] = [layer for layer in self.to_dict().values() if isinstance(layer, list)]
        return grid_of(layers[0], self.rows, self.cols, self.genre)

    def to_text(self, format: str = "native", *, clear: bool = False) -> str:
        """Writes it in a format, with what is entered or, with ``clear``, without. ``ValueError`` says what the format cannot say.

        What fits on a line has no end of line.

        >>> Puzzle.parse("2x1:a0").to_text("puzzlink")
        'https://puzz.link/p?akari/2/1/ga'
        """
        return one_line(self._inner.write(format, clear))

    def to_dict(self) -> dict[str, Any]:
        """The puzzle in the shape of our JSON."""
        puzzle: dict[str, Any] = json.loads(self.to_text("json"))
        return puzzle

    def to_svg(self) -> str:
        """A picture that follows a light or dark theme, with what is wrong flagged."""
        return self._inner.svg()

    def drawing(self) -> str:
        """A picture in characters."""
        return self._inner.drawing()

    def status(
        self,
        *,
        first: bool = False,
        from_position: bool = False,
        steps: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> v.StatusView:
        """Whether there is no solution, one, or several; with one of them, the ``first`` in reading order if you like.

        >>> Puzzle.parse("2x2:d").status().status
        'multiple'
        """
        return v.StatusView(self._inner.status(first, from_position, control(timeout, progress, steps))[0])

    def solve(
        self,
        *,
        first: bool = False,
        from_position: bool = False,
        steps: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> Solution | None:
        """A solution, or None where there is none. Raises ``Stopped`` if a limit ends the search without one.

        >>> print(Puzzle.parse("2x1:a1").solve().drawing())
        ┌───┬───┐
        │ ● │█1█│
        └───┴───┘
        <BLANKLINE>
        """
        view, found = self._inner.status(first, from_position, control(timeout, progress, steps))
        if found is not None:
            return Solution(found)
        why = v.StatusView(view).why
        if why is not None:
            raise stopped(why)
        return None

    def solutions(
        self,
        *,
        limit: int | None = None,
        from_position: bool = False,
        steps: int | None = None,
        timeout: Timeout | None = None,
    ) -> Iterator[Solution]:
        """All solutions, found one at a time. Raises ``Stopped`` if a limit of steps or time ends the search.

        >>> sum(1 for _ in Puzzle.parse("3x3:i").solutions())
        6
        """
        found, most = self._inner.solutions(from_position, control(timeout, None, steps)), natural("limit", limit)

        def solutions() -> Iterator[Solution]:
            number = 0
            while most is None or number < most:
                solution, why = found.advance()
                if solution is None:
                    if why is not None:
                        raise stopped(why)
                    return
                number += 1
                yield Solution(solution)

        return solutions()

    def count(
        self,
        *,
        from_position: bool = False,
        steps: int | None = None,
        memory: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> int:
        """How many solutions there are, exactly. ``memory`` is in MiB. Raises ``Stopped`` (with ``at_least``) at a limit.

        >>> Puzzle.parse("12x12:zzzzzn").count()
        479001600
        """
        number, why = self._inner.count(from_position, control(timeout, progress, steps, memory))
        if why is not None:
            raise stopped(why, int(number, 16))
        return int(number, 16)

    def marginals(
        self,
        *,
        from_position: bool = False,
        steps: int | None = None,
        memory: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> Marginals:
        """In how many solutions each thing holds; a heat map in notebooks.

        >>> marginals = Puzzle.parse("2x2:d").marginals()
        >>> marginals.count, [(one.atom, one.count) for one in marginals.atoms][:2]
        (2, [('r1c1 bulb', 1), ('r1c2 bulb', 1)])
        """
        return Marginals(*self._inner.marginals(from_position, control(timeout, progress, steps, memory)))

    def sample(
        self,
        number: int = 1,
        *,
        seed: int = 0,
        from_position: bool = False,
        steps: int | None = None,
        memory: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> list[Solution]:
        """Solutions drawn at random, all equally likely; equal seeds give equal ones. An empty list where there is none.

        >>> len(Puzzle.parse("4x4:p").sample(3, seed=1))
        3
        """
        limits = control(timeout, progress, steps, memory)
        drawn, why = self._inner.sample(natural("number", number), natural("seed", seed), from_position, limits)
        if why is not None:
            raise stopped(why)
        return [Solution(one) for one in drawn]

    def common(
        self,
        *,
        from_position: bool = False,
        steps: int | None = None,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> Common:
        """What all solutions share."""
        return Common(*self._inner.common(from_position, control(timeout, progress, steps)))

    def check(
        self, *, deep: bool = False, steps: int | None = None, timeout: Timeout | None = None
    ) -> v.CheckView:
        """What the rules say of the entries; ``deep`` proves whether they can still be completed.

        >>> Puzzle.parse("2x2:d").check().status
        'unbroken'
        """
        return v.CheckView(answer("check", self._about, deep=deep, steps=steps, timeout=timeout))

    def hint(
        self, *, stage: int = 4, assume_unique: bool = False, steps: int | None = None, timeout: Timeout | None = None
    ) -> v.HintView:
        """The next step from the entries: what kind (``stage`` 1), where (2), why (3) and what (4).

        ``assume_unique`` takes techniques that hold only because there is one solution.

        >>> Puzzle.parse("7x7:b1f2iB2g1Bi2fBb").hint(stage=1).text
        ('What kind: wall needs all.',)
        """
        return v.HintView(answer("hint", self._about, stage=stage, assume_unique=assume_unique, steps=steps, timeout=timeout))

    def explain(
        self,
        *,
        from_position: bool = False,
        exact: bool = False,
        assume_unique: bool = False,
        timeout: Timeout | None = None,
        progress: Report | None = None,
    ) -> Walkthrough:
        """How it is solved, step by step, and why; with a slider in notebooks.

        ``exact`` proves that no step could do with fewer rules, where that is possible. ``assume_unique`` takes techniques that
        hold only because there is one solution.

        >>> for step in Puzzle.parse("2x1:a1").explain():
        ...     print(step.text)
        The 1 at r1c2 needs 1 bulb and has only one open neighbour left, so r1c1 holds a bulb.
        """
        return Walkthrough.told(self._inner.explain(from_position, exact, assume_unique, control(timeout, progress)))

    def rate(self, *, assume_unique: bool = False, timeout: Timeout | None = None) -> v.GradeView:
        """How hard it is for people; with ``assume_unique``, for those who know that there is one solution.

        >>> Puzzle.parse("7x7:b1f2iB2g1Bi2fBb").rate().difficulty
        'easy'
        """
        return v.GradeView(answer("rate", self._about, assume_unique=assume_unique, timeout=timeout))

    def clues(self, *, steps: int | None = None, timeout: Timeout | None = None) -> v.CluesView:
        """Which clues could be left out, one at a time."""
        return v.CluesView(answer("clues", self._about, steps=steps, timeout=timeout))

    def minimise(
        self, *, seed: int = 0, to: str = "native", steps: int | None = None, timeout: Timeout | None = None
    ) -> Minimised:
        """The puzzle without superfluous clues; ``seed`` decides which of them stay."""
        return Minimised(answer("minimise", self._about, seed=seed, to=to, steps=steps, timeout=timeout))

    def clash(
        self, *, from_position: bool = False, steps: int | None = None, timeout: Timeout | None = None
    ) -> v.ClashView:
        """The smallest sets of clues that contradict each other.

        >>> clash = Puzzle.parse("3x2:0a1bB").clash()
        >>> clash.status, len(clash.sets[0])
        ('clash', 2)
        """
        return v.ClashView(
            answer("clash", self._about, from_position=from_position, steps=steps, timeout=timeout)
        )

    def distinguish(
        self, *, from_position: bool = False, steps: int | None = None, timeout: Timeout | None = None
    ) -> v.DistinctionView:
        """Where solutions differ, and which one clue would decide most."""
        return v.DistinctionView(
            answer("distinguish", self._about, from_position=from_position, steps=steps, timeout=timeout)
        )

    def complete(
        self,
        *,
        fairest: bool = False,
        pattern: str | Sequence[str] | None = None,
        seed: int = 0,
        to: str = "native",
        from_position: bool = False,
        steps: int | None = None,
        timeout: Timeout | None = None,
    ) -> Completion:
        """The puzzle with further clues, so that it has one solution: the fewest, or the ``fairest``.

        ``pattern`` tells where clues may be added: rows of characters, ``.`` where none may be.
        """
        rows = pattern if pattern is None or isinstance(pattern, str) else "\n".join(pattern)
        about = {"from_position": from_position, "steps": steps, "seed": seed, "to": to}
        told = answer("complete", {**self._about, **about}, fairest=fairest, pattern=rows, timeout=timeout)
        return Completion(told)

    def scene(self) -> v.SceneView:
        """What to draw, for drawings of your own."""
        return v.SceneView(answer("scene", self._about))

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> str:
        """What makes puzzles equal: they are written alike in our own text, with what is entered."""
        return self.to_text("native")

    def __repr__(self) -> str:
        text = self.text
        return f"Puzzle({text!r})" if len(text) <= 60 and "\n" not in text else f"<Puzzle {self._inner.title}>"

    def __str__(self) -> str:
        return self.drawing()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, tuple(self._about.values())

    def __copy__(self) -> Puzzle:
        return self

    def __deepcopy__(self, memo: object) -> Puzzle:
        return self

    def _repr_svg_(self) -> str:
        return self.to_svg()


@functools.cache
def _first_layer(genre: str) -> tuple[str, bool, Any]:
    """The name of what ``grid`` gives, whether its rows are texts, and what is in empty cells, as the genre's example has it."""
    example = next((one.example for one in v.GenresView(answer("genres", {})).genres if one.id == genre), None)
    if example is None:
        raise ValueError(f"there is no genre {genre}")
    puzzle = Puzzle(example).to_dict()
    key = next(key for key, layer in puzzle.items() if isinstance(layer, list))
    layer: list[Any] = puzzle[key]
    is_text = isinstance(layer[0], str)
    return key, is_text, "." if is_text else None if any(None in row for row in layer) else 0


def _cell(cell: Any, empty: Any) -> Any:
    """A cell of a table as JSON has it: what is missing is empty, and whole numbers are no fractions."""
    try:
        is_missing = cell is None or bool(cell != cell)
    except TypeError:
        # Pandas' NA is neither equal to itself nor not.
        is_missing = True
    if is_missing or (empty is None and cell == -1):
        return empty
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _restored(text: str, format: str | None, genre: str | None, options: Mapping[str, str]) -> Puzzle:
    return Puzzle(text, format=format, genre=genre, options=options)
