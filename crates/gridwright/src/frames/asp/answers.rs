//! Solutions as answer set solvers print them.

use crate::frames::{ParseError, Text, json};
use serde_json::Value;
use std::cmp::Ordering;

/// What a solver printed: its models, and whether they are all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Each with its atoms freed of blanks, sorted, without repetition.
    pub models: Vec<Vec<String>>,
    /// Why there may be more models than these.
    pub incomplete: Option<String>,
}

impl Answers {
    /// Reads one solution a line, what clingo prints, or the JSON that `clingo --outf=2` prints.
    ///
    /// What a solver printed is complete only if it says so: `UNSATISFIABLE`, or a number of models without `+` that are all
    /// there. Bare lines are taken as all that there are; that there is none must be said.
    ///
    /// ```
    /// use gridwright::frames::{Text, asp::Answers};
    /// let found = Answers::parse(Text::new("to(10,1) to(9, 2)\nto(1,1)\n"))?;
    /// assert_eq!(found.models, [vec!["to(9,2)", "to(10,1)"], vec!["to(1,1)"]]);
    /// assert_eq!(found.incomplete, None);
    /// assert!(Answers::parse(Text::new("UNKNOWN\n"))?.incomplete.is_some());
    /// # Ok::<(), gridwright::formats::ParseError>(())
    /// ```
    pub fn parse(text: Text<'_>) -> Result<Answers, ParseError> {
        if text.trim().as_str().starts_with('{') {
            return match json::Object::parse(text) {
                Ok(object) => json_answers(&object),
                Err(error) if is_cut_short(text, &error) => {
                    Ok(Answers { models: Vec::new(), incomplete: Some(CUT_SHORT.to_string()) })
                }
                Err(error) => Err(error),
            };
        }
        let summary = Summary::of(text);
        let is_heading = |line: &Text<'_>| line.strip_prefix("Answer:").is_some();
        // Without a model there is no heading, only what the solver says of itself.
        let start = text.trim();
        let is_told = ["clingo version", "Solving", "Reading from"]
            .into_iter()
            .any(|words| start.as_str().starts_with(words));
        if is_told || text.lines().any(|line| is_heading(&line)) {
            let mut lines = text.lines();
            let mut models = Vec::new();
            while let Some(heading) = lines.find(is_heading) {
                // A model without shown atoms is an empty line.
                let Some(line) = lines.next().filter(|line| !is_heading(line)) else {
                    if summary.is_empty() {
                        return Ok(Answers { models, incomplete: Some(CUT_SHORT.to_string()) });
                    }
                    return Err(heading.error_after("expected the answer's atoms"));
                };
                match line_atoms(line) {
                    Ok(atoms) => models.push(atoms),
                    // The last line of an output that ends in the middle.
                    Err(_) if summary.is_empty() && lines.next().is_none() => break,
                    Err(error) => return Err(error),
                }
            }
            let incomplete = summary.incomplete(models.len()).or_else(|| summary.without_end());
            return Ok(Answers { models, incomplete });
        }
        let written = |line: &Text<'_>| !is_remark(line.trim().as_str());
        let models: Result<Vec<_>, ParseError> = text.lines().filter(written).map(line_atoms).collect();
        let models = models?;
        let incomplete = Answers::why_bare_lines_are_incomplete(text, models.len());
        Ok(Answers { models, incomplete })
    }

    /// Why bare lines, one solution on each, may not be all: what a solver says beside them, or that there are none.
    pub fn why_bare_lines_are_incomplete(text: Text<'_>, solutions: usize) -> Option<String> {
        let summary = Summary::of(text);
        let nothing = || "it is empty; where there is no solution it should say UNSATISFIABLE".to_string();
        let is_nothing = solutions == 0 && summary.is_empty();
        summary.incomplete(solutions).or_else(|| is_nothing.then(nothing))
    }
}

const CUT_SHORT: &str = "the output ends in the middle";

fn is_cut_short(text: Text<'_>, error: &ParseError) -> bool {
    let end = text.as_str().trim_end().len();
    error.at.is_some_and(|at| at + 1 >= end)
}

/// How solvers sum up, on a line of its own; also our own words.
const RESULTS: [&str; 5] = ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN", "no solution"];

/// Whether a line beside bare solutions is none.
pub(crate) fn is_remark(line: &str) -> bool {
    let is_told =
        ["%", "***", "INTERRUPTED", "TIME LIMIT", "Models "].into_iter().any(|start| line.starts_with(start));
    line.is_empty() || is_told || RESULTS.contains(&line)
}

/// What a solver says of its search.
#[derive(Default)]
struct Summary {
    /// Why it failed.
    failure: Option<String>,
    result: Option<String>,
    /// What it says of the number of models.
    models: Option<String>,
}

