//! Puzzles, solutions and walkthroughs.

use crate::error::{refused, unreadable};
use crate::work::{Control, Work};
use gridwright::ask::{self as questions, Question};
use gridwright::formats::{ReadOptions, Text};
use gridwright::model::Board;
use gridwright::random::Random;
use gridwright::scene::{svg, text};
use gridwright::solve::{Common, End, Engine, Solutions as Search};
use gridwright::view::{
    CommonView, Document, ErrorView, FailureView, MarginalsView, SheetView, StatusView, WalkthroughView,
};
use gridwright::{Format, Limits, Position, Query, Reading, Status, Stopped, explain};
use pyo3::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many boards a proof that a step needs all its rules may take; as many as the command spends.
const PROOF_BOARDS: u32 = 3_000;

/// Answers a question in JSON, whatever it is; what is wrong with it is an answer too.
#[pyfunction]
pub fn ask(py: Python<'_>, question: &str, control: Control<'_>) -> PyResult<String> {
    control.begin()?.run(py, |limits| questions::ask(question, limits))
}

/// Answers a question in JSON, or raises `ValueError`.
#[pyfunction]
pub fn answer(py: Python<'_>, question: &str, control: Control<'_>) -> PyResult<String> {
    let answer = |limits: &Limits| match gridwright_base::json::read::<Question>(Text::new(question)) {
        Ok(question) => questions::try_answer(&question, limits, &mut Engine::default()),
        Err(_) => {
            let answer = questions::ask(question, limits);
            let failure = serde_json::from_str::<Document<FailureView>>(&answer);
            Err(failure.map_or_else(|error| ErrorView::new(error.to_string()), |failure| failure.view.error))
        }
    };
    let answer = control.begin()?.run(py, answer)?;
    answer.map_err(|error| refused(error.message))
}

/// A sheet of puzzles: its view, and a document in PDF.
#[pyfunction]
pub fn sheet(py: Python<'_>, question: &str, control: Control<'_>) -> PyResult<(String, Vec<u8>)> {
    let asked = gridwright_base::json::read::<Question>(Text::new(question));
    let Ok(Question::Sheet(asked)) = asked else {
        // What is wrong with it is told as of any question.
        return answer(py, question, control).map(|view| (view, Vec::new()));
    };
    if let Some(missing) = gridwright_paper::missing(&asked.title) {
        return Err(refused(format!("the title holds '{missing}', which the font of sheets does not have")));
    }
    let made = control.begin()?.run(py, |limits| {
        let (sheet, entries) = asked.sheet(limits)?;
        let view = Document::new(SheetView::new(&sheet, &entries, true)).to_json();
        Ok((view, gridwright_paper::pdf(&sheet)))
    })?;
    made.map_err(|error: ErrorView| refused(error.message))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views have string keys")
}

/// The word that views have for it.
pub fn word(stopped: Stopped) -> String {
    let word = json(&gridwright::view::StoppedWord::from(stopped));
    word.trim_matches('"').to_string()
}

