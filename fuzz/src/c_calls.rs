//! Calls through the C interfaces, as a program in C makes them.

use game::*;
use gridwright_c::*;
use std::ffi::CString;
use std::ptr::null_mut;

/// The largest side of the boards that are played, so that a call stays short.
const SIDE: u32 = 9;

/// Asks, reads and draws `data` as text, then plays it as calls of the course's functions on a board of its first bytes.
pub fn call_c(data: &[u8]) {
    let Ok(text) = CString::new(data.split(|byte| *byte == 0).next().unwrap_or_default()) else { return };
    // SAFETY: the text is a C string, every handle is used until it is released, once.
    unsafe {
        let cancel = gw_cancel_after(50);
        gw_free(gw_ask(text.as_ptr(), cancel));
        let puzzle = gw_parse(text.as_ptr(), null_mut());
        if !puzzle.is_null() {
            for answer in [
                gw_status(puzzle, cancel, null_mut()),
                gw_check(puzzle, true, cancel, null_mut()),
                gw_svg(puzzle, null_mut()),
            ] {
                gw_free(answer);
            }
        }
        gw_puzzle_free(puzzle);
        gw_puzzle_free(gw_generate(text.as_ptr(), cancel, null_mut()));
        gw_cancel_free(cancel);
    }
    play(data);
}

fn play(data: &[u8]) {
    let [rows, cols, wrapping, calls @ ..] = data else { return };
    let (rows, cols) = (u32::from(*rows) % SIDE + 1, u32::from(*cols) % SIDE + 1);
    // SAFETY: the game is used until it is deleted, once; places and squares are those that the functions take.
    unsafe {
        let game = game_new_empty_ext(rows, cols, wrapping % 2 == 1);
        for call in calls.chunks_exact(2) {
            let (i, j) = (u32::from(call[1] >> 4) % rows, u32::from(call[1] & 15) % cols);
            let value = u32::from(call[0] >> 4);
            match call[0] & 15 {
                0 if value <= 2 || (8..=13).contains(&value) => game_set_square(game, i, j, value),
                1..=4 if game_check_move(game, i, j, value) => game_play_move(game, i, j, value),
                5 | 6 => game_undo(game),
                7 | 8 => game_redo(game),
                9 => game_update_flags(game),
                10 => game_restart(game),
                _ => {
                    let copy = game_copy(game);
                    assert!(game_equal(copy, game));
                    game_delete(copy);
                }
            }
        }
        let copy = game_copy(game);
        game_update_flags(copy);
        if game_solve(copy) {
            assert!(game_is_over(copy) && game_nb_solutions(game) > 0);
        } else {
            assert_eq!(game_nb_solutions(game), 0);
        }
        game_delete(copy);
        game_delete(game);
    }
}
