//! JSON from outside, read within bounds: a short text can ask for far more memory than it takes itself.

use crate::{ParseError, Text};
use serde::de::DeserializeOwned;

/// What a value takes in memory, and what a list or an object takes besides: room for a few values is made at once.
const VALUE: usize = 72;
const LIST: usize = 4 * VALUE;
/// What a string takes besides its letters.
const STRING: usize = 32;

/// What any text may take, and how often its own length besides.
const ALLOWED: usize = 128 << 20;
const ALLOWED_PER_BYTE: usize = 8;

/// Refuses a text whose values would take far more memory than the text.
///
/// ```
/// use gridwright_base::{Text, json};
/// assert!(json::check(Text::new("[[0],[0]]")).is_ok());
/// let lists = format!("[{}[0]]", "[0],".repeat(1_000_000));
/// assert_eq!(json::check(Text::new(&lists)).unwrap_err().message, "so many lists and values take too much memory");
/// ```
pub fn check(text: Text<'_>) -> Result<(), ParseError> {
    let bytes = text.as_str().as_bytes();
    let mut room = ALLOWED + ALLOWED_PER_BYTE * bytes.len();
    let mut at = 0;
    while at < bytes.len() {
        let taken = match bytes[at] {
            b'[' | b'{' => VALUE + LIST,
            b',' => VALUE,
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                STRING + (at - start)
            }
            _ => 0,
        };
        match room.checked_sub(taken) {
            Some(rest) => room = rest,
            None => {
                let at = text.as_str().floor_char_boundary(at);
                return Err(text.part(at, at).error("so many lists and values take too much memory"));
            }
        }
        at += 1;
    }
    Ok(())
}

/// Reads a text of bounded [cost](check). Errors know their place.
///
/// ```
/// use gridwright_base::{Text, json};
/// assert_eq!(json::read::<Vec<u8>>(Text::new("[1, 2]")), Ok(vec![1, 2]));
/// let error = json::read::<Vec<u8>>(Text::new("[1,\n x]")).unwrap_err();
/// assert_eq!((error.line_column("[1,\n x]"), error.message.as_str()), (Some((2, 2)), "not JSON: expected value"));
/// ```
pub fn read<T: DeserializeOwned>(text: Text<'_>) -> Result<T, ParseError> {
    check(text)?;
    serde_json::from_str(text.as_str()).map_err(|error| {
        let line = text.lines().nth(error.line().max(1) - 1).map_or(text.offset(), |line| line.offset());
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let kind = if error.is_data() { "" } else { "not JSON: " };
        ParseError {
            at: Some(line + error.column().max(1) - 1),
            ..ParseError::whole(format!("{kind}{reason}"))
        }
    })
}
