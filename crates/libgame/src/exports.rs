//! The functions of the course's headers. Each checks its arguments as the course's own library does with `assert`: in a
//! debug build, garbage ends the program with a message; in a release build it is ignored, and the answer is `false`, 0 or
//! NULL.

use crate::complain;
use crate::game::{Game, Square, square};
use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr::null_mut;

/// What `uint` is in C.
type Uint = u32;

unsafe extern "C" {
    fn printf(format: *const c_char, ...) -> c_int;
    safe fn rand() -> c_int;
}

/// The body of a function, which no panic leaves: a panic is a fault of ours, and the course's functions cannot report one.
fn guarded<T>(function: &str, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        complain(&format!("libgame: {function}: internal error, please report it"));
        std::process::abort()
    })
}

/// What must hold of the arguments.
fn holds(function: &str, condition: bool, what: &str) -> bool {
    if cfg!(debug_assertions) && !condition {
        complain(&format!("libgame: {function}: Assertion `{what}' failed."));
        std::process::abort()
    }
    condition
}

/// The game behind a pointer.
///
/// # Safety
/// The pointer is NULL or comes from this library, the game is not deleted, and nothing changes it meanwhile.
unsafe fn game<'a>(function: &str, game: *const Game) -> Option<&'a Game> {
    holds(function, !game.is_null(), "g != NULL");
    // SAFETY: NULL gives None, and the caller vouches for anything else.
    unsafe { game.as_ref() }
}

/// The same, to change it.
///
/// # Safety
/// As for [`game`], and nothing else reads it meanwhile.
unsafe fn game_mut<'a>(function: &str, game: *mut Game) -> Option<&'a mut Game> {
    holds(function, !game.is_null(), "g != NULL");
    // SAFETY: NULL gives None, and the caller vouches for anything else.
    unsafe { game.as_mut() }
}

/// A place that must be on the board.
fn place(function: &str, game: &Game, i: Uint, j: Uint) -> Option<usize> {
    holds(function, (i as usize) < game.rows(), "i < number of rows");
    holds(function, (j as usize) < game.cols(), "j < number of columns");
    game.place(i as usize, j as usize)
}

/// A path from C.
///
/// # Safety
/// The pointer is NULL or a C string that outlives the path.
unsafe fn path<'a>(function: &str, name: *const c_char) -> Option<&'a Path> {
    if !holds(function, !name.is_null(), "filename != NULL") {
        return None;
    }
    // SAFETY: it is not NULL, so the caller says that it is a C string.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())))
}

fn handed_out(game: Option<Game>) -> *mut Game {
    game.map_or(null_mut(), |game| Box::into_raw(Box::new(game)))
}

/// A new game of any size.
///
/// # Safety
/// `squares` is NULL or has a square for each cell.
unsafe fn new_game(
    function: &str,
    (rows, cols): (Uint, Uint),
    squares: Option<*const Square>,
    wrapping: bool,
) -> *mut Game {
    guarded(function, || {
        let blank = Game::new(rows as usize, cols as usize, wrapping, None);
        holds(function, blank.is_some(), "1 <= rows <= 1000 and 1 <= columns <= 1000");
        let Some(squares) = squares else { return handed_out(blank) };
        if !holds(function, !squares.is_null(), "squares != NULL") || blank.is_none() {
            return null_mut();
        }
        // SAFETY: it is not NULL, so the caller says that there is a square for each cell; the size was checked.
        let squares = unsafe { std::slice::from_raw_parts(squares, rows as usize * cols as usize) };
        holds(function, squares.iter().all(|s| square::is_valid(*s)), "all squares are valid");
        handed_out(Game::new(rows as usize, cols as usize, wrapping, Some(squares.to_vec())))
    })
}

const DEFAULT_SIZE: (Uint, Uint) = (7, 7);

/// `game_new` of game.h.
///
/// # Safety
/// `squares` has 49 squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_new(squares: *const Square) -> *mut Game {
    // SAFETY: what the caller vouches for.
    unsafe { new_game("game_new", DEFAULT_SIZE, Some(squares), false) }
}

/// `game_new_empty` of game.h.
#[unsafe(no_mangle)]
pub extern "C" fn game_new_empty() -> *mut Game {
    // SAFETY: there are no squares to read.
    unsafe { new_game("game_new_empty", DEFAULT_SIZE, None, false) }
}

/// `game_new_ext` of game_ext.h.
///
/// # Safety
/// `squares` has `rows * cols` squares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_new_ext(
    rows: Uint,
    cols: Uint,
    squares: *const Square,
    wrapping: bool,
) -> *mut Game {
    // SAFETY: what the caller vouches for.
    unsafe { new_game("game_new_ext", (rows, cols), Some(squares), wrapping) }
}

