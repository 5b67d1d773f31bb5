//! Work for several threads whose answers come out in order.
//!
//! One thread hands in jobs, workers answer them, and one thread takes the answers in the order of the jobs. Waking a thread
//! takes longer than solving a small puzzle, so jobs are handed in and answers picked up many at a time while there is plenty
//! of work, and one at a time while there is little. No job is taken in without a *token*; tokens go round in a circle, so that a
//! slow job cannot make answers pile up behind it. A token may carry something to use again, such as a buffer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Answers that change hands at once while there is plenty of work.
pub const ANSWERS_AT_ONCE: usize = 32;
/// Answers are picked up at least this often, even without a notification.
const PICKED_UP_EVERY: Duration = Duration::from_millis(100);

pub struct OrderedQueue<Token, Job, Answer> {
    state: Mutex<State<Token, Job, Answer>>,
    tokens_came: Condvar,
    jobs_came: Condvar,
    answers_came: Condvar,
}

struct State<Token, Job, Answer> {
    tokens: Vec<Token>,
    jobs: VecDeque<Job>,
    /// How many jobs were handed in and are not answered yet.
    unanswered: usize,
    answers: Vec<(u64, Answer)>,
    /// How many workers wait for jobs.
    idle: usize,
    /// No more jobs will come.
    is_closed: bool,
}

impl<Token, Job, Answer> OrderedQueue<Token, Job, Answer> {
    pub fn new(tokens: Vec<Token>) -> OrderedQueue<Token, Job, Answer> {
        let state = State {
            tokens,
            jobs: VecDeque::new(),
            unanswered: 0,
            answers: Vec::new(),
            idle: 0,
            is_closed: false,
        };
        OrderedQueue {
            state: Mutex::new(state),
            tokens_came: Condvar::new(),
            jobs_came: Condvar::new(),
            answers_came: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<Token, Job, Answer>> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// For who hands in: tokens, as soon as there are any, for the jobs so far. A closed queue may have none.
    pub fn exchange(&self, jobs: &mut Vec<Job>) -> Vec<Token> {
        let mut state = self.lock();
        self.take_in(&mut state, jobs);
        let none_free = |state: &mut State<_, _, _>| state.tokens.is_empty() && !state.is_closed;
        let waited = self.tokens_came.wait_while(state, none_free);
        std::mem::take(&mut waited.unwrap_or_else(|e| e.into_inner()).tokens)
    }

    /// For the producer: hands in jobs.
    pub fn hand_in(&self, jobs: &mut Vec<Job>) {
        if !jobs.is_empty() {
            self.take_in(&mut self.lock(), jobs);
        }
    }

    fn take_in(&self, state: &mut State<Token, Job, Answer>, jobs: &mut Vec<Job>) {
        if state.is_closed {
            return jobs.clear();
        }
        state.unanswered += jobs.len();
        state.jobs.extend(jobs.drain(..));
        if state.idle > 0 {
            self.jobs_came.notify_all();
        }
    }

    /// Closes the queue: there will be no more jobs.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.tokens_came.notify_all();
        self.jobs_came.notify_all();
        self.answers_came.notify_all();
    }

    /// Closes the queue and drops the jobs that no worker has begun. Whether there were any, or might have been more.
    pub fn abandon(&self) -> bool {
        let mut state = self.lock();
        let is_more = !state.jobs.is_empty() || !state.is_closed;
        state.unanswered -= state.jobs.len();
        state.jobs.clear();
        drop(state);
        self.close();
        is_more
    }

    /// For a worker: hands in the answer to its last job and takes the next as soon as there is one; `None` when none will
    /// come. It is one at a time, so that no other waits behind one that takes long.
    pub fn next(&self, answered: Option<(u64, Answer)>) -> Option<Job> {
        let mut state = self.lock();
        if let Some(answered) = answered {
            self.add_answer(&mut state, answered);
        }
        if state.jobs.is_empty() {
            state.idle += 1;
            let none_there = |state: &mut State<_, _, _>| state.jobs.is_empty() && !state.is_closed;
            state = self.jobs_came.wait_while(state, none_there).unwrap_or_else(|e| e.into_inner());
            state.idle -= 1;
        }
        state.jobs.pop_front()
    }

    /// For a worker: hands in the answer to the job with this place among all jobs, from 0.
    pub fn answer(&self, place: u64, answer: Answer) {
        self.add_answer(&mut self.lock(), (place, answer));
    }

    fn add_answer(&self, state: &mut State<Token, Job, Answer>, answered: (u64, Answer)) {
        state.answers.push(answered);
        state.unanswered -= 1;
        if state.answers.len() == ANSWERS_AT_ONCE || state.jobs.is_empty() {
            self.answers_came.notify_all();
        }
    }

    /// For the consumer: some answers in any order, perhaps none yet, in place of those in `emptied`; `None` when all have
    /// been taken.
    pub fn answers(&self, emptied: Vec<(u64, Answer)>) -> Option<Vec<(u64, Answer)>> {
        debug_assert!(emptied.is_empty());
        let may_wait = |state: &mut State<_, _, _>| {
            let is_over = state.is_closed && state.unanswered == 0;
            state.answers.len() < ANSWERS_AT_ONCE
                && !is_over
                && (state.answers.is_empty() || !state.jobs.is_empty())
        };
        let waited = self.answers_came.wait_timeout_while(self.lock(), PICKED_UP_EVERY, may_wait);
        let mut state = waited.unwrap_or_else(|e| e.into_inner()).0;
        let is_over = state.is_closed && state.unanswered == 0 && state.answers.is_empty();
        (!is_over).then(|| std::mem::replace(&mut state.answers, emptied))
    }

    /// For the consumer: returns the tokens of finished jobs.
    pub fn give_back(&self, tokens: &mut Vec<Token>) {
        if !tokens.is_empty() {
            self.lock().tokens.append(tokens);
            self.tokens_came.notify_one();
        }
    }
}

/// Puts answers back in order.
pub struct InOrder<Answer> {
    waiting: BTreeMap<u64, Answer>,
    next: u64,
}

impl<Answer> InOrder<Answer> {
    pub fn new() -> InOrder<Answer> {
        InOrder { waiting: BTreeMap::new(), next: 0 }
    }

