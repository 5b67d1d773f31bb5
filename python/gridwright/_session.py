"""A puzzle being played, and one being set."""

from __future__ import annotations

from typing import Any

from gridwright import _native
from gridwright import views as v
from gridwright._pictures import Shown
from gridwright._puzzle import Puzzle
from gridwright._work import Timeout, control, natural


class Session(Shown):
    """A puzzle being played: entries, undo, hints, checks.

    >>> import gridwright as gw
    >>> session = gw.Session("2x2:d")
    >>> session.perform("r1c1 bulb")
    >>> session.check()
    'Right so far.'
    >>> session.perform("r2c2 bulb")
    >>> session.view().solved, session.undo(), session.view().solved
    (True, True, False)
    """

    __slots__ = ("_inner",)

    _inner: _native.Session

    def __init__(self, puzzle: Puzzle | str) -> None:
        if isinstance(puzzle, Puzzle):
            self._inner = _native.Session.of(puzzle._inner)  # pyright: ignore[reportPrivateUsage]
        else:
            self._inner = _native.Session(puzzle)

    def view(self) -> v.SessionView:
        """Its state: what is entered and wrong, what cells take and are called, what was undone."""
        return v.SessionView(self._inner.view())

    def perform(self, action: str) -> None:
        """Enters (``r1c1 bulb``, ``r2c3 5``), crosses out (``r1c1 !bulb``) and so on; ``ValueError`` says what is wrong."""
        self._inner.perform(action)

    def undo(self) -> bool:
        """Takes the last action back; False where there is none."""
        return self._inner.undo()

    def redo(self) -> bool:
        """Does again what was undone; False where nothing was."""
        return self._inner.redo()

    def restart(self) -> None:
        """Takes everything back."""
        self._inner.restart()

    def hint(self, *, steps: int | None = None, timeout: Timeout | None = None) -> str:
        """The next stage of the hint for the position, with those before it."""
        return self._inner.hint(control(timeout, None, steps))

    def check(self, *, steps: int | None = None, timeout: Timeout | None = None) -> str:
        """Whether the entries are right so far, in words."""
        return self._inner.check(control(timeout, None, steps))

    def solve(self, *, steps: int | None = None, timeout: Timeout | None = None) -> str:
        """Fills in the solution and says what is known of it."""
        return self._inner.solve(control(timeout, None, steps))

    def record(self) -> str:
        """The session as text, with its history. ``Session(text)`` goes on with it."""
        return self._inner.record()

    def to_text(self, format: str) -> str:
        """The position in a format, with all moves where it has room for them."""
        return self._inner.write(format)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with what is entered now, to ask about."""
        return Puzzle(self.record())

    def to_svg(self) -> str:
        """A picture."""
        return self._inner.svg()

    def drawing(self) -> str:
        """A picture in characters."""
        return self._inner.drawing()

    def __eq__(self, other: object) -> bool:
        return self.record() == other.record() if isinstance(other, Session) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # It changes.

    def __repr__(self) -> str:
        view = self.view()
        return f"<Session {view.genre}, {view.left or 'solved'}>"

    def __str__(self) -> str:
        return self.drawing()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.record(),)

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Edit(Shown):
    """A puzzle being set.

    >>> import gridwright as gw
    >>> edit = gw.Edit("lightup", 2, 2)
    >>> edit.perform("r1c1 2")
    >>> edit.puzzle.count(), edit.view().done
    (1, 1)
    """

    __slots__ = ("_inner",)

    _inner: _native.Edit

    def __init__(self, puzzle: Puzzle | str, rows: int | None = None, cols: int | None = None) -> None:
        """A puzzle to change, or the name of a genre with the size of an empty board."""
        if isinstance(puzzle, Puzzle):
            self._inner = _native.Edit.of(puzzle._inner)  # pyright: ignore[reportPrivateUsage]
        elif rows is None or cols is None:
            raise TypeError("Edit takes a puzzle, or a genre with rows and cols")
        else:
            self._inner = _native.Edit(puzzle, natural("rows", rows), natural("cols", cols))

    def view(self) -> v.EditView:
        """What is printed, layer by layer, and why it is no puzzle yet, where it is none."""
        return v.EditView(self._inner.view())

    def perform(self, change: str) -> None:
        """Prints (``r2c3 1``, ``r2c3 areas A``), resizes (``size 7x5``), sets a goal or an option."""
        self._inner.perform(change)

    def undo(self) -> bool:
        """Takes the last change back; False where there is none."""
        return self._inner.undo()

    def redo(self) -> bool:
        """Makes a change again that was undone; False where none was."""
        return self._inner.redo()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle; ``ValueError`` says what is wrong where it is none yet."""
        return Puzzle(self._inner.text())

    def __eq__(self, other: object) -> bool:
        return self._inner.record() == other._inner.record() if isinstance(other, Edit) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # It changes.

    def __reduce__(self) -> tuple[Any, ...]:
        """What is printed; the copy has another history."""
        return _edit, self._inner.record()

    def __repr__(self) -> str:
        view = self.view()
        return f"<Edit {view.genre}, {view.rows} by {view.cols}>"

    def _repr_svg_(self) -> str | None:
        return None if self.view().invalid else self.puzzle.to_svg()


def _edit(genre: str, rows: int, cols: int, changes: list[str]) -> Edit:
    edit = Edit(genre, rows, cols)
    for change in changes:
        edit.perform(change)
    return edit