/// A puzzle as it was read, with its entries.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Puzzle {
    text: String,
    pub reading: Arc<Reading>,
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (text, format=None, genre=None, options=None))]
    fn new(
        py: Python<'_>,
        text: String,
        format: Option<&str>,
        genre: Option<&str>,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<Puzzle> {
        let options = ReadOptions {
            format: format.map(str::parse).transpose().map_err(refused)?,
            genre: genre.map(str::parse).transpose().map_err(refused)?,
            options: options.unwrap_or_default().into_iter().collect(),
        };
        let reading = py.detach(|| Reading::parse_with(&text, &options));
        let reading = reading.map_err(|error| unreadable(py, &error, &text))?;
        Ok(Puzzle { text, reading: Arc::new(reading) })
    }

    /// The text that was read.
    #[getter]
    pub fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn genre(&self) -> &'static str {
        self.reading.puzzle.genre().id
    }

    #[getter]
    fn rows(&self) -> usize {
        self.reading.puzzle.grid().rows()
    }

    #[getter]
    fn cols(&self) -> usize {
        self.reading.puzzle.grid().cols()
    }

    #[getter]
    fn title(&self) -> String {
        self.reading.puzzle.title()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.reading.warnings.clone()
    }

    #[getter]
    fn format(&self) -> String {
        self.reading.format.to_string()
    }

    #[getter]
    fn options(&self) -> Vec<(&'static str, String)> {
        self.reading.puzzle.options()
    }

    /// In a format, with its entries or without.
    fn write(&self, format: &str, clear: bool) -> PyResult<String> {
        let format: Format = format.parse().map_err(refused)?;
        if clear { self.reading.puzzle.to_text(format) } else { self.reading.write(format) }.map_err(refused)
    }

    /// A picture, with what is wrong flagged.
    fn svg(&self) -> String {
        let puzzle = &self.reading.puzzle;
        svg::render(&puzzle.flagged_scene(&self.reading.position), &puzzle.title())
    }

    /// The same with characters.
    fn drawing(&self) -> String {
        let scene = self.reading.puzzle.flagged_scene(&self.reading.position);
        text::render(&scene, text::Style::Boxed, false)
    }

    /// The view of its status, and the solution that was found.
    fn status(
        &self,
        py: Python<'_>,
        first: bool,
        from_position: bool,
        control: Control<'_>,
    ) -> PyResult<(String, Option<Solution>)> {
        let work = control.begin()?;
        let status = work.run(py, |limits| {
            let query = self.query(from_position, limits);
            if first { query.first() } else { query.status() }
        })?;
        let view = self.document(StatusView::new(&self.reading.puzzle, &status));
        Ok((view, status.solution().map(|board| self.solution(board.clone()))))
    }

    /// All solutions, one at a time.
    fn solutions(&self, from_position: bool, control: Control<'_>) -> PyResult<Solutions> {
        let work = control.begin()?;
        let search = self.query(from_position, &work.limits).solutions();
        Ok(Solutions { puzzle: self.reading.puzzle.clone(), state: Mutex::new(search), work })
    }

    /// The number of solutions in hexadecimal digits, and why there may be more.
    fn count(
        &self,
        py: Python<'_>,
        from_position: bool,
        control: Control<'_>,
    ) -> PyResult<(String, Option<String>)> {
        let count = control.begin()?.run(py, |limits| self.query(from_position, limits).count())?;
        let why = match &count {
            gridwright::Count::Exactly(_) => None,
            gridwright::Count::AtLeast(_, why) => Some(word(*why)),
        };
        Ok((count.number().to_str_radix(16), why))
    }

    /// Solutions at random, and why there are not as many as were asked for.
    fn sample(
        &self,
        py: Python<'_>,
        number: u64,
        seed: u64,
        from_position: bool,
        control: Control<'_>,
    ) -> PyResult<(Vec<Solution>, Option<String>)> {
        let drawn = control.begin()?.run(py, |limits| {
            let sampler = self.query(from_position, limits).sampler()?;
            let mut random = Random::new(seed);
            let mut drawn = Vec::new();
            while (drawn.len() as u64) < number
                && let Some(board) = sampler.draw(&mut random)
            {
                limits.cancel.check()?;
                drawn.push(board);
            }
            Ok(drawn)
        })?;
        Ok(match drawn {
            Ok(boards) => (boards.into_iter().map(|board| self.solution(board)).collect(), None),
            Err(why) => (Vec::new(), Some(word(why))),
        })
    }

    /// The view of the marginals, and a heat map.
    fn marginals(
        &self,
        py: Python<'_>,
        from_position: bool,
        control: Control<'_>,
    ) -> PyResult<(String, Option<String>)> {
        let puzzle = &self.reading.puzzle;
        let marginals = control.begin()?.run(py, |limits| self.query(from_position, limits).marginals())?;
        let picture = marginals.as_ref().ok().filter(|marginals| marginals.total().bits() > 0);
        let picture = picture
            .map(|marginals| svg::render(&puzzle.share_scene(&marginals.proportions()), &puzzle.title()));
        Ok((self.document(MarginalsView::new(puzzle, &marginals)), picture))
    }

    /// The view of what all solutions share, and a picture.
    fn common(
        &self,
        py: Python<'_>,
        from_position: bool,
        control: Control<'_>,
    ) -> PyResult<(String, Option<String>)> {
        let puzzle = &self.reading.puzzle;
        let common = control.begin()?.run(py, |limits| self.query(from_position, limits).common())?;
        let picture = match &common {
            Common::Board(board) | Common::Unknown(board, _) => {
                Some(svg::render(&puzzle.scene(&puzzle.noted(board.clone())), &puzzle.title()))
            }
            Common::None => None,
        };
        Ok((self.document(CommonView::new(puzzle, &common)), picture))
    }

    /// How it is solved; `exact` proves that steps could not do with fewer rules.
    fn explain(
        &self,
        py: Python<'_>,
        from_position: bool,
        exact: bool,
        assume_unique: bool,
        control: Control<'_>,
    ) -> PyResult<Walkthrough> {
        let walkthrough = control.begin()?.run(py, |limits| {
            let query = self.query(from_position, limits);
            let mut explainer = if assume_unique { query.assume_unique() } else { query }.explainer();
            if exact {
                explainer.prove_smallest(PROOF_BOARDS);
            }
            gridwright::Walkthrough::tell(&self.reading.puzzle, explainer, |_| {})
        })?;
        let json = self.document(WalkthroughView::new(&walkthrough));
        Ok(Walkthrough { walkthrough, json })
    }
}

