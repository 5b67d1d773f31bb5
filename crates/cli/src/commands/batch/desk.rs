//! Where the threads of a batch meet. Waking a thread takes longer than solving a small puzzle, so lines and answers
//! change hands many at a time while there is plenty of work, and one at a time while there is little.

use super::{Answered, Line};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// At most so many lines are taken at once.
const MOST_LINES: usize = 32;
/// Answers are picked up this often, even if nobody says that there are any.
const PICKED_UP_EVERY: Duration = Duration::from_millis(100);

pub(super) struct Desk {
    workers: usize,
    state: Mutex<State>,
    buffers_came: Condvar,
    lines_came: Condvar,
    answers_came: Condvar,
}

#[derive(Default)]
struct State {
    free_buffers: Vec<Vec<u8>>,
    lines: VecDeque<Line>,
    /// How many lines were handed in and are not answered yet.
    unanswered: usize,
    answers: Vec<Answered>,
    /// How many workers wait for lines.
    idle: usize,
    /// No line will come any more.
    is_closed: bool,
}

impl Desk {
    pub fn new(workers: usize) -> Desk {
        let window = 2 * MOST_LINES * (workers + 1);
        let state = State { free_buffers: vec![Vec::new(); window], ..State::default() };
        Desk {
            workers,
            state: Mutex::new(state),
            buffers_came: Condvar::new(),
            lines_came: Condvar::new(),
            answers_came: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// For the reader: buffers, as soon as there are any, for the lines that it has read.
    pub fn exchange(&self, read: &mut Vec<Line>) -> Vec<Vec<u8>> {
        let mut state = self.lock();
        self.take_in(&mut state, read);
        let none_free = |state: &mut State| state.free_buffers.is_empty();
        let waited = self.buffers_came.wait_while(state, none_free);
        std::mem::take(&mut waited.unwrap_or_else(|e| e.into_inner()).free_buffers)
    }

    /// For the reader: lines to be answered.
    pub fn hand_in(&self, read: &mut Vec<Line>) {
        if !read.is_empty() {
            self.take_in(&mut self.lock(), read);
        }
    }

    fn take_in(&self, state: &mut State, read: &mut Vec<Line>) {
        state.unanswered += read.len();
        state.lines.extend(read.drain(..));
        if state.idle > 0 {
            self.lines_came.notify_all();
        }
    }

    /// For the reader: there are no more lines.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.lines_came.notify_all();
        self.answers_came.notify_all();
    }

    /// For a worker: fills `taken` with lines as soon as there are any; false when none will come.
    pub fn take_lines(&self, taken: &mut Vec<Line>) -> bool {
        let mut state = self.lock();
        state.idle += 1;
        let none_there = |state: &mut State| state.lines.is_empty() && !state.is_closed;
        state = self.lines_came.wait_while(state, none_there).unwrap_or_else(|e| e.into_inner());
        state.idle -= 1;
        // The fewer there are, the fewer are held back behind one that takes long.
        let number = (state.lines.len() / (4 * self.workers)).clamp(1, MOST_LINES).min(state.lines.len());
        taken.extend(state.lines.drain(..number));
        number > 0
    }

    /// For a worker: a line is answered.
    pub fn answer(&self, answer: Answered) {
        let mut state = self.lock();
        state.answers.push(answer);
        state.unanswered -= 1;
        if state.answers.len() == MOST_LINES || state.lines.is_empty() {
            self.answers_came.notify_all();
        }
    }

    /// For the writer: answers in any order, perhaps none yet; `None` when all have been taken.
    pub fn answers(&self) -> Option<Vec<Answered>> {
        let may_wait = |state: &mut State| {
            let is_over = state.is_closed && state.unanswered == 0;
            state.answers.len() < MOST_LINES
                && !is_over
                && (state.answers.is_empty() || !state.lines.is_empty())
        };
        let waited = self.answers_came.wait_timeout_while(self.lock(), PICKED_UP_EVERY, may_wait);
        let mut state = waited.unwrap_or_else(|e| e.into_inner()).0;
        let is_over = state.is_closed && state.unanswered == 0 && state.answers.is_empty();
        (!is_over).then(|| std::mem::take(&mut state.answers))
    }

    /// For the writer: buffers of lines whose answers are written.
    pub fn give_back(&self, mut buffers: Vec<Vec<u8>>) {
        if !buffers.is_empty() {
            self.lock().free_buffers.append(&mut buffers);
            self.buffers_came.notify_one();
        }
    }
}
