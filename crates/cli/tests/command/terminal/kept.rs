//! What is kept from one time to the next: games, settings.

use super::*;

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let state = Scratch::new("killed");
    let mut terminal = Terminal::playing(&state);
    terminal.press(" ");
    terminal.wait_for("a bulb", |screen| bulbs(screen) == 1);
    terminal.press(&(steps((0, 0), (0, 3)) + "m"));
    terminal.wait_for_text("×");
    // Not even the chance to say goodbye.
    terminal.child.kill().unwrap();
    drop(terminal);

    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    terminal.wait_for_text("Continue Light Up 7x7, 2 moves");
    terminal.press("\r");
    let screen = terminal.wait_for_text("×");
    assert_eq!(bulbs(&screen), 1);
    terminal.press("zz");
    terminal.wait_for("an empty board", |screen| bulbs(screen) == 0 && !screen.contains('×'));
    terminal.press("hhhh");
    terminal.wait_for_text("What: ");
    let file = state.file("game.txt");
    terminal.press(" w");
    terminal.wait_for_text("Write the game");
    terminal.press(&format!("{file}\r"));
    terminal.wait_for_text("Written to");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("actions:\nr2c7 bulb\n") && written.contains("hints 4\n"), "{written}");

    let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
    terminal.wait_for_text("You have begun this puzzle before");
    terminal.press("n");
    let screen = terminal.wait_for_text("5 clues");
    assert_eq!(bulbs(&screen), 0);
    terminal.press("ss");
    terminal.wait_for_text("the only solution");
    terminal.press("q");
    terminal.end();
    // What is solved is not kept; the other game of the puzzle is.
    assert_eq!(saved(&state).len(), 1);
    assert!(saved(&state)[0].contains("actions:\nr2c7 bulb\n"));
}

/// A damaged game is set aside: that is said whatever else there is to say.
#[test]
fn the_menu_says_all_that_is_wrong_with_what_is_kept() {
    let state = Scratch::new("troubles");
    let folder = state.0.join("gridwright");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("times.json"), "[").unwrap();
    std::fs::write(folder.join("sudoku-1.session"), "").unwrap();
    let mut terminal = Terminal::start(&[], 24, 160, &state, &[]);
    let screen = terminal.wait_for_text("times.json' is not read");
    assert!(screen.contains("a saved game is damaged (it is empty) and was set aside as"), "{screen}");
    terminal.press("q");
    terminal.end();
}

/// No game is ever written over another one, and none is forgotten by looking at it.
#[test]
fn games_of_one_puzzle_leave_each_other_alone() {
    let state = Scratch::new("several");
    let mut first = Terminal::playing(&state);
    let mut second = Terminal::playing(&state);
    first.press(" ");
    first.wait_for("a bulb", |screen| bulbs(screen) == 1);
    second.press("m");
    second.wait_for_text("×");
    first.press("\x1b[Bm");
    first.wait_for_text("×");
    for terminal in [&mut first, &mut second] {
        terminal.press("q");
        terminal.end();
    }
    let both = |kept: &[String]| {
        let has = |actions: &str| kept.iter().any(|game| game.contains(actions));
        kept.len() == 2 && has("actions:\nr1c1 bulb\nr2c1 !bulb\n") && has("actions:\nr1c1 !bulb\n")
    };
    assert!(both(&saved(&state)), "{:?}", saved(&state));
    for keys in ["n", "\r"] {
        let mut terminal = Terminal::start(&["play", BOARD], 24, 80, &state, &[]);
        terminal.wait_for_text("You have begun this puzzle before");
        terminal.press(keys);
        terminal.wait_for("the board", |screen| !screen.contains("begun this puzzle"));
        terminal.press("q");
        terminal.end();
        assert!(both(&saved(&state)), "{keys:?}: {:?}", saved(&state));
    }
}

/// Through the menu and back, a game stays one; forgotten, it is gone.
#[test]
fn a_game_behind_the_menu_is_the_same_game() {
    let state = Scratch::new("behind-the-menu");
    let mut terminal = Terminal::playing(&state);
    terminal.press(" ");
    terminal.wait_for("a bulb", |screen| bulbs(screen) == 1);
    // The time is saved as well when the game is left.
    terminal.wait_for_text("Time 0:01");
    terminal.press("\x1b");
    terminal.wait_for_text("Continue");
    terminal.press("\r");
    terminal.wait_for("the board", |screen| bulbs(screen) == 1);
    terminal.press("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B ");
    terminal.wait_for("two bulbs", |screen| bulbs(screen) == 2);
    assert_eq!(saved(&state).len(), 1);
    terminal.press("\x1b");
    terminal.wait_for_text("Continue");
    terminal.press("xx");
    terminal.wait_for("nothing to continue", |screen| !screen.contains("Continue"));
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(saved(&state), [] as [String; 0]);
}

/// A killed terminal leaves no finished game behind to go on with, and the next puzzle is one key away.
#[test]
fn finished_games_are_not_offered_and_the_next_puzzle_is() {
    let state = Scratch::new("finished");
    let mut terminal = Terminal::playing(&state);
    let mut here = (0, 0);
    for bulb in BULBS {
        terminal.press(&(steps(here, bulb) + " "));
        here = bulb;
    }
    terminal.wait_for_text("Your first of this kind.");
    assert_eq!(saved(&state), [] as [String; 0]);
    terminal.press("n");
    terminal.wait_for("another board", |screen| screen.contains("Still open") && bulbs(screen) == 0);
    terminal.press("\x1b");
    let screen = terminal.wait_for_text("Quit");
    assert!(!screen.contains("Continue"), "{screen}");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));

    // A file that an earlier version left behind.
    let solved = "gridwright lightup\n*\n";
    std::fs::write(state.0.join("gridwright/lightup-0.session"), solved).unwrap();
    let over = "[Game \"Emulsion\"]\n[Size \"2\"]\n[Tie \"last-mover-wins\"]\n[Pie \"no\"]\n[Resigned \"Black\"]\n\n*\n";
    std::fs::write(state.0.join("gridwright/emulsion-0.game"), over).unwrap();
    let mut terminal = Terminal::start(&[], 24, 80, &state, &[]);
    let screen = terminal.wait_for_text("Quit");
    assert!(!screen.contains("Continue"), "{screen}");
}

/// What a player has chosen holds in the next game, and the next time.
#[test]
fn settings_are_remembered() {
    let state = Scratch::new("settings");
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut terminal = Terminal::start(&["play", sudoku], 24, 80, &state, &[]);
    terminal.wait_for_text("Time 0:0");
    terminal.press("oe");
    terminal.wait_for("no clock", |screen| !screen.contains("Time 0:0"));
    terminal.wait_for_text("Everything that is wrong is");
    terminal.press(",");
    terminal.wait_for_text("Show errors");
    // Clean notes: no; no colours.
    terminal.press("\x1b[B\x1b[B\x1b[C\x1b[B\x1b[B\x1b[B\x1b[D\r");
    terminal.wait_for("the popup to go", |screen| !screen.contains("Show errors"));
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    let kept = std::fs::read_to_string(state.0.join("config/gridwright/settings.json")).unwrap();
    assert!(kept.contains("\"clean_notes\": false") && kept.contains("\"colours\": \"none\""), "{kept}");

    let mut terminal = Terminal::start(&["play", sudoku], 24, 80, &state, &[]);
    let screen = terminal.wait_for_text("Still open");
    assert!(!screen.contains("Time 0:0"), "{screen}");
    terminal.press("e");
    terminal.wait_for_text("Errors are shown when you");
    terminal.press("q");
    terminal.end();
}