impl Puzzle {
    fn query(&self, from_position: bool, limits: &Limits) -> Query {
        let query = self.reading.puzzle.query().limits(limits);
        match from_position {
            true => query.from_position(&self.reading.position).expect("it was read with the puzzle"),
            false => query,
        }
    }

    fn document(&self, view: impl Serialize) -> String {
        Document::new(view).with_warnings(&self.reading.warnings).to_json()
    }

    fn solution(&self, board: Board) -> Solution {
        Solution { puzzle: self.reading.puzzle.clone(), board }
    }
}

/// A solution of a puzzle.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Solution {
    puzzle: gridwright::Puzzle,
    board: Board,
}

#[pymethods]
impl Solution {
    /// From the text of [`Solution::text`].
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Solution> {
        let reading = Reading::parse(text).map_err(|error| unreadable(py, &error, text))?;
        let query = reading.puzzle.query().from_position(&reading.position).map_err(refused)?;
        match py.detach(|| query.status()) {
            Status::Unique(board) => Ok(Solution { puzzle: reading.puzzle, board }),
            _ => Err(refused("this is no solution")),
        }
    }

    /// The puzzle with the solution entered, in our own text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.puzzle.write(Format::Native, &self.position()).map_err(refused)
    }

    /// In the shape of the genre's data sets, as JSON.
    #[getter]
    fn json(&self) -> String {
        self.puzzle.solution_json(&self.board).to_string()
    }

    #[getter]
    fn title(&self) -> String {
        self.puzzle.title()
    }

    /// The solution alone in a format.
    fn write(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(refused)?;
        self.puzzle.write_solution(format, &self.board).map_err(refused)
    }

    fn svg(&self) -> String {
        svg::render(&self.puzzle.scene(&self.position()), &self.puzzle.title())
    }

    fn drawing(&self) -> String {
        text::render(&self.puzzle.scene(&self.position()), text::Style::Boxed, false)
    }
}

impl Solution {
    fn position(&self) -> Position {
        Position::of_solution(&self.board)
    }
}

/// Solutions, one at a time.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Solutions {
    puzzle: gridwright::Puzzle,
    state: Mutex<Search>,
    work: Work,
}

#[pymethods]
impl Solutions {
    /// The next solution, and, where there is none, why the search ended too early.
    fn advance(&self, py: Python<'_>) -> PyResult<(Option<Solution>, Option<String>)> {
        let (board, end) = self.work.run(py, |_| {
            let mut search = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            (search.next(), search.end())
        })?;
        let why = match end {
            Some(End::Stopped(why)) => Some(word(why)),
            _ => None,
        };
        Ok((board.map(|board| Solution { puzzle: self.puzzle.clone(), board }), why))
    }
}

/// How a puzzle is solved.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Walkthrough {
    walkthrough: gridwright::Walkthrough,
    json: String,
}

#[pymethods]
impl Walkthrough {
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// A page with a slider.
    fn page(&self) -> String {
        explain::page(&self.walkthrough, &self.walkthrough.puzzle.title())
    }

    /// A picture before the first step, one a step, and one at the end.
    fn pictures(&self) -> Vec<String> {
        let title = self.walkthrough.puzzle.title();
        self.walkthrough.pictures().map(|picture| svg::render(&picture.marked, &title)).collect()
    }
}
