//! A short lesson: what pieces are worth, a legal swap, an illegal one, and how groups win.
//!
//! The lesson is data and a few rules about it; a front end draws its session, passes on what is chosen and shows what is
//! said.

use crate::board::Square;
use crate::game::Game;
use crate::position::Position;
use crate::session::{Seat, Session};
use crate::words;

/// A page of the lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonPage {
    /// What it is about.
    pub title: &'static str,
    /// What it says.
    pub text: &'static str,
    /// The position it shows, as a line.
    pub position: &'static str,
    /// What the player is to do.
    pub task: LessonTask,
}

/// What the player is to do on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LessonTask {
    /// Nothing but read.
    Read,
    /// Any legal swap.
    Swap,
    /// To try a swap that is not legal: the names of its squares.
    Try(&'static str, &'static str),
}

/// All pages, in order.
pub const LESSON: [LessonPage; 5] = [
    LessonPage {
        title: "What a piece is worth",
        text: "The board is full from the start. A piece is worth 1 for each neighbour of its own colour beside, above or \
               below it, and ½ for each edge of the board that it touches. Here most pieces are worth nothing, those at \
               the edges ½, those in the corners 1.",
        position: "WBWB/BWBW/WBWB/BWBW b",
        task: LessonTask::Read,
    },
    LessonPage {
        title: "A legal swap",
        text: "A move swaps two neighbours of different colours, also diagonal ones. Your piece must be worth more \
               afterwards. You have Black: choose a black piece, then one of the partners that show what you gain.",
        position: "WBWB/BWBW/WBWB/BWBW b",
        task: LessonTask::Swap,
    },
    LessonPage {
        title: "A swap that is not legal",
        text: "The piece on b4 has black neighbours on a4 and c4 and touches the edge: it is worth 2½. On b3 it would \
               stand among white pieces. Try it: choose b4, then b3.",
        position: "BBBW/WWWB/BWBB/WWWB b",
        task: LessonTask::Try("b4", "b3"),
    },
    LessonPage {
        title: "How groups win",
        text: "No swap gains anything here, so the game is over. Pieces that touch side by side form groups. Compare the \
               largest groups: Black's has 8 pieces, White's 6. Black has won. If the largest were equal, the second \
               largest would decide, and so on; if all are equal, it counts who moved last.",
        position: "BBBW/WWBW/WWBB/WWBB b",
        task: LessonTask::Read,
    },
    LessonPage {
        title: "What to aim for",
        text: "Both pieces of a swap gain, so every swap joins something for both sides. Try to join your groups to one \
               large group, and to keep the other side's apart. A hint tells what a move joins and cuts. Have fun.",
        position: "WBWBW/BWBWB/WBWBW/BWBWB/WBWBW b",
        task: LessonTask::Read,
    },
];

/// A player on their way through the lesson.
///
/// ```
/// use gridwright_emulsion::{Lesson, Square};
/// let mut lesson = Lesson::new();
/// assert!(lesson.may_go_on() && lesson.forward());
/// assert!(!lesson.may_go_on(), "a swap is asked for");
/// lesson.choose(Square::new(1, 2));
/// lesson.choose(Square::new(1, 1));
/// assert!(lesson.said().unwrap().starts_with("Right: c3b3 gains 3."));
/// assert!(lesson.may_go_on());
/// ```
#[derive(Clone, Debug)]
pub struct Lesson {
    page: usize,
    session: Session,
    is_done: bool,
    said: Option<String>,
}

impl Default for Lesson {
    fn default() -> Lesson {
        Lesson::new()
    }
}

impl Lesson {
    /// At the first page.
    pub fn new() -> Lesson {
        Lesson::at(0)
    }

    /// At a page, counted from 0, or at the last one.
    pub fn at(page: usize) -> Lesson {
        let page = page.min(LESSON.len() - 1);
        let position = Position::read(LESSON[page].position).expect("the pages show positions");
        let session = Session::new(Game::from_position(position), [Seat::Human; 2]);
        Lesson { page, session, is_done: LESSON[page].task == LessonTask::Read, said: None }
    }

