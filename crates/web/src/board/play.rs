//! A puzzle being played.

use super::lines::{LineView, Lines};
use crate::reply::{Failure, Reply};
use gridwright::grid::Cell;
use gridwright::scene::{Scene, SceneChanges};
use gridwright::session::{Action, Change, DigitMode, Gesture, Jot, Jotting, Session, Settings, Style};
use gridwright::view::{BrokenRule, HintView, TallyView};
use gridwright::{Format, Limits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a player may do.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayRequest {
    /// What the hand did.
    Gesture {
        /// It.
        gesture: Gesture,
    },
    /// A digit key over cells; digits that follow each other make a number where numbers are that large.
    Type {
        /// The cells.
        cells: Vec<Cell>,
        /// The digit.
        digit: u32,
        /// What it does.
        mode: DigitMode,
    },
    /// Takes away what a mode writes; where there is none of it, digits, corner marks, centre marks or colours, the first of
    /// these that is there.
    Erase {
        /// The cells.
        cells: Vec<Cell>,
        /// The mode.
        mode: DigitMode,
    },
    /// The hand has moved: the next digit begins a new number.
    EndTyping {},
    /// An action as text: `branch`, `r1c1 bulb`.
    Perform {
        /// The text.
        text: String,
    },
    /// Undoes the last action.
    Undo {},
    /// Redoes what was undone last.
    Redo {},
    /// Goes back or forward on the line until this many actions are done.
    GoTo {
        /// How many.
        done: usize,
    },
    /// Goes over to a line of play that was left.
    TakeLine {
        /// Its number among them.
        line: usize,
    },
    /// The lines that were left, as text, to be saved.
    Lines {},
    /// The lines that were left when the game was saved.
    KeepLines {
        /// They.
        text: String,
    },
    /// Goes back to the beginning; what was there before can be redone.
    Restart {},
    /// Pencils in all that is possible.
    FillNotes {},
    /// Rubs out notes that a rule rules out.
    TidyNotes {},
    /// Checks the position by the rules, and then whether it can be completed.
    Check {},
    /// Only whether everything is right so far.
    IsRight {},
    /// Begins to tell a hint that a worker for tasks has found for the position.
    Tell {
        /// It.
        hint: FoundHint,
    },
    /// Tells the next stage of the hint.
    NextHint {},
    /// Does what the hint says.
    TakeHint {},
    /// Leaves the hint.
    DropHint {},
    /// Fills in the solution.
    Solve {},
    /// How it is shown.
    Settings {
        /// The settings.
        settings: Settings,
    },
    /// The seconds it has been played.
    Clock {
        /// They.
        seconds: u64,
    },
    /// The game as text, to be saved.
    Record {},
    /// The puzzle with its entries in a format.
    Write {
        /// The format.
        format: String,
        /// Whether the entries are left out.
        #[serde(default)]
        bare: bool,
    },
    /// What stands out while a cell is chosen: `houses` and `same`; `lines` that may be drawn from it.
    Around {
        /// The cell.
        cell: Cell,
    },
    /// What to say of a cell of a large board.
    Label {
        /// The cell.
        cell: Cell,
    },
    /// The words at the end.
    Closing {},
}

/// A hint with all its stages, as it goes from one worker to another.
#[derive(Debug, Serialize, Deserialize)]
pub struct FoundHint {
    /// What each stage tells and shows.
    pub stages: Vec<StageOfHint>,
    /// What it says to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// A stage of a hint.
#[derive(Debug, Serialize, Deserialize)]
pub struct StageOfHint {
    /// What is told so far.
    pub view: HintView,
    /// What it changes in the picture of the position.
    pub changes: SceneChanges,
}

/// A game with the hint that is being told.
pub(super) struct Play {
    pub session: Session,
    /// The hint, and how many of its stages are told.
    hint: Option<(FoundHint, usize)>,
    lines: Lines,
}

impl Play {
    pub fn new(session: Session) -> Play {
        Play { session, hint: None, lines: Lines::default() }
    }

    /// The stage that is told now.
    fn stage(&self) -> Option<&StageOfHint> {
        let (hint, told) = self.hint.as_ref()?;
        hint.stages.get(told.checked_sub(1)?)
    }

    /// The board, with what the hint shows.
    pub fn scene(&self) -> Scene {
        let mut scene = self.session.scene();
        if let Some(stage) = self.stage().filter(|stage| stage.changes.fits(&scene)) {
            scene.apply(stage.changes.clone());
        }
        scene
    }

    fn tell_next(&mut self) -> Option<String> {
        let (hint, told) = self.hint.as_mut()?;
        if *told < hint.stages.len() {
            *told += 1;
            self.session.tally.hints += 1;
        }
        self.stage().map(|stage| stage.view.text.join("\n"))
    }
}

/// What there is to tell beside the state.
#[derive(Default)]
pub(super) struct Told {
    pub message: Option<String>,
    pub text: Option<String>,
    pub cells: Option<BTreeMap<&'static str, Vec<u32>>>,
}

/// The state of a game.
#[derive(Debug, Serialize)]
pub struct PlayState {
    /// The genre.
    pub genre: String,
    /// The title of the puzzle.
    pub title: String,
    /// What there is to do, in a sentence.
    pub summary: &'static str,
    /// How it is played with the hand.
    pub style: Style,
    /// The largest digit.
    pub most_digit: u32,
    /// Whether everything is there and nothing is wrong.
    pub solved: bool,
    /// The broken rules that the settings show.
    pub broken: Vec<BrokenRule>,
    /// How many actions can be undone.
    pub done: usize,
    /// How many can be done again.
    pub undone: usize,
    /// Lines of play that were left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
    /// How many branches are open.
    pub branches: usize,
    /// How it has been played.
    pub tally: TallyView,
    /// What is left to do, in words.
    pub left: String,
    /// How many of each digit are left, from 1 on.
    pub digits_left: Vec<Option<usize>>,
    /// The hint as far as it was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<HintView>,
    /// Whether the hint has more to tell.
    pub has_more_hints: bool,
    /// How it is shown.
    pub settings: Settings,
}

impl PlayState {
    pub(super) fn of(play: &Play) -> PlayState {
        let session = &play.session;
        let puzzle = session.puzzle();
        let board = &session.position().board;
        PlayState {
            genre: puzzle.genre().id.to_string(),
            title: puzzle.title(),
            summary: puzzle.genre().summary,
            style: session.style(),
            most_digit: session.most_digit(),
            solved: session.status().is_solved(),
            broken: BrokenRule::all(puzzle, board, &session.shown_broken()),
            done: session.actions().len(),
            undone: session.undone().len(),
            lines: play.lines.view(session),
            branches: session.branches(),
            tally: session.tally.into(),
            left: session.left(),
            digits_left: session.digits_left(),
            hint: play.stage().map(|stage| stage.view.clone()),
            has_more_hints: play.hint.as_ref().is_some_and(|(hint, told)| *told < hint.stages.len()),
            settings: session.settings,
        }
    }
}

impl PlayRequest {
    /// Whether a hint for the position stays valid.
    fn keeps_hint(&self) -> bool {
        use PlayRequest::*;
        matches!(
            self,
            EndTyping {}
                | Check {}
                | IsRight {}
                | NextHint {}
                | TakeHint {}
                | Settings { .. }
                | Clock { .. }
                | Record {}
                | Lines {}
                | KeepLines { .. }
                | Write { .. }
                | Around { .. }
                | Label { .. }
                | Closing {}
        )
    }
}

pub(super) fn carry_out(play: &mut Play, request: PlayRequest, limits: &Limits) -> Reply<Told> {
    match request {
        PlayRequest::TakeLine { line } => {
            play.hint = None;
            play.lines.take(line, &mut play.session);
            Ok(Told::default())
        }
        PlayRequest::Lines {} => {
            let text = serde_json::to_string(&play.lines).map_err(Failure::new)?;
            Ok(Told { text: Some(text), ..Told::default() })
        }
        PlayRequest::KeepLines { text } => {
            play.lines = serde_json::from_str(&text).map_err(Failure::new)?;
            Ok(Told::default())
        }
        request => {
            if !request.keeps_hint() {
                play.hint = None;
            }
            let mut lines = std::mem::take(&mut play.lines);
            let left = lines.before(&play.session);
            let told = play_on(play, request, limits);
            lines.after(left, &play.session);
            play.lines = lines;
            told
        }
    }
}

/// What takes away all that a mode has written in a cell.
fn erased(session: &Session, cell: Cell, mode: DigitMode) -> Vec<Change> {
    let position = session.position();
    let atoms = session.choices(cell).iter().copied();
    let jots = session.jots(cell).map(|kind| Jot { cell, kind });
    match mode {
        DigitMode::Enter => atoms.filter(|atom| position.board.is_yes(*atom)).map(Change::Withdraw).collect(),
        DigitMode::Cross => atoms.filter(|atom| position.board.is_no(*atom)).map(Change::Withdraw).collect(),
        DigitMode::Note => atoms.filter(|atom| position.notes.contains(*atom)).map(Change::RubOut).collect(),
        DigitMode::Centre => {
            jots.filter(|jot| matches!(jot.kind, Jotting::Centre(_))).map(Change::Unjot).collect()
        }
        DigitMode::Colour => {
            jots.filter(|jot| matches!(jot.kind, Jotting::Colour(_))).map(Change::Unjot).collect()
        }
    }
}

fn play_on(play: &mut Play, request: PlayRequest, limits: &Limits) -> Reply<Told> {
    let session = &mut play.session;
    let say = |message: String| Ok(Told { message: Some(message), ..Told::default() });
    let written = |text: String| Ok(Told { text: Some(text), ..Told::default() });
    let act = |session: &mut Session, action: Option<_>| match action {
        Some(action) => session.act(action).map_err(Failure::new),
        None => Ok(()),
    };
    match request {
        PlayRequest::Gesture { gesture } => drop(session.gesture(&gesture).map_err(Failure::new)?),
        PlayRequest::Type { cells, digit, mode } => {
            session.type_digit(&cells, digit, mode).map_err(Failure::new)?;
        }
        PlayRequest::Erase { cells, mode } => {
            let kinds = [mode, DigitMode::Enter, DigitMode::Note, DigitMode::Centre, DigitMode::Colour];
            let mut written = kinds.iter().map(|kind| {
                let cells = cells.iter().flat_map(|cell| erased(session, *cell, *kind));
                cells.collect::<Vec<Change>>()
            });
            let changes = written.find(|changes| !changes.is_empty());
            act(session, changes.map(Action::Changes))?;
        }
        PlayRequest::EndTyping {} => session.end_typing(),
        PlayRequest::Perform { text } => session.perform(&text).map_err(Failure::new)?,
        PlayRequest::Undo {} => drop(session.undo()),
        PlayRequest::Redo {} => drop(session.redo()),
        PlayRequest::GoTo { done } => {
            session.go_back_to(done);
            while session.actions().len() < done && session.redo().is_some() {}
        }
        PlayRequest::Restart {} => {
            session.go_back_to(0);
            // What was there before the first action goes as well.
            if !session.position().is_blank() {
                session.restart();
            }
        }
        PlayRequest::FillNotes {} => {
            let notes = session.fill_notes();
            act(session, notes)?;
        }
        PlayRequest::TidyNotes {} => {
            let notes = session.tidy_notes();
            act(session, notes)?;
        }
        PlayRequest::Check {} => {
            let by_rules = session.check_now();
            let helper = session.helper();
            return say(by_rules.unwrap_or_else(|| Session::told_right(helper.is_right_so_far(limits))));
        }
        PlayRequest::IsRight {} => {
            session.tally.checks += 1;
            return say(Session::told_right(session.helper().is_right_so_far(limits)));
        }
        PlayRequest::Tell { hint } => {
            play.hint = Some((hint, 0));
            return Ok(Told { message: play.tell_next(), ..Told::default() });
        }
        PlayRequest::NextHint {} => return Ok(Told { message: play.tell_next(), ..Told::default() }),
        PlayRequest::TakeHint {} => {
            if let Some(action) = play.hint.take().and_then(|(hint, _)| hint.action) {
                session.perform(&action).map_err(Failure::new)?;
            }
        }
        PlayRequest::DropHint {} => {}
        PlayRequest::Solve {} => {
            let status = session.helper().solve(limits);
            return say(session.fill_in(status).map_err(Failure::new)?);
        }
        PlayRequest::Settings { settings } => session.settings = settings,
        PlayRequest::Clock { seconds } => session.tally.seconds = seconds,
        PlayRequest::Record {} => return written(session.record().map_err(Failure::new)?),
        PlayRequest::Write { format, bare } => {
            let format: Format = format.parse().map_err(Failure::new)?;
            if bare {
                let puzzle = session.puzzle();
                return written(puzzle.write(format, &puzzle.blank()).map_err(Failure::new)?);
            }
            return written(session.write(format).map_err(Failure::new)?);
        }
        PlayRequest::Around { cell } => {
            let numbers = |cells: Vec<Cell>| cells.into_iter().map(|cell| cell.0).collect();
            let shown = session.highlights(cell);
            let cells = [
                ("houses", numbers(shown.houses)),
                ("same", numbers(shown.same)),
                ("lines", numbers(session.lines_from(cell))),
            ];
            return Ok(Told { cells: Some(cells.into()), ..Told::default() });
        }
        PlayRequest::Label { cell } => return say(session.label(cell)),
        PlayRequest::Closing {} => return say(session.closing_words(true)),
        PlayRequest::TakeLine { .. } | PlayRequest::Lines {} | PlayRequest::KeepLines { .. } => {}
    }
    Ok(Told::default())
}
