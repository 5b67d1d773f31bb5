//! What front ends say about positions, games and reports.

use crate::board::{Board, Square};
use crate::position::{Colour, Position, Tie, Turn};
use crate::score::Score;
use crate::search::Report;
use crate::session::Session;
use gridwright_base::counted;

/// The game in a sentence.
pub const SUMMARY: &str = "Emulsion: a board game for two on a full board. Pieces change places until no swap gains \
    anything; the larger groups win.";

/// The rules, a paragraph each.
pub const RULES: [&str; 6] = [
    "The board has N x N squares, N from 2 to 26. At the start it is a checkerboard: White has the squares where row + \
     column is even, counted from 0 at the top left. Black moves first.",
    "A piece is worth 1 for each orthogonal neighbour of its own colour and \u{bd} for each edge of the board that it touches.",
    "A move swaps two pieces of different colours that are neighbours in any of eight directions. The mover's piece must \
     be worth more afterwards.",
    "When no swap is left, compare the sizes of both sides' groups (orthogonally connected pieces), largest first. The \
     first difference decides.",
    "When all sizes are equal, which happens on even boards only, the last mover wins (last-mover-wins, the default) or \
     loses (last-mover-loses).",
    "Under the pie rule, White may swap sides instead of making the first move: the players change colours, the board \
     stays as it is, and White, now the other player, moves.",
];

/// The board with its files and ranks; `piece` draws a piece in two columns.
///
/// ```
/// use gridwright_emulsion::{Colour, Position, words};
/// let board = Position::start(2)?.board;
/// let letters = words::diagram(&board, |colour| if colour == Colour::Black { " B" } else { " W" });
/// assert_eq!(letters, "   a b\n 2 W B 2\n 1 B W 1\n   a b\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagram(board: &Board, piece: impl Fn(Colour) -> &'static str) -> String {
    let size = board.size();
    let files: String = (0..size).map(|i| format!(" {}", char::from(b'a' + i as u8))).collect();
    let mut text = format!("  {files}\n");
    for row in 0..size {
        let rank = size - row;
        let pieces: String = (0..size).map(|column| piece(board.colour(Square::new(row, column)))).collect();
        text += &format!("{rank:>2}{pieces} {rank}\n");
    }
    text + &format!("  {files}\n")
}

/// `24 moves are possible`
pub fn moves_left(number: usize) -> String {
    format!("{} {} possible", counted(number, "move"), if number == 1 { "is" } else { "are" })
}

/// `Black to move, 24 moves are possible`, or who has won.
pub fn standing(position: &Position) -> String {
    match position.outcome() {
        Some(outcome) => format!("{} has won", outcome.winner),
        None => format!("{} to move, {}", position.to_move, moves_left(position.board.swaps().len())),
    }
}

/// `Black has given up, White has won`
pub fn given_up(loser: Colour) -> String {
    format!("{loser} has given up, {} has won", loser.other())
}

/// The sizes of both sides' groups, a line a side. Many of one size are counted.
pub fn groups(score: &Score) -> String {
    format!("Black {}\nWhite {}", sizes(&score.black), sizes(&score.white))
}

/// The sizes of one side's groups: `9 4 1 (5 times)`.
pub fn sizes(sizes: &[u32]) -> String {
    let run = |sizes: &[u32]| match sizes {
        [size, _, _, _, _, ..] => format!("{size} ({} times)", sizes.len()),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    };
    sizes.chunk_by(u32::eq).map(run).collect::<Vec<_>>().join(" ")
}

/// What a screen reader says of a square: `b4, Black, worth 2½, in a group of 3`, and what it has to do with the chosen
/// piece.
pub fn square(session: &Session, square: Square, group: usize) -> String {
    let board = &session.shown().board;
    let (name, colour, value) =
        (square.name(board.size()), board.colour(square), board.value(square).short());
    let group = if group > 1 { format!(", in a group of {group}") } else { String::new() };
    let partner = session.partners().into_iter().find(|(partner, _)| *partner == square);
    let role = match partner {
        _ if session.chosen() == Some(square) => ", chosen".to_string(),
        Some((_, gain)) => format!(", partner, gains {}", gain.short()),
        None => String::new(),
    };
    format!("{name}, {colour}, worth {value}{group}{role}")
}

/// What a screen reader says of all squares, in reading order.
pub fn squares(session: &Session) -> Vec<String> {
    let board = &session.shown().board;
    let size = board.size();
    let mut groups = vec![0; size * size];
    for group in Colour::ALL.into_iter().flat_map(|colour| board.groups(colour)) {
        for square in &group {
            groups[usize::from(square.row) * size + usize::from(square.column)] = group.len();
        }
    }
    board.squares().zip(groups).map(|(square, group)| self::square(session, square, group)).collect()
}

/// Who wins when all groups are of equal sizes: `the last mover wins`.
pub fn tie(tie: Tie) -> String {
    tie.name().replace('-', " ").replacen("last", "the last", 1)
}

