//! `emulsion analyse`: a game looked at again, turn by turn.

use super::args::{Analyse, AnalysisForm};
use super::parallel_player::{ParallelPlayer, deadline};
use super::print;
use crate::Exit;
use crate::args::Global;
use crate::shell::atomic_file::Pending;
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::inputs::is_same_file;
use crate::shell::output::{Output, remark};
use crate::shell::{input, progress, status_line};
use gridwright_emulsion::view::AnalysisView;
use gridwright_emulsion::{Analysis, Cancel, Limits, Record, Strength, graph, page};
use std::path::PathBuf;

pub fn run(global: &Global, args: &Analyse, output: &mut Output) -> Result<Exit, Failure> {
    if let (Some(svg), Some(html)) = (&args.svg, &args.html)
        && is_same_file(svg, html)
    {
        let message = format!("--svg and --html both name '{}': name two files", html.display());
        return Err(Failure::Message(message));
    }
    let (name, text) = input::text(args.game.as_deref(), "a file, '-' for standard input, or a game")?;
    let record = Record::read(&text).map_err(|error| Failure::input(name, text, error))?;
    if record.game().turns().is_empty() {
        return Err(Failure::Message("there is nothing to analyse: the game has no turns".to_string()));
    }
    // Before all the thinking, so that nothing is lost where they cannot be written.
    let create = |path: &PathBuf| Pending::create(path, args.overwrite.existing());
    let [svg, html] = [&args.svg, &args.html].map(|path| path.as_ref().map(create).transpose());
    let files = [(svg?, graph as fn(&Analysis) -> String), (html?, page)];
    progress::catch_interrupts();
    let cancel = progress::stop();
    let analysis = think(args, record, &cancel);
    let is_complete = analysis.is_complete();
    // A file that is there already is better than a part.
    for (file, draw) in files.into_iter().filter(|_| is_complete) {
        if let Some(mut file) = file {
            file.write(&draw(&analysis))?;
            file.publish()?;
        }
    }
    if global.json {
        print(&AnalysisView::new(&analysis), output)?;
    } else if args.to == AnalysisForm::Game {
        output.lines(&analysis.annotated().to_text())?;
    } else {
        output.words(&analysis.to_string())?;
    }
    if !is_complete {
        let why = cancel.why();
        let done = counted(analysis.turns.len() as u64, "turn");
        let all = analysis.record.game().turns().len();
        let unwritten = if args.svg.is_some() || args.html.is_some() { "; no files written" } else { "" };
        remark(&format!("{why}: {done} of {all} analysed{unwritten}"));
    }
    Ok(if is_complete { Exit::Yes } else { Exit::Unknown })
}

/// Lets the engine think about each position, until it is cancelled.
fn think(args: &Analyse, record: Record, cancel: &Cancel) -> Analysis {
    let strength = args.time.map_or(Strength::Simulations(args.simulations), |_| Strength::Full);
    let mut player = ParallelPlayer::analyst(strength, args.seed);
    let positions = record.game().turns().len() as u64 + 1;
    let bar =
        status_line::bar(Some(positions), "{bar:40} {pos} of {len} positions, {elapsed}, {eta} to go", true);
    let shown = bar.clone();
    let limits = Limits::default()
        .cancel(cancel.clone())
        .on_progress(move |progress| shown.set_position(progress.done));
    let analysis = Analysis::by(record, &limits, |game| {
        player.think(game, &deadline(cancel, args.time));
        player.report().cloned()
    });
    bar.finish_and_clear();
    analysis
}
