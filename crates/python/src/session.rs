//! A puzzle being played, and one being set.

use crate::error::{refused, unreadable};
use crate::puzzle::Puzzle;
use crate::work::Control;
use gridwright::scene::{svg, text};
use gridwright::view::{Document, EditView, SessionView};
use gridwright::{Format, Limits};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A puzzle being played.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Session(Mutex<gridwright::Session>);

#[pymethods]
impl Session {
    /// From the text of a puzzle or a saved session.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Session> {
        let session = gridwright::Session::read(text).map_err(|error| unreadable(py, &error, text))?;
        Ok(Session(Mutex::new(session)))
    }

    /// Of a puzzle that was read.
    #[staticmethod]
    fn of(py: Python<'_>, puzzle: &Puzzle) -> PyResult<Session> {
        let text = puzzle.text();
        let session = gridwright::Session::resume((*puzzle.reading).clone(), text);
        Ok(Session(Mutex::new(session.map_err(|error| unreadable(py, &error, text))?)))
    }

    fn view(&self) -> String {
        Document::new(SessionView::new(&self.lock())).to_json()
    }

    fn perform(&self, action: &str) -> PyResult<()> {
        self.lock().perform(action).map_err(refused)
    }

    fn undo(&self) -> bool {
        self.lock().undo().is_some()
    }

    fn redo(&self) -> bool {
        self.lock().redo().is_some()
    }

    fn restart(&self) {
        self.lock().restart();
    }

    /// The session as text.
    fn record(&self) -> PyResult<String> {
        self.lock().record().map_err(refused)
    }

    fn write(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(refused)?;
        self.lock().write(format).map_err(refused)
    }

    fn svg(&self) -> String {
        let session = self.lock();
        svg::render(&session.scene(), &session.puzzle().title())
    }

    fn drawing(&self) -> String {
        text::render(&self.lock().scene(), text::Style::Boxed, false)
    }

    /// One more stage of the hint for the position, with those told before.
    fn hint(&self, py: Python<'_>, control: Control<'_>) -> PyResult<String> {
        if let Some(told) = self.lock().next_hint() {
            return Ok(told);
        }
        let helper = self.lock().helper();
        let hint = control.begin()?.run(py, |limits| helper.hint(limits))?;
        Ok(self.lock().take_hint(hint))
    }

    /// Whether the entries are right so far, in words.
    fn check(&self, py: Python<'_>, control: Control<'_>) -> PyResult<String> {
        if let Some(told) = self.lock().check_now() {
            return Ok(told);
        }
        let helper = self.lock().helper();
        let answer = control.begin()?.run(py, |limits: &Limits| helper.is_right_so_far(limits))?;
        Ok(gridwright::Session::told_right(answer))
    }

    /// Fills in the solution and says what is known of it.
    fn solve(&self, py: Python<'_>, control: Control<'_>) -> PyResult<String> {
        let helper = self.lock().helper();
        let status = control.begin()?.run(py, |limits| helper.solve(limits))?;
        self.lock().fill_in(status).map_err(refused)
    }
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, gridwright::Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A puzzle being set.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Edit(Mutex<gridwright::Edit>);

#[pymethods]
impl Edit {
    /// An empty board.
    #[new]
    fn new(genre: &str, rows: usize, cols: usize) -> PyResult<Edit> {
        let genre = genre.parse().map_err(refused)?;
        gridwright::Edit::blank(genre, rows, cols).map(Edit::from).map_err(refused)
    }

    /// A puzzle to change.
    #[staticmethod]
    fn of(puzzle: &Puzzle) -> PyResult<Edit> {
        gridwright::Edit::of(&puzzle.reading.puzzle).map(Edit::from).map_err(refused)
    }

    fn view(&self) -> String {
        Document::new(EditView::new(&self.lock())).to_json()
    }

    fn perform(&self, change: &str) -> PyResult<()> {
        self.lock().perform(change).map_err(refused)
    }

    fn undo(&self) -> bool {
        self.lock().undo()
    }

    fn redo(&self) -> bool {
        self.lock().redo()
    }

    /// The changes that make what is printed from an empty board of its size, which are given first.
    fn record(&self) -> PyResult<(&'static str, usize, usize, Vec<String>)> {
        let edit = self.lock();
        let (genre, grid) = (edit.sheet().genre(), edit.sheet().grid());
        let mut blank = gridwright::Edit::blank(genre, grid.rows(), grid.cols()).map_err(refused)?;
        let changes = blank.sheet().changes_to(edit.sheet()).unwrap_or_default();
        let mut told = Vec::with_capacity(changes.len());
        for change in changes {
            told.push(change.write(blank.sheet()).map_err(refused)?);
            blank.act(change).map_err(refused)?;
        }
        Ok((genre.id, grid.rows(), grid.cols(), told))
    }

    /// The puzzle as text, if it is one.
    fn text(&self) -> PyResult<String> {
        let puzzle = self.lock().puzzle().map_err(refused)?;
        puzzle.to_text(Format::Native).map_err(refused)
    }
}

impl Edit {
    fn lock(&self) -> MutexGuard<'_, gridwright::Edit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<gridwright::Edit> for Edit {
    fn from(edit: gridwright::Edit) -> Edit {
        Edit(Mutex::new(edit))
    }
}
