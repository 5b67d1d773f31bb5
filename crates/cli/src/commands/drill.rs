//! `techniques` and `drill`: what players call steps, and positions to practise them on.

use crate::Exit;
use crate::args::{Drill as Args, Form, Global, Techniques};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::{draw, progress};
use gridwright::drill::{Drill, Exercise, Survey};
use gridwright::scene::text::Style;
use gridwright::view::{DrillView, TechniqueView, TechniquesView};

pub fn techniques(global: &Global, args: &Techniques, output: &mut Output) -> Result<Exit, Failure> {
    let view = TechniquesView::new(args.genre);
    if global.json {
        output.document(view)?;
        return Ok(Exit::Yes);
    }
    if args.brief {
        let width = view.techniques.iter().map(|technique| technique.name.chars().count()).max().unwrap_or(0);
        for TechniqueView { name, meaning, hardness, .. } in &view.techniques {
            let line = format!("{hardness:>4.1}  {name:width$}  {meaning}");
            output.text(&wrapped(&line, width + 8, output.columns))?;
        }
        return Ok(Exit::Yes);
    }
    let survey = Survey::of(args.genre);
    for technique in &view.techniques {
        tell(technique, survey.as_ref(), args.style, output)?;
    }
    if let Some(summary) = survey.as_ref().and_then(Survey::summary) {
        output.lines(&summary)?;
    }
    Ok(Exit::Yes)
}

fn tell(
    technique: &TechniqueView,
    survey: Option<&Survey>,
    style: Style,
    output: &mut Output,
) -> Result<(), Failure> {
    let TechniqueView { name, meaning, hardness, .. } = technique;
    let often =
        survey.and_then(|survey| survey.often(name)).map_or(String::new(), |often| format!(", {often}"));
    let columns = output.columns;
    let assumes = if technique.assumes_unique { ", only with --assume-unique" } else { "" };
    output.text(&wrapped(&format!("{name} ({hardness:.1}{often}{assumes})"), 0, columns))?;
    output.text(&wrapped(meaning, 0, columns))?;
    let exercise = survey.and_then(|survey| survey.techniques.get(name)?.exercise());
    if let Some(exercise) = exercise.filter(|exercise| exercise.technique() == Some(name)) {
        show(&exercise, true, style, output)?;
    }
    output.lines("")?;
    Ok(())
}

pub fn drill(global: &Global, args: &Args, output: &mut Output) -> Result<Exit, Failure> {
    let drill = Drill::new(&args.technique, global.genre)?;
    let pulse = progress::pulse();
    let seed = args.seed.unwrap_or_else(super::generate::some_seed);
    let found = drill.find(usize::from(args.number), seed, &pulse.limits(global, "looking for positions"));
    drop(pulse);
    let message = found.in_words(&drill, usize::from(args.number));
    let exit = if message.is_none() { Exit::Yes } else { Exit::Unknown };
    if global.json {
        output.document(DrillView::new(&drill, usize::from(args.number), &found))?;
        return Ok(exit);
    }
    let (name, meaning) = (drill.technique.name, drill.technique.meaning);
    output.text(&wrapped(&format!("{name}: {meaning}"), 0, output.columns))?;
    for (number, exercise) in (1..).zip(&found.exercises) {
        output.lines(&format!("\nPosition {number}"))?;
        show(exercise, args.answer, args.style, output)?;
    }
    if let Some(message) = &message {
        remark(message);
    }
    if args.seed.is_none() && !found.exercises.is_empty() {
        let answer = if args.answer { "" } else { " --answer" };
        let same = format!("--seed {seed}{answer} gives the same again");
        output.advise(if args.answer { same } else { format!("{same}, with the steps") });
    } else if !args.answer && !found.exercises.is_empty() {
        output.advise("--answer shows the steps");
    }
    Ok(exit)
}

/// The position, with its step if asked for.
fn show(exercise: &Exercise, answer: bool, style: Style, output: &mut Output) -> Result<(), Failure> {
    let picture = exercise.picture();
    let scene = if answer { &picture.marked } else { &picture.plain };
    let board = draw::drawing(&exercise.puzzle, scene, &Form { to: None, style }, output)?;
    output.lines(&board)?;
    if answer {
        let explanation = &exercise.step.explanation;
        output.text(&wrapped(&exercise.where_to_look(), 0, output.columns))?;
        output.text(&wrapped(&explanation.text(), 0, output.columns))?;
    }
    Ok(())
}
