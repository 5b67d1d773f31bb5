//! What may take long: walkthroughs with pictures, drills, answers about a puzzle that is set. Questions of all other kinds go
//! to [`gridwright::ask`].

use crate::board::{FoundHint, StageOfHint};
use crate::live::{LiveAnswer, LiveRequest};
use crate::picture::PictureView;
use crate::reply::{Failure, Reply, answered};
use crate::set::{SetAnswer, SetRequest, Setter};
use gridwright::drill::{Drill, Exercise};
use gridwright::explain::{Hint, Picture, Stage, WhyNot};
use gridwright::grid::Cell;
use gridwright::model::{Atom, Board, Fact};
use gridwright::scene::Scene;
use gridwright::scene::svg::{self, Window};
use gridwright::session::Settings;
use gridwright::view::{ErrorView, HintView, StepView, WalkthroughView};
use gridwright::{Format, Limits, Position, Puzzle, Reading, Session, Walkthrough};
use serde::{Deserialize, Serialize};

/// A worker for what may take long. It keeps the last walkthrough, so that its pictures are drawn when they are looked at.
#[derive(Default)]
pub struct Tasks {
    pictures: Vec<Scene>,
    /// What is known before each of its steps, and after the last; the puzzle.
    positions: Vec<Board>,
    puzzle: Option<Puzzle>,
    setter: Option<Setter>,
}

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// How a puzzle is solved, from its position or from the start.
    Walkthrough {
        /// The puzzle or saved game.
        text: String,
        /// Whether the entries are taken as given.
        #[serde(default)]
        from_position: bool,
    },
    /// A hint for the position of a game, all its stages.
    Hint {
        /// The game as text.
        text: String,
        /// How it is shown.
        settings: Settings,
    },
    /// The picture of a step of the last walkthrough: 0 is the board before the first.
    Picture {
        /// The number of the step.
        step: usize,
    },
    /// The position before a step of the last walkthrough, as text.
    Position {
        /// The number of the step, from 1.
        step: usize,
    },
    /// The next step from a position, drawn.
    Example {
        /// The position.
        text: String,
    },
    /// What speaks against something that could be entered.
    WhyNot {
        /// The puzzle or saved game.
        text: String,
        /// Where something would be entered.
        cell: Cell,
        /// The digit, in genres that have digits.
        #[serde(default)]
        digit: u32,
        /// The end of the line, in genres that have lines.
        #[serde(default)]
        to: Option<Cell>,
        /// Whether it is said to hold.
        holds: bool,
    },
    /// Something about the puzzle that is set: one worker owns it.
    Set(SetRequest),
    /// The answer while it is set.
    Live(LiveRequest),
    /// Positions to practise a technique on.
    Drill {
        /// The technique.
        technique: String,
        /// Its genre.
        genre: String,
        /// The seed.
        seed: u64,
        /// How many.
        number: usize,
    },
    /// A picture to keep, in a file of its own.
    Svg {
        /// The puzzle or saved game.
        text: String,
    },
}

/// What the page is answered.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A walkthrough.
    Walkthrough {
        /// Its steps in words.
        walkthrough: Box<WalkthroughView>,
        /// How the board lies.
        view_box: [usize; 4],
        /// The title of the puzzle.
        title: String,
    },
    /// A hint.
    Hint(FoundHint),
    /// A picture.
    Picture(PictureView),
    /// Positions to practise on.
    Drill {
        /// They.
        exercises: Vec<ExerciseView>,
        /// Why there are fewer.
        message: Option<String>,
    },
    /// A position with its next step.
    Example(Box<ExerciseView>),
    /// What speaks against something.
    WhyNot(Box<WhyNotView>),
    /// What a setter is shown.
    Set(Box<SetAnswer>),
    /// The answer while a puzzle is set.
    Live(Box<LiveAnswer>),
    /// A text.
    Text {
        /// It.
        text: String,
    },
}

/// A position to practise on.
#[derive(Debug, Serialize)]
pub struct ExerciseView {
    /// The position as text.
    pub position: String,
    /// Before the step.
    pub before: PictureView,
    /// With the step on it.
    pub after: PictureView,
    /// The step.
    pub step: StepView,
    /// Where to look.
    pub look: String,
}

impl ExerciseView {
    fn new(exercise: &Exercise) -> Reply<ExerciseView> {
        let picture = exercise.picture();
        let position = exercise.puzzle.write(Format::Native, &exercise.position());
        Ok(ExerciseView {
            position: position.map_err(Failure::new)?,
            before: PictureView::of(&picture.plain, "The position"),
            after: PictureView::of(&picture.marked, "The position with the step"),
            step: StepView::new(&exercise.puzzle, &exercise.step),
            look: exercise.where_to_look(),
        })
    }
}

/// What speaks against something that could be entered.
#[derive(Debug, Serialize)]
pub struct WhyNotView {
    /// In sentences.
    pub text: String,
    /// Whether nothing does.
    pub is_possible: bool,
    /// The step that rules it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepView>,
    /// The board with the step on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
}

