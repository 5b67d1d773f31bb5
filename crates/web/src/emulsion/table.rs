//! The table: the game that is played, a position that is looked at, or the lesson. Every request is answered at once.

use super::view::{LessonView, SideView, TableView, board, rows};
use super::{number, read};
use crate::reply::{Failure, Reply};
use gridwright_emulsion::{
    Colour, Drawing, Game, Lesson, Overlay, Position, Record, Score, Seat, Session, Square, Tie, Turn, words,
};
use serde::Deserialize;

/// What the page may ask for at the table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRequest {
    /// A new game.
    New {
        /// Rows and columns.
        size: usize,
        /// The rule for ties.
        tie: String,
        /// Whether White may swap sides at the first turn.
        pie: bool,
        /// Who plays Black.
        black: String,
        /// Who plays White.
        white: String,
    },
    /// A game in any form.
    Open {
        /// The game.
        text: String,
        /// Who plays Black, where the game does not say.
        #[serde(default)]
        black: Option<String>,
        /// Who plays White.
        #[serde(default)]
        white: Option<String>,
        /// Turns that were taken back and may be played again.
        #[serde(default)]
        ahead: Vec<String>,
    },
    /// A position of a game, to be looked at.
    At {
        /// The game.
        text: String,
        /// After this many turns; at its end if this is not given.
        #[serde(default)]
        turns: Option<usize>,
        /// Turns that follow there.
        #[serde(default)]
        line: Vec<String>,
        /// A turn to draw as played.
        #[serde(default)]
        played: Option<String>,
        /// Turns to draw as better ones.
        #[serde(default)]
        better: Vec<String>,
    },
    /// A page of the lesson, from 0.
    Lesson {
        /// Its number.
        page: usize,
    },
    /// Chooses a piece, and then its partner.
    Choose {
        /// The number of its square, in reading order.
        square: usize,
        /// Whether the turn is only told and not played.
        #[serde(default)]
        tell: bool,
    },
    /// Lets the chosen piece go.
    LetGo {},
    /// Plays a turn.
    Play {
        /// As it is written.
        turn: String,
    },
    /// Takes a turn back, and more until a person is to play.
    Undo {},
    /// Plays it again.
    Redo {},
    /// Gives the game up.
    GiveUp {},
    /// Starts over.
    Restart {},
    /// Shows the position after this many turns.
    Show {
        /// How many.
        turns: usize,
    },
    /// Changes what is written on the pieces.
    Overlay {
        /// `gains`, `values`, `groups` or `nothing`.
        overlay: OverlayName,
    },
    /// Draws turns as good ones, until the next turn.
    Mark {
        /// The turns.
        better: Vec<String>,
    },
    /// A small picture of a game's last position; the table stays as it is.
    Thumbnail {
        /// The game.
        text: String,
    },
    /// What is shown, as a picture of its own.
    Svg {},
}

/// What is written on the pieces.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverlayName {
    /// What partners gain.
    Gains,
    /// What pieces are worth.
    Values,
    /// Sizes of groups.
    Groups,
    /// Nothing.
    Nothing,
}

impl From<OverlayName> for Overlay {
    fn from(name: OverlayName) -> Overlay {
        match name {
            OverlayName::Gains => Overlay::Gains,
            OverlayName::Values => Overlay::Values,
            OverlayName::Groups => Overlay::Groups,
            OverlayName::Nothing => Overlay::Nothing,
        }
    }
}

/// What is on the table.
pub struct Table {
    session: Session,
    lesson: Option<Lesson>,
    played: Option<Turn>,
    better: Vec<Turn>,
    overlay: Overlay,
}

fn seat(text: &str) -> Reply<Seat> {
    text.parse().map_err(Failure::new)
}

fn turn(position: &Position, text: &str) -> Reply<Turn> {
    position.read_turn(text).map_err(|error| Failure::of_input(&error, text))
}

impl Table {
    fn of(session: Session) -> Table {
        Table { session, lesson: None, played: None, better: Vec::new(), overlay: Overlay::default() }
    }

