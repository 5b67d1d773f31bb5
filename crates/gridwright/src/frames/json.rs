//! Gridwright's JSON: one object a puzzle, with typed look-ups whose errors name the path.

use super::{ParseError, Parsed, counted};
use crate::grid::{Cell, Grid};
use crate::printed::{About, OptionError, PrintedBoard};
use serde_json::{Map, Value};

/// One JSON object.
#[derive(Clone, Debug)]
pub struct Object {
    map: Map<String, Value>,
}

impl Object {
    /// Reads an object from text.
    pub fn parse(text: super::Text<'_>) -> Result<Object, ParseError> {
        match gridwright_base::json::read(text)? {
            Value::Object(map) => Ok(Object { map }),
            _ => Err(text.error("expected a JSON object")),
        }
    }

    /// The keys whose values are not null.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.map.iter().filter(|(_, value)| !value.is_null()).map(|(key, _)| key.as_str())
    }

    /// Whether the key is there and not null.
    pub fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|v| !v.is_null())
    }

    /// The raw value of a key; null counts as absent.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.map.get(key).filter(|v| !v.is_null())
    }

    fn typed<'v, T>(
        &'v self,
        key: &str,
        what: &str,
        read: impl Fn(&'v Value) -> Option<T>,
    ) -> Result<Option<T>, ParseError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| expected(key, what, value)),
        }
    }

    /// An object within.
    pub fn object(&self, key: &str) -> Result<Option<Object>, ParseError> {
        let map = self.typed(key, "an object", Value::as_object)?;
        Ok(map.map(|map| Object { map: map.clone() }))
    }

    /// A string.
    pub fn string(&self, key: &str) -> Result<Option<&str>, ParseError> {
        self.typed(key, "a string", Value::as_str)
    }

    /// A truth value; absent counts as false.
    pub fn flag(&self, key: &str) -> Result<bool, ParseError> {
        Ok(self.typed(key, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// An array; absent counts as empty.
    pub fn array(&self, key: &str) -> Result<&[Value], ParseError> {
        Ok(self.typed(key, "an array", |v| v.as_array().map(Vec::as_slice))?.unwrap_or(&[]))
    }

    /// A list of strings, at least one.
    pub fn strings(&self, key: &str) -> Result<Vec<&str>, ParseError> {
        let items = self.array(key)?;
        if items.is_empty() {
            return Err(ParseError::whole(format!("'{key}' is missing or empty")));
        }
        let string = |(i, v): (usize, &'_ Value)| match v {
            Value::String(_) => Ok(()),
            _ => Err(expected(&format!("{key}[{i}]"), "a string", v)),
        };
        items.iter().enumerate().try_for_each(string)?;
        Ok(items.iter().filter_map(Value::as_str).collect())
    }

    /// A matrix with rows of equal length, at least one cell: rows, columns, and each value with its path.
    pub fn matrix(&self, key: &str) -> Result<Matrix<'_>, ParseError> {
        let rows = self.array(key)?;
        let mut cells = Vec::new();
        let mut cols = 0;
        for (i, row) in rows.iter().enumerate() {
            let row = row.as_array().ok_or_else(|| expected(&format!("{key}[{i}]"), "an array", row))?;
            if i == 0 {
                cols = row.len();
            }
            if row.len() != cols {
                let found = counted(row.len(), "cell");
                return Err(ParseError::whole(format!("'{key}[{i}]' has {found} instead of {cols}")));
            }
            cells.extend(row);
        }
        if cells.is_empty() {
            return Err(ParseError::whole(format!("'{key}' is missing or empty")));
        }
        Ok(Matrix { key: key.to_string(), rows: rows.len(), cols, cells })
    }

    /// Sets the options of the genre that the object has as keys.
    pub fn apply_options(&self, parsed: &mut Parsed) -> Result<(), ParseError> {
        let about = parsed.board.about();
        self.each_option(about, |key, value| parsed.set_option(key, value))
    }

    /// Hands over each option of a genre that the object has as a key, with its value as text.
    pub fn each_option(
        &self,
        about: &About,
        mut set: impl FnMut(&str, &str) -> Result<(), OptionError>,
    ) -> Result<(), ParseError> {
        for option in about.options {
            let key = option.key;
            let text = match self.get(key) {
                None => continue,
                Some(Value::String(text)) => text.clone(),
                Some(Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_string(),
                Some(other) => other.to_string(),
            };
            set(key, &text).map_err(|refusal| ParseError::whole(format!("'{key}': {refusal}")))?;
        }
        Ok(())
    }

    /// Refuses `rows` and `cols` that are there but say another size.
    pub fn expect_size(&self, rows: usize, cols: usize) -> Result<(), ParseError> {
        for (key, actual) in [("rows", rows), ("cols", cols)] {
            if let Some(said) = self.typed(key, "a number", Value::as_u64)?
                && said != actual as u64
            {
                return Err(ParseError::whole(format!("'{key}' says {said}, the board has {actual}")));
            }
        }
        Ok(())
    }
}

/// A rectangular array of arrays.
#[derive(Clone, Debug)]
pub struct Matrix<'a> {
    key: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// All values in reading order.
    pub cells: Vec<&'a Value>,
}

impl Matrix<'_> {
    /// The path of a cell, for messages.
    pub fn path(&self, index: usize) -> String {
        format!("{}[{}][{}]", self.key, index / self.cols, index % self.cols)
    }

    /// An error about a cell.
    pub fn error(&self, index: usize, what: &str) -> ParseError {
        expected(&self.path(index), what, self.cells[index])
    }

    /// A cell as a number no greater than `max`.
    pub fn number(&self, index: usize, max: u32) -> Result<u32, ParseError> {
        let number = self.cells[index].as_u64().filter(|&n| n <= u64::from(max));
        number.map(|n| n as u32).ok_or_else(|| self.error(index, &format!("a number from 0 to {max}")))
    }
}

