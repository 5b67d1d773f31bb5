//! What is behind the handles: puzzles, cancel tokens and failures.

use gridwright::ask::{self, Question, SpecQuestion, Subject};
use gridwright::explain::Stage;
use gridwright::view::{Document, ErrorView, FailureView, GeneratedView, TextView};
use gridwright::{Cancel, Count, Limits, ReadOptions, Reading};
use gridwright_base::{Text, json};
use serde::de::DeserializeOwned;
use std::time::{Duration, Instant};

/// Why there is no answer, and where.
pub type Failure = ErrorView;

/// A puzzle that was read, and the same as the subject of questions.
pub struct Handle {
    subject: Subject,
    reading: Reading,
}

/// Stops calls.
pub struct Token(Cancel);

/// The header promises that threads may share handles.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Handle>();
    is_shared::<Token>();
};

impl Token {
    /// A token, with a deadline or without.
    pub fn new(deadline: Option<Duration>) -> Token {
        let end = deadline.and_then(|time| Instant::now().checked_add(time));
        // A deadline that no clock can say is never reached.
        Token(end.map_or_else(Cancel::new, |end| Cancel::new().or_timeout(move || Instant::now() >= end)))
    }

    /// Stops the calls.
    pub fn stop(&self) {
        self.0.cancel();
    }

    /// The limits of a call.
    pub fn limits(token: Option<&Token>) -> Limits {
        let cancel = token.map_or_else(Cancel::default, |token| token.0.clone());
        Limits::default().cancel(cancel)
    }
}

fn failure(error: impl std::fmt::Display) -> Failure {
    Failure::new(error.to_string())
}

impl Handle {
    /// Reads a puzzle.
    pub fn parse(text: &str, format: Option<&str>, genre: Option<&str>) -> Result<Handle, Failure> {
        let owned = |word: Option<&str>| word.map(str::to_string);
        let options = ReadOptions {
            format: format.map(str::parse).transpose().map_err(failure)?,
            genre: genre.map(str::parse).transpose().map_err(failure)?,
            ..ReadOptions::default()
        };
        let reading = Reading::parse_with(text, &options).map_err(|error| Failure::of_input(&error, text))?;
        let (format, genre) = (owned(format), owned(genre));
        Ok(Handle {
            subject: Subject { puzzle: text.to_string(), format, genre, ..Subject::default() },
            reading,
        })
    }

    /// Makes a puzzle as the keys of the question `generate` say.
    pub fn generate(spec: &str, limits: &Limits) -> Result<Handle, Failure> {
        let question: SpecQuestion =
            json::read(Text::new(spec)).map_err(|error| Failure::of_input(&error, spec))?;
        let view: GeneratedView = read(&ask::answer(&Question::Generate(question), limits))?;
        let missed = || {
            failure(limits.cancel.check().map_or_else(|why| why.to_string(), |()| "not found".to_string()))
        };
        match (view.puzzle, view.message) {
            (Some(puzzle), _) => Handle::parse(&puzzle.to_string(), None, None),
            (None, Some(message)) => Err(failure(message)),
            (None, None) => Err(missed()),
        }
    }

    /// The answer to a question about it.
    pub fn ask(
        &self,
        question: impl FnOnce(Subject) -> Question,
        limits: &Limits,
    ) -> Result<String, Failure> {
        let answer = ask::answer(&question(self.subject.clone()), limits);
        refused(&answer).map_or(Ok(answer), Err)
    }

    /// The next step, told up to a stage.
    pub fn hint(&self, stage: u32, limits: &Limits) -> Result<String, Failure> {
        let stage: Stage = stage.to_string().parse().map_err(failure)?;
        self.ask(|subject| Question::Hint { subject, stage }, limits)
    }

    /// How many solutions there are, in digits.
    pub fn count(&self, limits: &Limits) -> Result<String, Failure> {
        match self.reading.puzzle.count_with(limits) {
            Count::Exactly(count) => Ok(count.to_string()),
            Count::AtLeast(count, why) => {
                Err(failure(format!("{why}: there are at least {count} solutions")))
            }
        }
    }

    /// The puzzle in another format.
    pub fn write(&self, format: &str) -> Result<String, Failure> {
        let to = format.to_string();
        let answer = self.ask(|subject| Question::Convert { subject, to }, &Limits::default())?;
        Ok(read::<TextView>(&answer)?.text)
    }

    /// A picture.
    pub fn svg(&self) -> Result<String, Failure> {
        self.reading.puzzle.svg(&self.reading.position).map_err(failure)
    }
}

/// The failure that an answer is, if it is one.
fn refused(answer: &str) -> Option<Failure> {
    // Every failure says so in its first keys, and no other answer does.
    answer.get(..80.min(answer.len())).filter(|start| start.contains(r#""status":"error""#))?;
    serde_json::from_str::<Document<FailureView>>(answer).ok().map(|document| document.view.error)
}

/// An answer as the view that it is.
fn read<V: DeserializeOwned>(answer: &str) -> Result<V, Failure> {
    match refused(answer) {
        Some(error) => Err(error),
        None => serde_json::from_str(answer).map_err(failure),
    }
}
