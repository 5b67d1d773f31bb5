"""What the library answers. Written by make_views.py from docs/schema-emulsion.json; do not edit."""

from __future__ import annotations
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias
from gridwright._view import Field, View, frozen, mapped

__all__ = [
    "AnalysisView",
    "MatchView",
    "MoveView",
    "MovesView",
    "PlayerSummaryView",
    "RecordView",
    "RecordedTurnView",
    "RulesView",
    "ScoreView",
    "SolutionView",
    "SolvedMoveView",
    "SummaryView",
    "TurnView",
    "WonView",
]

Colour: TypeAlias = Literal["Black", "White"]
"""A side."""

LastMove: TypeAlias = Literal["last move"]
"""The word for ties."""

Mark: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]
"""How bad a turn was."""

PlayerView: TypeAlias = Literal["mover", "opponent"]
"""Which player wins under the pie rule."""

Tie: TypeAlias = Literal["last-mover-wins", "last-mover-loses"]
"""Who wins when all groups of both sides are of equal sizes, which happens on even boards only."""


class AnalysisView(View):
    """An analysed game."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    start: Field[str] = Field("The position at the start.")
    evaluation: Field[float | None] = Field("Black's chance to win at the start.")
    proven: Field[Colour | None] = Field("Who wins from the start, where that is proven.")
    complete: Field[bool] = Field("Whether every position was judged.")
    turns: Field[tuple[TurnView, ...]] = Field("The turns.", ["TurnView"])
    summary: Field[SummaryView] = Field("How well both players played.", "SummaryView")
    winner: Field[Colour | None] = Field("Who has won.")
    resigned: Field[Colour | None] = Field("Who has given up.")


class MatchView(View):
    """The results of a match."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    a: Field[str] = Field("The first player.")
    b: Field[str] = Field("The second player.")
    size: Field[int] = Field("Rows and columns of the board.")
    tie: Field[Tie] = Field("The rule for ties.")
    pie: Field[bool] = Field("Whether White may swap sides at the first turn.")
    openings: Field[int] = Field("The most random moves at the beginning of a game.")
    seed: Field[int] = Field("The seed.")
    games: Field[int] = Field("Games played.")
    won: Field[int] = Field("Games that the first player won.")
    share: Field[float] = Field("Their share, from 0 to 1, with four digits.")
    interval: Field[tuple[float, ...]] = Field("The 95 % interval of the share.", frozen)
    as_black: Field[WonView] = Field("Games of the first player as Black.", "WonView")
    as_white: Field[WonView] = Field("And as White.", "WonView")
    black_won: Field[int] = Field("Games that Black won.")
    turns: Field[float] = Field("The average number of turns a game.")


class MoveView(View):
    """A legal turn."""

    __slots__ = ()
    turn: Field[str] = Field("As it is written: `b4b3`, `swap`.")
    coordinates: Field[str | None] = Field("Column, row and direction: `1 0 s`; nothing for swapping sides.")
    gain: Field[float | None] = Field("What the piece gains; nothing for swapping sides.")


class MovesView(View):
    """The legal turns of a position."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    position: Field[str] = Field("The position as a line.")
    to_move: Field[Colour] = Field("Whose turn it is.")
    moves: Field[tuple[MoveView, ...]] = Field("All legal turns.", ["MoveView"])


class PlayerSummaryView(View):
    """How well a player played."""

    __slots__ = ()
    name: Field[str | None] = Field("The player's name.")
    loss: Field[float | None] = Field("What a turn lost on average.")
    inaccuracies: Field[int] = Field("Turns that lost at least 5 %.")
    mistakes: Field[int] = Field("At least 10 %.")
    blunders: Field[int] = Field("At least 20 %.")


class RecordView(View):
    """A game."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    game: Field[str] = Field("`emulsion`.")
    start: Field[str] = Field("The position at the start.")
    turns: Field[tuple[RecordedTurnView, ...]] = Field("The turns.", ["RecordedTurnView"])
    winner: Field[Colour | None] = Field("Who has won.")
    tags: Field[Mapping[str, str]] = Field("What else is known, by name.", mapped)
    link: Field[str] = Field("The game as one string for addresses.")
    evaluation: Field[float | None] = Field("Black's chance to win at the start.")
    comment: Field[str | None] = Field("What is written about the start.")
    position: Field[str] = Field("The last position.")
    board: Field[tuple[tuple[int, ...], ...]] = Field("Its board, row by row, 0 for Black and 1 for White.", frozen)
    to_move: Field[Colour] = Field("Whose turn it is there.")