impl Summary {
    fn of(text: Text<'_>) -> Summary {
        let mut summary = Summary::default();
        for line in text.lines() {
            let line = line.trim();
            let line = line.as_str();
            if line.starts_with("*** ERROR") {
                summary.failure.get_or_insert_with(|| format!("the solver failed: {line}"));
            } else if line.starts_with("INTERRUPTED")
                || line.starts_with("***") && line.contains("INTERRUPTED")
            {
                summary.failure.get_or_insert_with(|| "the solver was interrupted".to_string());
            } else if line.starts_with("TIME LIMIT") {
                summary.failure.get_or_insert_with(|| "the solver ran out of time".to_string());
            } else if RESULTS.contains(&line) {
                summary.result = Some(line.to_string());
            } else if let Some((name, number)) = line.split_once(':')
                && name.trim() == "Models"
            {
                summary.models = Some(number.trim().to_string());
            }
        }
        summary
    }

    /// Whether nothing is said.
    fn is_empty(&self) -> bool {
        self.failure.is_none() && self.result.is_none() && self.models.is_none()
    }

    /// Why what is said means that there may be more than the models that were printed.
    fn incomplete(&self, printed: usize) -> Option<String> {
        if self.failure.is_some() {
            return self.failure.clone();
        }
        match (self.result.as_deref(), self.models.as_deref()) {
            (Some("UNKNOWN"), _) => Some("the solver says UNKNOWN".to_string()),
            (Some("UNSATISFIABLE" | "no solution"), _) if printed == 0 => None,
            (Some(result @ ("UNSATISFIABLE" | "no solution")), _) => {
                Some(format!("it says '{result}' and holds solutions"))
            }
            (_, Some(number)) => match number.parse::<usize>() {
                Ok(number) if number == printed => None,
                Ok(number) => Some(format!("the solver counts {number} models and prints {printed}")),
                Err(_) => Some(format!("the solver did not look for all (Models: {number})")),
            },
            (Some(result), None) => Some(format!(
                "'{result}' does not say that these are all: the solver's line 'Models' is missing"
            )),
            (None, None) => None,
        }
    }

    /// Why a solver's output without a summary is not complete.
    fn without_end(&self) -> Option<String> {
        (self.result.is_none() || self.models.is_none() && self.result.as_deref() != Some("UNSATISFIABLE"))
            .then(|| "the output ends before the solver's summary".to_string())
    }
}

fn json_answers(object: &json::Object) -> Result<Answers, ParseError> {
    let mut models = Vec::new();
    for (i, call) in object.array("Call")?.iter().enumerate() {
        for (j, witness) in list(call, "Witnesses", &format!("Call[{i}]"))?.iter().enumerate() {
            let path = format!("Call[{i}].Witnesses[{j}]");
            let mut atoms = Vec::new();
            for (k, value) in list(witness, "Value", &path)?.iter().enumerate() {
                let path = format!("{path}.Value[{k}]");
                let atom = value.as_str().ok_or_else(|| json::expected(&path, "an atom", value))?;
                let read = atoms_of(Text::new(atom));
                atoms.extend(read.map_err(|e| ParseError::whole(format!("in '{path}': {e}")))?);
            }
            models.push(sorted(atoms));
        }
    }
    let counted = object.get("Models");
    let number = counted.and_then(|models| models.get("Number")).and_then(Value::as_u64);
    let has_more = counted.and_then(|models| models.get("More")).and_then(Value::as_str) != Some("no");
    let summary = Summary {
        failure: match (object.has("INTERRUPTED"), object.has("TIME LIMIT")) {
            (true, _) => Some("the solver was interrupted".to_string()),
            (_, true) => Some("the solver ran out of time".to_string()),
            _ => None,
        },
        result: object.get("Result").and_then(Value::as_str).map(str::to_string),
        models: number.map(|number| if has_more { format!("{number}+") } else { number.to_string() }),
    };
    let incomplete = summary.incomplete(models.len()).or_else(|| summary.without_end());
    Ok(Answers { models, incomplete })
}

/// The list under `key`; clingo leaves empty ones out.
fn list<'v>(value: &'v Value, key: &str, path: &str) -> Result<&'v [Value], ParseError> {
    match value.as_object().ok_or_else(|| json::expected(path, "an object", value))?.get(key) {
        None => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(other) => Err(json::expected(&format!("{path}.{key}"), "an array", other)),
    }
}

fn line_atoms(line: Text<'_>) -> Result<Vec<String>, ParseError> {
    atoms_of(line).map(sorted)
}

fn sorted(mut atoms: Vec<String>) -> Vec<String> {
    atoms.sort_unstable_by(|a, b| atom_order(a, b));
    atoms.dedup();
    atoms
}

