//! The board game Emulsion.

use crate::error::{refused, unreadable};
use crate::work::{Control, duration};
use gridwright_emulsion::matches::{Match, PlayerSpec};
use gridwright_emulsion::view::{AnalysisView, MatchView, MovesView, RecordView, ScoreView, SolutionView};
use gridwright_emulsion::{Analysis as Judged, Position as Board, Solution};
use gridwright_emulsion::{
    Cancel, Colour, Limits, Player, Record, Solver, Strength, Tie, Turn, graph, page, picture, words,
};
use pyo3::prelude::*;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread looks after those that work for it.
const LOOK_EVERY: Duration = Duration::from_millis(5);

fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("views have string keys")
}

fn cores(jobs: Option<usize>) -> PyResult<usize> {
    match jobs {
        Some(0) => Err(refused("jobs must be at least 1")),
        Some(jobs) => Ok(jobs.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// A board and the side to move.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Position(Board);

#[pymethods]
impl Position {
    /// A position as text, or the last one of a game.
    #[new]
    #[pyo3(signature = (text, to_move=None, tie=None, pie=false))]
    fn new(
        py: Python<'_>,
        text: &str,
        to_move: Option<&str>,
        tie: Option<&str>,
        pie: bool,
    ) -> PyResult<Position> {
        let record = Record::read(text).map_err(|error| unreadable(py, &error, text))?;
        let mut position = record.game().position().clone();
        if let Some(colour) = to_move {
            position.to_move = colour.parse().map_err(refused)?;
        }
        if let Some(tie) = tie {
            position.tie = tie.parse().map_err(refused)?;
        }
        position.pie |= pie;
        Ok(Position(position))
    }

    /// Where games start.
    #[staticmethod]
    fn start(size: usize, tie: Option<&str>, pie: bool) -> PyResult<Position> {
        start(size, tie, pie).map(Position)
    }

    /// As one line.
    #[getter]
    fn line(&self) -> String {
        self.0.to_line()
    }

    #[getter]
    fn size(&self) -> usize {
        self.0.board.size()
    }

    #[getter]
    fn to_move(&self) -> &'static str {
        self.0.to_move.name()
    }

    #[getter]
    fn tie(&self) -> &'static str {
        self.0.tie.name()
    }

    #[getter]
    fn pie(&self) -> bool {
        self.0.pie
    }

    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| outcome.winner.name())
    }

    /// Row by row, 0 for Black and 1 for White.
    fn lists(&self) -> Vec<Vec<u32>> {
        self.0.board.to_lists().into_iter().map(|row| row.into_iter().map(u32::from).collect()).collect()
    }

    fn moves(&self) -> String {
        json(&MovesView::new(&self.0))
    }

    fn score(&self) -> String {
        let game = gridwright_emulsion::Game::from_position(self.0.clone());
        json(&ScoreView::new(&Record::new(game)))
    }

    /// The position after a turn.
    fn play(&self, py: Python<'_>, turn: &str) -> PyResult<Position> {
        let read = self.0.read_turn(turn).map_err(|error| unreadable(py, &error, turn))?;
        self.0.after(read).map(Position).map_err(refused)
    }

    fn svg(&self) -> String {
        picture(&self.0, &[], &words::standing(&self.0))
    }

    fn standing(&self) -> String {
        words::standing(&self.0)
    }
}

fn start(size: usize, tie: Option<&str>, pie: bool) -> PyResult<Board> {
    let position = Board::start(size).map_err(refused)?;
    let tie = tie.map_or(Ok(Tie::default()), str::parse).map_err(refused)?;
    Ok(Board { tie, pie, ..position })
}

/// A game that is written down.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Game(Mutex<Record>);

#[pymethods]
impl Game {
    /// In any form.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Game> {
        let record = Record::read(text).map_err(|error| unreadable(py, &error, text))?;
        Ok(Game(Mutex::new(record)))
    }

    /// A new one.
    #[staticmethod]
    fn start(size: usize, tie: Option<&str>, pie: bool) -> PyResult<Game> {
        let game = gridwright_emulsion::Game::from_position(start(size, tie, pie)?);
        Ok(Game(Mutex::new(Record::new(game))))
    }

    #[getter]
    fn text(&self) -> String {
        self.lock().to_text()
    }

    #[getter]
    fn link(&self) -> String {
        self.lock().to_link()
    }

    #[getter]
    fn turns(&self) -> Vec<String> {
        let record = self.lock();
        record.game().start().write_line(record.game().turns())
    }

    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.lock().winner().map(Colour::name)
    }

    /// The position after this many turns, or the last one.
    #[pyo3(signature = (turns=None))]
    fn position(&self, turns: Option<usize>) -> PyResult<Position> {
        let record = self.lock();
        let game = record.game();
        let position = game.position_after(turns.unwrap_or(game.turns().len()));
        position.cloned().map(Position).ok_or_else(|| refused("the game has fewer turns"))
    }

    fn view(&self) -> String {
        json(&RecordView::new(&self.lock()))
    }

    fn play(&self, py: Python<'_>, turn: &str) -> PyResult<()> {
        let mut record = self.lock();
        let read = record.game().position().read_turn(turn);
        let read = read.map_err(|error| unreadable(py, &error, turn))?;
        record.play(read).map_err(refused)
    }

    fn undo(&self) -> bool {
        self.lock().undo().is_some()
    }

    /// The last position, with the last turn.
    fn svg(&self) -> String {
        self.picture(self.lock().game().turns().len())
    }

    /// A picture of each position, with what the sides are told there.
    fn pictures(&self) -> Vec<(String, String)> {
        let record = self.lock().clone();
        let game = record.game();
        let told = |turns: usize| {
            let position = game.position_after(turns).expect("there is a position after each turn");
            words::standing(position)
        };
        (0..=game.turns().len()).map(|turns| (drawn(&record, turns), told(turns))).collect()
    }
}

