//! Solutions as answer set solvers print them.

use crate::frames::{ParseError, Text, json};
use serde_json::Value;
use std::cmp::Ordering;

/// How solvers sum up, on a line of its own.
const RESULTS: [&str; 4] = ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN"];

/// The solutions in a text, each with its atoms freed of blanks, sorted, without repetition.
///
/// The text is one solution a line, or what clingo prints, or the JSON that `clingo --outf=2` prints.
///
/// ```
/// use gridwright::frames::{Text, asp::answers};
/// let found = answers(Text::new("to(10,1) to(9, 2)\nto(1,1)\n")).unwrap();
/// assert_eq!(found, [vec!["to(9,2)", "to(10,1)"], vec!["to(1,1)"]]);
/// ```
pub fn answers(text: Text<'_>) -> Result<Vec<Vec<String>>, ParseError> {
    if text.trim().as_str().starts_with('{') {
        return json_answers(&json::Object::parse(text)?);
    }
    let is_heading = |line: &Text<'_>| line.strip_prefix("Answer:").is_some();
    // Without a model there is no heading, only what the solver says of itself.
    let is_told =
        text.trim().as_str().starts_with("clingo version") || text.trim().as_str().starts_with("Solving");
    if is_told || text.lines().any(|line| is_heading(&line)) {
        let mut lines = text.lines();
        let mut found = Vec::new();
        while let Some(heading) = lines.find(is_heading) {
            // A model without shown atoms is an empty line.
            let line = lines.next().ok_or_else(|| heading.error_after("expected the answer's atoms"))?;
            found.push(line_atoms(line)?);
        }
        return Ok(found);
    }
    let is_remark = |line: &str| line.is_empty() || line.starts_with('%') || RESULTS.contains(&line);
    let written = |line: &Text<'_>| !is_remark(line.trim().as_str());
    text.lines().filter(written).map(line_atoms).collect()
}

fn json_answers(object: &json::Object) -> Result<Vec<Vec<String>>, ParseError> {
    let mut found = Vec::new();
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
            found.push(sorted(atoms));
        }
    }
    Ok(found)
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
        answers(Text::new(input)).unwrap()
    }

    #[test]
    fn results_without_models_are_no_solutions() {
        let none = "clingo version 5.6.2\nReading from a.lp\nSolving...\nUNSATISFIABLE\n\nModels       : 0\n";
        assert_eq!(answers(Text::new(none)), Ok(vec![]));
        assert_eq!(answers(Text::new("UNSATISFIABLE\n")), Ok(vec![]));
        assert_eq!(answers(Text::new("a(1) a(2)\nSATISFIABLE\n")).unwrap().len(), 1);
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
            ("Answer: 1", Some((1, 10)), "answer's atoms"),
            ("{\"Call\":[3]}", None, "'Call[0]' should be an object"),
            ("{\"Call\":[{\"Witnesses\":[{\"Value\":[3]}]}]}", None, "'Call[0].Witnesses[0].Value[0]'"),
            ("{\"Call\":[{\"Witnesses\":[{\"Value\":[\"a(\"]}]}]}", None, "expected ')'"),
            ("{\"Call\":", Some((1, 8)), "not JSON"),
        ] {
            let error = answers(Text::new(input)).unwrap_err();
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
