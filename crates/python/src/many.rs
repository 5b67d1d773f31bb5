//! Many puzzles on all cores: answers in the order of the questions, with a bounded number of them under way.

use crate::error::refused;
use crate::work::duration;
use gridwright::ask::{self, Question};
use gridwright::formats::Text;
use gridwright::solve::Engine;
use gridwright::view::ErrorView;
use gridwright::{Cancel, Format, Genre, Limits};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a chunk of work should take, and the most puzzles in it.
const CHUNK: Duration = Duration::from_millis(4);
const MOST: usize = 512;
/// Chunks under way for each worker.
const AHEAD: usize = 4;
/// A source that is slower than this hands in what it has.
const PATIENCE: Duration = Duration::from_millis(10);
/// How often Python gets to see signals.
const SIGNALS_EVERY: Duration = Duration::from_millis(20);
/// Bytes that the work on one puzzle may take; several are worked on at once.
const MEMORY: usize = 256 << 20;

/// What to ask about: the text of a puzzle, the number of a puzzle to make, or why it is neither.
enum Item {
    Text(String),
    Number(u64),
    Wrong(String),
}

/// An answer, and whether it is one.
type Answer = (bool, String);

struct Chunk {
    order: u64,
    items: Vec<Item>,
}

struct Done {
    order: u64,
    answers: Vec<Answer>,
    took: Duration,
}

/// What all workers know.
struct Job {
    question: Question,
    limits: Limits,
    timeout: Option<Duration>,
    /// Whether numbers are seeds, each of one puzzle, or count the puzzles of one seed.
    seeds: bool,
}

/// Answers, one at a time.
#[pyclass(module = "gridwright._native")]
pub struct Many {
    source: Option<Py<PyIterator>>,
    /// What the source raised, which comes after the answers to what it gave.
    raised: Option<PyErr>,
    chunks: Sender<Chunk>,
    done: Mutex<Receiver<Done>>,
    cancel: Cancel,
    /// The process that the workers are in.
    process: u32,
    workers: u64,
    /// Puzzles in a chunk.
    size: usize,
    /// Chunks handed in and taken out.
    given: u64,
    taken: u64,
    waiting: BTreeMap<u64, Vec<Answer>>,
    answers: VecDeque<Answer>,
}

