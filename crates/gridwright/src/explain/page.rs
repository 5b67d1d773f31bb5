//! A story as a page: one step at a time in a browser, all of them on paper.

use super::{Ending, Story};
use crate::genres::Puzzle;
use crate::scene::svg::{self, escaped};
use std::fmt::Write;

/// A complete page that needs nothing else.
pub fn page(puzzle: &dyn Puzzle, story: &Story, title: &str) -> String {
    let model = puzzle.model();
    let title = escaped(title);
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}{}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p>{}</p>\n{NAVIGATION}</header>\n<main>\n",
        svg::STYLE,
        include_str!("page.css"),
        escaped(puzzle.genre().summary),
    );
    let start = svg::render_bare(
        &puzzle.scene(&puzzle.noted(story.before.clone())),
        "The board before the first step",
    );
    section(&mut out, &start, "Start", "The board with what goes without saying.", &[]);
    for (number, chapter) in (1..).zip(&story.chapters) {
        let picture = svg::render_bare(&chapter.scene(puzzle), &format!("The board after step {number}"));
        let rules: Vec<String> =
            chapter.step.rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
        let heading = format!("{number}. {}", chapter.telling.kind);
        section(&mut out, &picture, &heading, &chapter.telling.text(), &rules);
    }
    let ending = escaped(&story.ending_in_words(puzzle, &model));
    let _ = write!(
        out,
        "</main>\n<footer><p>{ending}</p></footer>\n<script>\n{}</script>\n</body>\n</html>\n",
        include_str!("page.js")
    );
    out
}

const NAVIGATION: &str = "<nav hidden><button id=\"first\" title=\"First (Home)\">&#8676;</button>\
    <button id=\"back\" title=\"Back (left arrow)\">&#8592;</button>\
    <input id=\"where\" type=\"range\" min=\"0\" aria-label=\"Step\"><output id=\"number\"></output>\
    <button id=\"next\" title=\"Next (right arrow)\">&#8594;</button>\
    <button id=\"last\" title=\"Last (End)\">&#8677;</button></nav>\n";

fn section(out: &mut String, picture: &str, heading: &str, text: &str, rules: &[String]) {
    let _ = write!(
        out,
        "<section>\n<figure>\n{picture}</figure>\n<div>\n<h2>{}</h2>\n<p>{}</p>\n",
        escaped(heading),
        escaped(text)
    );
    if !rules.is_empty() {
        out.push_str("<details><summary>Rules used</summary><ul>\n");
        rules.iter().for_each(|rule| {
            let _ = writeln!(out, "<li>{}</li>", escaped(rule));
        });
        out.push_str("</ul></details>\n");
    }
    out.push_str("</div>\n</section>\n");
}

impl Story {
    /// Why there are no more steps, as a sentence.
    pub fn ending_in_words(&self, puzzle: &dyn Puzzle, model: &crate::model::Model) -> String {
        match &self.ending {
            Ending::Solved => "Solved: this is the only solution.".to_string(),
            Ending::Shared => {
                let mut cells: Vec<_> = model
                    .atoms()
                    .filter(|atom| self.known().get(*atom) == crate::model::Value::Open)
                    .map(|atom| puzzle.share_place(atom).0)
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                let names: Vec<String> =
                    cells.iter().map(|cell| puzzle.grid().name(*cell).to_string()).collect();
                format!(
                    "All solutions share what is known now; they differ at {}.",
                    super::listed(&names, "and")
                )
            }
            Ending::Clash(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
                format!("There is no solution: these cannot all be kept: {}.", rules.join("; "))
            }
            Ending::Stopped => "Interrupted before the end.".to_string(),
        }
    }
}