    /// The page that is shown.
    pub fn page(&self) -> &'static LessonPage {
        &LESSON[self.page]
    }

    /// Its number, from 1.
    pub fn number(&self) -> usize {
        self.page + 1
    }

    /// The board with what is chosen on it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What the lesson says about what was done last.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Whether what the page asks for is done.
    pub fn may_go_on(&self) -> bool {
        self.is_done
    }

    /// Goes on to the next page; false at the last one, and where something is still to be done.
    pub fn forward(&mut self) -> bool {
        let is_possible = self.is_done && self.page + 1 < LESSON.len();
        if is_possible {
            *self = Lesson::at(self.page + 1);
        }
        is_possible
    }

    /// Goes back to the page before; false at the first one.
    pub fn back(&mut self) -> bool {
        let is_possible = self.page > 0;
        if is_possible {
            *self = Lesson::at(self.page - 1);
        }
        is_possible
    }

    /// Lets the chosen piece go.
    pub fn let_go(&mut self) {
        self.session.let_go();
    }

    /// Chooses a piece, and then the one it is to change places with.
    pub fn choose(&mut self, square: Square) {
        let task = self.page().task;
        if task == LessonTask::Read {
            return;
        }
        let before = self.session.chosen();
        let position = self.session.position().clone();
        match (self.session.choose(square), task) {
            (Ok(None), _) => self.said = None,
            (Ok(Some(turn)), LessonTask::Swap) => {
                let gain = position.gain(turn).unwrap_or_default();
                let name = position.write_turn(turn);
                self.said = Some(format!("Right: {name} gains {gain}. Both pieces of a swap gain the same."));
                self.is_done = self.session.play(turn).is_ok();
            }
            (Ok(Some(turn)), _) => {
                let name = position.write_turn(turn);
                self.said = Some(format!("{name} is legal: it gains. Look for the one that does not."));
                self.session.let_go();
            }
            (Err(refused), LessonTask::Try(a, b)) => {
                let size = position.board.size();
                let tried = [before, Some(square)].map(|square| square.map(|square| square.name(size)));
                let is_asked_for = [[a, b], [b, a]]
                    .iter()
                    .any(|pair| tried.iter().zip(pair).all(|(tried, name)| tried.as_deref() == Some(*name)));
                let reason = words::sentence(&refused.to_string());
                self.is_done |= is_asked_for;
                self.said = Some(match is_asked_for {
                    true => format!("{reason} That is why it is not legal."),
                    false => reason,
                });
                self.session.let_go();
            }
            (Err(refused), _) => self.said = Some(words::sentence(&refused.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    /// The lesson is true: it can be gone through as it says, and its positions are what it says of them.
    #[test]
    fn the_lesson_can_be_gone_through_and_is_true() {
        let mut lesson = Lesson::new();
        let square = |name: &str| {
            let bytes = name.as_bytes();
            Square::new(4 - usize::from(bytes[1] - b'0'), usize::from(bytes[0] - b'a'))
        };
        let mut seen = 1;
        loop {
            let position = lesson.session().position().clone();
            match lesson.page().task {
                LessonTask::Read => lesson.choose(Square::new(0, 0)),
                LessonTask::Swap => {
                    assert!(!lesson.forward());
                    let [a, b] = position.board.swaps()[0].squares();
                    lesson.choose(a);
                    lesson.choose(b);
                }
                LessonTask::Try(a, b) => {
                    lesson.choose(square("a2"));
                    lesson.choose(square("a3"));
                    assert!(!lesson.may_go_on() && lesson.said().unwrap().contains("is legal"));
                    lesson.choose(square(a));
                    lesson.choose(square(b));
                    let said = lesson.said().unwrap();
                    assert!(said.contains("it is worth 2.5 there and 0 on b3"), "{said}");
                }
            }
            assert!(lesson.may_go_on());
            if lesson.page().title == "How groups win" {
                let score = Score::of(&position.board);
                assert!(position.is_over());
                assert_eq!((score.black[0], score.white[0]), (8, 6));
            }
            if !lesson.forward() {
                break;
            }
            seen += 1;
        }
        assert_eq!(seen, LESSON.len());
        assert!(lesson.back() && lesson.number() == LESSON.len() - 1);
    }
}
