"""Emulsion, a board game for two: positions, games, an engine, proofs, analyses and matches.

>>> from gridwright import emulsion
>>> game = emulsion.Game(size=4)
>>> game.play("b4b3")
>>> game.position.to_move
'White'
>>> emulsion.solve(emulsion.Position("4")).winner
'Black'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from gridwright import _native
from gridwright._grid import grid_of
from gridwright._pictures import Shown, framed, slides
from gridwright._work import Report, Timeout, control, natural, plain
from gridwright.emulsion import views as v

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Analysis", "Engine", "Game", "Position", "analyse", "match", "solve", "views"]

views = v
Colour = Literal["Black", "White"]
Tie = Literal["last-mover-wins", "last-mover-loses"]


class Position(Shown):
    """A board and the side to move. It never changes.

    ``text`` is a line such as ``WB/BW b``, rows of B and W, lists or an array of 0 (Black) and 1 (White), the size of a board at
    the start, or a game as text, whose last position counts.

    >>> Position("2").moves().moves[0].turn
    'b2a2'
    """

    __slots__ = ("_inner",)

    _inner: _native.Position

    def __init__(
        self, text: Any, *, to_move: str | None = None, tie: Tie | None = None, pie: bool = False
    ) -> None:
        self._inner = _native.Position(str(plain(text)), to_move, tie, pie)

    @classmethod
    def _of(cls, native: _native.Position) -> Position:
        position = cls.__new__(cls)
        position._inner = native
        return position

    @property
    def size(self) -> int:
        """Rows and columns of the board."""
        return self._inner.size

    @property
    def to_move(self) -> str:
        """``Black`` or ``White``."""
        return self._inner.to_move

    @property
    def winner(self) -> str | None:
        """Who has won, once no move is left."""
        return self._inner.winner

    @property
    def grid(self) -> npt.NDArray[np.generic]:
        """The board as an array of numpy, 0 for Black and 1 for White."""
        return grid_of(self._inner.lists(), self.size, self.size, "emulsion")

    def moves(self) -> v.MovesView:
        """The legal turns and what they gain."""
        return v.MovesView(self._inner.moves())

    def score(self) -> v.ScoreView:
        """Both sides' groups, and who leads or has won."""
        return v.ScoreView(self._inner.score())

    def play(self, turn: str) -> Position:
        """The position after a turn."""
        return Position._of(self._inner.play(turn))

    def to_line(self) -> str:
        """The position as one line."""
        return self._inner.line

    def to_svg(self) -> str:
        """A picture."""
        return self._inner.svg()

    def _key(self) -> tuple[str, str, bool]:
        return self._inner.line, self._inner.tie, self._inner.pie

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        line, tie, pie = self._key()
        more = (f", tie={tie!r}" if tie != "last-mover-wins" else "") + (", pie=True" if pie else "")
        return f"Position({line!r}{more})"

    def __str__(self) -> str:
        return self._inner.standing()

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, self._key()

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _position(line: str, tie: Tie, pie: bool) -> Position:
    return Position(line, tie=tie, pie=pie)