/// The atoms of a line: names, each with or without arguments in brackets, blanks or dots between them.
fn atoms_of(line: Text<'_>) -> Result<Vec<String>, ParseError> {
    let mut atoms = Vec::new();
    let mut atom = String::new();
    let mut depth = 0usize;
    for (c, place) in line.chars() {
        match c {
            _ if c.is_whitespace() || c == '.' && depth == 0 => {
                if depth == 0 && !atom.is_empty() {
                    atoms.push(std::mem::take(&mut atom));
                }
            }
            '(' if !atom.is_empty() => {
                depth += 1;
                atom.push(c);
            }
            ')' if depth > 0 => {
                depth -= 1;
                atom.push(c);
                if depth == 0 {
                    atoms.push(std::mem::take(&mut atom));
                }
            }
            'a'..='z' | '_' | '-' => atom.push(c),
            'A'..='Z' | '0'..='9' if !atom.is_empty() => atom.push(c),
            ',' | '"' if depth > 0 => atom.push(c),
            _ => {
                return Err(place.expected("an atom such as 'name(1,2)'"));
            }
        }
    }
    if depth > 0 {
        return Err(line.error_after("expected ')'"));
    }
    atoms.extend((!atom.is_empty()).then_some(atom));
    Ok(atoms)
}

/// The order of atoms in answers: numbers inside them compare as numbers, the rest as text.
pub fn atom_order(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let (number_a, number_b) = (leading_digits(a), leading_digits(b));
        let order = if number_a > 0 && number_b > 0 {
            let value = |bytes: &[u8]| bytes.iter().position(|&d| d != b'0').unwrap_or(bytes.len());
            let (digits_a, digits_b) =
                (&a[value(&a[..number_a])..number_a], &b[value(&b[..number_b])..number_b]);
            let order = digits_a.len().cmp(&digits_b.len()).then_with(|| digits_a.cmp(digits_b));
            (a, b) = (&a[number_a..], &b[number_b..]);
            order.then(number_a.cmp(&number_b))
        } else {
            match (a, b) {
                ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) => {
                    let order = first_a.cmp(first_b);
                    (a, b) = (rest_a, rest_b);
                    order
                }
                _ => return a.len().cmp(&b.len()),
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

fn leading_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> Vec<Vec<String>> {
        Answers::parse(Text::new(input)).unwrap().models
    }

    #[test]
    fn only_finished_enumerations_are_complete() {
        let complete = |input: &str| Answers::parse(Text::new(input)).unwrap().incomplete;
        let head = "clingo version 5.7.1\nReading from x.lp\nSolving...\n";
        for (input, reason) in [
            ("", Some("it is empty")),
            ("\n\n", Some("it is empty")),
            ("% nothing\n", Some("it is empty")),
            ("a(1)\na(2)\n", None),
            ("UNSATISFIABLE\n", None),
            ("no solution\n", None),
            ("UNKNOWN\n", Some("the solver says UNKNOWN")),
            ("a(1)\nUNKNOWN\n", Some("the solver says UNKNOWN")),
            ("a(1)\nSATISFIABLE\n", Some("'SATISFIABLE' does not say that these are all")),
            ("a(1)\nUNSATISFIABLE\n", Some("it says 'UNSATISFIABLE' and holds solutions")),
            ("*** ERROR: (clingo): syntax error\n", Some("the solver failed: *** ERROR")),
            ("{head}", Some("the output ends before")),
            ("{head}*** ERROR: (clingo): out of memory\nUNKNOWN\n", Some("the solver failed")),
            ("{head}Answer: 1\na(1)\n", Some("the output ends before")),
            ("{head}Answer: 1\na(1", Some("the output ends before")),
            ("{head}Answer: 1", Some("the output ends in the middle")),
            ("{head}Answer: 1\na(1)\nSATISFIABLE\n\nModels       : 1\n", None),
            (
                "{head}Answer: 1\na(1)\nSATISFIABLE\n\nModels       : 1+\n",
                Some("the solver did not look for all (Models: 1+)"),
            ),
            (
                "{head}Answer: 1\na(1)\nSATISFIABLE\n\nModels       : 2\n",
                Some("the solver counts 2 models and prints 1"),
            ),
            (
                "{head}Answer: 1\na(1)\n*** Info : (clingo): INTERRUPTED by signal!\nSATISFIABLE\n\nINTERRUPTED  : 1\nModels       : 1+\n",
                Some("the solver was interrupted"),
            ),
            (
                "{head}Answer: 1\na(1)\nSATISFIABLE\n\nTIME LIMIT   : 1\nModels       : 1+\n",
                Some("the solver ran out of time"),
            ),
            ("{head}UNKNOWN\n\nModels       : 0+\n", Some("the solver says UNKNOWN")),
            ("{head}UNSATISFIABLE\n\nModels       : 0\n", None),
            (
                r#"{"Call":[{"Witnesses":[{"Value":["a"]}]}],"Result":"SATISFIABLE","Models":{"Number":1,"More":"no"}}"#,
                None,
            ),
            (
                r#"{"Call":[{"Witnesses":[{"Value":["a"]}]}],"Result":"SATISFIABLE","Models":{"Number":1,"More":"yes"}}"#,
                Some("the solver did not look for all"),
            ),
            (
                r#"{"Call":[{"Witnesses":[{"Value":["a"]}]}],"Result":"SATISFIABLE"}"#,
                Some("'SATISFIABLE' does not say"),
            ),
            (r#"{"Call":[{}],"Result":"UNSATISFIABLE","Models":{"Number":0,"More":"no"}}"#, None),
            (
                r#"{"Call":[{}],"Result":"UNKNOWN","Models":{"Number":0,"More":"yes"}}"#,
                Some("the solver says UNKNOWN"),
            ),
            (
                r#"{"Call":[{"Witnesses":[{"Value":["a"]}]}],"Result":"SATISFIABLE","INTERRUPTED":1,"Models":{"Number":1,"More":"no"}}"#,
                Some("the solver was interrupted"),
            ),
            (r#"{"Call":[{"Witnesses":[{"Value":["a"]}]}],"#, Some("the output ends in the middle")),
        ] {
            let found = complete(&input.replace("{head}", head));
            match reason {
                None => assert_eq!(found, None, "{input}"),
                Some(words) => {
                    assert!(found.as_ref().is_some_and(|why| why.starts_with(words)), "{input}: {found:?}")
                }
            }
        }
    }

    #[test]
    fn results_without_models_are_no_solutions() {
        let none = "clingo version 5.6.2\nReading from a.lp\nSolving...\nUNSATISFIABLE\n\nModels       : 0\n";
        assert!(read(none).is_empty() && read("UNSATISFIABLE\n").is_empty());
        assert_eq!(read("a(1) a(2)\nSATISFIABLE\n").len(), 1);
    }

    #[test]
    fn one_solution_a_line() {
        assert_eq!(read(""), Vec::<Vec<String>>::new());
        assert_eq!(
            read("% two\nb(2) a(10) a(9).\r\n\n c a(1 , 2)a(1,2)\n"),
            [vec!["a(9)", "a(10)", "b(2)"], vec!["a(1,2)", "c"]]
        );
        assert_eq!(read("f(g(1),-2,\"x\")"), [["f(g(1),-2,\"x\")"]]);
    }

    #[test]
    fn what_clingo_prints() {
        let printed = "clingo version 5.7.1\nReading from x.lp\nSolving...\nAnswer: 1\nb(1) a(2)\nAnswer: 2\n\nSATISFIABLE\n\nModels       : 2\n";
        assert_eq!(read(printed), [vec!["a(2)", "b(1)"], vec![]]);
        let json = r#"{"Solver":"clingo","Call":[{"Witnesses":[{"Value":["b(1)","a(2)"]},{}]},{}],"Result":"SATISFIABLE"}"#;
        assert_eq!(read(json), [vec!["a(2)", "b(1)"], vec![]]);
    }

    #[test]
    fn refusals_point_at_their_place() {
        for (input, place, words) in [
            ("a(1", Some((1, 4)), "expected ')'"),
            ("a\nb) c", Some((2, 2)), "found ')'"),
            ("1", Some((1, 1)), "expected an atom"),
            ("Answer: 1\nAnswer: 2\na\nSATISFIABLE\n", Some((1, 10)), "answer's atoms"),
            ("{\"Call\":[3]}", None, "'Call[0]' should be an object"),
            ("{\"Call\":[{\"Witnesses\":[{\"Value\":[3]}]}]}", None, "'Call[0].Witnesses[0].Value[0]'"),
            ("{\"Call\":[{\"Witnesses\":[{\"Value\":[\"a(\"]}]}]}", None, "expected ')'"),
            ("{\"Call\": x [", Some((1, 10)), "not JSON"),
        ] {
            let error = Answers::parse(Text::new(input)).unwrap_err();
            assert_eq!(error.line_column(input), place, "{input}: {error}");
            assert!(error.message.contains(words), "{input}: {error}");
        }
    }

    #[test]
    fn numbers_compare_as_numbers() {
        let mut atoms = ["a(10,1)", "a(2,3)", "a(2,03)", "b", "a(2,30)", "a"];
        atoms.sort_by(|a, b| atom_order(a, b));
        assert_eq!(atoms, ["a", "a(2,3)", "a(2,03)", "a(2,30)", "a(10,1)", "b"]);
    }
}