/// `game_new_empty_ext` of game_ext.h.
#[unsafe(no_mangle)]
pub extern "C" fn game_new_empty_ext(rows: Uint, cols: Uint, wrapping: bool) -> *mut Game {
    // SAFETY: there are no squares to read.
    unsafe { new_game("game_new_empty_ext", (rows, cols), None, wrapping) }
}

/// `game_copy` of game.h.
///
/// # Safety
/// As for all functions here: games come from this library and are not deleted, and a game that one thread changes is used
/// by no other thread meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_copy(g: *const Game) -> *mut Game {
    // SAFETY: what the caller vouches for.
    guarded("game_copy", || handed_out(unsafe { game("game_copy", g) }.map(Game::copy)))
}

/// `game_equal` of game.h.
///
/// # Safety
/// See [`game_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_equal(g1: *const Game, g2: *const Game) -> bool {
    // SAFETY: what the caller vouches for.
    let (one, other) = unsafe { (game("game_equal", g1), game("game_equal", g2)) };
    guarded("game_equal", || one.zip(other).is_some_and(|(one, other)| one.equals(other)))
}

/// `game_delete` of game.h.
///
/// # Safety
/// See [`game_copy`]; the game is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_delete(g: *mut Game) {
    if holds("game_delete", !g.is_null(), "g != NULL") {
        // SAFETY: every game is handed out as a box, and the caller gives it back once.
        guarded("game_delete", || drop(unsafe { Box::from_raw(g) }));
    }
}

/// `game_set_square` of game.h.
///
/// # Safety
/// See [`game_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_set_square(g: *mut Game, i: Uint, j: Uint, s: Square) {
    const NAME: &str = "game_set_square";
    // SAFETY: what the caller vouches for.
    let game = unsafe { game_mut(NAME, g) };
    guarded(NAME, || {
        holds(NAME, square::is_valid(s), "s is a square");
        if let Some((game, place)) = game.and_then(|game| place(NAME, game, i, j).map(|place| (game, place)))
        {
            game.set_square(place, s);
        }
    });
}

/// The square at a place, if there is one.
///
/// # Safety
/// See [`game_copy`].
unsafe fn square_at(function: &str, g: *const Game, i: Uint, j: Uint) -> Option<Square> {
    // SAFETY: what the caller vouches for.
    let game = unsafe { game(function, g) };
    guarded(function, || game.and_then(|game| place(function, game, i, j).map(|place| game.square(place))))
}

/// Functions that tell something of one square, and what they answer where there is none.
macro_rules! square_functions {
    ($($(#[$doc:meta])+ $name:ident -> $answer:ty = $absent:expr, $of:expr;)+) => {$(
        $(#[$doc])+
        ///
        /// # Safety
        /// See [`game_copy`].
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(g: *const Game, i: Uint, j: Uint) -> $answer {
            let of: fn(Square) -> $answer = $of;
            // SAFETY: what the caller vouches for.
            unsafe { square_at(stringify!($name), g, i, j) }.map_or($absent, of)
        }
    )+};
}

square_functions! {
    /// `game_get_square` of game.h.
    game_get_square -> Square = square::BLANK, |s| s;
    /// `game_get_state` of game.h.
    game_get_state -> Square = square::BLANK, |s| s & square::STATES;
    /// `game_get_flags` of game.h.
    game_get_flags -> Square = square::BLANK, |s| s & square::FLAGS;
    /// `game_is_blank` of game.h.
    game_is_blank -> bool = false, |s| s & square::STATES == square::BLANK;
    /// `game_is_lightbulb` of game.h.
    game_is_lightbulb -> bool = false, |s| s & square::STATES == square::LIGHTBULB;
    /// `game_is_black` of game.h.
    game_is_black -> bool = false, square::is_black;
    /// `game_is_marked` of game.h.
    game_is_marked -> bool = false, |s| s & square::STATES == square::MARK;
    /// `game_is_lighted` of game.h.
    game_is_lighted -> bool = false, |s| s & square::LIGHTED != 0;
    /// `game_has_error` of game.h.
    game_has_error -> bool = false, |s| s & square::ERROR != 0;
    /// `game_get_black_number` of game.h.
    game_get_black_number -> c_int = -1, |s| match s & square::STATES {
        number @ square::BLACK..=square::BLACK4 => (number - square::BLACK) as c_int,
        state => {
            holds("game_get_black_number", square::is_black(state), "the square is a wall");
            -1
        }
    };
}

/// `game_check_move` of game.h.
///
/// # Safety
/// See [`game_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_check_move(g: *const Game, i: Uint, j: Uint, s: Square) -> bool {
    // SAFETY: what the caller vouches for.
    let game = unsafe { game("game_check_move", g) };
    guarded("game_check_move", || game.is_some_and(|game| game.is_legal(i as usize, j as usize, s)))
}

/// `game_play_move` of game.h.
///
/// # Safety
/// See [`game_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_play_move(g: *mut Game, i: Uint, j: Uint, s: Square) {
    // SAFETY: what the caller vouches for.
    let game = unsafe { game_mut("game_play_move", g) };
    guarded("game_play_move", || {
        let is_played = game.is_some_and(|game| game.play(i as usize, j as usize, s));
        holds("game_play_move", is_played, "the move is legal");
    });
}

