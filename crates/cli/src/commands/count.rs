//! `count` and `common`: how many solutions there are, and what they share.

use crate::Exit;
use crate::args::{Common as CommonArgs, Count as CountArgs, Global, Target};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{draw, input, progress};
use gridwright::count::{BigUint, Count};
use gridwright::model::Position;
use gridwright::solve::Common;
use gridwright::view::{CommonView, CountView};

pub fn count(global: &Global, args: &CountArgs, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle, output)?;
    let (from_position, tables) = (args.question.from_position, Some(&args.tables));
    let (query, pulse) = progress::query(global, &reading, from_position, tables, "counting");
    let count = query.count();
    drop(pulse);
    if global.json {
        output.document(CountView::new(&reading.puzzle, &count))?;
    } else if let Count::AtLeast(_, why) = &count {
        progress::advise(*why, output);
        remark(&count.summary());
    } else {
        output.lines(&count.to_string())?;
    }
    Ok(match count {
        Count::AtLeast(..) => Exit::Unknown,
        Count::Exactly(number) if number == BigUint::ZERO => Exit::No,
        Count::Exactly(_) => Exit::Yes,
    })
}

pub fn common(global: &Global, args: &CommonArgs, output: &mut Output) -> Result<Exit, Failure> {
    let mut reading = input::read(global, &args.question.puzzle, output)?;
    let drawn = !matches!(args.form.to, Some(Target::Format(_)));
    let asked_for_text = !global.json || args.form.to.is_some();
    if asked_for_text {
        draw::refuse_positions_early(&reading.puzzle, &args.form)?;
    }
    let (query, pulse) = progress::query(global, &reading, args.question.from_position, None, "looking");
    let answer = query.common();
    drop(pulse);
    let board = match &answer {
        Common::Board(board) | Common::Unknown(board, _) => Some(board),
        Common::None => None,
    };
    let mut text = None;
    if let Some(board) = board.filter(|_| asked_for_text) {
        reading.position = match drawn {
            true => reading.puzzle.noted(board.clone()),
            false => Position { board: board.clone(), ..reading.puzzle.blank() },
        };
        text = Some(draw::position(&reading, &args.form, output)?);
    }
    if global.json {
        let mut view = CommonView::new(&reading.puzzle, &answer);
        if let Some(text) = text {
            view.board = text.into();
        }
        output.document(view)?;
    } else {
        if let Some(text) = text {
            output.lines(&text)?;
        }
        match answer {
            Common::Board(_) => {}
            Common::None => remark("no solution"),
            Common::Unknown(_, why) => remark(&format!("perhaps more; {why} before all was known")),
        }
    }
    Ok(match answer {
        Common::Board(_) => Exit::Yes,
        Common::None => Exit::No,
        Common::Unknown(..) => Exit::Unknown,
    })
}