    /// Carries out a request at a table, which the first request lays.
    pub fn carry_out(table: &mut Option<Table>, request: TableRequest) -> Reply<TableView> {
        let overlay = table.as_ref().map(|table| table.overlay).unwrap_or_default();
        let laid = match request {
            TableRequest::New { size, tie, pie, black, white } => {
                let tie: Tie = tie.parse().map_err(Failure::new)?;
                let start = Position { tie, pie, ..Position::start(size).map_err(Failure::new)? };
                Table::of(Session::new(Game::from_position(start), [seat(&black)?, seat(&white)?]))
            }
            TableRequest::Open { text, black, white, ahead } => Table::open(&text, black, white, &ahead)?,
            TableRequest::At { text, turns, line, played, better } => {
                Table::at(&read(&text)?, turns, &line, played, &better)?
            }
            TableRequest::Lesson { page } => {
                let lesson = Lesson::at(page);
                Table { lesson: Some(lesson.clone()), ..Table::of(lesson.session().clone()) }
            }
            TableRequest::Thumbnail { text } => {
                let record = read(&text)?;
                let drawing = Drawing::new(record.game().position());
                return Ok(TableView { picture: Some(board(&drawing)), ..TableView::default() });
            }
            other => {
                let table = table.as_mut().ok_or_else(|| Failure::new("nothing is on the table"))?;
                return table.act(other);
            }
        };
        let laid = table.insert(Table { overlay, ..laid });
        Ok(laid.view())
    }

    fn open(text: &str, black: Option<String>, white: Option<String>, ahead: &[String]) -> Reply<Table> {
        let mut session = Session::from_record(read(text)?);
        let [black, white] = [black, white].map(|seat| seat.as_deref().map(self::seat).transpose());
        session.seat_players(black?, white?);
        let done = session.game().turns().len();
        for text in ahead {
            let next = turn(session.position(), text)?;
            session.play(next).map_err(Failure::new)?;
        }
        while session.game().turns().len() > done && session.undo() > 0 {}
        Ok(Table::of(session))
    }

    fn at(
        record: &Record,
        turns: Option<usize>,
        line: &[String],
        played: Option<String>,
        better: &[String],
    ) -> Reply<Table> {
        let game = record.game();
        let shown = turns.unwrap_or(game.turns().len()).min(game.turns().len());
        let mut here = Session::from_record(record.clone());
        here.show(shown);
        let mut session = Session::new(here.shown_game(), [Seat::Human; 2]);
        for text in line {
            let next = turn(session.position(), text)?;
            session.play(next).map_err(Failure::new)?;
        }
        let read = |text: &String| turn(session.position(), text);
        let played = played.as_ref().map(read).transpose()?;
        let better = better.iter().map(read).collect::<Reply<_>>()?;
        Ok(Table { played, better, ..Table::of(session) })
    }

    fn act(&mut self, request: TableRequest) -> Reply<TableView> {
        let (mut said, mut told) = (None, None);
        let session = &mut self.session;
        match request {
            TableRequest::Choose { square, tell } => {
                let square = self.square(square)?;
                match &mut self.lesson {
                    Some(lesson) => {
                        lesson.choose(square);
                        said = lesson.said().map(str::to_string);
                        self.session = lesson.session().clone();
                    }
                    None => match self.session.choose(square) {
                        Ok(None) => {}
                        Ok(Some(turn)) if tell => {
                            told = Some(self.session.position().write_turn(turn));
                            self.session.let_go();
                        }
                        Ok(Some(turn)) => self.play(turn)?,
                        Err(refused) => said = Some(words::sentence(&refused.to_string())),
                    },
                }
            }
            TableRequest::LetGo {} => {
                session.let_go();
                if let Some(lesson) = &mut self.lesson {
                    lesson.let_go();
                }
            }
            TableRequest::Play { turn: text } => {
                let turn = turn(session.position(), &text)?;
                self.play(turn)?;
                said = words::sides_swapped(&self.session).map(|words| words::sentence(&words));
            }
            TableRequest::Undo {} => self.change(Session::undo),
            TableRequest::Redo {} => self.change(Session::redo),
            TableRequest::GiveUp {} => session.give_up().map_err(Failure::new)?,
            TableRequest::Restart {} => self.change(Session::restart),
            TableRequest::Show { turns } => self.change(|session| session.show(turns)),
            TableRequest::Overlay { overlay } => self.overlay = overlay.into(),
            TableRequest::Mark { better } => {
                let read = |text: &String| turn(self.session.shown(), text);
                self.better = better.iter().map(read).collect::<Reply<_>>()?;
            }
            TableRequest::Svg {} => {
                let svg = self.drawing().svg(&words::standing(self.session.shown()));
                return Ok(TableView { svg: Some(svg), ..TableView::default() });
            }
            TableRequest::New { .. }
            | TableRequest::Open { .. }
            | TableRequest::At { .. }
            | TableRequest::Lesson { .. }
            | TableRequest::Thumbnail { .. } => unreachable!("these lay a table"),
        }
        Ok(TableView { said, turn: told, ..self.view() })
    }

