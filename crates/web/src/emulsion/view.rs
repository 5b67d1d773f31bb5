//! The table as the page draws it.

use crate::picture::PictureView;
use gridwright_emulsion::{Drawing, LESSON, Lesson, Score, words};
use serde::Serialize;

/// A side and who plays it.
#[derive(Debug, Serialize)]
pub struct SideView {
    /// `human`, `level 5`.
    pub seat: String,
    /// Whether a person plays.
    pub human: bool,
    /// The sizes of its groups, in words.
    pub sizes: String,
}

/// Groups of both sides that stand beside each other.
#[derive(Debug, Serialize)]
pub struct RowView {
    /// Which they are: `1`, `4–14`.
    pub rank: String,
    /// The size of Black's.
    pub black: Option<u32>,
    /// The size of White's.
    pub white: Option<u32>,
    /// Whether they decide.
    pub decides: bool,
}

/// A page of the lesson.
#[derive(Debug, Serialize)]
pub struct LessonView {
    /// Its number, from 0.
    pub page: usize,
    /// How many there are.
    pub pages: usize,
    /// What it is about.
    pub title: &'static str,
    /// What it says.
    pub text: &'static str,
    /// Whether what it asks for is done.
    pub done: bool,
}

/// All that the page draws.
#[derive(Debug, Default, Serialize)]
pub struct TableView {
    /// Rows and columns.
    pub size: usize,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// What is drawn over it.
    pub marks: String,
    /// What is said of each square.
    pub labels: Vec<String>,
    /// The name of the game among others.
    pub title: String,
    /// How far it is and who plays.
    pub summary: String,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    /// Who leads by what.
    pub lead: String,
    /// What there is to say about the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// A turn that was completed and only told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// All turns.
    pub turns: Vec<String>,
    /// How many of them are shown.
    pub shown: usize,
    /// 0 where Black is to move, 1 where White is.
    pub to_move: usize,
    /// The side that leads or has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<usize>,
    /// The number of moves, in words.
    pub moves: String,
    /// The chosen square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<usize>,
    /// Black and White.
    pub sides: Vec<SideView>,
    /// The groups of both.
    pub rows: Vec<RowView>,
    /// The strength of the engine, where it is to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether something can be taken back.
    pub can_undo: bool,
    /// Turns that can be played again.
    pub ahead: Vec<String>,
    /// Whether sides may be swapped now.
    pub may_swap: bool,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<usize>,
    /// How.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The game as text.
    pub record: String,
    /// The game as one string for addresses.
    pub link: String,
    /// The page of the lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonView>,
    /// A picture as a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

impl LessonView {
    /// The page that is shown.
    pub(super) fn new(lesson: &Lesson) -> LessonView {
        let page = lesson.page();
        LessonView {
            page: lesson.number() - 1,
            pages: LESSON.len(),
            title: page.title,
            text: page.text,
            done: lesson.may_go_on(),
        }
    }
}

pub(super) fn board(drawing: &Drawing) -> PictureView {
    let title = words::standing(drawing.position);
    PictureView { view_box: drawing.view_box(), markup: drawing.board(), title }
}

pub(super) fn rows(score: &Score) -> Vec<RowView> {
    let rank = |first: usize, last: usize| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let rows = score.rows().into_iter();
    rows.map(|row| RowView {
        rank: rank(row.first, row.last),
        black: row.black,
        white: row.white,
        decides: row.decides,
    })
    .collect()
}
