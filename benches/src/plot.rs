//! Time against size, both axes logarithmic, as an SVG that follows the reader's light or dark colours.

use crate::race::Times;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 370.0;

const STYLE: &str = "text{font:13px sans-serif;fill:#24292f}.paper{fill:#ffffff}.grid{stroke:#d0d7de;stroke-width:1}\
    .title{font-size:15px;font-weight:bold}\
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.grid{stroke:#30363d}}";

/// Colours that are legible on light and dark backgrounds and that most people can distinguish.
fn colour(solver: &str) -> &'static str {
    match solver {
        "library" | "count" => "#1f83d6",
        "batch" => "#56b4e9",
        "batsat" => "#e69f00",
        "CaDiCaL" => "#009e73",
        "clingo" => "#d55e00",
        "CP-SAT" => "#cc79a7",
        _ => "#8c8c8c",
    }
}

/// A scale from values to places.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - self.low) / (self.high - self.low);
        self.from + share * (self.to - self.from)
    }
}

/// A plot of one line per solver. Each point is a size and the times of all solvers at it.
pub fn plot(title: &str, points: &[(u32, &[Times])]) -> String {
    let sizes = || points.iter().map(|(size, _)| f64::from(*size));
    let times = || points.iter().flat_map(|(_, times)| times.iter().map(|times| times.ms_per_board));
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let x = Axis {
        low: least(&mut sizes()).log10(),
        high: most(&mut sizes()).log10(),
        from: LEFT + 15.0,
        to: RIGHT - 15.0,
    };
    let y = Axis {
        low: least(&mut times()).log10().floor(),
        high: most(&mut times()).log10().ceil(),
        from: BOTTOM,
        to: TOP,
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n"
    );
    for decade in y.low as i32..=y.high as i32 {
        let at = y.place(10f64.powi(decade));
        let value = if decade < 0 {
            format!("{:.*} ms", decade.unsigned_abs() as usize, 10f64.powi(decade))
        } else if decade < 3 {
            format!("{} ms", 10f64.powi(decade))
        } else {
            format!("{} s", 10f64.powi(decade - 3))
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
        );
        let (from, down) = (LEFT - 8.0, at + 4.0);
        let _ = writeln!(svg, "<text x=\"{from}\" y=\"{down:.1}\" text-anchor=\"end\">{value}</text>");
    }
    for size in sizes() {
        let at = x.place(size);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/>"
        );
        let down = BOTTOM + 20.0;
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{down}\" text-anchor=\"middle\">{size}</text>");
    }
    let (middle, down) = ((LEFT + RIGHT) / 2.0, BOTTOM + 40.0);
    let _ =
        writeln!(svg, "<text x=\"{middle}\" y=\"{down}\" text-anchor=\"middle\">cells along a side</text>");

    let mut names: Vec<&str> = Vec::new();
    for name in points.iter().flat_map(|(_, times)| times.iter().map(|times| times.solver.as_str())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut labels = Vec::new();
    for name in names {
        let of = |times: &[Times]| times.iter().find(|times| times.solver == name).map(|t| t.ms_per_board);
        let places: Vec<(f64, f64)> = points
            .iter()
            .filter_map(|(size, times)| Some((x.place(f64::from(*size)), y.place(of(times)?))))
            .collect();
        let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let colour = colour(name);
        let (width, dashes) = match name {
            "library" | "count" => (3, ""),
            "batch" => (2, " stroke-dasharray=\"6 4\""),
            _ => (2, ""),
        };
        let line = line.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>"
        );
        for (x, y) in &places {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
        }
        if let Some((_, y)) = places.last() {
            labels.push((*y, name, colour));
        }
    }
    for (at, name, colour) in apart(labels) {
        let (line, text) = (RIGHT + 4.0, RIGHT + 26.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{line}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\" stroke-width=\"3\"/>\
             <text x=\"{text}\" y=\"{:.1}\">{name}</text>",
            line + 17.0,
            at + 4.0
        );
    }
    svg + "</svg>\n"
}

/// Moves labels down where they would lie on each other, and all up again if the last falls off.
fn apart<'n>(mut labels: Vec<(f64, &'n str, &'n str)>) -> Vec<(f64, &'n str, &'n str)> {
    const STEP: f64 = 17.0;
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    for i in 1..labels.len() {
        labels[i].0 = labels[i].0.max(labels[i - 1].0 + STEP);
    }
    let below = labels.last().map_or(0.0, |label| (label.0 - BOTTOM).max(0.0));
    labels.iter_mut().for_each(|label| label.0 -= below);
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap_and_stay_on_the_paper() {
        let labels = apart(vec![(360.0, "a", ""), (361.0, "b", ""), (365.0, "c", ""), (100.0, "d", "")]);
        assert!(labels.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 17.0));
        assert!(labels.iter().all(|label| label.0 <= BOTTOM));
    }

    #[test]
    fn every_solver_has_a_line_and_a_label() {
        let times = |ms| {
            vec![
                Times { solver: "library".into(), ms_per_board: ms, answers: Vec::new() },
                Times { solver: "batsat".into(), ms_per_board: ms * 20.0, answers: Vec::new() },
            ]
        };
        let (small, large) = (times(0.01), times(1.5));
        let svg = plot("A title", &[(7, &small), (50, &large)]);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(
            svg.contains(">batsat</text>") && svg.contains(">library</text>") && svg.contains(">50</text>")
        );
    }
}