class RecordedTurnView(View):
    """A turn with what is written about the position after it."""

    __slots__ = ()
    turn: Field[str] = Field("The turn.")
    evaluation: Field[float | None] = Field("Black's chance to win.")
    comment: Field[str | None] = Field("In words.")


class RulesView(View):
    """The rules of the game."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    summary: Field[str] = Field("The game in a sentence.")
    rules: Field[tuple[str, ...]] = Field("A paragraph each.", frozen)


class ScoreView(View):
    """Both sides' groups and who leads or has won."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    position: Field[str] = Field("The position as a line.")
    black: Field[tuple[int, ...]] = Field("The sizes of Black's groups, the largest first.", frozen)
    white: Field[tuple[int, ...]] = Field("The sizes of White's groups.", frozen)
    leader: Field[Colour | None] = Field("Who is ahead.")
    deciding: Field[Any] = Field("By what.", frozen)
    moves: Field[int] = Field("How many moves are left.")
    winner: Field[Colour | None] = Field("Who has won.")


class SolutionView(View):
    """Who wins with best play."""

    __slots__ = ()
    schema: Field[int] = Field("The version of the schema.", default=1)
    position: Field[str] = Field("The position as a line.")
    tie: Field[Tie] = Field("The rule for ties.")
    winner: Field[Colour | None] = Field("Which colour wins; nothing where it is not proven.")
    player: Field[PlayerView | None] = Field("Which player wins, where sides may still be swapped.")
    moves: Field[tuple[SolvedMoveView, ...]] = Field("Who wins after each move, where that was asked.", ["SolvedMoveView"], default=())
    line: Field[tuple[str, ...]] = Field("A game with best play, where that was asked.", frozen, default=())
    steps: Field[int] = Field("The number of positions visited.")


class SolvedMoveView(View):
    """Who wins after a move."""

    __slots__ = ()
    turn: Field[str] = Field("The move.")
    winner: Field[Colour | None] = Field("Who wins; nothing where it is not proven.")


class SummaryView(View):
    """How well both players played, by the colours they began with."""

    __slots__ = ()
    Black: Field[PlayerSummaryView] = Field("The player who began as Black.", "PlayerSummaryView")
    White: Field[PlayerSummaryView] = Field("The player who began as White.", "PlayerSummaryView")


class TurnView(View):
    """A turn, judged."""

    __slots__ = ()
    turn: Field[str] = Field("The turn.")
    mover: Field[Colour] = Field("Whose it was.")
    player: Field[Colour] = Field("With which colour that player began.")
    before: Field[float] = Field("The mover's chance to win before it.")
    after: Field[float] = Field("And after it.")
    loss: Field[float] = Field("What the turn lost.")
    mark: Field[Mark | None] = Field("How bad that is.")
    uncertain: Field[bool] = Field("Whether it got no mark because more simulations might take it back.")
    evaluation: Field[float] = Field("Black's chance to win after it.")
    proven: Field[Colour | None] = Field("Who wins after it, where that is proven.")
    line: Field[tuple[str, ...]] = Field("How the game was expected to go on before it, the best turn first.", frozen)


class WonView(View):
    """Games, and how many of them were won."""

    __slots__ = ()
    games: Field[int] = Field("Games played.")
    won: Field[int] = Field("Games won.")
