//! Help for a player: hints in stages, checks, mistakes and the way back, the solution, and what is left to do.
//!
//! What may take long is found by a [`Helper`], a copy of the session that can go to another thread; the session then takes
//! the answer.

use super::{ActionError, Session};
use crate::explain::{Hint, conflict};
use crate::grid::Cell;
use crate::model::{Atom, Position, Role, Value};
use crate::solve::{Answer, Status};
use gridwright_base::{Limits, Stopped, counted};
use std::collections::BTreeSet;

/// Computes answers that may take long, independently of the session.
///
/// ```
/// use gridwright::{Limits, Session};
/// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
/// let helper = session.helper();
/// let hint = std::thread::spawn(move || helper.hint(&Limits::default())).join().unwrap();
/// assert_eq!(session.take_hint(hint), "What kind: wall needs all.");
/// assert!(session.next_hint().unwrap().contains("Where: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Helper(Session);

/// What is wrong with a position, and how far back it was right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// Whether some solution agrees with what is entered and crossed out.
    pub is_right: bool,
    /// Entries and marks that no solution has together; where the puzzle has one solution, all that differ from it.
    pub wrong: Vec<Atom>,
    /// The position was last right after this many actions; `None` if it never was.
    pub right_after: Option<usize>,
}

impl Helper {
    /// The next step from the position, or what is wrong with it.
    pub fn hint(&self, limits: &Limits) -> Hint {
        Hint::find(&self.0.puzzle, &self.0.position().board, limits)
    }

    /// Whether some solution agrees with what is entered and crossed out.
    pub fn is_right_so_far(&self, limits: &Limits) -> Result<bool, Stopped> {
        self.is_right(self.0.position(), limits)
    }

    fn is_right(&self, position: &Position, limits: &Limits) -> Result<bool, Stopped> {
        let mut engine = self.0.puzzle.query().limits(limits).engine();
        engine.assume(position.board.facts());
        match engine.solve() {
            Answer::Solution(_) => Ok(true),
            Answer::None => Ok(false),
            Answer::Unknown(why) => Err(why),
        }
    }

    /// What is wrong with the position, and after how many actions it was right the last time.
    pub fn mistakes(&self, limits: &Limits) -> Result<Mistakes, Stopped> {
        if self.is_right_so_far(limits)? {
            let right_after = Some(self.0.actions().len());
            return Ok(Mistakes { is_right: true, wrong: Vec::new(), right_after });
        }
        let wrong = match self.0.puzzle.status_with(limits) {
            Status::Unique(solution) => {
                let facts = self.0.position().board.facts();
                facts.filter(|fact| solution.is_yes(fact.atom) != fact.holds).map(|fact| fact.atom).collect()
            }
            _ => {
                let found = conflict(&self.0.puzzle, &self.0.position().board, limits)?;
                found.into_iter().map(|fact| fact.atom).collect()
            }
        };
        let mut right_after = None;
        for done in (0..self.0.actions().len()).rev() {
            if self.is_right(&self.0.position_after(done), limits)? {
                right_after = Some(done);
                break;
            }
        }
        Ok(Mistakes { is_right: false, wrong, right_after })
    }

    /// The solution, or how many there are.
    pub fn solve(&self, limits: &Limits) -> Status {
        self.0.puzzle.status_with(limits)
    }
}

impl Session {
    /// A helper for the position as it is.
    pub fn helper(&self) -> Helper {
        Helper(self.clone())
    }

    /// After how many of its actions a game that went wrong was last right, where it has a history and that can be found.
    pub fn last_right(&self, limits: &Limits) -> Option<usize> {
        let has_history = !self.actions().is_empty();
        has_history.then(|| self.helper().mistakes(limits).ok()?.right_after).flatten()
    }

    /// Takes a hint that was found for the position as it is, and gives its first stage.
    pub fn take_hint(&mut self, hint: Hint) -> String {
        self.hint = Some((hint, 0));
        self.next_hint().unwrap_or_default()
    }

    /// All stages of the hint that were shown so far and one more, if [there are more](Session::has_more_hints); `None` where
    /// no hint was taken for the position.
    pub fn next_hint(&mut self) -> Option<String> {
        let (hint, told) = self.hint.as_mut()?;
        let mut stages = hint.stages(&self.puzzle);
        if *told < stages.len() {
            *told += 1;
            self.tally.hints += 1;
        }
        stages.truncate(*told);
        Some(stages.join("\n"))
    }

    /// Leaves the hint.
    pub fn drop_hint(&mut self) {
        self.hint = None;
    }

    /// The hint for the position, and how many of its stages were shown.
    pub fn hint(&self) -> Option<(&Hint, usize)> {
        self.hint.as_ref().map(|(hint, told)| (hint, *told))
    }

