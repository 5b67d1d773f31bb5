//! What every request is answered with.

#[cfg(feature = "puzzles")]
use gridwright::view::ErrorView;
use gridwright_base::ParseError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// Why a request was not carried out: what is wrong and, where it is about a text, the place.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// What is wrong.
    pub error: Problem,
}

/// What is wrong with a request or a text.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// In words.
    pub message: String,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Failure {
    /// Of an error without a place.
    pub fn new(error: impl Display) -> Failure {
        Failure { error: Problem { message: error.to_string(), line: None, column: None } }
    }

    /// Of an error in a text.
    #[allow(dead_code)] // not every module reads texts of its own
    pub(crate) fn of_input(error: &ParseError, text: &str) -> Failure {
        let (line, column) = error.line_column(text).unzip();
        let number = |number: Option<usize>| number.map(|number| number as u64);
        let (line, column) = (number(line), number(column));
        Failure { error: Problem { message: error.message.clone(), line, column } }
    }
}

#[cfg(feature = "puzzles")]
impl From<ErrorView> for Failure {
    fn from(ErrorView { message, line, column }: ErrorView) -> Failure {
        Failure { error: Problem { message, line, column } }
    }
}

/// An answer or why there is none.
pub type Reply<T> = Result<T, Failure>;

/// Reads a request, has it answered and writes the answer.
pub(crate) fn answered<Q: DeserializeOwned, A: Serialize>(
    request: &str,
    answer: impl FnOnce(Q) -> Reply<A>,
) -> String {
    let reply = serde_json::from_str(request).map_err(Failure::new).and_then(answer);
    let text = match &reply {
        Ok(answer) => serde_json::to_string(answer),
        Err(failure) => serde_json::to_string(failure),
    };
    text.expect("views have only keys that are text")
}
