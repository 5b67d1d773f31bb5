//! Temporary.
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or(file.clone());
        let mut reading = gridwright::formats::read(&text, None, None).unwrap();
        if let Ok(o) = std::env::var("OPTS") {
            for kv in o.split(' ') {
                let (k, v) = kv.split_once('=').unwrap();
                reading.set_option(k, v).unwrap();
            }
        }
        let model = reading.puzzle.model();
        let mut out = format!("{}\n", model.atom_count());
        for rule in model.rules() {
            out += &format!("{} {}", rule.lo, rule.hi);
            for (a, w) in model.rule_atoms(rule) {
                out += &format!(" {}:{}", a.0, w);
            }
            out += "\n";
        }
        std::fs::write(file.replace(".txt", std::env::var("SUF").unwrap_or(".m".into()).as_str()), out)
            .unwrap();
    }
}