impl Game {
    fn lock(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn picture(&self, turns: usize) -> String {
        drawn(&self.lock(), turns)
    }
}

/// The position after some turns, with the last of them.
fn drawn(record: &Record, turns: usize) -> String {
    let game = record.game();
    let position = game.position_after(turns).unwrap_or(game.position());
    let last: Vec<Turn> = turns.checked_sub(1).map(|turn| game.turns()[turn]).into_iter().collect();
    picture(position, &last, &words::standing(position))
}

/// A player who thinks.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Engine {
    spec: PlayerSpec,
    player: Mutex<Player>,
}

#[pymethods]
impl Engine {
    /// A level, `time:SECONDS` or `simulations:N`.
    #[new]
    fn new(player: &str, seed: u64) -> PyResult<Engine> {
        let spec: PlayerSpec = player.parse().map_err(refused)?;
        Ok(Engine { spec, player: Mutex::new(spec.player(seed)) })
    }

    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// The turn to play and Black's chance to win, where the engine thought about it; nothing when the game is over.
    fn think(
        &self,
        py: Python<'_>,
        game: &Game,
        time: &Bound<'_, PyAny>,
        control: Control<'_>,
    ) -> PyResult<Option<(String, Option<f64>)>> {
        let (record, time) = (game.lock().clone(), self.spec.time(duration("time", time)?));
        control.begin()?.run(py, |limits| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.limit(limits.clone().cancel(deadline(&limits.cancel, time)));
            let turn = player.think(record.game())?;
            let chance = player.report().map(|report| report.black_chance().to_string().parse());
            Some((record.game().position().write_turn(turn), chance.and_then(Result::ok)))
        })
    }
}

/// A token that is also cancelled after some time from now on.
fn deadline(cancel: &Cancel, time: Option<Duration>) -> Cancel {
    match time {
        Some(time) => {
            let begun = Instant::now();
            cancel.or_when(move || begun.elapsed() >= time)
        }
        None => cancel.clone(),
    }
}

/// Who wins with best play.
#[pyfunction]
pub fn prove(
    py: Python<'_>,
    position: &Position,
    moves: bool,
    line: bool,
    control: Control<'_>,
) -> PyResult<String> {
    let solution = control.begin()?.run(py, |limits| {
        let mut solver = Solver::with_limits(&position.0, limits.clone());
        let mut solution = Solution::of(&position.0, &mut solver);
        if moves {
            solution = solution.with_moves(&mut solver);
        }
        if line {
            solution = solution.with_line(&mut solver);
        }
        solution
    })?;
    Ok(json(&SolutionView::new(&solution)))
}

/// Many games between two players.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn games(
    py: Python<'_>,
    players: [String; 2],
    start: &Position,
    games: u64,
    openings: Option<u32>,
    time: &Bound<'_, PyAny>,
    seed: u64,
    jobs: Option<usize>,
    control: Control<'_>,
) -> PyResult<String> {
    let [a, b] = players.map(|player| player.parse::<PlayerSpec>().map_err(refused));
    let (time, workers) = (duration("time", time)?, cores(jobs)?);
    let made = Match::new([a?, b?], start.0.clone(), seed).map_err(refused)?.with_games(games);
    let made = match openings {
        Some(moves) => made.with_openings(moves),
        None => made,
    };
    let played = control.begin()?.run(py, |limits| {
        let cancel = &limits.cancel;
        let made = Mutex::new(made.with_limits(limits.clone()));
        let locked = || made.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = workers.min(games.try_into().unwrap_or(usize::MAX));
        std::thread::scope(|scope| {
            let play = || {
                loop {
                    let Some(game) = locked().next_game() else { break };
                    let limits =
                        |player: PlayerSpec| Limits::default().cancel(deadline(cancel, player.time(time)));
                    let Ok(played) = game.play(cancel, limits) else { break };
                    locked().add(played);
                }
            };
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(play)).collect();
            // This thread looks out for Ctrl-C.
            while threads.iter().any(|thread| !thread.is_finished()) {
                std::thread::sleep(LOOK_EVERY);
                cancel.is_cancelled();
            }
        });
        made.into_inner().unwrap_or_else(PoisonError::into_inner)
    })?;
    Ok(json(&MatchView::new(&played)))
}

/// A game looked at again, turn by turn.
#[pyclass(frozen, module = "gridwright._native")]
pub struct Analysis(Judged);

#[pymethods]
impl Analysis {
    /// With this many simulations for each position, or this much time.
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        simulations: u64,
        time: Option<&Bound<'_, PyAny>>,
        seed: u64,
        control: Control<'_>,
    ) -> PyResult<Analysis> {
        let record = game.lock().clone();
        let time = time.map(|time| duration("time", time)).transpose()?;
        let strength = time.map_or(Strength::Simulations(simulations), |_| Strength::Full);
        let analysis = control.begin()?.run(py, |limits| {
            let mut player = Player::analyst(strength, seed);
            Judged::by(record, limits, |game| {
                player.limit(Limits::default().cancel(deadline(&limits.cancel, time)));
                player.think(game);
                player.report().cloned()
            })
        })?;
        Ok(Analysis(analysis))
    }

    #[getter]
    fn json(&self) -> String {
        json(&AnalysisView::new(&self.0))
    }

    /// In words.
    fn told(&self) -> String {
        self.0.to_string()
    }

    /// The chances as a picture.
    fn graph(&self) -> String {
        graph(&self.0)
    }

    fn page(&self) -> String {
        page(&self.0)
    }

    /// The game with chances and marks in comments.
    fn annotated(&self) -> String {
        self.0.annotated().to_text()
    }
}
