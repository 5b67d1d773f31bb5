//! A game of Light Up as the course sees it: squares with flags, and a history.

use gridwright::count::Count;
use gridwright::formats::{Format, ReadOptions};
use gridwright::generate::Outcome;
use gridwright::genres::lightup::{self, GENRE, LightUp};
use gridwright::grid::{Cell, Grid};
use gridwright::model::{Board, Position, Value};
use gridwright::printed::PrintedBoard;
use gridwright::puzzle::maker::Walls;
use gridwright::{Limits, Puzzle, Reading, Spec};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// A square as C sees it: a state in the low half of a byte, flags in the high half.
pub type Square = u32;

/// The values of squares: the constants of game.h.
pub mod square {
    #![allow(missing_docs)]
    use super::Square;

    pub const BLANK: Square = 0;
    pub const LIGHTBULB: Square = 1;
    pub const MARK: Square = 2;
    /// A wall with the number 0; those with 1 to 4 follow.
    pub const BLACK: Square = 8;
    pub const BLACK4: Square = 12;
    /// A wall without a number.
    pub const BLACKU: Square = 13;
    pub const LIGHTED: Square = 16;
    pub const ERROR: Square = 32;
    pub const STATES: Square = 0x0F;
    pub const FLAGS: Square = 0xF0;

    /// Whether a square has a state and only flags there are.
    pub fn is_valid(square: Square) -> bool {
        let state = square & STATES;
        square & !(STATES | LIGHTED | ERROR) == 0 && (state <= MARK || (BLACK..=BLACKU).contains(&state))
    }

    /// Whether a player may put it somewhere.
    pub fn is_move(square: Square) -> bool {
        square <= MARK
    }

    /// Whether it is a wall, numbered or not.
    pub fn is_black(square: Square) -> bool {
        square & BLACK != 0
    }
}

/// A move: a cell, and the states it had and got.
#[derive(Clone, Copy, Debug)]
struct Move {
    cell: usize,
    old: Square,
    new: Square,
}

/// Why a file cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be read.
    File(io::Error),
    /// It is larger than any board.
    TooLarge,
    /// It holds no board: what is wrong, with the line and the column where they are known.
    Text(String),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::File(error) => error.fmt(f),
            LoadError::TooLarge => f.write_str("the file is larger than any board"),
            LoadError::Text(message) => f.write_str(message),
        }
    }
}

/// A game. Squares and flags are kept as they were set; a move, undo, redo, loading and [`Game::update_flags`] compute the
/// flags anew.
#[derive(Clone, Debug)]
pub struct Game {
    grid: Grid,
    squares: Vec<Square>,
    undo: Vec<Move>,
    redo: Vec<Move>,
}

/// A board of 1000 rows and columns takes a million bytes; the rest is room for white space.
const LARGEST_FILE: u64 = 16 << 20;

/// The course's board.
const DEFAULT: &str = "7x7:b1f2iB2g1Bi2fBb";

impl Game {
    /// A game with these squares in reading order, or blank ones. `None` for a size there is not, or not one square a cell.
    pub fn new(rows: usize, cols: usize, wrapping: bool, squares: Option<Vec<Square>>) -> Option<Game> {
        let grid = Grid::new(rows, cols).ok()?.with_wrapping(wrapping);
        let squares = squares.unwrap_or_else(|| vec![square::BLANK; grid.len()]);
        (squares.len() == grid.len()).then_some(Game { grid, squares, undo: Vec::new(), redo: Vec::new() })
    }

    /// The course's board, without entries.
    pub fn default_board() -> Game {
        let puzzle: Puzzle = DEFAULT.parse().expect("the default board can be read");
        let mut game = Game::of(&puzzle, &puzzle.blank());
        game.update_flags();
        game
    }

    /// The course's board, solved.
    pub fn default_solution() -> Game {
        let mut game = Game::default_board();
        game.solve();
        game
    }

