//! `count` and `common`: how many solutions there are, and what they share.

use crate::Exit;
use crate::args::{Common as CommonArgs, Count as CountArgs, Global, Target};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input, progress};
use gridwright::count::{BigUint, Count};
use gridwright::model::{Atom, Position, Value};
use gridwright::solve::Common;
use serde_json::json;

pub fn count(global: &Global, args: &CountArgs, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle)?;
    let model = reading.puzzle.model();
    let (mut counter, pulse) = progress::counter(global, &model, &reading, &args.question, &args.tables);
    let count = counter.count();
    drop(pulse);
    let (number, stopped) = match &count {
        Count::Exactly(number) => (number, None),
        Count::AtLeast(number, stopped) => (number, Some(*stopped)),
    };
    if global.json {
        let genre = reading.puzzle.genre().id;
        output
            .json(&json!({ "genre": genre, "count": number_json(number), "complete": stopped.is_none() }))?;
    } else if let Some(stopped) = stopped {
        remark(&format!(
            "at least {number}; {} before all were counted",
            progress::why_no_tables(stopped, output)
        ));
    } else {
        output.lines(&number.to_string())?;
    }
    Ok(match count {
        Count::AtLeast(..) => Exit::Unknown,
        Count::Exactly(number) if number == BigUint::ZERO => Exit::No,
        Count::Exactly(_) => Exit::Yes,
    })
}

/// A number as JSON; beyond what JSON readers can be trusted with it is a string.
pub fn number_json(number: &BigUint) -> serde_json::Value {
    u64::try_from(number).map_or_else(|_| number.to_string().into(), Into::into)
}

pub fn common(global: &Global, args: &CommonArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut reading = input::read(global, &args.question.puzzle)?;
    let drawn = !matches!(args.form.to, Some(Target::Format(_)));
    let asked_for_text = !global.json || args.form.to.is_some();
    if asked_for_text {
        draw::refuse_positions_early(reading.puzzle.as_ref(), &args.form)?;
    }
    let (mut engine, pulse) = progress::engine(global, &reading, args.question.from_position, "looking");
    let answer = engine.common();
    drop(pulse);
    let (status, board) = match &answer {
        Common::Board(board) => ("known", Some(board)),
        Common::None => ("none", None),
        Common::Unknown(board) => ("unknown", Some(board)),
    };
    let mut text = None;
    if let Some(board) = board.filter(|_| asked_for_text) {
        reading.position = match drawn {
            true => reading.puzzle.noted(board.clone()),
            false => Position { board: board.clone(), ..Position::blank(board.len()) },
        };
        text = Some(draw::position(&reading, &args.form, output)?);
    }
    let puzzle = reading.puzzle.as_ref();
    if global.json {
        let names = |value: Value| -> Option<Vec<String>> {
            let atoms = (0..board?.len() as u32).map(Atom);
            let wanted = atoms.filter(|atom| board.is_some_and(|board| board.get(*atom) == value));
            Some(wanted.map(|atom| puzzle.atom_name(atom)).collect())
        };
        let board = text.map(Into::into).or_else(|| board.map(|board| puzzle.solution_json(board)));
        output.json(&json!({
            "genre": puzzle.genre().id,
            "status": status,
            "board": board,
            "yes": names(Value::Yes),
            "no": names(Value::No),
            "open": names(Value::Open),
        }))?;
    } else {
        if let Some(text) = text {
            output.lines(&text)?;
        }
        match answer {
            Common::Board(_) => {}
            Common::None => remark("no solution"),
            Common::Unknown(_) => {
                remark(&format!("perhaps more; {} before all was known", progress::why_stopped()))
            }
        }
    }
    Ok(match answer {
        Common::Board(_) => Exit::Yes,
        Common::None => Exit::No,
        Common::Unknown(_) => Exit::Unknown,
    })
}
