//! Looking into answers without reading all of them.

use pyo3::prelude::*;

/// The word that an object in JSON has for a key: a string without escapes, found without reading what lies behind it. Nothing where
/// the value is something else, or there is none.
#[pyfunction]
pub fn word<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let bytes = json.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    // Behind a colon, and behind that of the key.
    let (mut is_value, mut is_wanted) = (false, false);
    while at < bytes.len() {
        let byte = bytes[at];
        if depth == 1 && is_value && is_wanted && !matches!(byte, b'"' | b' ') {
            return None;
        }
        match byte {
            b'"' => {
                let (text, end, is_plain) = string(json, at + 1)?;
                at = end;
                if depth == 1 && !is_value {
                    is_wanted = is_plain && text == key;
                } else if depth == 1 && is_wanted {
                    return is_plain.then_some(text);
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' | b',' if depth == 1 => is_value = byte == b':',
            _ => {}
        }
        at += 1;
    }
    None
}

/// The string that begins here, where its closing quote is, and whether it has no escapes.
fn string(json: &str, start: usize) -> Option<(&str, usize, bool)> {
    let bytes = json.as_bytes();
    let (mut end, mut is_plain) = (start, true);
    while *bytes.get(end)? != b'"' {
        let is_escape = bytes[end] == b'\\';
        is_plain &= !is_escape;
        end += 1 + usize::from(is_escape);
    }
    Some((&json[start..end], end, is_plain))
}
