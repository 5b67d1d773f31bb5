//! `fixed` lists the entries and how many boards they have; `fixed NAME [ROUNDS]` runs one and prints the digest of its
//! answers and the nanoseconds of processor time it took.

use gridwright_fixed::ENTRIES;

/// Processor time where the system tells it; only the difference of two calls means something.
fn nanoseconds() -> u64 {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    schedule.split_whitespace().next().and_then(|time| time.parse().ok()).unwrap_or(0)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = arguments.first() else {
        ENTRIES.iter().for_each(|entry| println!("{}\t{}", entry.name, entry.len()));
        return;
    };
    let entry = ENTRIES.iter().find(|entry| entry.name == name).expect("a name that `fixed` lists");
    let rounds = arguments.get(1).map_or(1, |rounds| rounds.parse().expect("a number of rounds"));
    let before = nanoseconds();
    let digest = entry.run(rounds);
    println!("{digest} {}", nanoseconds() - before);
}
