//! `fixed` lists the entries; `fixed NAME [ROUNDS]` runs one and prints the digest of its answers.

use gridwright_fixed::ENTRIES;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = arguments.first() else {
        ENTRIES.iter().for_each(|entry| println!("{}\t{}", entry.name, entry.len()));
        return;
    };
    let entry = ENTRIES.iter().find(|entry| entry.name == name).expect("a name that `fixed` lists");
    let rounds = arguments.get(1).map_or(1, |rounds| rounds.parse().expect("a number of rounds"));
    println!("{}", entry.run(rounds));
}
