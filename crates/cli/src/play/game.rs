//! A session at somebody's hands: moves, help and a clock, the same for the line mode and the terminal.

use super::saved::Saved;
use crate::failure::Failure;
use crate::pending::Pending;
use gridwright::explain::Advice;
use gridwright::formats::Format;
use gridwright::genres::Refusal;
use gridwright::model::Role;
use gridwright::scene::Scene;
use gridwright::session::{Action, Errors, Session, Status, Tally};
use gridwright::solve::{self, Engine};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Nobody waits longer than this for help.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whatever takes longer is felt as waiting.
const NOTICED: Duration = Duration::from_millis(300);

/// A session being played.
pub struct Game {
    pub session: Session,
    engine: Engine,
    /// Help for the position as it is, and how much of it was told.
    advice: Option<(Advice, usize)>,
    saved: Option<Saved>,
    /// What went wrong when it was saved last.
    pub trouble: Option<String>,
    /// When the clock was looked at last; `None` while it stands still.
    clock: Option<Instant>,
    /// Whether the program has filled in the solution.
    pub was_told: bool,
    /// Whether anything was done.
    is_touched: bool,
    /// Asked while help is being looked for, whether nobody waits for it any more.
    pub is_unwanted: fn() -> bool,
}

impl Game {
    /// Starts playing; every change is saved if there is a place for it.
    pub fn new(session: Session, saved: Option<Saved>) -> Game {
        Game {
            session,
            engine: Engine::default(),
            advice: None,
            saved,
            trouble: None,
            clock: Some(Instant::now()),
            was_told: false,
            is_touched: false,
            is_unwanted: crate::work::interrupted,
        }
    }

    /// Lets the time up to now go by uncounted.
    pub fn rest(&mut self) {
        self.clock = self.clock.map(|_| Instant::now());
    }

    /// Counts the time up to now.
    pub fn tick(&mut self) {
        let now = Instant::now();
        if let Some(clock) = &mut self.clock {
            let seconds = now.duration_since(*clock).as_secs();
            self.session.tally.seconds += seconds;
            *clock += Duration::from_secs(seconds);
        }
    }

    /// After every change: help is out of date, and nothing must be lost.
    fn changed(&mut self) {
        self.tick();
        self.advice = None;
        self.is_touched = true;
        if self.status().is_solved() {
            self.clock = None;
        } else {
            self.clock.get_or_insert_with(Instant::now);
        }
        self.save();
    }

    fn save(&mut self) {
        let Some(saved) = &mut self.saved else { return };
        self.trouble = saved.write(&self.session).err();
    }

    /// Leaves the game: what is solved need not be continued. What went wrong when it was saved, if anything did.
    pub fn leave(mut self) -> Option<String> {
        self.tick();
        match &self.saved {
            Some(saved) if self.status().is_solved() => saved.remove(),
            Some(_) if self.is_touched => self.save(),
            _ => {}
        }
        self.trouble
    }

    pub fn status(&self) -> Status {
        self.session.status()
    }

    /// Does something, if there is anything to do.
    pub fn act(&mut self, action: Option<Action>) -> Result<bool, Refusal> {
        let Some(action) = action else { return Ok(false) };
        self.session.act(action)?;
        self.changed();
        Ok(true)
    }

    pub fn perform(&mut self, text: &str) -> Result<(), Refusal> {
        self.session.perform(text)?;
        self.changed();
        Ok(())
    }

    pub fn undo(&mut self) -> bool {
        let is_done = self.session.undo().is_some();
        self.changed();
        is_done
    }

    pub fn redo(&mut self) -> bool {
        let is_done = self.session.redo().is_some();
        self.changed();
        is_done
    }

    pub fn restart(&mut self) {
        self.session.restart();
        self.was_told = false;
        self.changed();
        self.session.tally = Tally::default();
    }

