//! The answer to most questions of a batch, as JSON without a view in between.

use super::{SCHEMA, StatusWord, StoppedWord};
use crate::frames::json;
use crate::puzzle::Puzzle;
use crate::solve::Status;

/// A [`StatusView`] with all around it, for writing it straight as JSON: on an easy board, making the view would take longer
/// than solving it.
///
/// ```
/// use gridwright::{Puzzle, view::StatusLine};
/// let puzzle: Puzzle = "2x1:a1".parse()?;
/// let status = puzzle.status();
/// let mut text = String::new();
/// StatusLine::new(&puzzle, &status).push(&mut text);
/// assert!(text.ends_with(r#","status":"unique","solution":["*1"]}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StatusLine<'a> {
    /// The number of a [`Line`](super::Line); without one it is a [`Document`](super::Document).
    pub index: Option<u64>,
    /// What the input calls the puzzle; null where it does not.
    pub id: &'a serde_json::Value,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// How many solutions it has.
    pub status: &'a Status,
    /// The solution as text, in place of the shape of the genre's data sets.
    pub solution: Option<&'a str>,
    /// Things the reader passed over.
    pub warnings: &'a [String],
}

impl<'a> StatusLine<'a> {
    /// A document without warnings.
    pub fn new(puzzle: &'a Puzzle, status: &'a Status) -> StatusLine<'a> {
        StatusLine {
            index: None,
            id: &serde_json::Value::Null,
            puzzle,
            status,
            solution: None,
            warnings: &[],
        }
    }

    /// Writes it to the end of a text, byte for byte as the view is written.
    pub fn push(&self, text: &mut String) {
        *text += "{\"schema\":";
        json::push_number(text, SCHEMA.into());
        if let Some(index) = self.index {
            *text += ",\"index\":";
            json::push_number(text, index);
        }
        if !self.id.is_null() {
            *text += ",\"id\":";
            *text += &self.id.to_string();
        }
        *text += ",\"genre\":";
        json::push_string(text, self.puzzle.genre().id);
        *text += ",\"status\":";
        json::push_string(text, StatusWord::from(self.status).word());
        if let Some(board) = self.status.solution() {
            *text += ",\"solution\":";
            match self.solution {
                Some(solution) => json::push_string(text, solution),
                None => self.puzzle.push_solution(text, board),
            }
        }
        if let Status::Unknown { why, .. } = self.status {
            *text += ",\"why\":";
            json::push_string(text, StoppedWord::from(*why).word());
        }
        if !self.warnings.is_empty() {
            *text += ",\"warnings\":";
            json::push_list(text, self.warnings, |text, warning| json::push_string(text, warning));
        }
        text.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::view::{Document, Line, StatusView};
    use gridwright_base::Stopped;
    use serde_json::{Value, json};

    /// The same by way of the view.
    fn by_view(line: &StatusLine<'_>) -> String {
        let view = match (line.solution, line.status.solution()) {
            (Some(text), Some(_)) => StatusView::with_solution(line.puzzle, line.status, text.into()),
            _ => StatusView::new(line.puzzle, line.status),
        };
        match line.index {
            None => Document::new(view).with_warnings(line.warnings).to_json(),
            Some(index) => {
                let (id, warnings) = (line.id.clone(), line.warnings.to_vec());
                serde_json::to_string(&Line { schema: SCHEMA, index, id, view, warnings }).unwrap()
            }
        }
    }

    #[test]
    fn a_status_is_written_as_its_view_is() {
        let all_stopped = [Stopped::Cancelled, Stopped::Time, Stopped::Steps, Stopped::Memory, Stopped::Size];
        let warnings = ["say \"this\"".to_string(), "\u{1}\té".to_string()];
        let ids = [Value::Null, json!("a\"b"), json!({"b": [1, null], "a": 2.5})];
        for genre in registry::ALL {
            let puzzle = Puzzle::parse(genre.example).unwrap();
            let unique = puzzle.status();
            let board = unique.solution().expect("the example has a solution").clone();
            let of_stopped = |why| [None, Some(board.clone())].map(|found| Status::Unknown { found, why });
            let statuses = [Status::None, unique, Status::Multiple(board.clone(), board.clone())];
            for status in statuses.iter().chain(&all_stopped.map(of_stopped).concat()) {
                for index in [None, Some(1), Some(1 << 60)] {
                    for id in ids.iter().take(if index.is_some() { 3 } else { 1 }) {
                        for solution in [None, Some("1 2\n\"3\"\n")] {
                            for warnings in [&warnings[..0], &warnings] {
                                let line =
                                    StatusLine { index, id, puzzle: &puzzle, status, solution, warnings };
                                let mut text = "before ".to_string();
                                line.push(&mut text);
                                assert_eq!(text.strip_prefix("before "), Some(&*by_view(&line)));
                            }
                        }
                    }
                }
            }
        }
    }
}
