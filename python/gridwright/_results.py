"""Answers that can do more than say what they are: solutions, walkthroughs, heat maps, puzzles that were made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

from gridwright import _native
from gridwright import views as v
from gridwright._grid import grid_of
from gridwright._pictures import Shown, framed, side_by_side
from gridwright._view import frozen, one_line

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gridwright._puzzle import Puzzle


class Solution(Shown):
    """A solution of a puzzle.

    >>> import gridwright as gw
    >>> gw.Puzzle.parse("2x1:a1").solve().value
    ('*1',)
    """

    __slots__ = ("_inner",)

    _inner: _native.Solution

    def __init__(self, native: _native.Solution) -> None:
        self._inner = native

    @property
    def value(self) -> Any:
        """In the shape of the genre's data sets: rows of characters or of digits, or a list of moves."""
        return frozen(json.loads(self._inner.json))

    @property
    def grid(self) -> npt.NDArray[np.generic]:
        """The same as an array of numpy, in genres whose solutions are rows."""
        puzzle = self.puzzle
        return grid_of(self.value, puzzle.rows, puzzle.cols, puzzle.genre)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with the solution entered."""
        from gridwright._puzzle import Puzzle

        return Puzzle(self._inner.text)

    def to_text(self, format: str) -> str:
        """The solution alone in a format."""
        return one_line(self._inner.write(format))

    def to_svg(self) -> str:
        """A picture that follows a light or dark theme."""
        return self._inner.svg()

    def drawing(self) -> str:
        """A picture in characters."""
        return self._inner.drawing()

    def __eq__(self, other: object) -> bool:
        return self._inner.text == other._inner.text if isinstance(other, Solution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._inner.text)

    def __repr__(self) -> str:
        return f"<Solution of {self._inner.title}>"

    def __str__(self) -> str:
        return self.drawing()

    def __reduce__(self) -> tuple[Any, ...]:
        return _solution, (self._inner.text,)

    def __copy__(self) -> Solution:
        return self

    def __deepcopy__(self, memo: object) -> Solution:
        return self

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _solution(text: str) -> Solution:
    return Solution(_native.Solution(text))


class SideBySide:
    """Boards beside each other in a notebook: puzzles, solutions, heat maps.

    >>> import gridwright as gw
    >>> gw.SideBySide(gw.Puzzle.parse("4x4:p").sample(3))
    <SideBySide of 3>
    """

    def __init__(self, boards: Iterable[Any], captions: Iterable[str] = ()) -> None:
        self.boards = tuple(boards)
        """The boards."""
        for board in self.boards:
            if not hasattr(board, "_repr_svg_"):
                raise TypeError(f"expected puzzles, solutions, heat maps or positions, found {type(board).__name__}")
        self.captions = tuple(captions)
        """What stands below them."""

    def __repr__(self) -> str:
        return f"<SideBySide of {len(self.boards)}>"

    def _repr_html_(self) -> str:
        captions = self.captions + ("",) * (len(self.boards) - len(self.captions))
        pictures = [board._repr_svg_() or "<svg xmlns='http://www.w3.org/2000/svg'/>" for board in self.boards]
        return side_by_side(list(zip(pictures, captions)))


class Failure(v.FailureView):
    """Among many answers, one that is none: ``error`` says why. What answers tell is None or empty here, so columns can be filled
    with it.

    >>> import gridwright as gw
    >>> [(answer.status, answer.difficulty) for answer in gw.rate_many(["2x1:a1", "oops"])]
    [('unique', 'easy'), ('error', None)]
    """

    __slots__ = ()

    solution: None = None
    count: None = None
    complete: None = None
    difficulty: None = None
    rating: None = None
    work: None = None
    rounds: None = None
    hardest: None = None
    first: tuple[()] = ()
    steps: tuple[()] = ()
    open: tuple[()] = ()
    clash: tuple[()] = ()
    ending: None = None
    puzzle: None = None
    text: None = None
    tries: None = None
    nearest: None = None
    seed: None = None
    index: None = None
    message: None = None
    why: None = None


class Marginals(v.MarginalsView, Shown):
    """In how many solutions each thing holds."""

    __slots__ = ("_svg",)

    _svg: str | None

    def __init__(self, json: str, svg: str | None = None) -> None:
        super().__init__(json)
        self._svg = svg

    def to_svg(self) -> str | None:
        """A heat map that follows a light or dark theme; None where there is no solution."""
        return self._svg

    def _repr_svg_(self) -> str | None:
        return self._svg

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(), self._svg)


class Common(v.CommonView, Shown):
    """What all solutions share."""

    __slots__ = ("_svg",)

    _svg: str | None

    def __init__(self, json: str, svg: str | None = None) -> None:
        super().__init__(json)
        self._svg = svg

    def to_svg(self) -> str | None:
        """A picture that follows a light or dark theme; None where there is no solution."""
        return self._svg

    def _repr_svg_(self) -> str | None:
        return self._svg

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(), self._svg)


class Minimised(v.MinimisedView, Shown):
    """A puzzle without superfluous clues."""

    __slots__ = ()

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, where it is known."""
        return _puzzle(self.text)

    def _repr_svg_(self) -> str | None:
        return self.puzzle.to_svg() if self.puzzle else None


class Completion(v.CompletionView, Shown):
    """A puzzle with further clues."""

    __slots__ = ()

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, where one was found."""
        return _puzzle(self.text)

    def _repr_svg_(self) -> str | None:
        return self.puzzle.to_svg() if self.puzzle else None


class Generated(v.GeneratedView, Shown):
    """A puzzle that was made, or why none was."""

    __slots__ = ()

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; None where none was found."""
        made = self._read().get("puzzle")
        return None if made is None else _puzzle(json.dumps(made))

    def _repr_svg_(self) -> str | None:
        return self.puzzle.to_svg() if self.puzzle else None


def _puzzle(text: str | None) -> Puzzle | None:
    from gridwright._puzzle import Puzzle

    return None if text is None else Puzzle(text)


class Walkthrough(v.WalkthroughView):
    """How a puzzle is solved: a sequence of steps, and in notebooks a page to click through.

    >>> import gridwright as gw
    >>> walkthrough = gw.Puzzle.parse("7x7:b1f2iB2g1Bi2fBb").explain()
    >>> len(walkthrough), walkthrough[0].technique
    (7, 'wall needs all')
    """

    __slots__ = ("_told",)

    _told: _native.Walkthrough | str | None

    def __init__(self, json: str, page: str | None = None) -> None:
        super().__init__(json)
        self._told = page

    @classmethod
    def told(cls, native: _native.Walkthrough) -> Walkthrough:
        """From the native part."""
        walkthrough = cls(native.json)
        walkthrough._told = native
        return walkthrough

    def __iter__(self) -> Iterator[v.StepView]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, index: int) -> v.StepView: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[v.StepView, ...]: ...
    def __getitem__(self, index: int | slice) -> v.StepView | tuple[v.StepView, ...]:
        return self.steps[index]

    def to_html(self) -> str | None:
        """A page that needs nothing else, with a board and a slider; None of one that came as JSON only."""
        return self._told.page() if isinstance(self._told, _native.Walkthrough) else self._told

    def pictures(self) -> list[str]:
        """SVG pictures: before the first step, of each step, and of the end. Not of one that was copied as text."""
        return self._told.pictures() if isinstance(self._told, _native.Walkthrough) else []

    def _repr_html_(self) -> str | None:
        page = self.to_html()
        return None if page is None else framed(page, 680)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(), self.to_html())