class Game:
    """A game, which you go on with turn by turn. Without a text it begins on a board of ``size``.

    >>> game = Game(size=4)
    >>> for turn in "b4b3 a2b3 a1b1".split():
    ...     game.play(turn)
    >>> len(game), game.turns[-1]
    (3, 'a1b1')
    """

    __slots__ = ("_inner",)

    _inner: _native.Game

    def __init__(
        self, text: str | Position | None = None, *, size: int = 9, tie: Tie | None = None, pie: bool = False
    ) -> None:
        if text is None:
            self._inner = _native.Game.start(natural("size", size), tie, pie)
        else:
            self._inner = _native.Game(text.to_line() if isinstance(text, Position) else text)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns so far."""
        return tuple(self._inner.turns)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.position_after(None)

    def position_after(self, turns: int | None) -> Position:
        """The position after this many turns."""
        return Position._of(self._inner.position(natural("turns", turns)))  # pyright: ignore[reportPrivateUsage]

    @property
    def winner(self) -> str | None:
        """Who has won, once that is so."""
        return self._inner.winner

    @property
    def link(self) -> str:
        """The game as one string for addresses."""
        return self._inner.link

    def play(self, turn: str) -> None:
        """Plays a turn; ``ValueError`` says why it cannot be played."""
        self._inner.play(turn)

    def undo(self) -> bool:
        """Takes the last turn back; False where there is none."""
        return self._inner.undo()

    def view(self) -> v.RecordView:
        """The whole game."""
        return v.RecordView(self._inner.view())

    def to_text(self) -> str:
        """The game as text."""
        return self._inner.text

    def to_svg(self) -> str:
        """The last position, with the last turn."""
        return self._inner.svg()

    def __len__(self) -> int:
        return len(self.turns)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return self.to_text() == other.to_text() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # It changes.

    def __repr__(self) -> str:
        return f"<Game, {len(self)} turns, {self.position}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_text(),)

    def _repr_html_(self) -> str:
        return slides(self._inner.pictures(), 32 * self.position.size + 180)


class Engine:
    """A player: a level from 1 to 7, ``time:SECONDS`` or ``simulations:N`` for each turn.

    >>> engine = Engine("simulations:100", seed=1)
    >>> turn = engine.think(Game(size=4))
    """

    __slots__ = ("_chance", "_inner", "_seed")

    def __init__(self, player: str | int = 5, *, seed: int = 0) -> None:
        self._inner = _native.Engine(str(player), natural("seed", seed))
        self._seed = seed
        self._chance: float | None = None

    def think(self, game: Game, *, time: float = 0.2, timeout: Timeout | None = None) -> str | None:
        """The turn to play; None when the game is over. ``time`` is for full strength, in seconds."""
        told = self._inner.think(game._inner, time, control(timeout))  # pyright: ignore[reportPrivateUsage]
        self._chance = None if told is None else told[1]
        return None if told is None else told[0]

    @property
    def chance(self) -> float | None:
        """Black's chance to win as the last thought saw it, from 0 to 1; None where the level does not estimate it."""
        return self._chance

    def __repr__(self) -> str:
        return f"Engine({self._inner.name!r}, seed={self._seed})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _engine, (self._inner.name, self._seed)


def _engine(player: str, seed: int) -> Engine:
    return Engine(player, seed=seed)


class Analysis(v.AnalysisView):
    """A game looked at again: chances after each turn, mistakes, better turns, proofs."""

    __slots__ = ("_game", "_graph", "_page", "_told")

    def __init__(self, json: str, told: str = "", graph: str = "", page: str = "", game: str = "") -> None:
        super().__init__(json)
        self._told, self._graph, self._page, self._game = told, graph, page, game

    def __str__(self) -> str:
        return self._told

    def to_svg(self) -> str:
        """The chances as a picture."""
        return self._graph

    def to_html(self) -> str:
        """A page that needs nothing else, with the chances, all turns and a board to step through."""
        return self._page

    def to_text(self) -> str:
        """The game with chances and marks in comments."""
        return self._game

    def _repr_html_(self) -> str:
        return framed(self._page, 640)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_json(), self._told, self._graph, self._page, self._game)


def analyse(
    game: Game,
    *,
    simulations: int = 20_000,
    time: float | None = None,
    seed: int = 1,
    timeout: Timeout | None = None,
    progress: Report | None = None,
) -> Analysis:
    """Looks at a game again, with this many simulations or this much ``time`` (seconds) for each position."""
    simulations, seed = natural("simulations", simulations), natural("seed", seed)
    told = _native.Analysis(
        game._inner, simulations, time, seed, control(timeout, progress)  # pyright: ignore[reportPrivateUsage]
    )
    return Analysis(told.json, told.told(), told.graph(), told.page(), told.annotated())


def solve(
    position: Position,
    *,
    moves: bool = False,
    line: bool = False,
    memory: int = 512,
    steps: int | None = None,
    timeout: Timeout | None = None,
) -> v.SolutionView:
    """Proves who wins with best play, on one thread; ``winner`` is None where a limit came first. ``memory`` is in MiB.

    >>> solve(Position("4"), line=True).winner
    'Black'
    """
    native = position._inner  # pyright: ignore[reportPrivateUsage]
    return v.SolutionView(_native.prove(native, moves, line, control(timeout, None, steps, memory)))


def match(
    a: str | int,
    b: str | int,
    *,
    games: int = 100,
    size: int = 9,
    tie: Tie | None = None,
    pie: bool = False,
    openings: int | None = None,
    time: float = 0.2,
    seed: int = 0,
    jobs: int | None = None,
    timeout: Timeout | None = None,
    progress: Report | None = None,
) -> v.MatchView:
    """Lets two players play many games against each other. Games come in pairs: the same opening, sides exchanged.

    >>> match(2, 1, games=10, size=5, seed=1).games
    10
    """
    start = _native.Position.start(natural("size", size), tie, pie)
    games, seed, jobs = natural("games", games), natural("seed", seed), natural("jobs", jobs)
    openings, limits = natural("openings", openings, 2**32 - 1), control(timeout, progress)
    return v.MatchView(_native.games((str(a), str(b)), start, games, openings, time, seed, jobs, limits))
