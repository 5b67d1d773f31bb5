"""Making puzzles, and what there is to know about genres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from gridwright import views as v
from gridwright._results import Generated
from gridwright._work import Report, Timeout, answer, natural, plain

if TYPE_CHECKING:
    from gridwright._puzzle import Puzzle


def spec(
    genre: str | None,
    size: int | tuple[int, int] | str | None,
    region_size: int | tuple[int, int] | str | None,
    **wishes: Any,
) -> dict[str, Any]:
    """What a puzzle should be like, as questions say it. A size is one number, (columns, rows) or ``"7x5"``."""
    said: dict[str, Any] = {} if genre is None else {"genre": genre}
    if (like := wishes["like"]) is not None and not isinstance(like, str):
        if not hasattr(like, "to_text"):
            raise TypeError(f"like must be a puzzle or its text, not {type(like).__name__}")
        wishes["like"] = like.to_text()
    if (pattern := wishes["pattern"]) is not None and not isinstance(pattern, str):
        wishes["pattern"] = "\n".join(pattern)
    if size is not None:
        said["cols"], said["rows"] = _two("size", size, "x", "9, (7, 5) or '7x5'")
    if region_size is not None:
        said["region_size"] = _two("region_size", region_size, "-", "3, (2, 4) or '2-4'")
    for key in ("techniques", "require"):
        # One text names one, or several as the command's options do.
        if isinstance(named := wishes[key], str):
            wishes[key] = [name.strip() for name in named.split(",")]
        elif named is not None:
            wishes[key] = list(named)
    return said | {key: value for key, value in wishes.items() if value is not None}


def _two(name: str, said: Any, between: str, such_as: str) -> tuple[int, int]:
    """Two whole numbers, of which one may do for both."""
    said = plain(said)
    if isinstance(said, SupportsIndex):
        return natural(name, said), natural(name, said)
    if not isinstance(said, (str, tuple, list)):
        raise TypeError(f"{name} must be such as {such_as}, not {type(said).__name__}")
    parts = cast("list[Any]", said.lower().split(between) if isinstance(said, str) else said)
    try:
        numbers: list[SupportsIndex] = [int(part) if isinstance(said, str) else part for part in parts]
        first, second = numbers * 2 if len(numbers) == 1 else numbers
    except ValueError:
        raise ValueError(f"{name} must be such as {such_as}, it is {said!r}") from None
    return natural(name, first), natural(name, second)


def generate(
    genre: str | None = None,
    *,
    like: Puzzle | str | None = None,
    pattern: str | Sequence[str] | None = None,
    clues: int | None = None,
    size: int | tuple[int, int] | str | None = None,
    difficulty: str | None = None,
    min: float | None = None,
    max: float | None = None,
    techniques: str | Sequence[str] | None = None,
    require: str | Sequence[str] = (),
    symmetry: str | None = None,
    wrapping: bool = False,
    walls: int | None = None,
    wall_count: int | None = None,
    motif: str | None = None,
    region_size: int | tuple[int, int] | str | None = None,
    stars: int | None = None,
    several: bool = False,
    minimal: bool = False,
    seed: int = 0,
    index: int = 1,
    tries: int | None = None,
    timeout: Timeout | None = None,
    progress: Report | None = None,
) -> Generated:
    """Makes a puzzle with exactly one solution: number ``index`` of a seed, the same everywhere.

    ``size`` is one number, ``(columns, rows)`` or ``"7x5"``. ``require`` names techniques that solving must need, ``techniques`` those
    that suffice. ``like`` is a puzzle to take the genre, size, symmetry, density and difficulty from; ``pattern`` fixes where walls,
    givens, regions or areas are: rows of characters, ``.`` for nothing. Where no puzzle is found, ``puzzle`` is None and ``message``
    says why.

    >>> made = generate("sudoku", size=4, seed=7)
    >>> made.status, made.puzzle.status().status
    ('made', 'unique')
    """
    wishes = spec(
        genre,
        size,
        region_size,
        like=like,
        pattern=pattern,
        clues=clues,
        difficulty=difficulty,
        min=min,
        max=max,
        techniques=techniques,
        require=require,
        symmetry=symmetry,
        wrapping=wrapping,
        walls=walls,
        wall_count=wall_count,
        motif=motif,
        stars=stars,
        several=several,
        minimal=minimal,
        seed=seed,
        tries=tries,
        index=index,
    )
    return Generated(answer("generate", wishes, timeout=timeout, progress=progress))


def genres() -> tuple[v.GenreView, ...]:
    """All genres.

    >>> [genre.id for genre in genres()]
    ['lightup', 'sudoku', 'suguru', 'yosenabe', 'starbattle']
    """
    return v.GenresView(answer("genres", {})).genres


def techniques(genre: str) -> v.TechniquesView:
    """What players call the steps of a genre, and how often each occurs."""
    return v.TechniquesView(answer("techniques", {"genre": genre}))


def drill(
    technique: str,
    *,
    genre: str | None = None,
    number: int = 1,
    seed: int = 0,
    steps: int | None = None,
    timeout: Timeout | None = None,
) -> v.DrillView:
    """Positions to practise a technique on."""
    about = {"technique": technique, "genre": genre, "number": number, "seed": seed, "steps": steps}
    return v.DrillView(answer("drill", about, timeout=timeout))
