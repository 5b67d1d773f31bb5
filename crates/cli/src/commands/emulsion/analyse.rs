//! `emulsion analyse`: a game looked at again, turn by turn.

use super::args::{Analyse, AnalysisForm};
use super::crowd::Crowd;
use super::given_up;
use crate::Exit;
use crate::args::Global;
use crate::shell::atomic_file::{Pending, is_same_file, refuse_input};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress, status_line};
use gridwright_base::Cancel;
use gridwright_emulsion::{Analysis, Colour, Mark, Record, Report, Strength, graph, page};
use serde_json::{Value, json};
use std::time::Instant;

/// Of the expected line, so many turns are printed.
const SHOWN: usize = 5;
/// Steps of a proof: enough for all positions of size 6.
const PROOF: u64 = 50_000_000;

pub fn run(global: &Global, args: &Analyse, output: &mut Output) -> Result<Exit, Failure> {
    if let (Some(svg), Some(html)) = (&args.svg, &args.html)
        && is_same_file(svg, html)
    {
        let message = format!("--svg and --html both name '{}': name two files", html.display());
        return Err(Failure::Message(message));
    }
    args.svg.iter().chain(&args.html).try_for_each(|file| refuse_input(file, &args.game))?;
    let (name, text) = input::text(&args.game)?;
    let record = Record::read(&text).map_err(|error| Failure::input(name, text, error))?;
    if record.game().turns().is_empty() {
        return Err(Failure::Message("there is nothing to analyse: the game has no turns".to_string()));
    }
    // Before all the thinking, so that nothing is lost where they cannot be written.
    let files = [&args.svg, &args.html].map(|path| path.as_deref().map(Pending::create).transpose());
    let [svg, html] = files;
    let files = [(svg?, graph as fn(&Analysis) -> String), (html?, page)];
    progress::catch_interrupts();
    let reports = think(args, &record);
    let is_complete = reports.len() == record.game().turns().len() + 1;
    let analysis = Analysis::new(record, &reports);
    // What is there already is better than a part.
    for (file, draw) in files.into_iter().filter(|_| is_complete) {
        if let Some(mut file) = file {
            file.write(&draw(&analysis))?;
            file.publish()?;
        }
    }
    if global.json {
        output.json(&as_json(&analysis, is_complete))?;
    } else if args.to == AnalysisForm::Game {
        output.lines(&analysis.annotated().to_text())?;
    } else {
        tell(&analysis, output)?;
    }
    if !is_complete {
        let done = counted(analysis.turns.len() as u64, "turn");
        let all = analysis.record.game().turns().len();
        let unwritten = if args.svg.is_some() || args.html.is_some() { "; no files written" } else { "" };
        remark(&format!("interrupted: {done} of {all} analysed{unwritten}"));
    }
    Ok(if is_complete { Exit::Yes } else { Exit::Unknown })
}

/// What the engine thinks of each position, as far as nobody interrupts.
fn think(args: &Analyse, record: &Record) -> Vec<Report> {
    let strength = args.time.map_or(Strength::Simulations(args.simulations), |_| Strength::Full);
    let mut player = Crowd::of_advisers(strength, args.seed, PROOF);
    let positions = record.game().turns().len() as u64 + 1;
    let bar =
        status_line::bar(Some(positions), "{bar:40} {pos} of {len} positions, {elapsed}, {eta} to go", true);
    let mut reports = Vec::new();
    for game in record.game().prefixes() {
        let deadline = args.time.map(|time| Instant::now() + time);
        let is_over = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        player.think(&game, &Cancel::when(move || progress::interrupted() || is_over()));
        if progress::interrupted() {
            break;
        }
        reports.extend(player.report().cloned());
        bar.inc(1);
    }
    bar.finish_and_clear();
    reports
}

