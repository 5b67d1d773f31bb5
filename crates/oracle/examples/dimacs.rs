//! A board's model as clauses for other people's model counters: `dimacs [KEY=VALUE…] < BOARD` prints DIMACS with
//! the atoms as the variables to count over.

use gridwright::formats;
use gridwright_oracle::{ClauseSink, translate};
use std::io::{Read, Write};

struct Dimacs {
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

impl ClauseSink for Dimacs {
    // Counters gain nothing from helpers on lists of this length.
    const PAIRS_UP_TO: usize = 30;
    const HELPERS_DEFINED: bool = true;

    fn helper(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        self.clauses.push(literals.to_vec());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut puzzle = formats::read(&text, None, None)?.puzzle;
    for option in std::env::args().skip(1) {
        let (key, value) = option.split_once('=').ok_or("options are written KEY=VALUE")?;
        puzzle = puzzle.with_option(key, value).map_err(|refusal| refusal.to_string())?;
    }
    let model = puzzle.model();
    let atoms = model.atom_count() as i32;
    let mut sink = Dimacs { variables: atoms, clauses: Vec::new() };
    translate(&model, &mut sink);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "p cnf {} {}", sink.variables, sink.clauses.len())?;
    let join = |numbers: &[i32]| numbers.iter().map(|n| format!("{n} ")).collect::<String>();
    writeln!(out, "c p show {}0", join(&(1..=atoms).collect::<Vec<_>>()))?;
    for clause in &sink.clauses {
        writeln!(out, "{}0", join(clause))?;
    }
    Ok(())
}
