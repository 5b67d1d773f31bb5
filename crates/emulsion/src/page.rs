//! An analysed game as a self-contained web page.

use crate::analysis::{Analysis, Mark};
use crate::chance::Chance;
use crate::picture::{self, Drawing, GRAPH_WIDTH, Graph, escaped, mark_class, of_turns, path};
use crate::position::Colour;
use gridwright_base::page::policy;
use serde_json::json;
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#14171c;background:#f7f6f3}\
h1{font-size:1.5rem}h2{font-size:1.15rem}svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}\
th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #e2e0da}td.n,th.n{text-align:right}\
figure{display:inline-block;margin:.5rem 1rem .5rem 0;vertical-align:top;max-width:22rem}figcaption{font-size:.9rem}\
nav{display:flex;gap:.5rem;align-items:center}nav input{flex:1}#board{display:block;max-width:30rem}\
#turns tr[data-turn]{cursor:pointer}tr.now{background:#e2edf9}b.m1{color:#7a5600}b.m2{color:#a83200}b.m3{color:#7d1d00}\
@media(prefers-color-scheme:dark){body{color:#f1f3f6;background:#121418}th,td{border-color:#2d333d}\
tr.now{background:#1c3550;color:#f1f3f6}b.m1{color:#e8c268}b.m2{color:#ffab87}b.m3{color:#ff8a5c}}";

/// What pictures look like.
const PICTURES: &str = picture::STYLE;

/// What steps through the game.
const SCRIPT: &str = include_str!("page.js");

/// The page: the graph, who played how well, all turns, and a board for each turn that has a mark.
pub fn page(analysis: &Analysis) -> String {
    let record = &analysis.record;
    let game = &record.game;
    let size = game.start().board.size();
    let name = |colour: Colour| record.tag(colour.name()).unwrap_or(colour.name());
    let title = format!("Emulsion {size}x{size}: {} against {}", name(Colour::Black), name(Colour::White));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{4}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title><style>{STYLE}{PICTURES}</style></head>\n\
         <body><h1>{0}</h1>\n<p>Result: {1}, after {2} turns.</p>\n{3}",
        escaped(&title),
        escaped(&record.winner().map_or("*".to_string(), |winner| analysis.who(winner, game.turns().len()))),
        game.turns().len(),
        Graph::new(analysis, GRAPH_WIDTH).plain(),
        policy(&[SCRIPT])
    );
    html += &summary(analysis);
    let _ = writeln!(html, "<p>{}.</p>", Mark::scale());
    html += &stepper(analysis);
    html += "<h2>Turns</h2>\n<table id=\"turns\"><tr><th class=\"n\">No.</th><th>Turn</th><th></th><th class=\"n\">Black’s chance</th>\
             <th class=\"n\">Lost</th><th>Expected</th></tr>\n";
    for (i, judged) in analysis.turns.iter().enumerate() {
        let before = game.position_after(i).expect("there is a position before each turn");
        let sign = judged.mark.map(marked).unwrap_or_default();
        let chance = match analysis.proven[i + 1] {
            Some(winner) => format!("{} wins", winner.name()),
            None => analysis.chances[i + 1].percent(),
        };
        let loss = judged.loss;
        let unsure = if judged.is_uncertain { " (not enough simulations)" } else { "" };
        let lost = if loss > Chance::NONE { loss.exact_percent() + unsure } else { String::new() };
        let line: Vec<String> = analysis.best_line(i).into_iter().take(6).collect();
        let _ = writeln!(
            html,
            "<tr data-turn=\"{0}\"><td class=\"n\">{0}</td><td>{1} {2}</td><td>{sign}</td><td class=\"n\">{chance}</td><td class=\"n\">{lost}</td>\
             <td>{3}</td></tr>",
            i + 1,
            escaped(&analysis.who(judged.mover, i)),
            before.write_turn(judged.turn),
            line.join(" ")
        );
    }
    html += "</table>\n";
    html += &boards(analysis);
    html += &format!("<script type=\"application/json\" id=\"game\">{}</script>\n", steps(analysis));
    html + &format!("<script>{SCRIPT}</script>\n</body></html>\n")
}

fn marked(mark: Mark) -> String {
    format!("<b class=\"{}\" title=\"{}\">{}</b>", mark_class(mark), mark.name(), mark.sign())
}

/// The board that is stepped through; without scripts, the page does without.
fn stepper(analysis: &Analysis) -> String {
    let start = Drawing::new(analysis.record.game.start()).plain("The board");
    // What was played is drawn over the pieces.
    let start = start.replace("</svg>", "<path class=\"em-edge\"/><path class=\"em-played\"/></svg>");
    format!(
        "<section id=\"step\" hidden><h2>Step through</h2>\n<nav>\
         <button id=\"first\" title=\"Start (Home)\">&#8676;</button>\
         <button id=\"back\" title=\"Back (left arrow)\">&#8592;</button>\
         <input id=\"where\" type=\"range\" min=\"0\" aria-label=\"Turn\">\
         <button id=\"next\" title=\"Next (right arrow)\">&#8594;</button>\
         <button id=\"last\" title=\"End (End)\">&#8677;</button></nav>\n\
         <figure id=\"board\">{start}<figcaption id=\"told\" aria-live=\"polite\"></figcaption></figure></section>\n"
    )
}

/// The boards as the script wants them: pieces in reading order, the last turn as a path, and a sentence.
fn steps(analysis: &Analysis) -> String {
    let game = &analysis.record.game;
    let board = |turns: usize| {
        let position = game.position_after(turns).expect("there is a position after each turn");
        let piece = |square| if position.board.colour(square) == Colour::Black { 'B' } else { 'W' };
        let pieces: String = position.board.squares().map(piece).collect();
        let path = turns.checked_sub(1).map_or(String::new(), |last| path(game.turns()[last]));
        let told: String = analysis.told(turns).chars().filter(|c| !gridwright_base::is_hidden(*c)).collect();
        json!({"pieces": pieces, "path": path, "told": told})
    };
    let boards: Vec<serde_json::Value> = (0..=game.turns().len()).map(board).collect();
    // Nothing in it may end the script.
    json!({ "boards": boards }).to_string().replace("</", "<\\/")
}

fn summary(analysis: &Analysis) -> String {
    let mut html = "<table><tr><th></th><th class=\"n\">Lost a turn</th>".to_string();
    Mark::ALL
        .iter()
        .for_each(|mark| html += &format!("<th class=\"n\">{} {}</th>", mark.name(), mark.sign()));
    html += "</tr>\n";
    for player in [Colour::Black, Colour::White] {
        let lost = analysis.average_loss(player).map(Chance::exact_percent);
        let name = escaped(&analysis.player(player));
        html += &format!("<tr><td>{name}</td><td class=\"n\">{}</td>", lost.unwrap_or_default());
        Mark::ALL
            .iter()
            .for_each(|mark| html += &format!("<td class=\"n\">{}</td>", analysis.count(player, *mark)));
        html += "</tr>\n";
    }
    html + "</table>\n"
}

/// A board before each turn that has a mark, with that turn and the one that was better.
fn boards(analysis: &Analysis) -> String {
    let mut html = String::new();
    for (i, judged) in analysis.turns.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        if html.is_empty() {
            html += "<h2>Better turns</h2>\n";
        }
        let before = analysis.record.game.position_after(i).expect("there is a position before each turn");
        let played = before.write_turn(judged.turn);
        let better = analysis.best_line(i).into_iter().next();
        let turns: Vec<_> = [judged.turn].into_iter().chain(judged.best.first().copied()).collect();
        let caption = format!(
            "{}. {} {played} {}: {} before, {} after.{}",
            i + 1,
            escaped(&analysis.who(judged.mover, i)),
            marked(mark),
            judged.before.percent(),
            judged.after.percent(),
            better.map(|turn| format!(" Better {turn} (dotted).")).unwrap_or_default()
        );
        let svg = of_turns(before, &turns).plain(&format!("The board before turn {}", i + 1));
        html += &format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n");
    }
    html
}
