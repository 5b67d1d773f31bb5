//! Puzzles on paper: a sheet as PDF, with its solution at the end.

use crate::board::Input;
use crate::reply::{Failure, Reply, answered};
use gridwright::Limits;
use gridwright::sheet::{Entry, MOST_PER_PAGE, Sheet, Solutions, Style};
use serde::{Deserialize, Serialize};

/// What the page may ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// A sheet with these puzzles.
    Pdf {
        /// The puzzles or saved games.
        texts: Vec<String>,
        /// Whether the solutions follow on pages of their own.
        solutions: bool,
        /// How many puzzles there are on a page; as usual where nothing is said.
        #[serde(default)]
        per_page: Option<usize>,
    },
}

/// A file.
#[derive(Debug, Serialize)]
pub struct FileView {
    /// Its bytes, in hexadecimal.
    pub bytes: String,
}

/// Carries out a request in JSON.
pub fn request(request: &str, limits: &Limits) -> String {
    answered(request, |request| answer(request, limits))
}

fn answer(Request::Pdf { texts, solutions, per_page }: Request, limits: &Limits) -> Reply<FileView> {
    let usual = Style::usual(false);
    let solutions = if solutions { Solutions::End } else { Solutions::None };
    let per_page = per_page.unwrap_or(usual.per_page).clamp(1, MOST_PER_PAGE);
    let style = Style { solutions, per_page, ..usual };
    let mut entries = Vec::new();
    for text in texts {
        let reading = Input { text, ..Input::default() }.read()?;
        entries.push(Entry::new(&reading.puzzle, &style, limits));
    }
    if entries.is_empty() {
        return Err(Failure::new("there is no puzzle to print"));
    }
    let bytes = gridwright_paper::pdf(&Sheet::new(&entries, &style));
    Ok(FileView { bytes: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_a_pdf_and_a_wrong_text_is_refused() {
        let ask = |texts: &str| {
            request(&format!(r#"{{"pdf":{{"texts":{texts},"solutions":true}}}}"#), &Limits::default())
        };
        assert!(ask(r#"["7x7:b1f2iB2g1Bi2fBb"]"#).starts_with(r#"{"bytes":"255044462d"#));
        assert!(ask(r#"["2x2:c!"]"#).contains("column"));
        assert!(ask("[]").contains("no puzzle"));
    }
}
