//! Errors of the library as exceptions of the package.

use gridwright::ParseError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::fmt::Display;

/// Text that could not be read: `gridwright.FormatError`.
pub fn unreadable(py: Python<'_>, error: &ParseError, text: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (line, column) = error.line_column(text).unzip();
    match CLASS.import(py, "gridwright._errors", "FormatError") {
        Ok(class) => {
            let arguments = (error.message.clone(), line, column, error.expected.clone());
            PyErr::from_type(class.clone(), arguments)
        }
        Err(error) => error,
    }
}

/// An argument that was refused.
pub fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