#[pymethods]
impl Many {
    /// Asks a question about each puzzle of an iterable: its `puzzle`, `index` or `seed` is set anew each time.
    #[new]
    #[pyo3(signature = (source, question, jobs=None, timeout=None, memory=None, seeds=false))]
    fn new(
        source: &Bound<'_, PyAny>,
        question: &str,
        jobs: Option<usize>,
        timeout: Option<&Bound<'_, PyAny>>,
        memory: Option<usize>,
        seeds: bool,
    ) -> PyResult<Many> {
        let question: Question =
            gridwright_base::json::read(Text::new(question)).map_err(|error| refused(error.message))?;
        question.check().map_err(refused)?;
        // What is wrong for every puzzle is told now.
        if let Some(subject) = question.subject() {
            subject.format.as_deref().map(str::parse::<Format>).transpose().map_err(refused)?;
            subject.genre.as_deref().map(str::parse::<&Genre>).transpose().map_err(refused)?;
        }
        let workers = match jobs {
            Some(0) => return Err(refused("jobs must be at least 1")),
            Some(jobs) => jobs.min(1024),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let cancel = Cancel::new();
        let limits = Limits::default().memory(memory.unwrap_or(MEMORY)).cancel(cancel.clone());
        let job = Arc::new(Job {
            question,
            limits,
            timeout: timeout.map(|timeout| duration("timeout", timeout)).transpose()?,
            seeds,
        });
        let (chunks, to_do) = channel::<Chunk>();
        let (finished, done) = channel();
        let to_do = Arc::new(Mutex::new(to_do));
        for _ in 0..workers {
            let (job, to_do, finished) = (Arc::clone(&job), Arc::clone(&to_do), finished.clone());
            std::thread::Builder::new()
                .name("gridwright".to_string())
                .spawn(move || work(&job, &to_do, &finished))?;
        }
        Ok(Many {
            source: Some(source.try_iter()?.unbind()),
            raised: None,
            chunks,
            done: Mutex::new(done),
            cancel,
            process: std::process::id(),
            workers: workers as u64,
            size: 1,
            given: 0,
            taken: 0,
            waiting: BTreeMap::new(),
            answers: VecDeque::new(),
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Answer>> {
        loop {
            if let Some(answer) = self.answers.pop_front() {
                return Ok(Some(answer));
            }
            if self.process != std::process::id() {
                return Err(PyRuntimeError::new_err(
                    "the work is done in another process: a fork takes no threads along",
                ));
            }
            self.feed(py);
            if self.given == self.taken {
                return self.raised.take().map_or(Ok(None), Err);
            }
            while !self.waiting.contains_key(&self.taken) {
                self.wait(py).inspect_err(|_| self.cancel.cancel())?;
            }
            self.answers.extend(self.waiting.remove(&self.taken).unwrap_or_default());
            self.taken += 1;
        }
    }

    /// Ends the work.
    fn close(&mut self) {
        self.source = None;
        self.cancel.cancel();
    }
}

impl Drop for Many {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Many {
    /// Hands in chunks until enough are under way. Once there is an answer to give, one chunk is enough.
    fn feed(&mut self, py: Python<'_>) {
        let mut fed = 0;
        while self.given - self.taken < AHEAD as u64 * self.workers + 1 {
            self.drain();
            if fed > 0 && self.waiting.contains_key(&self.taken) {
                return;
            }
            let items = self.pull(py);
            if items.is_empty() {
                return;
            }
            // The workers are there as long as this sender is.
            let _ = self.chunks.send(Chunk { order: self.given, items });
            self.given += 1;
            fed += 1;
        }
    }

    /// The next items of the source.
    fn pull(&mut self, py: Python<'_>) -> Vec<Item> {
        let (begun, mut items) = (Instant::now(), Vec::with_capacity(self.size));
        while let Some(source) = &self.source
            && items.len() < self.size
            && (items.is_empty() || begun.elapsed() < PATIENCE)
        {
            match source.bind(py).clone().next() {
                Some(Ok(item)) => items.push(Item::new(&item)),
                Some(Err(error)) => {
                    self.raised = Some(error);
                    self.source = None;
                }
                None => self.source = None,
            }
        }
        items
    }

    /// Takes in what is done.
    fn drain(&mut self) {
        loop {
            let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
            let Ok(done) = done else { return };
            self.take(done);
        }
    }

    fn take(&mut self, Done { order, answers, took }: Done) {
        // Chunks are to take about the same time whatever the puzzles are like.
        let each = took.as_secs_f64() / answers.len().max(1) as f64;
        let wanted = (CHUNK.as_secs_f64() / each.max(1e-9)) as usize;
        self.size = wanted.clamp(1, (2 * self.size).min(MOST));
        self.waiting.insert(order, answers);
    }

    /// Waits for something to be done, without the interpreter lock.
    fn wait(&mut self, py: Python<'_>) -> PyResult<()> {
        let done = &self.done;
        let received =
            py.detach(|| done.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNALS_EVERY));
        match received {
            Ok(done) => self.take(done),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(refused("the workers have ended")),
        }
        Ok(())
    }
}

impl Item {
    fn new(item: &Bound<'_, PyAny>) -> Item {
        if let Ok(text) = item.extract::<String>() {
            return Item::Text(text);
        }
        if let Ok(text) = item.getattr("text").and_then(|text| text.extract::<String>()) {
            return Item::Text(text);
        }
        match item.extract::<u64>() {
            Ok(number) => Item::Number(number),
            Err(_) => {
                let kind = item.get_type().name().map_or("object".to_string(), |name| name.to_string());
                Item::Wrong(format!("expected a puzzle or its text, found {kind}"))
            }
        }
    }
}

fn work(job: &Job, to_do: &Mutex<Receiver<Chunk>>, finished: &Sender<Done>) {
    let mut engine = Engine::default();
    loop {
        let chunk = to_do.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Chunk { order, items }) = chunk else { return };
        let begun = Instant::now();
        let answers = items.into_iter().map(|item| job.answer(item, &mut engine)).collect();
        if finished.send(Done { order, answers, took: begun.elapsed() }).is_err() {
            return;
        }
    }
}

impl Job {
    fn answer(&self, item: Item, engine: &mut Engine) -> Answer {
        let mut limits = self.limits.clone();
        if let Some(timeout) = self.timeout {
            let begun = Instant::now();
            limits.cancel = limits.cancel.or_timeout(move || begun.elapsed() >= timeout);
        }
        let answer = self.about(item).and_then(|question| {
            let answer = catch_unwind(AssertUnwindSafe(|| ask::try_answer(&question, &limits, engine)));
            answer.unwrap_or_else(|_| {
                *engine = Engine::default();
                Err(ErrorView::new("this puzzle brought the program into trouble; please report it"))
            })
        });
        match answer {
            Ok(answer) => (true, answer),
            Err(error) => (false, ask::failure(error)),
        }
    }

    /// The question about one of them.
    fn about(&self, item: Item) -> Result<Question, ErrorView> {
        let mut question = self.question.clone();
        match (&mut question, item) {
            (_, Item::Wrong(message)) => return Err(ErrorView::new(message)),
            (Question::Generate(spec), Item::Number(seed)) if self.seeds => spec.seed = seed,
            (Question::Generate(spec), Item::Number(number)) => spec.index = Some(number),
            (
                Question::Status(subject)
                | Question::Count(subject)
                | Question::Rate(subject)
                | Question::Explain(subject),
                Item::Text(text),
            ) => subject.puzzle = text,
            (Question::Generate(_), Item::Text(_)) => return Err(ErrorView::new("expected a number")),
            (_, _) => return Err(ErrorView::new("expected a puzzle or its text, found a number")),
        }
        Ok(question)
    }
}
