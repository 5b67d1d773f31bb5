"""The board game."""

import gridwright as gw
import pytest
from gridwright import emulsion

TURNS = "b4b3 a2b3 a1b1 b4c3 d4c4 d1c1 b1c2 a4a3 a2b3 c3c4 b2c1 c4b3".split()


def test_a_game_to_its_end() -> None:
    game = emulsion.Game(size=4)
    for turn in TURNS:
        assert game.winner is None and turn in [move.turn for move in game.position.moves().moves]
        game.play(turn)
    assert game.winner == game.position.winner == "Black" and game.turns == tuple(TURNS)
    score = game.position.score()
    assert (score.black[0], score.white[0]) == (8, 6)
    assert emulsion.Game(game.link).turns == game.turns and emulsion.Game(game.to_text()) == game
    assert len(game.view().turns) == 12 and game._repr_html_().count("<iframe") == 1
    assert game.undo() and game.winner is None and len(game) == 11
    with pytest.raises(gw.FormatError):
        game.play("z9")
    with pytest.raises(ValueError):
        emulsion.Game(size=99)


def test_positions() -> None:
    start = emulsion.Position(4)
    assert start.to_move == "Black" and start.play("b4b3").to_move == "White" and start.winner is None
    assert emulsion.Position(start.to_line()) == start != start.play("b4b3")
    assert emulsion.Position(4, to_move="white").to_move == "White"
    assert start.to_svg().startswith("<svg")


def test_engines_play() -> None:
    def play(seed: int) -> tuple[str, ...]:
        game = emulsion.Game(size=4)
        engines = [emulsion.Engine("simulations:200", seed=seed), emulsion.Engine(2, seed=seed)]
        while turn := engines[len(game) % 2].think(game):
            game.play(turn)
        assert engines[0].chance is not None or game.winner
        return game.turns

    assert play(1) == play(1)
    assert emulsion.Engine(7).think(emulsion.Game(size=5), time=0.05)
    with pytest.raises(ValueError):
        emulsion.Engine("clever")


def test_proofs_matches_and_analyses() -> None:
    solved = emulsion.solve(emulsion.Position(4), moves=True, line=True)
    assert solved.winner == "Black" and solved.moves and solved.line
    assert emulsion.solve(emulsion.Position(9), steps=100).winner is None
    played = emulsion.match(2, 1, games=20, size=5, seed=3)
    assert played == emulsion.match(2, 1, games=20, size=5, seed=3, jobs=1) and played.games == 20
    assert played.won > 10 and played.interval[0] <= played.share <= played.interval[1]
    game = emulsion.Game('[Size "4"]\n\n1. b4a4 c3d3')
    analysis = emulsion.analyse(game, simulations=1000)
    assert analysis.turns[0].mark == "blunder" and analysis.summary.Black.blunders == 1
    assert analysis.to_svg().startswith("<svg") and "<html" in analysis.to_html() and "??" in str(analysis)
