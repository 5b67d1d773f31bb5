//! How many instructions a fixed set of boards takes, compared with the counts that are kept in the project.
//!
//! Counts are the same on a busy machine and an idle one, so a build server can tell a slower engine from noise. They
//! depend a little on the C library and on the compiler; that is what the tolerance is for.

use crate::{output, run};
use std::path::Path;

const KEPT: &str = "benches/instructions.tsv";
const REMARK: &str = "# Instructions to read and solve each entry of benches/fixed; `cargo xtask instructions --update` writes this.";
/// In per cent.
const TOLERANCE: f64 = 5.0;

/// Counts, and compares with the kept counts or replaces them.
pub fn instructions(update: bool) -> Result<(), String> {
    if !installed("valgrind") {
        // Where this works it needs no question; where it does not, the remark below says what to do.
        let _ = run("apt-get install --yes --quiet valgrind");
    }
    if !installed("valgrind") {
        println!(
            "!!! NOT CHECKED: instruction counts need valgrind, which is not here and could not be installed"
        );
        return Ok(());
    }
    run(
        "cargo build --release --locked --manifest-path benches/Cargo.toml --package gridwright-fixed --bin fixed",
    )?;
    let metadata = "cargo metadata --format-version 1 --no-deps --manifest-path benches/Cargo.toml";
    let program = Path::new(&target_directory(&output(metadata)?)?).join("release/fixed");
    let program = program.display().to_string();
    let names: Vec<String> =
        output(&program)?.lines().filter_map(|line| Some(line.split('\t').next()?.to_string())).collect();
    let mut counts = Vec::new();
    for name in names {
        let report =
            output(&format!("valgrind --tool=callgrind --callgrind-out-file=/dev/null {program} {name}"))?;
        let count =
            report.lines().find_map(|line| line.split("Collected :").nth(1)?.trim().parse::<u64>().ok());
        counts.push((name, count.ok_or(format!("valgrind did not say how many instructions:\n{report}"))?));
    }
    if update {
        let lines: String = counts.iter().map(|(name, count)| format!("{name}\t{count}\n")).collect();
        std::fs::write(KEPT, format!("{REMARK}\n{lines}")).map_err(|e| format!("{KEPT}: {e}"))?;
        println!("{KEPT} is written");
        return Ok(());
    }
    let kept = std::fs::read_to_string(KEPT).map_err(|e| format!("{KEPT}: {e}"))?;
    let verdicts: Vec<Verdict> = counts.iter().map(|(name, count)| compare(&kept, name, *count)).collect();
    if verdicts.contains(&Verdict::Lower) {
        println!("fewer instructions than kept: `cargo xtask instructions --update` keeps the gain");
    }
    if verdicts.contains(&Verdict::Higher) {
        return Err(format!("more than {TOLERANCE} % above {KEPT}"));
    }
    Ok(())
}

#[derive(PartialEq, Debug)]
enum Verdict {
    Same,
    Lower,
    Higher,
}

/// An entry that is not kept counts as too high: it must be added.
fn compare(kept: &str, name: &str, count: u64) -> Verdict {
    let line = kept.lines().filter_map(|line| line.split_once('\t')).find(|(known, _)| *known == name);
    let Some(before) = line.and_then(|(_, number)| number.trim().parse::<u64>().ok()) else {
        println!("{name:<20} {count:>12}  is not in {KEPT}");
        return Verdict::Higher;
    };
    let change = (count as f64 / before as f64 - 1.0) * 100.0;
    println!("{name:<20} {count:>12} {change:>+7.2} %");
    match change {
        change if change > TOLERANCE => Verdict::Higher,
        change if change < -TOLERANCE => Verdict::Lower,
        _ => Verdict::Same,
    }
}

fn installed(program: &str) -> bool {
    output(&format!("{program} --version")).is_ok()
}

/// The one field that is needed of cargo's description of a workspace.
fn target_directory(metadata: &str) -> Result<String, String> {
    let quoted = metadata.split("\"target_directory\":\"").nth(1).and_then(|rest| rest.split('"').next());
    quoted.map(|path| path.replace("\\\\", "\\")).ok_or("cargo did not say where it builds".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rise_above_the_tolerance_fails() {
        let kept = format!("{REMARK}\na\t1000\n");
        assert_eq!(compare(&kept, "a", 1049), Verdict::Same);
        assert_eq!(compare(&kept, "a", 1051), Verdict::Higher);
        assert_eq!(compare(&kept, "a", 949), Verdict::Lower);
        assert_eq!(compare(&kept, "b", 1), Verdict::Higher);
    }
}
