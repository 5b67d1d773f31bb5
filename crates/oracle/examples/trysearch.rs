//! Tries the counting search out.
use gridwright::formats;
use std::io::Read;
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut text = String::new();
    std::fs::File::open(&args[0]).unwrap().read_to_string(&mut text).unwrap();
    let mut puzzle = formats::read(&text, None, None).unwrap().puzzle;
    let (mut mem, mut steps, mut learning, mut kind) = (2000usize << 20, None, 300usize, "id".to_string());
    for a in &args[1..] {
        let (k, v) = a.split_once('=').unwrap();
        match k {
            "mem" => mem = v.parse::<usize>().unwrap() << 20,
            "steps" => steps = Some(v.parse().unwrap()),
            "learn" => learning = v.parse().unwrap(),
            "order" => kind = v.into(),
            _ => puzzle = puzzle.with_option(k, v).map_err(|r| r.to_string()).unwrap(),
        }
    }
    let model = puzzle.model();
    let t = cpu();
    let (n, exact, stats) = gridwright::count::try_search(&model, mem, steps, learning, &kind);
    println!("{} {} {}{} {:.3} {}", args[0].rsplit('/').next().unwrap(), args[1..].join(" "), if exact { "" } else { ">=" }, n, cpu() - t, stats);
}