/// Functions that tell something of a whole game.
macro_rules! game_functions {
    ($($(#[$doc:meta])+ $name:ident -> $answer:ty: $of:expr;)+) => {$(
        $(#[$doc])+
        ///
        /// # Safety
        /// See [`game_copy`].
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(g: *const Game) -> $answer {
            let of: fn(&Game) -> $answer = $of;
            // SAFETY: what the caller vouches for.
            let game = unsafe { game(stringify!($name), g) };
            guarded(stringify!($name), || game.map(of).unwrap_or_default())
        }
    )+};
}

game_functions! {
    /// `game_is_over` of game.h.
    game_is_over -> bool: Game::is_over;
    /// `game_nb_rows` of game_ext.h.
    game_nb_rows -> Uint: |game| game.rows() as Uint;
    /// `game_nb_cols` of game_ext.h.
    game_nb_cols -> Uint: |game| game.cols() as Uint;
    /// `game_is_wrapping` of game_ext.h.
    game_is_wrapping -> bool: Game::is_wrapping;
    /// `game_nb_solutions` of game_tools.h.
    game_nb_solutions -> Uint: Game::count;
    /// `game_print` of game_aux.h, through C's standard output, so that it stays in order with `printf`.
    game_print -> (): |game| {
        let text = std::ffi::CString::new(game.printed()).expect("boards have no NUL");
        // SAFETY: the format takes one C string, and that is what it gets.
        unsafe { printf(c"%s".as_ptr(), text.as_ptr()) };
    };
}

/// Functions that change a game.
macro_rules! changing_functions {
    ($($(#[$doc:meta])+ $name:ident -> $answer:ty: $by:expr;)+) => {$(
        $(#[$doc])+
        ///
        /// # Safety
        /// See [`game_copy`].
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(g: *mut Game) -> $answer {
            let by: fn(&mut Game) -> $answer = $by;
            // SAFETY: what the caller vouches for.
            let game = unsafe { game_mut(stringify!($name), g) };
            guarded(stringify!($name), || game.map(by).unwrap_or_default())
        }
    )+};
}

changing_functions! {
    /// `game_update_flags` of game.h.
    game_update_flags -> (): Game::update_flags;
    /// `game_restart` of game.h.
    game_restart -> (): Game::restart;
    /// `game_undo` of game_ext.h.
    game_undo -> (): Game::undo;
    /// `game_redo` of game_ext.h.
    game_redo -> (): Game::redo;
    /// `game_solve` of game_tools.h.
    game_solve -> bool: Game::solve;
}

/// `game_default` of game_aux.h.
#[unsafe(no_mangle)]
pub extern "C" fn game_default() -> *mut Game {
    guarded("game_default", || handed_out(Some(Game::default_board())))
}

/// `game_default_solution` of game_aux.h.
#[unsafe(no_mangle)]
pub extern "C" fn game_default_solution() -> *mut Game {
    guarded("game_default_solution", || handed_out(Some(Game::default_solution())))
}

/// `game_load` of game_tools.h.
///
/// # Safety
/// `filename` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_load(filename: *const c_char) -> *mut Game {
    // SAFETY: what the caller vouches for.
    let path = unsafe { path("game_load", filename) };
    guarded("game_load", || {
        let load = |path: &Path| {
            Game::load(path).map_err(|error| complain(&format!("libgame: {}: {error}", path.display())))
        };
        handed_out(path.and_then(|path| load(path).ok()))
    })
}

/// `game_save` of game_tools.h.
///
/// # Safety
/// See [`game_copy`]; `filename` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn game_save(g: *const Game, filename: *const c_char) {
    // SAFETY: what the caller vouches for.
    let (game, path) = unsafe { (game("game_save", g), path("game_save", filename)) };
    guarded("game_save", || {
        if let Some((game, path)) = game.zip(path)
            && let Err(error) = game.save(path)
        {
            complain(&format!("libgame: {}: {error}", path.display()));
        }
    });
}

/// `game_random` of game_tools.h. The seed comes from C's `rand`, so `srand` decides which game it is.
#[unsafe(no_mangle)]
pub extern "C" fn game_random(
    rows: Uint,
    cols: Uint,
    wrapping: bool,
    walls: Uint,
    with_solution: bool,
) -> *mut Game {
    guarded("game_random", || {
        let seed = (rand() as u64) << 32 | rand() as u64;
        let size = (rows as usize, cols as usize);
        let game = Game::random(size, wrapping, walls as usize, with_solution, seed);
        let refused = |why: &String| {
            holds("game_random", false, why);
            complain(&format!("libgame: game_random: {why}"));
        };
        handed_out(game.inspect_err(refused).ok())
    })
}
