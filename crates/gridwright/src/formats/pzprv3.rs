//! pzpr's file format: the frame.

use super::Text;

/// A file taken apart.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// The number behind `pzprv3.`, 0 without.
    pub version: u32,
    /// The genre's name there.
    pub id: Text<'a>,
    /// The lines behind the id: sizes and grids. Trailing blanks are kept off.
    pub lines: Vec<Text<'a>>,
    /// The name of a rule variant, if it says so.
    pub variant: Option<Text<'a>>,
}