    /// A puzzle with entries; without flags.
    fn of(puzzle: &Puzzle, position: &Position) -> Game {
        let board: &LightUp = puzzle.downcast_ref().expect("the board is of Light Up");
        let state = |cell: Cell| match board.square(cell) {
            lightup::Square::Wall => square::BLACKU,
            lightup::Square::Number(n) => square::BLACK + Square::from(n),
            lightup::Square::Open => match board.atom(cell).map(|atom| position.board.get(atom)) {
                Some(Value::Yes) => square::LIGHTBULB,
                Some(Value::No) => square::MARK,
                _ => square::BLANK,
            },
        };
        let grid = puzzle.grid();
        Game { grid, squares: grid.cells().map(state).collect(), undo: Vec::new(), redo: Vec::new() }
    }

    /// The walls as a board of the library. Values that are no squares count as blank, or as plain walls.
    fn walls(&self) -> LightUp {
        let printed = |square: &Square| match square & square::STATES {
            number @ square::BLACK..=square::BLACK4 => {
                lightup::Square::Number((number - square::BLACK) as u8)
            }
            state if square::is_black(state) => lightup::Square::Wall,
            _ => lightup::Square::Open,
        };
        LightUp::new(self.grid, self.squares.iter().map(printed).collect())
    }

    /// The bulbs and marks on these walls.
    fn entries(&self, walls: &LightUp) -> Board {
        let mut board = Board::open(walls.atom_count());
        for (cell, square) in self.grid.cells().zip(&self.squares) {
            let value = match square & square::STATES {
                square::LIGHTBULB => Value::Yes,
                square::MARK => Value::No,
                _ => continue,
            };
            board.set(walls.atom(cell).expect("bulbs and marks are on open cells"), value);
        }
        board
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.grid.rows()
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.grid.cols()
    }

    /// Whether rows and columns wrap round.
    pub fn is_wrapping(&self) -> bool {
        self.grid.wrapping()
    }

    /// The place of a square in reading order, if it is on the board.
    pub fn place(&self, row: usize, col: usize) -> Option<usize> {
        (row < self.rows() && col < self.cols()).then(|| row * self.cols() + col)
    }

    /// The square at a place that [`Game::place`] gave.
    pub fn square(&self, place: usize) -> Square {
        self.squares[place]
    }

    /// Overwrites a square, and nothing else.
    pub fn set_square(&mut self, place: usize, square: Square) {
        self.squares[place] = square;
    }

    /// A copy without history.
    pub fn copy(&self) -> Game {
        Game { undo: Vec::new(), redo: Vec::new(), ..self.clone() }
    }

    /// Whether size, wrapping, states and flags are the same.
    pub fn equals(&self, other: &Game) -> bool {
        (self.grid, &self.squares) == (other.grid, &other.squares)
    }

    /// Whether this is a move: a blank, a bulb or a mark, on a square of the board that is no wall.
    pub fn is_legal(&self, row: usize, col: usize, square: Square) -> bool {
        let is_open = |place: usize| !square::is_black(self.squares[place]);
        square::is_move(square) && self.place(row, col).is_some_and(is_open)
    }

    /// Plays a legal move; any other is refused.
    pub fn play(&mut self, row: usize, col: usize, new: Square) -> bool {
        let Some(cell) = self.place(row, col).filter(|_| self.is_legal(row, col, new)) else { return false };
        let old = self.squares[cell] & square::STATES;
        self.squares[cell] = new;
        self.undo.push(Move { cell, old, new });
        self.redo.clear();
        self.update_flags();
        true
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) {
        if let Some(last) = self.undo.pop() {
            self.squares[last.cell] = last.old;
            self.redo.push(last);
            self.update_flags();
        }
    }

    /// Plays the move again that was taken back last, if there is one.
    pub fn redo(&mut self) {
        if let Some(next) = self.redo.pop() {
            self.squares[next.cell] = next.new;
            self.undo.push(next);
            self.update_flags();
        }
    }

    /// Blanks the board, clears all flags and forgets the history.
    pub fn restart(&mut self) {
        for square in &mut self.squares {
            *square = if square::is_black(*square) { *square & square::STATES } else { square::BLANK };
        }
        self.undo.clear();
        self.redo.clear();
    }

