//! Facts and answers of answer set programs.
//!
//! Read are facts, ranges and pools multiplied out, and `#const` lines; rules belong to the solver's own
//! program and are refused.

mod answers;
mod tokens;

pub(crate) use answers::is_remark;
pub use answers::{Answers, atom_order};

use super::{ParseError, Text};
use tokens::{Kind, Token, Tokens};

/// One fact, ranges already multiplied out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<'a> {
    /// The predicate.
    pub name: Text<'a>,
    /// Its arguments.
    pub args: Args,
}

/// The arguments of a fact, which are few: a slice without memory of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Args {
    values: [u32; MAX_ARGUMENTS],
    count: usize,
}

impl Args {
    fn push(&mut self, value: u32) {
        self.values[self.count] = value;
        self.count += 1;
    }
}

impl std::ops::Deref for Args {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.values[..self.count]
    }
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
    /// Directives that say nothing about the puzzle and were passed over, in words, the first of each kind.
    pub warnings: Vec<String>,
}

/// The greatest number a program may hold.
pub const MAX_NUMBER: u32 = 1_000_000_000;

/// The most facts a program may have once its ranges are multiplied out.
pub const MAX_FACTS: usize = 2_000_000;

/// The bytes of a short fact.
const USUAL_LENGTH: usize = 11;

/// The most constants a program may set.
const MAX_CONSTANTS: usize = 100;

/// The most arguments a fact may have.
const MAX_ARGUMENTS: usize = 8;

/// Whether a text looks like a program of facts.
pub fn detect(text: Text<'_>) -> bool {
    let mut tokens = Tokens::new(text);
    let mut next = || tokens.next().ok().map(|token| token.kind);
    match next() {
        Some(Kind::Directive) => true,
        Some(Kind::Name) => matches!(next(), Some(Kind::Open | Kind::Dot)),
        _ => false,
    }
}

/// How a comment starts that carries a puzzle's options, which facts have no words for.
const OPTIONS: &str = "% gridwright ";

