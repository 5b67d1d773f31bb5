//! A walkthrough as a page: one board and one step at a time in a browser, all steps on paper or where no script runs.
//!
//! Boards are sent in pieces ([`Pieces`]): each thing that can stand in a cell once, and for each step only the cells in
//! which it differs from the one before.

use super::explanation::{TWO_CASES, capitalised};
use super::{Explanation, Reason, Walkthrough};
use crate::scene::Scene;
use crate::scene::svg::pieces::Pieces;
use crate::scene::svg::{self, escaped};
use gridwright_base::page::policy;
use serde_json::json;
use std::fmt::Write;
use std::slice::Iter;

/// A complete page that needs nothing else.
pub fn page(walkthrough: &Walkthrough, title: &str) -> String {
    let puzzle = &walkthrough.puzzle;
    let model = puzzle.model();
    let title = escaped(title);
    let steps = crate::frames::counted(walkthrough.steps.len(), "step");
    let ending = escaped(&walkthrough.ending_in_words());
    let mut boards = Boards::default();
    // By board: the pictures of its lemmas, drawn at once, for scenes take much more memory.
    let mut lemmas: Vec<Vec<String>> = Vec::new();
    for picture in walkthrough.pictures() {
        let own =
            picture.lemmas.iter().map(|lemma| svg::render_bare(&lemma.marked, "The board with the lemma"));
        lemmas.push(own.collect());
        boards.add(picture.plain, &picture.marked);
    }
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}{}</style>\n</head>\n<body>\n<svg class=\"defs\" aria-hidden=\"true\">{}{}</svg>\n\
         <header>\n<h1>{title}</h1>\n<p>{}</p>\n</header>\n{NAVIGATION}<main>\n<figure id=\"board\">\n{}{LEGEND}</figure>\n\
         <div id=\"steps\" aria-live=\"polite\">\n\
         <section>\n<h2>Start</h2>\n<p>The board after all trivial deductions. {steps} to go.</p>\n</section>\n",
        policy(&[SCRIPT]),
        svg::STYLE,
        include_str!("page.css"),
        svg::bulb(),
        svg::HATCH,
        escaped(puzzle.genre().summary),
        boards
            .first
            .as_ref()
            .map_or(String::new(), |first| svg::render_bare(first, "The board at the start")),
    );
    for (number, step) in (1..).zip(&walkthrough.steps) {
        let mut lemmas = lemmas[number].iter();
        let _ =
            writeln!(out, "<section>\n<h2><span>{number}</span> {}</h2>", escaped(&step.explanation.kind));
        explanation(&mut out, &step.explanation, &mut lemmas);
        // Without an argument, the explanation already lists the rules.
        if step.explanation.argument.is_some() {
            out.push_str("<details><summary>Rules used</summary><ul>\n");
            for rule in &step.step.rules {
                let _ = writeln!(out, "<li>{}</li>", escaped(&puzzle.sentence(model.get(*rule))));
            }
            out.push_str("</ul></details>\n");
        }
        out.push_str("</section>\n");
    }
    let _ = write!(
        out,
        "<section>\n<h2>End</h2>\n<p>{ending}</p>\n<figure class=\"end\">\n{}</figure>\n</section>\n</div>\n</main>\n\
         <script type=\"application/json\" id=\"boards\">{}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        boards.last.as_ref().map_or(String::new(), |last| svg::render_bare(last, "The board at the end")),
        boards.json()
    );
    out
}

const SCRIPT: &str = concat!("\n", include_str!("page.js"));

const NAVIGATION: &str = "<nav hidden><button id=\"first\" title=\"Start (Home)\">&#8676;</button>\
    <button id=\"back\" title=\"Back (left arrow)\">&#8592;</button>\
    <input id=\"where\" type=\"range\" min=\"0\" aria-label=\"Step\"><output id=\"number\"></output>\
    <button id=\"next\" title=\"Next (right arrow)\">&#8594;</button>\
    <button id=\"last\" title=\"End (End)\">&#8677;</button>\
    <label id=\"near\" hidden><input type=\"checkbox\" checked>close up</label></nav>\n";

/// What colours and lines mean.
const LEGEND: &str = "<figcaption><span class=\"look\">look here</span> <span class=\"new\">new</span> \
    <span class=\"gone\">ruled out</span> <span class=\"strong\">one of the two</span> \
    <span class=\"weak\">not both</span></figcaption>\n";

/// Arguments of more clauses than this are written as lists.
const MOST_INLINE: usize = 3;