    /// Whether the hint has more to tell.
    pub fn has_more_hints(&self) -> bool {
        matches!(&self.hint, Some((Hint::Step(_), told)) if *told < Hint::STAGES)
    }

    /// A check by the player: counts it and shows errors. The answer, if the rules alone give it; otherwise ask
    /// the [`Helper`].
    pub fn check_now(&mut self) -> Option<String> {
        self.tally.checks += 1;
        self.show_errors();
        match self.first_broken() {
            Some(clause) => Some(format!("Not right: {clause}.")),
            None => self.status().is_solved().then(|| "Solved.".to_string()),
        }
    }

    /// The message for the [`Helper`]'s answer.
    pub fn told_right(answer: Result<bool, Stopped>) -> String {
        match answer {
            Ok(true) => "Right so far.".to_string(),
            Ok(false) => "Something is wrong, though no rule is broken yet.".to_string(),
            Err(why) => format!("Not known: {why}."),
        }
    }

    /// Undoes actions until this many are left; the others can be redone.
    pub fn go_back_to(&mut self, actions: usize) {
        self.done = self.done.min(actions);
        self.replay();
    }

    /// Fills in the solution that was found, and says what is known about it.
    pub fn fill_in(&mut self, status: Status) -> Result<String, ActionError> {
        let (solution, which) = match status {
            Status::Unique(solution) => (solution, "This is the only solution."),
            Status::Multiple(solution, _) => (solution, "This is one of several solutions."),
            Status::None => return Ok("There is no solution.".to_string()),
            Status::Unknown { found: Some(solution), .. } => (solution, "This is a solution."),
            Status::Unknown { found: None, why } => return Ok(format!("No solution was found: {why}.")),
        };
        if let Some(action) = self.enter_solution(&solution) {
            self.act(action)?;
            // Whatever is entered now was not found by the player.
            self.tally.is_filled_in = true;
        }
        Ok(which.to_string())
    }

    /// How the first broken rule is broken, as a clause.
    pub fn first_broken(&self) -> Option<String> {
        let board = &self.position().board;
        let broken = crate::model::broken(self.model(), board);
        broken.first().map(|first| self.puzzle.tell_broken(board, first))
    }

    /// How many clues and cells ask for something that is not there yet, or how many rules where none has a place.
    pub fn left(&self) -> String {
        let model = self.model();
        let missing = crate::model::missing(model, &self.position().board);
        let rules = missing.iter().map(|rule| model.get(*rule));
        let (clues, laws): (Vec<_>, Vec<_>) = rules.partition(|rule| model.kind(rule).role == Role::Clue);
        let cells: BTreeSet<_> = laws.into_iter().filter_map(|law| self.puzzle.rule_place(law)).collect();
        let placed = [(clues.len(), "clue"), (cells.len(), "cell")];
        let placed: Vec<String> =
            placed.into_iter().filter(|(number, _)| *number > 0).map(|(n, what)| counted(n, what)).collect();
        if placed.is_empty() { counted(missing.len(), "rule") } else { placed.join(", ") }
    }

    /// What is pencilled in a cell and what is crossed out there, where a cell takes more than one thing.
    pub fn jotted(&self, cell: Cell) -> Option<String> {
        let position = self.position();
        let choices = Some(self.choices(cell)).filter(|choices| choices.len() > 1)?;
        let named = |word: &str, is_so: &dyn Fn(Atom) -> bool| {
            let names = choices.iter().filter(|atom| is_so(**atom)).map(|atom| self.puzzle.atom_what(*atom));
            let names: Vec<String> = names.collect();
            (!names.is_empty()).then(|| format!("{word} {}", names.join(" ")))
        };
        let noted = named("Notes", &|atom| position.notes.contains(atom));
        let crossed = named("Not", &|atom| position.board.get(atom) == Value::No);
        let lines: Vec<String> = noted.into_iter().chain(crossed).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    /// The message when it is solved: how long it took, if `with_time`, and with how much help.
    pub fn closing_words(&self, with_time: bool) -> String {
        let help = match (self.tally.is_filled_in, self.tally.hints) {
            (true, _) => ", though not by yourself".to_string(),
            (false, 0) => "!".to_string(),
            (false, hints) => format!(", with {}!", counted(hints as usize, "hint")),
        };
        let time = if with_time { format!(" in {}", clock(self.tally.seconds)) } else { String::new() };
        format!("Solved{time}{help}")
    }

    /// Whether nothing has been done to the puzzle yet.
    pub fn is_untouched(&self) -> bool {
        self.actions.is_empty() && self.position().is_blank()
    }
}

/// A time as a clock shows it.
///
/// ```
/// assert_eq!(gridwright::session::clock(83), "1:23");
/// assert_eq!(gridwright::session::clock(3_683), "1:01:23");
/// ```
pub fn clock(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
