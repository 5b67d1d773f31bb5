//! Tries the frontier out.
use gridwright::formats;
use std::io::Read;
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut text = String::new();
    std::fs::File::open(&args[0]).unwrap().read_to_string(&mut text).unwrap();
    let mut puzzle = formats::read(&text, None, None).unwrap().puzzle;
    let mut mem = 2000usize << 20;
    for a in &args[1..] {
        let (k, v) = a.split_once('=').unwrap();
        match k {
            "mem" => mem = v.parse::<usize>().unwrap() << 20,
            _ => puzzle = puzzle.with_option(k, v).map_err(|r| r.to_string()).unwrap(),
        }
    }
    let model = puzzle.model();
    let t = cpu();
    let n = gridwright::count::try_frontier(&model, mem);
    println!("{} {} FRONTIER {} {:.3}", args[0].rsplit('/').next().unwrap(), args[1..].join(" "), n, cpu() - t);
}
