//! An analysed game as a self-contained web page.

use crate::analysis::{Analysis, Mark};
use crate::chance::Chance;
use crate::picture::{escaped, graph, mark_colour, picture};
use crate::position::Colour;
use gridwright_base::page::policy;
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1{font-size:1.5rem}h2{font-size:1.15rem}svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}\
th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #ddd}td.n,th.n{text-align:right}\
figure{display:inline-block;margin:.5rem 1rem .5rem 0;vertical-align:top;max-width:22rem}figcaption{font-size:.9rem}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th,td{border-color:#444}}";

/// The page: the graph, who played how well, all turns, and a board for each turn that has a mark.
pub fn page(analysis: &Analysis) -> String {
    let record = &analysis.record;
    let game = &record.game;
    let size = game.start().board.size();
    let name = |colour: Colour| record.tag(colour.name()).unwrap_or(colour.name());
    let title = format!("Emulsion {size}x{size}: {} against {}", name(Colour::Black), name(Colour::White));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{4}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title><style>{STYLE}</style></head>\n\
         <body><h1>{0}</h1>\n<p>Result: {1}, after {2} turns.</p>\n{3}",
        escaped(&title),
        escaped(&record.winner().map_or("*".to_string(), |winner| analysis.who(winner, game.turns().len()))),
        game.turns().len(),
        graph(analysis),
        policy(&[])
    );
    html += &summary(analysis);
    let _ = writeln!(html, "<p>{}.</p>", Mark::scale());
    html += "<h2>Turns</h2>\n<table><tr><th class=\"n\">No.</th><th>Turn</th><th></th><th class=\"n\">Black’s chance</th>\
             <th class=\"n\">Lost</th><th>Expected</th></tr>\n";
    for (i, judged) in analysis.turns.iter().enumerate() {
        let before = game.position_after(i).expect("there is a position before each turn");
        let sign = judged.mark.map(marked).unwrap_or_default();
        let chance = match analysis.proven[i + 1] {
            Some(winner) => format!("{} wins", winner.name()),
            None => analysis.chances[i + 1].percent(),
        };
        let loss = judged.loss;
        let lost = if loss > Chance::NONE { loss.exact_percent() } else { String::new() };
        let line: Vec<String> = analysis.best_line(i).into_iter().take(6).collect();
        let _ = writeln!(
            html,
            "<tr><td class=\"n\">{}</td><td>{} {}</td><td>{sign}</td><td class=\"n\">{chance}</td><td class=\"n\">{lost}</td>\
             <td>{}</td></tr>",
            i + 1,
            escaped(&analysis.who(judged.mover, i)),
            before.write_turn(judged.turn),
            line.join(" ")
        );
    }
    html += "</table>\n";
    html += &boards(analysis);
    html + "</body></html>\n"
}

fn marked(mark: Mark) -> String {
    format!("<b style=\"color:{}\" title=\"{}\">{}</b>", mark_colour(mark), mark.name(), mark.sign())
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
            "{}. {} {played} {} (red): {} before, {} after.{}",
            i + 1,
            escaped(&analysis.who(judged.mover, i)),
            marked(mark),
            judged.before.percent(),
            judged.after.percent(),
            better.map(|turn| format!(" Better {turn} (blue, dashed).")).unwrap_or_default()
        );
        let svg = picture(before, &turns, &format!("The board before turn {}", i + 1));
        html += &format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n");
    }
    html
}