    /// Computes all flags.
    pub fn update_flags(&mut self) {
        let walls = self.walls();
        let flags = walls.square_flags(&self.entries(&walls));
        for (square, flags) in self.squares.iter_mut().zip(flags) {
            let lighted = if flags.lit { square::LIGHTED } else { 0 };
            let error = if flags.error { square::ERROR } else { 0 };
            *square = *square & square::STATES | lighted | error;
        }
    }

    /// Whether all open squares are lit and none has an error, by the flags as they are.
    pub fn is_over(&self) -> bool {
        let is_fine =
            |s: &Square| s & square::ERROR == 0 && (square::is_black(*s) || s & square::LIGHTED != 0);
        self.squares.iter().all(is_fine)
    }

    /// Puts the first solution of the walls on the board, in reading order and bulbs first. Without one, changes nothing.
    pub fn solve(&mut self) -> bool {
        let puzzle = Puzzle::of(self.walls());
        let Some(solution) = puzzle.query().engine().first().solution() else { return false };
        let solved = Game::of(&puzzle, &Position::of_solution(&solution));
        // History stays: the solution is no move.
        self.squares = solved.squares;
        self.update_flags();
        true
    }

    /// How many solutions the walls have, or the greatest number there is.
    pub fn count(&self) -> u32 {
        let puzzle = Puzzle::of(self.walls());
        let soon = up_to_max(puzzle.count_with(&Limits::default().steps(250_000)));
        let soon = soon.or_else(|| has_too_many(&puzzle).then_some(u32::MAX));
        // If the tables do not fit into memory: one by one, the solutions need none.
        let one_by_one = || puzzle.solutions().take(u32::MAX as usize).count() as u32;
        soon.or_else(|| up_to_max(puzzle.count())).unwrap_or_else(one_by_one)
    }

    /// The board as the course prints it.
    pub fn printed(&self) -> String {
        let line = "-".repeat(self.cols());
        let columns: String = (0..self.cols()).map(|col| char::from(b'0' + (col % 10) as u8)).collect();
        let mut text = format!("   {columns}\n   {line}\n");
        for (row, squares) in self.squares.chunks(self.cols()).enumerate() {
            let squares: String = squares.iter().map(|square| printed(*square)).collect();
            text += &format!("{} |{squares}|\n", row % 10);
        }
        text + &format!("   {line}\n")
    }

    /// The board as the course saves it.
    pub fn saved(&self) -> String {
        let walls = self.walls();
        let position = Position { board: self.entries(&walls), ..Position::blank(0) };
        Puzzle::of(walls).write(Format::Save, &position).expect("the format holds every board")
    }

    /// Reads what the course saves, and computes the flags.
    pub fn read(text: &str) -> Result<Game, LoadError> {
        let options =
            ReadOptions { format: Some(Format::Save), genre: Some(&GENRE), ..ReadOptions::default() };
        let reading = Reading::parse_with(text, &options).map_err(|error| {
            let place = error.line_column(text);
            let place = place.map_or(String::new(), |(line, column)| format!("{line}:{column}: "));
            LoadError::Text(format!("{place}{}", error.message))
        })?;
        let mut game = Game::of(&reading.puzzle, &reading.position);
        game.update_flags();
        Ok(game)
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Game, LoadError> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(LoadError::File)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(LoadError::File)?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(LoadError::TooLarge);
        }
        // What is not UTF-8 becomes a character that is refused in its place.
        Game::read(&String::from_utf8_lossy(&bytes))
    }

    /// Writes a file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_file(path, &self.saved())
    }

    /// A game with exactly this many walls that has a solution, or why there is none. Equal seeds give equal games.
    pub fn random(
        (rows, cols): (usize, usize),
        wrapping: bool,
        walls: usize,
        with_solution: bool,
        seed: u64,
    ) -> Result<Game, String> {
        let walls = Some(Walls::Number(walls));
        let spec = Spec { wrapping, walls, several: true, ..Spec::new(&GENRE).rows(rows).cols(cols) };
        match spec.generate(seed).map_err(|error| error.to_string())? {
            Outcome::Found(made) => {
                let position = match with_solution {
                    true => Position::of_solution(&made.solution),
                    false => made.puzzle.blank(),
                };
                let mut game = Game::of(&made.puzzle, &position);
                game.update_flags();
                Ok(game)
            }
            Outcome::NotFound(why) => Err(why.in_words(&spec)),
            Outcome::Stopped(why) => Err(why.to_string()),
        }
    }
}