fn tell(analysis: &Analysis, output: &mut Output) -> Result<(), Failure> {
    let game = analysis.record.game();
    let number = analysis.turns.len().to_string().len();
    let who = |i: usize| analysis.who(analysis.turns[i].mover, i);
    let width = (0..analysis.turns.len()).map(|i| who(i).chars().count()).max().unwrap_or(0);
    for (i, judged) in analysis.turns.iter().enumerate() {
        let before = game.position_after(i).expect("there is a position before each turn");
        let chance = match analysis.proven[i + 1] {
            Some(winner) => format!("{} wins", winner.name()),
            None => format!("Black {}", analysis.chances[i + 1].percent()),
        };
        let better = match judged.mark {
            None => String::new(),
            Some(mark) => {
                let line: Vec<String> = analysis.best_line(i).into_iter().take(SHOWN).collect();
                let line =
                    if line.is_empty() { String::new() } else { format!(", better {}", line.join(" ")) };
                let (loss, name) = (judged.loss.exact_percent(), mark.name());
                format!("  {loss} lost, {name}{line}")
            }
        };
        let sign = judged.mark.map_or("", Mark::sign);
        let (mover, turn) = (who(i), before.write_turn(judged.turn));
        let line = format!("{:>number$} {mover:<width$} {turn:<6} {sign:<2} {chance:<10}{better}", i + 1);
        output.lines(line.trim_end())?;
    }
    if let Some(loser) = analysis.record.resigned() {
        output.lines(&format!("{}{}", given_up(loser), chance_given_up(analysis, loser)))?;
    }
    for player in [Colour::Black, Colour::White] {
        let Some(loss) = analysis.average_loss(player) else { continue };
        let marks = Mark::ALL.map(|mark| {
            let count = analysis.count(player, mark) as u64;
            let name = if count == 1 { mark.name().to_string() } else { plural(mark) };
            format!("{count} {name}")
        });
        let (name, loss) = (analysis.player(player), loss.exact_percent());
        output.lines(&format!("{name}: {loss} lost a turn; {}", marks.join(", ")))?;
    }
    if analysis.turns.iter().any(|judged| judged.mark.is_some()) {
        output.lines(&Mark::scale())?;
    }
    Ok(())
}

/// What whoever gave up could still hope for, where that is known.
fn chance_given_up(analysis: &Analysis, loser: Colour) -> String {
    let last = analysis.record.game().turns().len();
    let Some(black) = analysis.chances.get(last) else { return String::new() };
    let chance = if loser == Colour::Black { *black } else { black.opposite() };
    match analysis.proven[last] {
        Some(winner) if winner == loser => ", though the game was won by proof".to_string(),
        Some(_) => ", the game being lost by proof".to_string(),
        None => format!(" with a chance of {}", chance.percent()),
    }
}

fn plural(mark: Mark) -> String {
    match mark {
        Mark::Inaccuracy => "inaccuracies".to_string(),
        other => format!("{}s", other.name()),
    }
}

fn as_json(analysis: &Analysis, is_complete: bool) -> Value {
    let game = analysis.record.game();
    let turns: Vec<Value> = (analysis.turns.iter().enumerate())
        .map(|(i, judged)| {
            let before = game.position_after(i).expect("there is a position before each turn");
            json!({
                "turn": before.write_turn(judged.turn),
                "mover": judged.mover.name(),
                "player": judged.player.name(),
                "before": judged.before,
                "after": judged.after,
                "loss": judged.loss,
                "mark": judged.mark.map(Mark::name),
                "black": analysis.chances[i + 1],
                "proven": analysis.proven[i + 1].map(Colour::name),
                "best": analysis.best_line(i),
            })
        })
        .collect();
    let side = |player: Colour| {
        json!({
            "name": analysis.record.tag(player.name()),
            "loss": analysis.average_loss(player),
            "inaccuracies": analysis.count(player, Mark::Inaccuracy),
            "mistakes": analysis.count(player, Mark::Mistake),
            "blunders": analysis.count(player, Mark::Blunder),
        })
    };
    json!({
        "start": game.start().to_line(),
        "black": analysis.chances.first(),
        "proven": analysis.proven.first().copied().flatten().map(Colour::name),
        "complete": is_complete,
        "turns": turns,
        "summary": { "Black": side(Colour::Black), "White": side(Colour::White) },
        "winner": analysis.record.winner().map(Colour::name),
        "resigned": analysis.record.resigned().map(Colour::name),
    })
}