    fn play(&mut self, turn: Turn) -> Reply<()> {
        self.session.play(turn).map_err(Failure::new)?;
        self.change(|_| {});
        Ok(())
    }

    /// Shows another position: what was drawn was about the one before.
    fn change<T>(&mut self, change: impl FnOnce(&mut Session) -> T) {
        (self.played, self.better) = (None, Vec::new());
        change(&mut self.session);
    }

    fn square(&self, number: usize) -> Reply<Square> {
        let size = self.session.shown().board.size();
        match number < size * size {
            true => Ok(Square::new(number / size, number % size)),
            false => Err(Failure::new(format!("the board has no square {number}"))),
        }
    }

    fn drawing(&self) -> Drawing<'_> {
        Drawing {
            last: self.session.shown_turns().last().copied().filter(|_| self.played.is_none()),
            played: self.played,
            better: self.better.clone(),
            chosen: self.session.chosen(),
            partners: self.session.partners(),
            overlay: self.overlay,
            ..Drawing::new(self.session.shown())
        }
    }

    fn view(&self) -> TableView {
        let session = &self.session;
        let shown = session.shown();
        let size = shown.board.size();
        let score = Score::of(&shown.board);
        let drawing = self.drawing();
        let at_end = session.is_at_end();
        let side = |colour: Colour| {
            let sizes = if colour == Colour::Black { &score.black } else { &score.white };
            let seat = session.shown_seat(colour);
            SideView { seat: seat.to_string(), human: seat.is_human(), sizes: words::sizes(sizes) }
        };
        let record = session.record();
        let ending = words::ending(session).filter(|_| at_end);
        TableView {
            size,
            picture: Some(board(&drawing)),
            marks: drawing.marks(),
            labels: words::squares(session),
            title: words::title(session),
            summary: words::summary(session),
            status: ending.clone().unwrap_or_else(|| words::standing(shown)),
            lead: words::lead(shown),
            said: None,
            turn: None,
            turns: session.game().start().write_line(session.game().turns()),
            shown: session.shown_turns().len(),
            to_move: number(shown.to_move),
            leader: score.leader().map(number),
            moves: words::moves_left(shown.board.swaps().len()),
            chosen: session
                .chosen()
                .map(|square| usize::from(square.row) * size + usize::from(square.column)),
            sides: Colour::ALL.map(side).into(),
            rows: rows(&score),
            engine: session.engine_to_move().map(|strength| strength.to_string()),
            can_undo: session.can_undo(),
            ahead: session.undone(),
            may_swap: at_end && session.winner().is_none() && shown.may_swap_sides(),
            winner: session.winner().filter(|_| at_end).map(number),
            ending: ending.map(|words| words::sentence(&words)),
            link: record.to_link(),
            record: record.to_text(),
            lesson: self.lesson.as_ref().map(LessonView::new),
            svg: None,
        }
    }
}
