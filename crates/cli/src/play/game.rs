//! A session at somebody's hands: moves, help and a clock, the same for the line mode and the terminal.

use super::errand::{Errand, News};
use super::saved::Saved;
use crate::shell::atomic_file::write_file;
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use gridwright::Limits;
use gridwright::explain::Hint;
use gridwright::formats::Format;
use gridwright::grid::Cell;
use gridwright::model::{Atom, Role, Value};
use gridwright::printed::Refusal;
use gridwright::scene::Scene;
use gridwright::session::{Action, Session, Status, Tally};
use gridwright::solve;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Nobody waits longer than this for help.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whatever takes longer is felt as waiting.
const NOTICED: Duration = Duration::from_millis(100);

/// What may take long to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// One more stage of a hint.
    Hint,
    /// Whether the entries are right so far, without a word about the rest.
    Check,
    /// The solution, to be filled in.
    Solve,
}

/// What was found out elsewhere.
enum Found {
    Hint(Hint),
    IsRight(Option<bool>),
    Solution(solve::Status),
}

/// A session being played.
pub struct Game {
    pub session: Session,
    /// How it stands.
    status: Status,
    /// What is being found out, elsewhere so that the screen stays alive.
    asked: Option<(Question, Errand<Found>)>,
    /// Help for the position as it is, and how much of it was told.
    advice: Option<(Hint, usize)>,
    saved: Option<Saved>,
    /// What went wrong when it was saved last.
    pub trouble: Option<String>,
    /// When the clock was looked at last; `None` while it stands still.
    clock: Option<Instant>,
    /// Whether the program has filled in the solution.
    pub was_told: bool,
    /// Whether anything was done.
    is_touched: bool,
}

