//! Addresses of web pages, with or without their scheme.

use super::Text;

/// Whether a text is the address of a page with something behind its `?` or `#`.
///
/// ```
/// use gridwright::frames::{Text, address};
/// assert!(address::is_page(Text::new("https://localhost/p?x")));
/// assert!(address::is_page(Text::new("puzz.link/p?x")));
/// assert!(!address::is_page(Text::new("puzz.link")));
/// assert!(!address::is_page(Text::new("X..#")));
/// ```
pub fn is_page(text: Text<'_>) -> bool {
    let text = text.trim().as_str();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    // A text that is not an address ends the search soon: at its first space, line end or bracket.
    let ends_page = |byte: u8| byte <= b' ' || matches!(byte, b'?' | b'#' | b'(');
    let Some(end) = text.bytes().position(ends_page) else { return false };
    if !text[end..].starts_with(['?', '#']) {
        return false;
    }
    let page = &text[..end];
    let in_page = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:%@".contains(&byte);
    // A row of a board may have dots and a '#', but no slash.
    let has_name = page.contains('.') && (page.contains('/') || text[end..].starts_with('?'));
    page.contains("://") || has_name && page.bytes().all(in_page)
}
