//! What a browser's worker calls.

use gridwright_base::{Cancel, Limits, Progress};
use std::cell::Cell;
use wasm_bindgen::prelude::wasm_bindgen;

/// More memory than this is not used for tables: a browser's page has to live with the other ones.
const MEMORY: usize = 512 << 20;

#[wasm_bindgen]
extern "C" {
    /// The clock of the worker, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// The worker takes a report of progress, in words.
    #[wasm_bindgen(js_name = gridwrightProgress)]
    fn report(progress: &str);
}

thread_local! {
    /// When the request that is being answered must end, and when progress was reported last.
    static DEADLINE: Cell<f64> = const { Cell::new(f64::INFINITY) };
    static REPORTED: Cell<f64> = const { Cell::new(0.0) };
}

/// Reports are at least this many milliseconds apart.
const APART: f64 = 100.0;

/// The limits of a request that may take this many milliseconds.
#[allow(dead_code)] // not every module has long requests
fn limits(milliseconds: f64) -> Limits {
    let end = if milliseconds > 0.0 { now() + milliseconds } else { f64::INFINITY };
    DEADLINE.set(end);
    REPORTED.set(now());
    let report = |progress: Progress| {
        if now() - REPORTED.get() > APART {
            REPORTED.set(now());
            self::report(&progress.to_string());
        }
    };
    let cancel = Cancel::default().or_timeout(|| now() > DEADLINE.get());
    Limits::default().memory(MEMORY).cancel(cancel).on_progress(report)
}

/// A puzzle that is played.
#[cfg(feature = "board")]
#[wasm_bindgen]
#[derive(Default)]
pub struct Board(crate::board::Desk);

#[cfg(feature = "board")]
#[wasm_bindgen]
impl Board {
    /// An empty desk.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Board {
        Board::default()
    }

    /// Carries out a request in JSON; the reply is JSON.
    pub fn request(&mut self, request: &str, milliseconds: f64) -> String {
        self.0.request(request, &limits(milliseconds))
    }
}

/// What may take long.
#[cfg(feature = "tasks")]
#[wasm_bindgen]
#[derive(Default)]
pub struct Tasks(crate::tasks::Tasks);

#[cfg(feature = "tasks")]
#[wasm_bindgen]
impl Tasks {
    /// Nothing to do yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Tasks {
        Tasks::default()
    }

    /// Answers a question of the library in JSON, as `gridwright::ask` does.
    pub fn ask(&self, question: &str, milliseconds: f64) -> String {
        gridwright::ask::ask(question, &limits(milliseconds))
    }

    /// Carries out a request in JSON; the reply is JSON.
    pub fn request(&mut self, request: &str, milliseconds: f64) -> String {
        self.0.request(request, &limits(milliseconds))
    }
}

/// Sheets for the printer.
#[cfg(feature = "paper")]
#[wasm_bindgen]
#[derive(Default)]
pub struct Paper;

#[cfg(feature = "paper")]
#[wasm_bindgen]
impl Paper {
    /// Nothing to print yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Paper {
        Paper
    }

    /// Carries out a request in JSON; the reply is JSON.
    pub fn request(&self, request: &str, milliseconds: f64) -> String {
        crate::paper::request(request, &limits(milliseconds))
    }
}

/// The board game: a table to play at, and somebody who thinks.
#[cfg(feature = "emulsion")]
#[wasm_bindgen]
#[derive(Default)]
pub struct Emulsion(crate::emulsion::Emulsion);

#[cfg(feature = "emulsion")]
#[wasm_bindgen]
impl Emulsion {
    /// With an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Emulsion {
        Emulsion::default()
    }

    /// Carries out a request in JSON; the reply is JSON.
    pub fn request(&mut self, request: &str, milliseconds: f64) -> String {
        self.0.request(request, &limits(milliseconds))
    }
}