/// A comment line with options, to be read back by [`Program::options`]; nothing where there are none.
pub fn options_line(options: &[(&'static str, String)]) -> String {
    let words: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if words.is_empty() { String::new() } else { format!("{OPTIONS}{}\n", words.join(" ")) }
}

impl<'a> Program<'a> {
    /// The options in comment lines `% gridwright key=value …`, each with its place.
    pub fn options(&self) -> impl Iterator<Item = (Text<'a>, &'a str, &'a str)> + use<'a> {
        let lines = self.text.as_str().contains('%').then(|| self.text.lines()).into_iter().flatten();
        let words = lines.filter_map(|line| line.strip_prefix(OPTIONS)).flat_map(Text::words);
        words.filter_map(|word| word.split_once("=").map(|(key, value)| (word, key.as_str(), value.as_str())))
    }

    /// Reads a program.
    ///
    /// ```
    /// use gridwright::frames::{Text, asp::Program};
    /// let text = Text::new("#const n=2. cell(1..n,1..n). % a square\nnumber(1,2, 5).");
    /// let program = Program::parse(text).unwrap();
    /// assert_eq!(program.facts.len(), 5);
    /// assert_eq!(program.facts[4].args[..], [1, 2, 5]);
    /// ```
    pub fn parse(text: Text<'a>) -> Result<Program<'a>, ParseError> {
        let mut program = Program { text, facts: Vec::new(), constants: Vec::new(), warnings: Vec::new() };
        program.read_constants()?;
        let mut tokens = Tokens::new(text);
        program.facts.reserve(text.as_str().len() / USUAL_LENGTH);
        loop {
            tokens.plain_facts(&mut program.facts, MAX_FACTS);
            let token = tokens.next()?;
            match token.kind {
                Kind::End => return Ok(program),
                Kind::Directive => program.pass_directive(token, &mut tokens)?,
                Kind::Name => program.read_fact(token.text, &mut tokens)?,
                Kind::Arrow => {
                    return Err(token.text.error("only facts are read here, not rules and constraints"));
                }
                _ => return Err(token.expected("a fact such as 'cell(1,1).'")),
            }
        }
    }

    /// Constants may be used before the line that sets them, so they are read first.
    fn read_constants(&mut self) -> Result<(), ParseError> {
        let mut tokens = Tokens::new(self.text);
        while self.text.as_str().contains('#') {
            let token = tokens.next()?;
            match token.kind {
                Kind::End => break,
                Kind::Directive if token.text.as_str() == "#const" => {}
                _ => continue,
            }
            let name = tokens.expect(Kind::Name, "the constant's name")?;
            tokens.expect(Kind::Equals, "'='")?;
            let value = tokens.expect(Kind::Number, "a number")?.number("a number", MAX_NUMBER)?;
            tokens.expect(Kind::Dot, "'.' at the end of the line")?;
            if self.constant(name).is_some() {
                return Err(name.error(format!("constant {} is set twice", name.quoted())));
            }
            if self.constants.len() == MAX_CONSTANTS {
                return Err(name.error(format!("there are more than {MAX_CONSTANTS} constants")));
            }
            self.constants.push((name, value));
        }
        Ok(())
    }

    fn constant(&self, name: Text<'_>) -> Option<u32> {
        self.constants.iter().find(|(n, _)| n.as_str() == name.as_str()).map(|(_, value)| *value)
    }

    fn pass_directive(&mut self, token: Token<'a>, tokens: &mut Tokens<'a>) -> Result<(), ParseError> {
        let directive = token.text;
        let passed_over = match directive.as_str() {
            "#const" => false,
            "#show" | "#program" => true,
            _ => {
                return Err(directive
                    .error(format!("{} is not read here, only facts and #const", directive.quoted())));
            }
        };
        loop {
            let token = tokens.next()?;
            match token.kind {
                Kind::Dot => break,
                Kind::End => return Err(token.expected("'.' at the end of the line")),
                _ => {}
            }
        }
        let what = format!("'{}' is passed over", directive.as_str());
        if passed_over && !self.warnings.iter().any(|warning| warning.ends_with(&what)) {
            let place = directive.offset() - self.text.offset();
            let line = self.text.as_str()[..place].matches('\n').count() + 1;
            self.warnings.push(format!("line {line}: {what}"));
        }
        Ok(())
    }

    /// Reads what follows a fact's name. `;` separates whole argument lists, as in clingo.
    fn read_fact(&mut self, name: Text<'a>, tokens: &mut Tokens<'a>) -> Result<(), ParseError> {
        let mut token = tokens.next()?;
        if token.kind == Kind::Open {
            let (mut first, mut last) = (Args::default(), Args::default());
            loop {
                if first.len() == MAX_ARGUMENTS {
                    return Err(name.error(format!("a fact has at most {MAX_ARGUMENTS} arguments")));
                }
                let ((from, to), behind) = self.read_range(tokens)?;
                first.push(from);
                last.push(to);
                match behind.kind {
                    Kind::Comma => {}
                    Kind::Semicolon => {
                        self.multiply_out(name, first, last)?;
                        (first, last) = Default::default();
                    }
                    Kind::Close => break,
                    _ => return Err(behind.expected("',', ';' or ')'")),
                }
            }
            self.multiply_out(name, first, last)?;
            token = tokens.next()?;
        } else {
            self.multiply_out(name, Args::default(), Args::default())?;
        }
        match token.kind {
            Kind::Dot => Ok(()),
            Kind::Arrow => Err(token.text.error("only facts are read here, not rules")),
            _ => Err(token.expected("'.' at the end of the fact")),
        }
    }

    /// One argument, `3`, `n` or `1..n`, and the token behind it.
    fn read_range(&self, tokens: &mut Tokens<'a>) -> Result<((u32, u32), Token<'a>), ParseError> {
        let first = self.read_number(tokens)?;
        let behind = tokens.next()?;
        if behind.kind != Kind::Range {
            return Ok(((first, first), behind));
        }
        let last = self.read_number(tokens)?;
        Ok(((first, last), tokens.next()?))
    }

    fn read_number(&self, tokens: &mut Tokens<'a>) -> Result<u32, ParseError> {
        let token = tokens.next()?;
        match token.kind {
            Kind::Number => token.text.number("a number", MAX_NUMBER),
            Kind::Name => self.constant(token.text).ok_or_else(|| {
                token.text.error(format!("{} is neither a number nor a constant", token.text.quoted()))
            }),
            _ => Err(token.expected("a number")),
        }
    }

    /// Adds the facts whose arguments lie between `first` and `last`.
    fn multiply_out(&mut self, name: Text<'a>, first: Args, last: Args) -> Result<(), ParseError> {
        let sizes =
            first.iter().zip(&*last).map(|(&from, &to)| (u64::from(to) + 1).saturating_sub(from.into()));
        let count = sizes.fold(1u64, |product, size| product.saturating_mul(size));
        if count > (MAX_FACTS - self.facts.len()) as u64 {
            return Err(name.error(format!("this makes more than {MAX_FACTS} facts")));
        }
        let mut args = first;
        for _ in 0..count {
            self.facts.push(Fact { name, args });
            // The last argument runs fastest.
            for i in (0..args.count).rev() {
                if args.values[i] < last.values[i] {
                    args.values[i] += 1;
                    break;
                }
                args.values[i] = first.values[i];
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(input: &str) -> Vec<String> {
        let program = Program::parse(Text::new(input)).unwrap();
        program.facts.iter().map(|f| format!("{}{:?}", f.name.as_str(), &f.args[..])).collect()
    }

    #[test]
    fn facts_ranges_pools_and_constants() {
        assert_eq!(facts(""), [""; 0]);
        assert_eq!(facts("a. b(1).c( 2 ,3 )."), ["a[]", "b[1]", "c[2, 3]"]);
        assert_eq!(facts("p(1..2,7..8)."), ["p[1, 7]", "p[1, 8]", "p[2, 7]", "p[2, 8]"]);
        assert_eq!(facts("p(1;2,3;4..5)."), ["p[1]", "p[2, 3]", "p[4]", "p[5]"]);
        assert_eq!(facts("p(3..2)."), [""; 0]);
        assert_eq!(facts("p(1..n,n). #const n = 2."), ["p[1, 2]", "p[2, 2]"]);
        assert_eq!(facts("%* a(1).\n *% b(2 % c(3).\n)."), ["b[2]"]);
        assert_eq!(facts("\u{feff}a(1).\r\n%\u{e9}"), ["a[1]"]);
    }

    #[test]
    fn directives_for_output_are_passed_over() {
        let program = Program::parse(Text::new("a(1).\n#show a/1.\nb(2).")).unwrap();
        assert_eq!(program.facts.len(), 2);
        assert_eq!(program.warnings, ["line 2: '#show' is passed over"]);
    }

    #[test]
    fn refusals_point_at_their_place() {
        for (input, line, column, words) in [
            ("a(1)", 1, 5, "expected '.'"),
            ("a(1) b(2).", 1, 6, "expected '.'"),
            ("a(1,).", 1, 5, "expected a number"),
            ("a().", 1, 3, "expected a number"),
            ("a(1", 1, 4, "',', ';' or ')'"),
            ("a(1(2).", 1, 4, "',', ';' or ')'"),
            ("a(-1).", 1, 3, "expected a number"),
            ("a(1..).", 1, 6, "expected a number"),
            ("a(x).", 1, 3, "neither a number nor a constant"),
            ("a(9999999999).", 1, 3, "too large"),
            ("ok.\n  a(X) :- b(X).", 2, 5, "expected a number"),
            ("a :- b.", 1, 3, "not rules"),
            (":- a.", 1, 1, "not rules"),
            ("a(1). #include \"x.lp\".", 1, 7, "'#include' is not read"),
            ("#const n=3.\n#const n=4.", 2, 8, "set twice"),
            ("#const n.", 1, 9, "expected '='"),
            ("#show a/1", 1, 10, "expected '.'"),
            ("a. %* open", 1, 4, "comment is never closed"),
            ("a(1..2000,1..2000).", 1, 1, "more than 2000000 facts"),
            ("a(0..1000000000,0..1000000000,0..1000000000,0..1000000000).", 1, 1, "more than 2000000 facts"),
            ("a(1,2,3,4,5,6,7,8,9).", 1, 1, "at most 8 arguments"),
            ("a(1.5).", 1, 4, "',', ';' or ')'"),
            ("5.", 1, 1, "expected a fact"),
            ("a(\u{e9}).", 1, 3, "expected a number"),
        ] {
            let error = Program::parse(Text::new(input)).unwrap_err();
            assert_eq!(error.line_column(input), Some((line, column)), "{input}: {error}");
            assert!(error.message.contains(words), "{input}: {error}");
        }
    }

    #[test]
    fn programs_are_recognised() {
        for yes in ["cell(1,1).", " % note\ncell(1,1).", "#const n=3.", "%*x*% a."] {
            assert!(detect(Text::new(yes)), "{yes}");
        }
        for no in ["", "7x7:b1", "cell 1", "{}", "53..7", "% only a comment", "Cell(1,1).", "#..", "#1."] {
            assert!(!detect(Text::new(no)), "{no}");
        }
    }
}
