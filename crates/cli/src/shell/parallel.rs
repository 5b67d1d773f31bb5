//! One hard puzzle on several cores: the search is divided and its pieces are answered apart.
//!
//! A search goes alone for a while, and most puzzles need no more. What is divided then, and how each piece is
//! answered, does not depend on the number of threads, so neither does the answer.

use gridwright::model::{Board, Fact, Model};
use gridwright::solve::{End, Engine, Status};
use gridwright::{Cancel, Query, Stopped};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Steps that one search may take before it is divided: some tenths of a second.
const ALONE: u64 = 3_000_000;
/// Many more than threads, so that none is idle while another has the hard half.
const PIECES: usize = 64;

/// A question that may be divided.
pub struct Divided {
    model: Arc<Model>,
    /// What is assumed.
    facts: Vec<Fact>,
    cancel: Cancel,
}

/// The solutions found in each piece so far.
type Found = Arc<Mutex<Vec<Vec<Board>>>>;

fn lock(found: &Found) -> MutexGuard<'_, Vec<Vec<Board>>> {
    found.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Divided {
    pub fn new(query: &Query, cancel: Cancel) -> Divided {
        Divided { model: Arc::clone(query.puzzle().model()), facts: query.facts().collect(), cancel }
    }

    /// None, one or more; `engine` knows the same model and facts and has no budget of its own.
    pub fn status(&self, engine: &mut Engine, workers: usize, say: &dyn Fn(String)) -> Status {
        self.status_after(ALONE, engine, workers, say)
    }

    fn status_after(&self, steps: u64, engine: &mut Engine, workers: usize, say: &dyn Fn(String)) -> Status {
        engine.limit_steps(Some(steps));
        match engine.status() {
            Status::Unknown { why: Stopped::Steps, .. } => {}
            status => return status,
        }
        engine.limit_steps(None);
        let pieces = engine.split(PIECES);
        let found: Found = Arc::new(Mutex::new(vec![Vec::new(); pieces.len()]));
        let next = AtomicUsize::new(0);
        let (done, finished) = channel();
        std::thread::scope(|scope| {
            for _ in 0..workers.min(pieces.len()) {
                let (done, pieces, next, found) = (done.clone(), &pieces, &next, &found);
                let report = move |end| {
                    // The receiver is gone once the answer is known.
                    let _ = done.send(end);
                };
                scope.spawn(move || self.answer(pieces, next, found, report));
            }
            drop(done);
            let complete = watch(&finished, pieces.len(), say);
            let mut solutions = std::mem::take(&mut *lock(&found)).into_iter().flatten();
            match (solutions.next(), solutions.next()) {
                (Some(first), Some(second)) if complete => Status::Multiple(first, second),
                (found, _) if !complete => Status::Unknown { found, why: self.cancel.why() },
                (Some(only), _) => Status::Unique(only),
                (None, _) => Status::None,
            }
        })
    }

    /// Answers pieces until none is left.
    fn answer(&self, pieces: &[Vec<Fact>], next: &AtomicUsize, found: &Found, done: impl Fn(End)) {
        let mut engine = Engine::default();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let Some(facts) = pieces.get(piece).filter(|_| !self.cancel.is_cancelled()) else { return };
            // What was learned in an earlier piece would make the answer depend on which that was.
            engine.load(&self.model);
            engine.assume(self.facts.iter().chain(facts).copied());
            let earlier = Arc::clone(found);
            let is_enough = move || lock(&earlier)[..piece].iter().map(Vec::len).sum::<usize>() > 1;
            if is_enough() {
                done(End::Limit);
                continue;
            }
            let can_stop = is_enough.clone();
            engine.cancel_by(&self.cancel.or_when(can_stop));
            let (solutions, end) = engine.at_most(2);
            // Two solutions of earlier pieces are enough, whatever this one has.
            let end = if is_enough() { End::Limit } else { end };
            lock(found)[piece] = solutions;
            done(end);
        }
    }
}

/// Waits for the workers, saying how far they are. Whether all pieces were answered.
fn watch(finished: &Receiver<End>, pieces: usize, say: &dyn Fn(String)) -> bool {
    let mut answered = 0;
    loop {
        match finished.recv_timeout(Duration::from_millis(100)) {
            Ok(End::Stopped(_)) => {}
            Ok(_) => answered += 1,
            Err(RecvTimeoutError::Timeout) => say(format!("solving, {answered} of {pieces} parts done")),
            Err(RecvTimeoutError::Disconnected) => return answered == pieces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::{Puzzle, registry};

    #[test]
    fn the_answer_does_not_depend_on_the_number_of_threads() {
        let examples = registry::ALL.iter().map(|genre| (genre.example, true));
        // None, several, very many solutions.
        for (board, solvable) in examples.chain([("2x1:a0", false), ("5x5:y", true), ("8x8:zzl", true)]) {
            let question = Divided::new(&Puzzle::parse(board).unwrap().query(), Cancel::default());
            let answers = [1, 2, 5].map(|workers| {
                let mut engine = Engine::new(&question.model);
                question.status_after(1, &mut engine, workers, &|_| ())
            });
            assert_eq!(answers[0], answers[1], "{board}");
            assert_eq!(answers[0], answers[2], "{board}");
            let alone = Engine::new(&question.model).status();
            assert_eq!(
                std::mem::discriminant(&alone),
                std::mem::discriminant(&answers[0]),
                "{board}: {:?}",
                answers[0]
            );
            assert_eq!(!matches!(alone, Status::None), solvable, "{board}");
        }
    }
}
