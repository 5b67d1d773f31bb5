//! Game ids and save files of Simon Tatham's collection: the frame.

use super::Text;

/// A game taken apart, from an id or a save file.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The game's name, where the input says it (save files, web addresses).
    pub name: Option<Text<'a>>,
    /// The parameters before the colon.
    pub params: Text<'a>,
    /// The description behind it.
    pub desc: Text<'a>,
    /// The moves up to the current position, in order.
    pub moves: Vec<Text<'a>>,
}