/// What every object starts with: genre, size and the options that need saying.
pub fn header(board: &dyn PrintedBoard) -> Map<String, Value> {
    let grid: Grid = board.grid();
    let mut object = Map::new();
    object.insert("genre".to_string(), board.about().id.into());
    object.insert("rows".to_string(), grid.rows().into());
    object.insert("cols".to_string(), grid.cols().into());
    object.extend(board.options().into_iter().map(|(key, value)| (key.to_string(), value.into())));
    object
}

/// "'path' should be …, it is …".
pub fn expected(path: &str, what: &str, found: &Value) -> ParseError {
    let found: String = found.to_string().chars().take(40).collect();
    ParseError::whole(format!("'{path}' should be {what}, it is {found}"))
}

/// Writes a list straight to the end of a text: its items between commas.
pub fn push_list<T>(
    text: &mut String,
    items: impl IntoIterator<Item = T>,
    mut push_item: impl FnMut(&mut String, T),
) {
    text.push('[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        push_item(text, item);
    }
    text.push(']');
}

/// Writes a string in quotes straight to the end of a text.
///
/// ```
/// use gridwright::frames::json;
/// let mut text = String::new();
/// json::push_list(&mut text, ["a", "\"\n"], json::push_string);
/// assert_eq!(text, r#"["a","\"\n"]"#);
/// ```
pub fn push_string(text: &mut String, string: &str) {
    if string.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        return *text += &Value::from(string).to_string();
    }
    text.push('"');
    text.push_str(string);
    text.push('"');
}

/// Writes the rows of a board straight to the end of a text, as strings with one character a cell; no character needs escaping.
pub fn push_rows(text: &mut String, grid: Grid, sign: impl Fn(Cell) -> char) {
    let mut cells = grid.cells();
    push_list(text, 0..grid.rows(), |text, _| {
        text.push('"');
        text.extend(cells.by_ref().take(grid.cols()).map(&sign));
        text.push('"');
    });
}

/// Writes a number straight to the end of a text.
pub fn push_number(text: &mut String, number: u64) {
    match number {
        0..=9 => text.push(char::from(b'0' + number as u8)),
        _ => *text += &number.to_string(),
    }
}
