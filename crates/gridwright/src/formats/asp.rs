//! Facts of answer set programs.

use super::{ParseError, Text};

/// One fact, ranges already multiplied out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<'a> {
    /// The predicate.
    pub name: Text<'a>,
    /// Its arguments.
    pub args: Vec<u32>,
}

/// The facts of a program in order.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The whole text, for errors about it.
    pub text: Text<'a>,
    /// All facts.
    pub facts: Vec<Fact<'a>>,
    /// `#const name=value.` lines.
    pub constants: Vec<(Text<'a>, u32)>,
}

impl<'a> Program<'a> {
    /// Reads the facts of a program.
    pub fn parse(text: Text<'a>) -> Result<Program<'a>, ParseError> {
        Err(text.error("facts cannot be read yet"))
    }
}