fn explanation(out: &mut String, explanation: &Explanation, pictures: &mut Iter<'_, String>) {
    let what = escaped(&explanation.what);
    if explanation.why.is_one_paragraph() && explanation.why.clauses.len() <= MOST_INLINE {
        let text = escaped(&explanation.text());
        let why = text.strip_suffix('.').and_then(|text| text.strip_suffix(&what)).unwrap_or("So ");
        let _ = writeln!(out, "<p>{why}<strong>{what}</strong>.</p>");
    } else {
        reason(out, &explanation.why, pictures);
        let _ = writeln!(out, "<p>So <strong>{what}</strong>.</p>");
    }
}

/// Writes why; `pictures` has one for each lemma, in this order.
fn reason(out: &mut String, why: &Reason, pictures: &mut Iter<'_, String>) {
    if why.clauses.len() <= MOST_INLINE || why.suppose.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&why.sentence()));
    } else {
        let _ = writeln!(out, "<p>{}:</p>\n<ol>", escaped(&why.supposition()));
        why.clauses.iter().for_each(|clause| {
            let _ = writeln!(out, "<li>{}</li>", escaped(clause));
        });
        out.push_str("</ol>\n");
        if !why.cases.is_empty() {
            let _ = writeln!(out, "<p>{}.</p>", capitalised(TWO_CASES));
        }
    }
    for (number, lemma) in (1..).zip(&why.lemmas) {
        let picture = pictures.next();
        let (heading, what) = (escaped(&lemma.heading(number)), escaped(&lemma.what));
        let _ = writeln!(out, "<details class=\"lemma\"><summary>{heading}{what}</summary>");
        reason(out, &lemma.why, pictures);
        if let Some(picture) = picture {
            let _ = writeln!(out, "<figure>\n{picture}</figure>");
        }
        out.push_str("</details>\n");
    }
    if !why.cases.is_empty() {
        out.push_str("<ul class=\"cases\">\n");
        for case in &why.cases {
            out.push_str("<li>\n");
            reason(out, case, pictures);
            out.push_str("</li>\n");
        }
        out.push_str("</ul>\n");
    }
}

/// The boards as the script of the page wants them.
#[derive(Default)]
struct Boards {
    pieces: Pieces,
    first: Option<Scene>,
    last: Option<Scene>,
    /// For each board, as slots and looks in turn: what is different from the board before, and how it is
    /// marked for this step only.
    changes: Vec<[Vec<usize>; 2]>,
}

impl Boards {
    fn add(&mut self, plain: Scene, marked: &Scene) {
        let changes = self.pieces.changes(self.last.as_ref(), &plain);
        let marks = self.pieces.changes(Some(&plain), marked);
        self.changes
            .push([changes, marks].map(|changes| changes.into_iter().flat_map(<[usize; 2]>::from).collect()));
        if self.first.is_none() {
            self.first = Some(plain.clone());
        }
        self.last = Some(plain);
    }

    fn json(&self) -> String {
        let grid = self.last.as_ref().map(|scene| scene.grid);
        let value = json!({
            "columns": grid.map_or(0, |grid| grid.cols()),
            "cells": grid.map_or(0, |grid| grid.len()),
            "side": svg::CELL,
            "parts": self.pieces.parts,
            "looks": self.pieces.looks,
            "boards": self.changes,
        });
        // Nothing in it may look like the end of the script.
        value.to_string().replace('<', "\\u003c")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;
    use crate::{Puzzle, registry};

    #[test]
    fn boards_put_together_from_differences_are_the_pictures() {
        for genre in registry::ALL {
            let puzzle = Puzzle::parse(genre.example).unwrap();
            let explainer = Explainer::new(&puzzle, &puzzle.blank().board);
            let walkthrough = Walkthrough::tell(&puzzle, explainer, |_| {});
            let mut boards = Boards::default();
            let mut pictures = Vec::new();
            for picture in walkthrough.pictures() {
                boards.add(picture.plain, &picture.marked);
                pictures.push(picture.marked);
            }
            assert_eq!(pictures.len(), walkthrough.steps.len() + 2);
            let slots = 3 * puzzle.grid().len();
            let mut plain = vec![0; slots];
            for (picture, [changes, marks]) in pictures.iter().zip(&boards.changes) {
                let put = |looks: &mut Vec<usize>, changes: &[usize]| {
                    changes.chunks(2).for_each(|change| looks[change[0]] = change[1]);
                };
                put(&mut plain, changes);
                let mut shown = plain.clone();
                put(&mut shown, marks);
                let mut expected = vec![0; slots];
                for (slot, look) in boards.pieces.changes(None, picture) {
                    expected[slot] = look;
                }
                assert_eq!(shown, expected, "{}", genre.id);
            }
            let json: serde_json::Value = serde_json::from_str(&boards.json()).unwrap();
            assert_eq!(json["boards"].as_array().unwrap().len(), pictures.len());
            assert!(!boards.json().contains('<'), "that could end the script");
        }
    }
}
