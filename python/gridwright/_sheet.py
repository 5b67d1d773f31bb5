"""Puzzles on paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gridwright import _native
from gridwright import views as v
from gridwright._pictures import side_by_side
from gridwright._work import Timeout, control, question

if TYPE_CHECKING:
    from gridwright._puzzle import Puzzle


class Sheet(v.SheetView):
    """Puzzles laid out on pages; ``pages`` has them as SVG."""

    __slots__ = ("_pdf",)

    def __init__(self, json: str, pdf: bytes = b"") -> None:
        super().__init__(json)
        self._pdf = pdf

    def to_pdf(self) -> bytes:
        """All pages as a PDF document."""
        return self._pdf

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(), self._pdf)

    def _repr_html_(self) -> str:
        return side_by_side([(page, "") for page in self.pages])


def sheet(
    puzzles: Iterable[Puzzle | str],
    *,
    per_page: int | None = None,
    title: str = "",
    no_rules: bool = False,
    no_difficulty: bool = False,
    solutions: str | None = None,
    large_print: bool = False,
    ink_saving: bool = False,
    paper: str | None = None,
    timeout: Timeout | None = None,
) -> Sheet:
    """Puzzles to print, with rules, difficulty and, at the ``end``, on the ``back`` or nowhere (``none``), solutions.

    >>> printed = sheet(["7x7:b1f2iB2g1Bi2fBb", "2x1:a1"], title="Homework")
    >>> printed.page_count, printed.to_pdf()[:5]
    (2, b'%PDF-')
    """
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("expected an iterable of puzzles, found one text")
    texts = [puzzle if isinstance(puzzle, str) else puzzle.to_text() for puzzle in puzzles]
    about = {
        "puzzles": texts,
        "per_page": per_page,
        "title": title,
        "no_rules": no_rules,
        "no_difficulty": no_difficulty,
        "solutions": solutions,
        "large_print": large_print,
        "ink_saving": ink_saving,
        "paper": paper,
    }
    return Sheet(*_native.sheet(question("sheet", about), control(timeout)))
