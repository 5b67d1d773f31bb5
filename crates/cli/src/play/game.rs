//! A session being played: moves, help and a clock, the same for the line mode and the full screen.

use super::save_file::SaveFile;
use super::task::{Poll, Task};
use super::where_to_write;
use crate::shell::atomic_file::write_file;
use crate::shell::failure::Failure;
use gridwright::explain::Hint;
use gridwright::grid::Cell;
use gridwright::session::{Action, ActionError, DigitMode, Gesture, Helper, Session, Status};
use gridwright::{Limits, Stopped, solve};
use std::time::{Duration, Instant};

/// The time limit for help.
const PATIENCE: Duration = Duration::from_secs(30);

/// Anything that takes longer feels like waiting.
const NOTICED: Duration = Duration::from_millis(100);

/// Questions that may take long to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// One more stage of a hint.
    Hint,
    /// Whether the entries are right so far, without revealing anything else.
    Check,
    /// The solution, to be filled in.
    Solve,
}

/// The answer of a background task.
enum Found {
    Hint(Hint),
    IsRight(Result<bool, Stopped>),
    Solution(solve::Status),
}

/// A session being played.
pub struct Game {
    pub session: Session,
    /// Its status after the last change.
    status: Status,
    /// The question being answered, in the background so that the screen stays responsive.
    asked: Option<(Question, Task<Found>)>,
    saved: Option<SaveFile>,
    /// What went wrong when it was saved last.
    pub trouble: Option<String>,
    /// When the clock was looked at last; `None` while it is paused.
    clock: Option<Instant>,
    /// Whether anything was done.
    is_touched: bool,
    /// Whether the player is asked before anything is lost or given away.
    pub asks: bool,
}

impl Game {
    /// Starts playing; every change is saved if there is a place for it.
    pub fn new(session: Session, saved: Option<SaveFile>) -> Game {
        Game {
            status: session.status(),
            session,
            asked: None,
            saved,
            trouble: None,
            clock: Some(Instant::now()),
            is_touched: false,
            asks: true,
        }
    }

    /// Skips the time up to now without counting it.
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
        self.asked = None;
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
        if self.status.is_solved() {
            // There is nothing to go on with.
            saved.remove();
            self.trouble = None;
        } else {
            self.trouble = saved.write(&self.session).err();
        }
    }

    /// Whether the game is saved somewhere.
    pub fn is_kept(&self) -> bool {
        self.saved.is_some()
    }

    pub fn is_saved_in(&self, saved: &SaveFile) -> bool {
        self.saved.as_ref().is_some_and(|own| own.is_same(saved))
    }

    /// Leaves the game. What went wrong when it was saved, if anything did.
    pub fn leave(mut self) -> Option<String> {
        self.tick();
        if self.is_touched {
            self.save();
        }
        self.trouble
    }

    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Does something, if there is anything to do.
    pub fn act(&mut self, action: Option<Action>) -> Result<bool, ActionError> {
        let Some(action) = action else { return Ok(false) };
        self.session.act(action)?;
        self.changed();
        Ok(true)
    }

    pub fn perform(&mut self, text: &str) -> Result<(), ActionError> {
        self.session.perform(text)?;
        self.changed();
        Ok(())
    }

    /// A digit key.
    pub fn type_digit(&mut self, cell: Cell, digit: u32, mode: DigitMode) -> Result<(), ActionError> {
        let is_done = self.session.type_digit(&[cell], digit, mode)?;
        self.changed_if(is_done);
        Ok(())
    }

    /// Does what a gesture means.
    pub fn mean(&mut self, gesture: &Gesture) -> Result<bool, ActionError> {
        let action = self.session.meaning(gesture)?;
        self.act(action)
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
        !self.session.is_untouched()
    }

    pub fn restart(&mut self) {
        self.session.restart();
        self.clock = Some(Instant::now());
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
        let (helper, begun) = (self.session.helper(), Instant::now());
        let task = Task::start(move |cancel| {
            let cancel = cancel.or_when(move || begun.elapsed() > PATIENCE);
            find_out(&helper, question, &Limits::default().cancel(cancel))
        });
        self.asked = Some((question, task));
        self.answer(NOTICED).map(|(_, answer)| answer)
    }

    /// The answer, if it is known without a background task.
    fn known(&mut self, question: Question) -> Option<String> {
        match question {
            Question::Hint => self.session.next_hint(),
            Question::Solve => None,
            Question::Check => self.session.check_now(),
        }
    }

    /// The question being answered.
    pub fn asked(&self) -> Option<Question> {
        self.asked.as_ref().map(|(question, _)| *question)
    }

    /// Abandons the question being answered.
    pub fn give_up(&mut self) {
        self.asked = None;
    }

    /// Waits for the answer for at most this long.
    pub fn answer(&mut self, wait: Duration) -> Option<(Question, String)> {
        let (question, task) = self.asked.take()?;
        let answer = match task.wait_for(wait) {
            Poll::Pending => {
                self.asked = Some((question, task));
                return None;
            }
            Poll::Done(Found::Hint(hint)) => self.session.take_hint(hint),
            Poll::Done(Found::IsRight(answer)) => Session::told_right(answer),
            Poll::Done(Found::Solution(status)) => {
                let answer = self.session.fill_in(status);
                self.changed();
                answer.unwrap_or_else(|refusal| refusal.to_string())
            }
            Poll::Failed => "The answer could not be found.".to_string(),
        };
        Some((question, answer))
    }

    /// Writes the session to the file that the words after 'w' name, in the format it was opened in where that can hold
    /// it. What to say about it.
    pub fn write(&self, words: &str) -> Result<String, Failure> {
        let (path, existing) = where_to_write(words)?;
        let (text, why) = self.session.write_again()?;
        write_file(&path, &text, existing)?;
        let why = why.map_or(String::new(), |why| format!(", as native text: {why}"));
        Ok(format!("written to '{}'{why}", path.display()))
    }
}

fn find_out(helper: &Helper, question: Question, limits: &Limits) -> Found {
    match question {
        Question::Hint => Found::Hint(helper.hint(limits)),
        Question::Check => Found::IsRight(helper.is_right_so_far(limits)),
        Question::Solve => Found::Solution(helper.solve(limits)),
    }
}
