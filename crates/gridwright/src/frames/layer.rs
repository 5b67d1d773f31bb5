//! What is printed on a board, as layers of symbols: the rows of the native text and its other sections.

/// One layer of what is printed: a symbol for every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The section of the native text that holds it; empty for the rows of the board.
    pub section: &'static str,
    /// What the layer shows: `digits`, `regions`.
    pub name: &'static str,
    /// What a cell may hold besides [`Layer::kind`], with its meaning; the first is that of a blank board, unless the layer
    /// has regions.
    pub symbols: &'static [(&'static str, &'static str)],
    /// What else a cell may hold.
    pub kind: LayerKind,
}

/// What a layer holds besides some symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Nothing else.
    Symbols,
    /// Numbers from 1.
    Numbers,
    /// Labels: every cell belongs to the region of its label. On a blank board each row is a region.
    Regions,
    /// Labels of areas, to which a cell need not belong. They may have goals, which stand in the section of this name.
    Areas {
        /// The section of the goals.
        goals: &'static str,
    },
}
