//! What every request is answered with.

use gridwright::view::ErrorView;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// Why a request was not carried out: what is wrong and, where it is about a text, the place.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// What is wrong.
    pub error: ErrorView,
}

impl Failure {
    /// Of an error without a place.
    pub fn new(error: impl Display) -> Failure {
        Failure { error: ErrorView::new(error.to_string()) }
    }
}

impl From<ErrorView> for Failure {
    fn from(error: ErrorView) -> Failure {
        Failure { error }
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