impl Game {
    /// Starts playing; every change is saved if there is a place for it.
    pub fn new(session: Session, saved: Option<Saved>) -> Game {
        Game {
            status: session.status(),
            session,
            asked: None,
            advice: None,
            saved,
            trouble: None,
            clock: Some(Instant::now()),
            was_told: false,
            is_touched: false,
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
        (self.advice, self.asked) = (None, None);
        self.is_touched = true;
        self.status = self.session.status();
        if self.status.is_solved() {
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

    pub fn is_saved_in(&self, saved: &Saved) -> bool {
        self.saved.as_ref().is_some_and(|own| own.is_same(saved))
    }

    /// Leaves the game: what is solved need not be continued. What went wrong when it was saved, if anything did.
    pub fn leave(mut self) -> Option<String> {
        self.tick();
        match &self.saved {
            Some(saved) if self.status.is_solved() => saved.remove(),
            Some(_) if self.is_touched => self.save(),
            _ => {}
        }
        self.trouble
    }

    pub fn status(&self) -> &Status {
        &self.status
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
        self.changed_if(is_done)
    }

    pub fn redo(&mut self) -> bool {
        let is_done = self.session.redo().is_some();
        self.changed_if(is_done)
    }

    fn changed_if(&mut self, is_changed: bool) -> bool {
        if is_changed {
            self.changed();
        }
        is_changed
    }

    /// Whether starting over would lose anything.
    pub fn is_begun(&self) -> bool {
        !super::is_untouched(&self.session)
    }

    pub fn restart(&mut self) {
        self.session.restart();
        self.session.tally = Tally::default();
        self.clock = Some(Instant::now());
        self.was_told = false;
        self.changed();
    }

    /// Asks something: the answer if it is known at once or soon, else [`answer`](Game::answer) tells it later.
    pub fn ask(&mut self, question: Question) -> Option<String> {
        if self.asked() == Some(question) {
            return None;
        }
        if let Some(known) = self.known(question) {
            return Some(known);
        }
        let (session, begun) = (self.session.clone(), Instant::now());
        let errand = Errand::start(move |unwanted| {
            let cancel = unwanted.or_when(move || begun.elapsed() > PATIENCE);
            find_out(&session, question, &Limits::default().cancel(cancel))
        });
        self.asked = Some((question, errand));
        self.answer(NOTICED).map(|(_, answer)| answer)
    }

    /// What need not be found out first.
    fn known(&mut self, question: Question) -> Option<String> {
        match question {
            Question::Hint => self.next_stage(),
            Question::Solve => None,
            Question::Check => {
                self.session.tally.checks += 1;
                self.session.show_errors();
                match self.first_broken() {
                    Some(sentence) => Some(format!("Not right: {sentence}.")),
                    None => self.status.is_solved().then(|| "Solved.".to_string()),
                }
            }
        }
    }

    /// What is being found out.
    pub fn asked(&self) -> Option<Question> {
        self.asked.as_ref().map(|(question, _)| *question)
    }

    /// Nobody wants to know any more.
    pub fn give_up(&mut self) {
        self.asked = None;
    }

    /// Waits at most so long for the answer.
    pub fn answer(&mut self, wait: Duration) -> Option<(Question, String)> {
        let (question, errand) = self.asked.take()?;
        let answer = match errand.wait_for(wait) {
            News::Pending => {
                self.asked = Some((question, errand));
                return None;
            }
            News::Done(Found::Hint(advice)) => {
                self.advice = Some((advice, 0));
                self.next_stage().unwrap_or_default()
            }
            News::Done(Found::IsRight(answer)) => match answer {
                Some(true) => "Right so far.",
                Some(false) => "Something is wrong, though no rule is broken yet.",
                None => "It was not found out in time.",
            }
            .to_string(),
            News::Done(Found::Solution(status)) => self.fill_in(status),
            News::Failed => "It could not be found out.".to_string(),
        };
        Some((question, answer))
    }

    fn next_stage(&mut self) -> Option<String> {
        let (advice, told) = self.advice.as_mut()?;
        let mut stages = advice.stages(self.session.puzzle());
        if *told < stages.len() {
            *told += 1;
            self.session.tally.hints += 1;
        }
        stages.truncate(*told);
        Some(stages.join("\n"))
    }

    fn fill_in(&mut self, status: solve::Status) -> String {
        let (solution, which) = match status {
            solve::Status::Unique(solution) => (solution, "This is the only solution."),
            solve::Status::Multiple(solution, _) => (solution, "This is one of several solutions."),
            solve::Status::None => return "There is no solution.".to_string(),
            solve::Status::Unknown { found: Some(solution), .. } => (solution, "This is a solution."),
            solve::Status::Unknown { found: None, .. } => {
                return "No solution was found in time.".to_string();
            }
        };
        let action = self.session.enter_solution(&solution);
        // Whatever is entered now was not found by the player.
        self.was_told = action.is_some() || self.was_told;
        match self.act(action) {
            Ok(_) => which.to_string(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// Whether a hint has more to tell.
    pub fn has_more_hints(&self) -> bool {
        matches!(&self.advice, Some((Hint::Step(_), told)) if *told < Hint::STAGES)
    }

    /// The board as it is to be shown.
    pub fn scene(&self) -> Scene {
        let mut scene = self.session.scene();
        if let Some((advice, told)) = &self.advice {
            advice.point_out(self.session.puzzle(), *told, &mut scene);
        }
        scene
    }

    /// How the first broken rule is broken.
    pub fn first_broken(&self) -> Option<String> {
        let broken = self.status.broken.first()?;
        Some(self.session.puzzle().tell_broken(&self.session.position().board, broken))
    }

    /// What is pencilled in a cell and what is crossed out there, where a cell takes more than one thing.
    pub fn jotted(&self, cell: Cell) -> Option<String> {
        let (puzzle, position) = (self.session.puzzle(), self.session.position());
        let choices = Some(self.session.choices(cell)).filter(|choices| choices.len() > 1)?;
        let named = |word: &str, is_so: &dyn Fn(Atom) -> bool| {
            let names = choices.iter().filter(|atom| is_so(**atom)).map(|atom| puzzle.atom_what(*atom));
            let names: Vec<String> = names.collect();
            (!names.is_empty()).then(|| format!("{word} {}", names.join(" ")))
        };
        let noted = named("Notes", &|atom| position.notes.contains(atom));
        let crossed = named("Not", &|atom| position.board.get(atom) == Value::No);
        let lines: Vec<String> = noted.into_iter().chain(crossed).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    /// How many clues and cells ask for something that is not there yet, or how many rules where none has a place.
    pub fn left(&self) -> String {
        let (puzzle, model) = (self.session.puzzle(), self.session.model());
        let missing = self.status.missing.iter().map(|rule| model.get(*rule));
        let (clues, laws): (Vec<_>, Vec<_>) = missing.partition(|rule| model.kind(rule).role == Role::Clue);
        let cells: BTreeSet<_> = laws.into_iter().filter_map(|law| puzzle.rule_place(law)).collect();
        let placed =
            [(clues.len(), "clue"), (cells.len(), "cell")].into_iter().filter(|(number, _)| *number > 0);
        let placed: Vec<String> = placed.map(|(number, what)| counted(number, what)).collect();
        if placed.is_empty() { counted(self.status.missing.len(), "rule") } else { placed.join(", ") }
    }

    /// Writes the session to a file: with its history in our own format, in another format as it is there.
    pub fn write(&self, path: &Path, format: Format) -> Result<(), Failure> {
        let text = self.session.write(format)?;
        write_file(path, &text)
    }
}

fn find_out(session: &Session, question: Question, limits: &Limits) -> Found {
    let query = session.puzzle().query().limits(limits);
    match question {
        Question::Hint => Found::Hint(query.from(session.position()).hint()),
        Question::Check => Found::IsRight(match query.from(session.position()).solve() {
            solve::Answer::Solution(_) => Some(true),
            solve::Answer::None => Some(false),
            solve::Answer::Unknown(_) => None,
        }),
        Question::Solve => Found::Solution(query.status()),
    }
}

/// A time as a clock shows it.
pub fn clock(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
