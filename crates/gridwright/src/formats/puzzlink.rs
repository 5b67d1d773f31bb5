//! puzz.link / pzpr addresses: the frame and the primitives of their bodies.

use super::Text;

/// An address taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The genre's name there, without `_edit` or `_play`.
    pub id: Text<'a>,
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// Everything behind the size.
    pub body: Text<'a>,
    /// The name of a rule variant, if it says so.
    pub variant: Option<Text<'a>>,
}