/// A count as the course's functions give it, if it is known that well.
fn up_to_max(count: Count) -> Option<u32> {
    match (u32::try_from(count.number()), count.exact()) {
        (Ok(number), exact) => exact.map(|_| number),
        (Err(_), _) => Some(u32::MAX),
    }
}

/// Whether some rows alone, with the others as in one solution, have too many solutions for a `u32`: that is soon known of
/// boards that are too large to count.
fn has_too_many(puzzle: &Puzzle) -> bool {
    let board: &LightUp = puzzle.downcast_ref().expect("the board is of Light Up");
    let Some(solution) = puzzle.solve().solution() else { return false };
    let (rows, cols) = (puzzle.grid().rows(), puzzle.grid().cols());
    let some = std::iter::successors(Some(4), |some| Some(some + some / 2));
    some.take_while(|some| *some < rows).any(|some| {
        let mut position = puzzle.blank();
        for atom in puzzle.grid().cells().skip(some * cols).filter_map(|cell| board.atom(cell)) {
            position.board.set(atom, solution.get(atom));
        }
        let query = puzzle.query().from_position(&position).expect("the solution is of this puzzle");
        up_to_max(query.limits(&Limits::default().steps(8_000_000)).count()) == Some(u32::MAX)
    })
}

/// Writes a file as a whole: one that is there stays as it is until the new one is complete. Devices, pipes and links that
/// lead nowhere are written through, as `fopen` does; a link to a file keeps its place.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().map_or(path.is_symlink(), |old| !old.is_file()) {
        return fs::write(path, text);
    }
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let mut name = path.file_name().ok_or(io::ErrorKind::NotFound)?.to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let mut file = File::create_new(&new)?;
    let written = old
        .map_or(Ok(()), |old| file.set_permissions(old.permissions()))
        .and_then(|()| file.write_all(text.as_bytes()))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&new, &path));
    written.inspect_err(|_| drop(fs::remove_file(&new)))
}

/// How the course prints a square.
fn printed(square: Square) -> char {
    match square & square::STATES {
        square::BLANK if square & square::LIGHTED != 0 => '.',
        square::BLANK => ' ',
        square::LIGHTBULB => '*',
        square::MARK => '-',
        number @ square::BLACK..=square::BLACK4 => char::from(b'0' + (number - square::BLACK) as u8),
        square::BLACKU => 'w',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn some_rows_show_that_there_are_too_many_solutions() {
        let has_too_many = |size| {
            let game = Game::new(size, size, false, None).unwrap();
            super::has_too_many(&Puzzle::of(game.walls()))
        };
        assert!(!has_too_many(12), "12! solutions");
        assert!(has_too_many(40), "40! solutions, too many to count");
    }

    #[test]
    fn large_random_boards_are_made_at_once() {
        let game = Game::random((600, 600), true, 70_000, true, 7).unwrap();
        assert!(game.is_over());
    }

    #[test]
    fn links_and_pipes_keep_their_places() {
        let folder = std::env::temp_dir().join(format!("libgame-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| folder.join(name);
        let (mut reader, writer) = io::pipe().unwrap();
        symlink(format!("/proc/self/fd/{}", writer.as_raw_fd()), at("pipe")).unwrap();
        write_file(&at("pipe"), "through\n").unwrap();
        drop(writer);
        let mut said = String::new();
        reader.read_to_string(&mut said).unwrap();
        assert_eq!(said, "through\n");

        symlink(at("file"), at("link")).unwrap();
        for text in ["made\n", "replaced\n"] {
            write_file(&at("link"), text).unwrap();
            assert_eq!(fs::read_to_string(at("file")).unwrap(), text);
            fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
        }
        write_file(&at("file"), "again\n").unwrap();
        assert_eq!(at("file").metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert!(write_file(&folder, "").is_err());
        assert!(at("pipe").is_symlink() && at("link").is_symlink());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing else is left");
        fs::remove_dir_all(folder).unwrap();
    }
}