/// Who leads by what, or who has won by what: `Black leads by the largest groups, 8 to 6`.
pub fn lead(position: &Position) -> String {
    let score = Score::of(&position.board);
    match (position.outcome(), score.leader()) {
        (Some(outcome), _) => format!("{} has won by {}", outcome.winner, outcome.deciding),
        (None, Some(leader)) => format!("{leader} leads by {}", score.deciding()),
        (None, None) => "all groups are equal".to_string(),
    }
}

/// A turn with what it gains: `b4b3 +0.5`.
pub fn with_gain(position: &Position, turn: Turn) -> String {
    let gain = position.gain(turn).map(|gain| format!(" +{gain}"));
    position.write_turn(turn) + &gain.unwrap_or_default()
}

/// A turn with its other name: `b4b3 (1 0 s)`.
pub fn with_coordinates(position: &Position, turn: Turn) -> String {
    let coordinates = position.write_coordinates(turn).map(|text| format!(" ({text})"));
    position.write_turn(turn) + &coordinates.unwrap_or_default()
}

/// All legal turns with what they gain and their other names, a line each: `b4b3 +0.5 (1 0 s)`.
pub fn moves(position: &Position) -> String {
    let line = |turn: &Turn| {
        let coordinates = position.write_coordinates(*turn).map(|text| format!(" ({text})"));
        with_gain(position, *turn) + &coordinates.unwrap_or_default()
    };
    position.turns().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Chances to win: `Black 41 %, White 59 %`, or who wins by proof.
pub fn chances(report: &Report) -> String {
    match report.proven {
        Some(winner) => format!("{winner} wins, by proof"),
        None => {
            let black = report.black_chance().rounded_percent();
            format!("Black {black} %, White {} %", 100 - black)
        }
    }
}

/// What a session is called among others: `Emulsion 9x9, turn 12`.
pub fn title(session: &Session) -> String {
    let size = session.position().board.size();
    format!("Emulsion {size}x{size}, turn {}", session.game().turns().len())
}

/// How far a session is and who plays: `12 turns, Black human, White level 5`.
pub fn summary(session: &Session) -> String {
    let turns = counted(session.game().turns().len(), "turn");
    let [black, white] = Colour::ALL.map(|colour| session.seat(colour));
    format!("{turns}, Black {black}, White {white}")
}

/// How a game ended: `Black has won: by the largest groups, 8 to 6`; `None` while it goes on.
pub fn ending(session: &Session) -> Option<String> {
    let winner = session.winner()?;
    let how = match session.resigned() {
        Some(loser) => format!("{loser} has given up"),
        None => format!("by {}", Score::of(&session.position().board).deciding()),
    };
    Some(format!("{winner} has won: {how}"))
}

/// Who has which colour after the players have just swapped sides; `None` after any other turn.
pub fn sides_swapped(session: &Session) -> Option<String> {
    let is_swapped = session.game().turns().last() == Some(&Turn::SwapSides);
    let [black, white] = Colour::ALL.map(|colour| session.seat(colour));
    is_swapped.then(|| {
        format!(
            "sides are swapped: the player who began as White has Black now ({black}), \
             the one who began as Black has White ({white})"
        )
    })
}

/// The words with a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::session::Seat;

    #[test]
    fn sessions_are_put_into_words() {
        let mut session = Session::new(Game::new(Rules::of_size(2).unwrap()), [Seat::Human; 2]);
        assert_eq!(title(&session), "Emulsion 2x2, turn 0");
        assert_eq!(standing(session.position()), "Black to move, 4 moves are possible");
        assert_eq!((ending(&session), moves_left(1)), (None, "1 move is possible".to_string()));
        let turn = session.position().turns()[0];
        assert_eq!(with_gain(session.position(), turn), "b2a2 +1");
        assert_eq!(with_coordinates(session.position(), turn), "b2a2 (1 0 w)");
        session.choose(Square::new(0, 1)).unwrap();
        assert_eq!(
            squares(&session),
            [
                "a2, White, worth 1, partner, gains 1",
                "b2, Black, worth 1, chosen",
                "a1, Black, worth 1",
                "b1, White, worth 1, partner, gains 1"
            ]
        );
        session.play(turn).unwrap();
        assert_eq!(squares(&session)[0], "a2, Black, worth 2, in a group of 2");
        assert_eq!(tie(Tie::LastMoverLoses), "the last mover loses");
        assert_eq!(summary(&session), "1 turn, Black human, White human");
        assert_eq!(ending(&session).unwrap(), "Black has won: by the rule for ties, all groups being equal");
        assert_eq!(lead(session.position()), "Black has won by the rule for ties, all groups being equal");
        assert_eq!(
            groups(&Score { black: vec![9, 1, 1, 1, 1, 1], white: vec![3, 2, 2] }),
            "Black 9 1 (5 times)\nWhite 3 2 2"
        );
        assert_eq!(
            (sentence("the game is over"), sides_swapped(&session)),
            ("The game is over.".to_string(), None)
        );
    }
}