fn why_not(text: &str, entry: (Cell, u32, Option<Cell>), holds: bool, limits: &Limits) -> Reply<WhyNotView> {
    let Reading { puzzle, position, .. } = read(text)?;
    let (cell, digit, to) = entry;
    let is_meant = |atom: &Atom| {
        let end = puzzle.stroke(*atom).map_or(puzzle.atom_cell(*atom), |stroke| stroke.to);
        puzzle.atom_cell(*atom) == cell
            && to.is_none_or(|to| to == end)
            && (digit == 0 || puzzle.candidate_of(*atom).1 == digit)
    };
    let atom = puzzle.model().atoms().find(is_meant);
    let atom = atom.ok_or_else(|| Failure::new("nothing of that kind can be entered there"))?;
    let why = WhyNot::find(&puzzle, &position.board, Fact { atom, holds }, limits);
    let view = WhyNotView {
        text: why.in_words(&puzzle),
        is_possible: matches!(why, WhyNot::Possible),
        step: None,
        picture: None,
    };
    Ok(match &why {
        WhyNot::Step { known, step } => {
            let picture = Picture::of_step(&puzzle, known, step).marked;
            let picture = Some(PictureView::of(&picture, view.text.clone()));
            WhyNotView { step: Some(StepView::new(&puzzle, step)), picture, ..view }
        }
        _ => view,
    })
}

fn read(text: &str) -> Reply<Reading> {
    Reading::parse(text).map_err(|error| ErrorView::of_input(&error, text).into())
}

impl Tasks {
    /// Carries out a request in JSON.
    pub fn request(&mut self, request: &str, limits: &Limits) -> String {
        answered(request, |request| self.answer(request, limits))
    }

    fn answer(&mut self, request: Request, limits: &Limits) -> Reply<Answer> {
        match request {
            Request::Walkthrough { text, from_position } => {
                let Reading { puzzle, position, .. } = read(&text)?;
                let mut query = puzzle.query().limits(limits);
                if from_position {
                    query = query.from_position(&position).map_err(Failure::new)?;
                }
                let walkthrough: Walkthrough = query.explain();
                self.pictures = walkthrough.pictures().map(|picture| picture.marked).collect();
                self.positions = vec![walkthrough.before.clone()];
                for step in &walkthrough.steps {
                    let mut known = self.positions.last().expect("there is the first").clone();
                    known.extend(step.facts());
                    self.positions.push(known);
                }
                self.puzzle = Some(puzzle.clone());
                Ok(Answer::Walkthrough {
                    walkthrough: Box::new(WalkthroughView::new(&walkthrough)),
                    view_box: Window::whole(&puzzle.grid()).view_box(&puzzle.grid()),
                    title: puzzle.title(),
                })
            }
            Request::Hint { text, settings } => {
                let reading = read(&text)?;
                let mut session =
                    Session::resume(reading, &text).map_err(|error| ErrorView::of_input(&error, &text))?;
                session.settings = settings;
                Ok(Answer::Hint(hint(session, limits)?))
            }
            Request::Picture { step } => {
                let scene = self.pictures.get(step).ok_or_else(|| Failure::new("there is no such step"))?;
                Ok(Answer::Picture(PictureView::of(scene, "")))
            }
            Request::Position { step } => {
                let known = self.puzzle.as_ref().zip(self.positions.get(step.saturating_sub(1)));
                let (puzzle, board) = known.ok_or_else(|| Failure::new("there is no such step"))?;
                let position = Position { board: board.clone(), ..puzzle.blank() };
                let text = puzzle.write(Format::Native, &position).map_err(Failure::new)?;
                Ok(Answer::Text { text })
            }
            Request::Example { text } => {
                let Reading { puzzle, position, .. } = read(&text)?;
                let exercise = Exercise::at(&puzzle, &position.board, limits);
                let exercise = exercise.ok_or_else(|| Failure::new("nothing follows from this position"))?;
                Ok(Answer::Example(Box::new(ExerciseView::new(&exercise)?)))
            }
            Request::WhyNot { text, cell, digit, to, holds } => {
                Ok(Answer::WhyNot(Box::new(why_not(&text, (cell, digit, to), holds, limits)?)))
            }
            Request::Set(request) => Ok(Answer::Set(Box::new(Setter::carry_out(&mut self.setter, request)?))),
            Request::Live(request) => {
                let puzzle = read(&request.text)?.puzzle;
                Ok(Answer::Live(Box::new(request.answer(&puzzle, limits)?)))
            }
            Request::Drill { technique, genre, seed, number } => {
                let genre = genre.parse().map_err(Failure::new)?;
                let drill = Drill::new(&technique, Some(genre)).map_err(Failure::new)?;
                let found = drill.find(number, seed, limits);
                let exercises = found.exercises.iter().map(ExerciseView::new);
                Ok(Answer::Drill {
                    exercises: exercises.collect::<Reply<_>>()?,
                    message: found.in_words(&drill, number),
                })
            }
            Request::Svg { text } => {
                let Reading { puzzle, position, .. } = read(&text)?;
                Ok(Answer::Text { text: svg::render(&puzzle.flagged_scene(&position), &puzzle.title()) })
            }
        }
    }
}

/// A hint for the position of a game, with what each of its stages shows.
fn hint(mut session: Session, limits: &Limits) -> Reply<FoundHint> {
    let (puzzle, plain) = (session.puzzle().clone(), session.scene());
    let hint = session.helper().hint(limits);
    let right_after = matches!(hint, Hint::Wrong(_)).then(|| session.last_right(limits)).flatten();
    session.take_hint(hint);
    let mut stages = Vec::new();
    while let Some((hint, told)) = session.hint() {
        let stage = u8::try_from(told).ok().and_then(|told| Stage::try_from(told).ok());
        let view = HintView::new(&puzzle, hint, stage.unwrap_or(Stage::LAST));
        let changes = plain.changes_to(&session.scene());
        stages.push(StageOfHint { view: HintView { right_after, ..view }, changes });
        if !session.has_more_hints() {
            break;
        }
        session.next_hint();
    }
    let action = session.hint_action().map(|action| action.write(&puzzle));
    Ok(FoundHint { stages, action })
}

#[cfg(test)]
#[path = "tasks_tests.rs"]
mod tests;
