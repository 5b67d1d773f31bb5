//! The native part of the Python package `gridwright`: thin shells around the library's objects.
//!
//! Nothing here knows a rule, reads a format or words a message about a puzzle. The pure Python part (`python/gridwright`) gives
//! these objects their names, documentation and types.

mod emulsion;
mod error;
mod many;
mod puzzle;
mod session;
mod view;
mod work;

use pyo3::prelude::*;

/// What `import gridwright` loads. Nobody has tried it without the interpreter's lock, so a Python that has none turns one on.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use crate::emulsion::{Analysis, Engine, Game, Position, games, prove};
    #[pymodule_export]
    use crate::many::Many;
    #[pymodule_export]
    use crate::puzzle::{Puzzle, Solution, Solutions, Walkthrough, answer, ask, sheet};
    #[pymodule_export]
    use crate::session::{Edit, Session};
    #[pymodule_export]
    use crate::view::word;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
