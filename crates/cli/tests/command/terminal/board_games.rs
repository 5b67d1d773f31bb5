//! The board game on the screen and line by line.

use super::*;

#[test]
fn a_board_game_is_kept_and_goes_on() {
    let state = Scratch::new("emulsion");
    let args = ["emulsion", "play", "--size", "5", "--white", "3", "--seed", "1"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("no turns yet, 40 left");
    terminal.press(" ");
    terminal.wait_for_text("[○]");
    terminal.press("\x1b[A\r");
    terminal.wait_for_text("turn 2: ");
    terminal.press("h");
    terminal.wait_for_text("gains");
    // Not even the chance to say goodbye.
    terminal.child.kill().unwrap();
    drop(terminal);
    assert_eq!(saved(&state).len(), 1);

    // The menu offers it as well, and it stays where it is.
    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    terminal.wait_for_text("Continue Emulsion 5x5, turn 2, just now");
    terminal.press("\r");
    terminal.wait_for_text("turn 2: ");
    terminal.press("u");
    terminal.wait_for_text("no turns yet");
    terminal.press("y");
    terminal.wait_for_text("turn 2: ");
    terminal.press("q");
    terminal.wait_for_text("Continue Emulsion 5x5, turn 2, just now");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 1);

    let other = ["emulsion", "play", "--size", "5", "--white", "4", "--seed", "1"];
    let mut terminal = Terminal::start(&other, 24, 80, &state, &[("NO_COLOR", "1")]);
    terminal.wait_for_text("2 turns, Black human, White level 4, just now.");
    terminal.press("\r");
    terminal.wait_for_text("turn 2: ");
    // The player given on the command line replaces the one of the saved game.
    terminal.wait_for_text("White: level 4");
    terminal.press("u");
    terminal.wait_for_text("no turns yet");
    terminal.press("y");
    terminal.wait_for_text("turn 2: ");
    terminal.press("xy");
    terminal.wait_for_text("White has won: Black has given");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
    // What is over is not kept.
    assert_eq!(saved(&state).len(), 0);
}

/// Of several games from one start the one that was played last is offered, and the next when that is over.
#[test]
fn board_games_from_one_start_are_found_again() {
    let state = Scratch::new("emulsion-several");
    let args = ["emulsion", "play", "--size", "5", "--black", "human", "--white", "human"];
    let begin = |answer: &str| {
        let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
        if !answer.is_empty() {
            terminal.wait_for_text("Go on?");
            terminal.press(answer);
        }
        terminal.wait_for_text("no turns yet");
        terminal.press(" \x1b[A\r");
        terminal.wait_for_text("turn 1: ");
        terminal
    };
    begin("").press("q");
    let mut terminal = begin("n");
    // In the corner at the top left.
    terminal.press("\x1b[H\x1b[5~ \x1b[C ");
    terminal.wait_for_text("turn 2: ");
    // A player who leaves a game for a new one is not offered the one just left.
    terminal.press("n");
    terminal.wait_for_text("A new game");
    terminal.press("\r");
    terminal.wait_for_text("1 turn, Black human, White human, just now.");
    terminal.press("n");
    terminal.wait_for_text("no turns yet");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 2);

    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("2 turns, Black human, White human, just now.");
    terminal.press("\rxyq");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state).len(), 1);
    let plain = [&args[..], &["--plain"]].concat();
    let mut terminal = Terminal::start(&plain, 24, 80, &state, &[]);
    terminal.wait_for_text("that was saved (1 turn, Black human, White human, just now)");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_board_game_that_cannot_be_saved_is_not_left_in_silence() {
    let state = Scratch::new("emulsion-unsaved");
    // Where the directory should be.
    std::fs::write(state.file("gridwright"), "").unwrap();
    let args = ["emulsion", "play", "--size", "5", "--black", "human", "--white", "human"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("no turns yet");
    terminal.press(" \x1b[A\r");
    terminal.wait_for_text("Not saved:");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
    assert!(terminal.screen().contains("warning: the game was not saved: "), "{}", terminal.screen());
}

/// All turns so far are saved while the engine thinks, whichever side began.
#[test]
fn line_by_line_a_board_game_is_kept_after_every_turn() {
    for (black, turn) in [("human", "e6e5\r"), ("1", "")] {
        let state = Scratch::new(&format!("emulsion-lines-{black}"));
        let args = ["emulsion", "play", "--plain", "--black", black, "--white", "7", "--time", "600"];
        let mut terminal = Terminal::start(&args, 40, 80, &state, &[]);
        terminal.press(turn);
        terminal.wait_for_text("White to move");
        let is_kept = || {
            let files = state.0.join("gridwright").read_dir();
            files.into_iter().flatten().any(|file| file.unwrap().path().extension() == Some("game".as_ref()))
        };
        terminal.wait_for("the game to be kept", |_| is_kept());
        terminal.press("\x03");
        assert_eq!(terminal.end(), None);
        let [game] = &saved(&state)[..] else { panic!("{:?}", saved(&state)) };
        assert!(game.contains("\n1. "), "{game}");
    }
}

#[test]
fn the_screen_stays_alive_while_the_engine_thinks() {
    let state = Scratch::new("emulsion-thinking");
    let args = ["emulsion", "play", "--size", "9", "--black", "7", "--time", "600"];
    let mut terminal = Terminal::start(&args, 24, 80, &state, &[]);
    terminal.wait_for_text("Thinking…");
    terminal.press("?");
    terminal.wait_for_text("choose a piece, then its partner");
    terminal.press(" ");
    terminal.wait_for("the help to go", |screen| !screen.contains("then its partner"));
    terminal.press("\x03");
    assert_eq!(terminal.end(), Some(0));
    terminal.expect_restored();
}
