//! The puzzle on the page: played, drawn in blocks, answered at once.

pub(crate) mod canvas;
mod lines;
mod play;

use crate::picture::PictureView;
use crate::reply::{Failure, Reply, answered};
use canvas::{Canvas, Patch};
use gridwright::formats::ReadOptions;
use gridwright::view::ErrorView;
use gridwright::{Limits, Reading, Session};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use play::Play;

pub use lines::LineView;
pub use play::{FoundHint, PlayRequest, PlayState, StageOfHint};

/// What lies on the desk: nothing, or a puzzle being played.
#[derive(Default)]
pub struct Desk {
    work: Option<Box<Play>>,
    canvas: Canvas,
}

/// A text to open, in any format.
#[derive(Debug, Default, Deserialize)]
pub struct Input {
    /// The text.
    pub text: String,
    /// The format, where it is not to be detected.
    #[serde(default)]
    pub format: Option<String>,
    /// The genre, where the text does not say.
    #[serde(default)]
    pub genre: Option<String>,
    /// Options of the puzzle.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Input {
    /// Reads it.
    pub(crate) fn read(&self) -> Reply<Reading> {
        let options = ReadOptions {
            format: self.format.as_deref().map(str::parse).transpose().map_err(Failure::new)?,
            genre: self.genre.as_deref().map(str::parse).transpose().map_err(Failure::new)?,
            options: self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        };
        let reading = Reading::parse_with(&self.text, &options);
        reading.map_err(|error| ErrorView::of_input(&error, &self.text).into())
    }
}

/// What the page may ask of the desk.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Opens a puzzle or a saved game to play it.
    Open(Input),
    /// A picture of a puzzle or a saved game; what lies on the desk stays.
    Thumbnail {
        /// The text.
        text: String,
    },
    /// From now on these blocks are on the screen.
    Show {
        /// Their numbers.
        blocks: Vec<usize>,
    },
    /// Something about the puzzle that is played.
    Play(PlayRequest),
}

/// What the desk answers.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    /// What to draw.
    #[serde(flatten)]
    pub patch: Patch,
    /// The state of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayState>,
    /// A picture that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// Something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// A text that was asked for: a game or a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Cells that were asked for, by their numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<BTreeMap<&'static str, Vec<u32>>>,
    /// What the reader remarked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Desk {
    /// Carries out a request in JSON.
    pub fn request(&mut self, request: &str, limits: &Limits) -> String {
        answered(request, |request| self.answer(request, limits))
    }

    fn answer(&mut self, request: Request, limits: &Limits) -> Reply<Answer> {
        match request {
            Request::Open(input) => {
                let reading = input.read()?;
                let warnings = reading.warnings.clone();
                let session = Session::resume(reading, &input.text)
                    .map_err(|error| ErrorView::of_input(&error, &input.text))?;
                self.work = Some(Box::new(Play::new(session)));
                self.canvas = Canvas::default();
                Ok(Answer { warnings, ..self.drawn() })
            }
            Request::Thumbnail { text } => {
                let reading = Input { text, ..Input::default() };
                let (text, reading) = (&reading.text, reading.read()?);
                let title = reading.puzzle.title();
                let session =
                    Session::resume(reading, text).map_err(|error| ErrorView::of_input(&error, text))?;
                let picture = PictureView::of(&session.scene(), title);
                Ok(Answer { picture: Some(picture), ..Answer::default() })
            }
            Request::Show { blocks } => Ok(Answer { patch: self.canvas.show(blocks), ..Answer::default() }),
            Request::Play(request) => {
                let Some(play) = &mut self.work else { return Err(Failure::new(NOTHING_OPEN)) };
                let told = play::carry_out(play, request, limits)?;
                Ok(Answer { message: told.message, text: told.text, cells: told.cells, ..self.drawn() })
            }
        }
    }

    /// The state of the work, and what changes on the screen.
    fn drawn(&mut self) -> Answer {
        let Some(play) = &self.work else { return Answer::default() };
        let patch = self.canvas.draw(play.scene(), || play.session.labels());
        Answer { patch, play: Some(PlayState::of(play)), ..Answer::default() }
    }
}

const NOTHING_OPEN: &str = "no such puzzle is open";

#[cfg(test)]
mod tests;