    /// Takes answers in.
    pub fn add(&mut self, answers: Vec<(u64, Answer)>) {
        self.waiting.extend(answers);
    }

    /// The next answer in order, if it is there.
    pub fn next(&mut self) -> Option<(u64, Answer)> {
        let answer = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, answer))
    }

    /// Every answer that is there, in order, with gaps where some are not.
    pub fn rest(self) -> impl Iterator<Item = (u64, Answer)> {
        self.waiting.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_out_in_the_order_of_the_jobs() {
        for workers in [1, 2, 5] {
            let queue: OrderedQueue<(), u64, u64> = OrderedQueue::new(vec![(); 7]);
            let mut found = Vec::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let (mut jobs, mut tokens) = (Vec::new(), Vec::new());
                    for job in 0..1000 {
                        if tokens.is_empty() {
                            tokens = queue.exchange(&mut jobs);
                        }
                        tokens.pop();
                        jobs.push(job);
                    }
                    queue.hand_in(&mut jobs);
                    queue.close();
                });
                for _ in 0..workers {
                    scope.spawn(|| {
                        let mut answered = None;
                        while let Some(job) = queue.next(answered.take()) {
                            answered = Some((job, job * job));
                        }
                    });
                }
                let mut order = InOrder::new();
                while let Some(answers) = queue.answers(Vec::new()) {
                    order.add(answers);
                    let mut tokens = Vec::new();
                    while let Some((_, answer)) = order.next() {
                        found.push(answer);
                        tokens.push(());
                    }
                    queue.give_back(&mut tokens);
                }
            });
            assert_eq!(found, (0..1000).map(|job| job * job).collect::<Vec<u64>>());
        }
    }
}