    /// Fills in the solution.
    pub fn solve(&mut self) -> String {
        self.hurry();
        self.engine.load(self.session.model());
        let (solution, which) = match self.engine.status() {
            solve::Status::Unique(solution) => (solution, "This is the only solution."),
            solve::Status::Multiple(solution, _) => (solution, "This is one of several solutions."),
            solve::Status::None => return "There is no solution.".to_string(),
            solve::Status::Unknown(Some(solution)) => (solution, "This is a solution."),
            solve::Status::Unknown(None) => return "No solution was found in time.".to_string(),
        };
        let action = self.session.enter_solution(&solution);
        // Whatever is entered now was not found by the player.
        self.was_told = action.is_some() || self.was_told;
        match self.act(action) {
            Ok(_) => which.to_string(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// Whether the entries are right so far, without a word about the rest.
    pub fn check(&mut self) -> String {
        self.session.tally.checks += 1;
        if self.session.settings.errors == Errors::OnRequest {
            self.session.show_errors();
        }
        let status = self.status();
        if let Some(sentence) = self.first_broken(&status) {
            return format!("Not right: {sentence}.");
        }
        if status.is_solved() {
            return "Solved.".to_string();
        }
        self.hurry();
        match self.session.is_right_so_far(&mut self.engine) {
            Some(true) => "Right so far.".to_string(),
            Some(false) => "Something is wrong, though no rule is broken yet.".to_string(),
            None => "It was not found out in time.".to_string(),
        }
    }

    /// Tells one more stage of a hint; all that was told so far.
    pub fn hint(&mut self) -> Vec<String> {
        if self.advice.is_none() {
            self.hurry();
            let stop = self.patience();
            let (puzzle, model) = (self.session.puzzle(), self.session.model());
            let board = &self.session.position().board;
            self.advice = Some((Advice::seek(puzzle, model, board, &mut self.engine, stop), 0));
        }
        let (puzzle, model) = (self.session.puzzle(), self.session.model());
        let Some((advice, told)) = &mut self.advice else { return Vec::new() };
        let mut stages = advice.stages(puzzle, model);
        if *told < stages.len() {
            *told += 1;
            self.session.tally.hints += 1;
        }
        stages.truncate(*told);
        stages
    }

    /// Whether a hint has more to tell.
    pub fn has_more_hints(&self) -> bool {
        matches!(&self.advice, Some((Advice::Step(_), told)) if *told < Advice::STAGES)
    }

    /// The board as it is to be shown.
    pub fn scene(&self) -> Scene {
        let mut scene = self.session.scene();
        if let Some((advice, told)) = &self.advice {
            advice.point_out(self.session.puzzle(), self.session.model(), *told, &mut scene);
        }
        scene
    }

    /// The first broken rule, as a sentence, and in what way.
    pub fn first_broken(&self, status: &Status) -> Option<String> {
        let broken = status.broken.first()?;
        let sentence = self.session.puzzle().sentence(self.session.model().get(broken.rule));
        Some(format!("{sentence}: {}", crate::check::breach_word(broken.breach)))
    }

    /// How many clues and how many cells ask for something that is not there yet.
    pub fn left(&self, status: &Status) -> (usize, usize) {
        let (puzzle, model) = (self.session.puzzle(), self.session.model());
        let missing = status.missing.iter().map(|rule| model.get(*rule));
        let (clues, laws): (Vec<_>, Vec<_>) = missing.partition(|rule| model.kind(rule).role == Role::Clue);
        let cells: BTreeSet<_> = laws.into_iter().filter_map(|law| puzzle.rule_place(law)).collect();
        (clues.len(), cells.len())
    }

    /// Writes the session to a file: with its history in our own format, in another format as it is there.
    pub fn write(&self, path: &Path, format: Format) -> Result<(), Failure> {
        let text = self.session.write(format)?;
        let mut file = Pending::create(path)?;
        file.write(&text)?;
        file.publish()
    }

    fn patience(&self) -> impl FnMut() -> bool + Send + 'static {
        let begun = Instant::now();
        let is_unwanted = self.is_unwanted;
        // Keys that were typed ahead are not meant for what takes no time.
        move || begun.elapsed() > PATIENCE || begun.elapsed() > NOTICED && is_unwanted()
    }

    fn hurry(&mut self) {
        let stop = self.patience();
        self.engine.on_stop(stop);
    }
}

/// A time as a clock shows it.
pub fn clock(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
