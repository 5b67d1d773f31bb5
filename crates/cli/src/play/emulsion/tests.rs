//! Screens as they look, kept in files (`UPDATE_SCREENS=1` writes them anew), and what keys and clicks do.

use super::autosave::Earlier;
use super::screen::App;
use super::*;
use crate::play::screen::paint::Colours;
use crate::play::screen::terminal::Program;
use crate::play::settings::Memory;
use gridwright_emulsion::{Colour, Level, Rules, Square, Turn};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

fn options() -> Options {
    Options {
        seed: 1,
        time: Duration::from_millis(20),
        advice: Advice { strength: Strength::Simulations(2_000), time: Duration::from_secs(1) },
        pace: Duration::ZERO,
        is_kept: false,
        given: Given::default(),
    }
}

fn new_app(session: Session, options: Options, colours: Colours) -> App {
    let mut app = App::new(session, options, Memory::none(), false);
    app.colours = colours;
    app
}

fn app(size: usize, seats: [Seat; 2]) -> App {
    let session = Session::new(Game::new(Rules::of_size(size).unwrap()), seats);
    new_app(session, options(), Colours::None)
}

fn earlier(session: Session) -> Earlier {
    Earlier { session, autosave: Autosave::default(), time: SystemTime::now() }
}

fn press(app: &mut App, keys: &str) {
    for letter in keys.chars() {
        let code = match letter {
            '\n' => KeyCode::Enter,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '⎋' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
}

/// Waits until nothing moves by itself any more.
fn settle(app: &mut App) {
    let begun = Instant::now();
    while app.game.is_lively() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
        app.game.tick();
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn drawn(app: &mut App, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    app.draw(area, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let lines = buffer.content.chunks(usize::from(buffer.area.width));
    let line = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>();
    lines.map(|cells| line(cells).trim_end().to_string() + "\n").collect()
}

fn expect_screen(name: &str, app: &mut App, size: (u16, u16)) {
    let screen = text(&drawn(app, size));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, &screen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, expected, "{name}; UPDATE_SCREENS=1 writes it anew");
}

const TINY: (u16, u16) = (40, 12);
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);

#[test]
fn games_look_as_they_did() {
    let mut app = app(9, [Seat::Human; 2]);
    press(&mut app, " ");
    expect_screen("emulsion-chosen-80x24.txt", &mut app, SMALL);
    press(&mut app, "↑ ↓↓ ↑↑ ↓↓→");
    press(&mut app, "o");
    expect_screen("emulsion-values-80x24.txt", &mut app, SMALL);
    press(&mut app, "o");
    expect_screen("emulsion-groups-80x24.txt", &mut app, SMALL);
    press(&mut app, "o?");
    expect_screen("emulsion-help-80x24.txt", &mut app, SMALL);
    press(&mut app, " n");
    expect_screen("emulsion-new-80x24.txt", &mut app, SMALL);
}

/// In this position one move wins, whatever else the engine thinks.
#[test]
fn hints_look_as_they_did() {
    let start = Position::read("BBBBB/WWWWW/BWBWB/BBBBW/WWWBW w").unwrap();
    let session = Session::new(Game::from_position(start), [Seat::Human; 2]);
    let mut options = options();
    options.advice.strength = Strength::Simulations(100_000);
    let mut app = new_app(session, options, Colours::None);
    press(&mut app, "ch");
    settle(&mut app);
    expect_screen("emulsion-hint-80x24.txt", &mut app, SMALL);
    expect_screen("emulsion-hint-44x20.txt", &mut app, (44, 20));
    // The reason stays as long as the board shows the hint.
    press(&mut app, "o");
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("With what pieces are worth.") && screen.contains("proof. It gains"), "{screen}");
    press(&mut app, "⎋");
    assert!(!text(&drawn(&mut app, SMALL)).contains("It gains"));
}

#[test]
fn the_panel_tells_the_rules_and_how_long_is_thought() {
    let full = Seat::Engine(Strength::Full);
    let mut even = app(6, [Seat::Human, full]);
    let screen = text(&drawn(&mut even, SMALL));
    for words in ["Emulsion 6x6\n", "Full tie: last-mover-wins\n", "level 7 thinks for 0.02 s\n"] {
        assert!(screen.contains(words), "{screen}");
    }
    let mut odd = app(5, [Seat::Human; 2]);
    let screen = text(&drawn(&mut odd, SMALL));
    assert!(!screen.contains("Full tie") && !screen.contains("thinks for"), "{screen}");
    assert!(text(&drawn(&mut odd, TINY)).contains("? help  q quit"));
    // A longer time for the engine, in this game and in the next one, which has a pie rule.
    press(&mut even, "a↓↓→→←\n");
    assert!(text(&drawn(&mut even, SMALL)).contains("level 7 thinks for 0.5 s\n"));
    press(&mut even, "n↓↓→↓↓↓→\n");
    let screen = text(&drawn(&mut even, SMALL));
    assert!(screen.contains("Emulsion 6x6, pie rule\n") && screen.contains("thinks for 1 s\n"), "{screen}");
    press(&mut even, "a↓↓→→→→→→→\n");
    assert!(text(&drawn(&mut even, SMALL)).contains("thinks for 30 s\n"));
}

#[test]
fn large_boards_fit_large_windows() {
    let mut app = app(15, [Seat::Human; 2]);
    expect_screen("emulsion-15-200x60.txt", &mut app, LARGE);
    press(&mut app, "oo");
    expect_screen("emulsion-15-80x24.txt", &mut app, SMALL);
    let all = text(&drawn(&mut app, LARGE));
    assert_eq!(all.matches(['●', '○']).count(), 225 + 2, "all pieces and the legend");
}

#[test]
fn the_end_looks_as_it_did() {
    let mut app = app(5, [Seat::Engine(Strength::Random), Seat::Engine(Strength::Greedy)]);
    settle(&mut app);
    assert!(app.game.session.winner().is_some());
    expect_screen("emulsion-end-80x24.txt", &mut app, SMALL);
    press(&mut app, "[[");
    expect_screen("emulsion-replay-80x24.txt", &mut app, SMALL);
}

/// Whatever is said by colour is said by characters, too.
#[test]
fn colours_add_nothing_but_colour() {
    let texts = [Colours::None, Colours::Sixteen, Colours::Many].map(|colours| {
        let session = Session::new(Game::new(Rules::of_size(9).unwrap()), [Seat::Human; 2]);
        let mut app = new_app(session, options(), colours);
        press(&mut app, " ↑ h");
        settle(&mut app);
        press(&mut app, "↓ ");
        text(&drawn(&mut app, SMALL))
    });
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

#[test]
fn any_window_can_be_drawn() {
    for size in [2, 9, 15, 26] {
        let mut app = app(size, [Seat::Human; 2]);
        press(&mut app, " oh");
        settle(&mut app);
        for width in (0..120).step_by(3) {
            for height in [0, 1, 2, 3, 5, 8, 13, 24, 40, 70] {
                drawn(&mut app, (width, height));
            }
        }
        for popup in ["?", "n", "a", "w", "x"] {
            press(&mut app, popup);
            for (width, height) in [(0, 0), (1, 1), (5, 3), (30, 10), (80, 24)] {
                drawn(&mut app, (width, height));
            }
            press(&mut app, "⎋");
        }
    }
}

/// All that pops up can be read in a tiny window, if need be by scrolling.
#[test]
fn popups_fit_tiny_windows() {
    let mut app = app(9, [Seat::Human; 2]);
    press(&mut app, "n");
    expect_screen("emulsion-new-40x12.txt", &mut app, TINY);
    press(&mut app, "⎋?");
    expect_screen("emulsion-help-40x12.txt", &mut app, TINY);
    let words =
        |screen: &str| screen.split([' ', '\n', '│', '▴', '▾']).map(str::to_string).collect::<Vec<_>>();
    let mut seen = words(&text(&drawn(&mut app, TINY)));
    // Too many make no difference: it goes back at the first key.
    for _ in 0..50 {
        press(&mut app, "↓");
        seen.extend(words(&text(&drawn(&mut app, TINY))));
    }
    let end = text(&drawn(&mut app, TINY));
    assert!(end.contains('▴') && !end.contains('▾'), "{end}");
    for word in words(popup::HELP) {
        assert!(seen.contains(&word), "{word}");
    }
    press(&mut app, "↑");
    assert_ne!(text(&drawn(&mut app, TINY)), end);
    press(&mut app, "⎋");
    assert!(app.popup.is_none());
    // The row that is being chosen shows, however low the window.
    press(&mut app, "n↓↓↓↓");
    assert!(text(&drawn(&mut app, (40, 4))).contains("Full tie"));
    press(&mut app, "⎋");
    let session = app.game.session.clone();
    app.offer(earlier(session));
    let asked = text(&drawn(&mut app, TINY));
    for words in ["before:", "0 turns, Black human, White human,", "just now.", "another."] {
        assert!(asked.contains(words), "{asked}");
    }
}

#[test]
fn signs_tell_where_a_board_goes_on() {
    let mut app = app(26, [Seat::Human; 2]);
    app.game.cursor = Square::new(0, 0);
    expect_screen("emulsion-26-80x24.txt", &mut app, SMALL);
    let signs = |screen: &str| screen.matches(['◂', '▸', '▴', '▾']).collect::<String>();
    assert_eq!(signs(&text(&drawn(&mut app, SMALL))), "▸▾");
    app.game.cursor = Square::new(22, 22);
    assert_eq!(signs(&text(&drawn(&mut app, SMALL))), "◂▸▴▾");
    app.game.cursor = Square::new(25, 25);
    assert_eq!(signs(&text(&drawn(&mut app, SMALL))), "◂▴");
    assert_eq!(signs(&text(&drawn(&mut app, LARGE))), "");
}

/// Where a square is drawn: the cursor goes there and its frame is looked for.
fn place(app: &mut App, square: Square) -> (u16, u16) {
    let before = std::mem::replace(&mut app.game.cursor, square);
    let buffer = drawn(app, SMALL);
    let corner = buffer.content.iter().position(|cell| cell.symbol() == "╔").expect("the cursor shows");
    app.game.cursor = before;
    ((corner % 80 + 2) as u16, (corner / 80 + 1) as u16)
}

fn mouse(app: &mut App, kind: MouseEventKind, square: Square) {
    let (column, row) = place(app, square);
    app.game.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
}

/// A whole game with the mouse: clicks for some turns, drags for the others.
#[test]
fn a_game_is_played_with_the_mouse() {
    let mut app = app(6, [Seat::Human; 2]);
    let (down, up) = (MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left));
    while let Some(Turn::Swap(swap)) = app.game.session.position().turns().pop() {
        let turns = app.game.session.game().turns().len();
        let [from, to] = app.game.session.position().own_first(swap);
        mouse(&mut app, down, from);
        if turns.is_multiple_of(2) {
            mouse(&mut app, up, from);
            mouse(&mut app, down, to);
        }
        mouse(&mut app, up, to);
        assert_eq!(app.game.session.game().turns().len(), turns + 1);
        assert_eq!(app.game.session.chosen(), None);
    }
    assert!(app.game.session.winner().is_some());
}

#[test]
fn keys_take_back_replay_and_give_up() {
    let mut app = app(9, [Seat::Human, Seat::Engine(Strength::Greedy)]);
    press(&mut app, " ↑ ");
    assert_eq!(app.game.session.game().turns().len(), 1);
    press(&mut app, " ");
    assert_eq!(app.game.message.text, "It is the engine's turn.");
    settle(&mut app);
    assert_eq!(app.game.session.game().turns().len(), 2);
    press(&mut app, "[");
    assert!(!app.game.session.is_at_end());
    press(&mut app, "⎋u");
    assert_eq!(app.game.session.game().turns().len(), 0);
    press(&mut app, "u");
    assert_eq!(app.game.message.text, "There is nothing to take back.");
    press(&mut app, "y");
    assert_eq!(app.game.session.game().turns().len(), 2);
    press(&mut app, "xn");
    assert_eq!(app.game.session.winner(), None);
    press(&mut app, "xy");
    assert_eq!(app.game.session.resigned(), Some(Colour::Black));
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("White has won: Black has"), "{screen}");
    press(&mut app, "u");
    assert_eq!(app.game.session.winner(), None);
    // Another opponent, and another game.
    press(&mut app, "a↓→→\n");
    assert_eq!(app.game.session.seat(Colour::White).to_string(), "level 4");
    press(&mut app, "n↓↓↓←←←↓→↓→\n");
    let start = app.game.session.game().start();
    assert_eq!((start.board.size(), start.pie, start.tie.name()), (6, true, "last-mover-loses"));
    press(&mut app, "q");
    assert!(app.is_over);
}

/// A piece that gains nowhere cannot be chosen, and an illegal swap is refused with the reason.
#[test]
fn what_is_not_allowed_is_explained() {
    let start = Position::read("BBBW/WWWB/BWBB/WWWB b").unwrap();
    let session = Session::new(Game::from_position(start), [Seat::Human; 2]);
    let mut app = new_app(session, options(), Colours::None);
    app.game.cursor = Square::new(0, 0);
    press(&mut app, " ");
    assert_eq!(app.game.message.text, "The piece on a4 gains nowhere.");
    app.game.cursor = Square::new(2, 0);
    press(&mut app, " ");
    assert_eq!(app.game.session.chosen(), Some(Square::new(2, 0)));
    app.game.cursor = Square::new(3, 1);
    press(&mut app, " ");
    assert!(
        app.game.message.text.starts_with("The piece on a2 would not gain: "),
        "{}",
        app.game.message.text
    );
    assert!(app.game.session.game().turns().is_empty());
}

/// What is being thought about is given up when the game changes.
#[test]
fn a_turn_is_taken_back_while_the_engine_thinks() {
    let mut app = app(9, [Seat::Human, Seat::Engine(Strength::Simulations(1_000_000_000))]);
    press(&mut app, " ↑ ");
    for _ in 0..3 {
        app.game.tick();
    }
    assert!(app.game.is_thinking());
    press(&mut app, "u");
    assert!(!app.game.is_thinking() && app.game.session.game().turns().is_empty());
    assert!(!app.game.is_lively());
}

#[test]
fn the_engine_against_itself_is_paused_and_goes_on() {
    let seats = [Seat::Engine(Strength::Greedy), Seat::Engine(Strength::Simulations(50))];
    let mut app = app(6, seats);
    while app.game.session.game().turns().len() < 3 {
        app.game.tick();
    }
    app.game.tick();
    press(&mut app, "p");
    let turns = app.game.session.game().turns().to_vec();
    assert!(!app.game.is_lively());
    assert!(text(&drawn(&mut app, SMALL)).contains("Paused; p goes on"));
    (0..50).for_each(|_| app.game.tick());
    assert_eq!(app.game.session.game().turns(), turns);
    // Replay, hints and undo still work; a person cannot play for the engine.
    press(&mut app, "[h");
    settle(&mut app);
    assert!(app.game.hint.is_some());
    press(&mut app, "}h");
    settle(&mut app);
    assert!(app.game.hint.is_some());
    press(&mut app, " ");
    assert_eq!(app.game.message.text, "It is the engine's turn.");
    press(&mut app, "u");
    assert_eq!(app.game.session.game().turns(), &turns[..2]);
    assert!(!app.game.is_lively());
    press(&mut app, "[p");
    settle(&mut app);
    assert!(app.game.session.winner().is_some());
    press(&mut app, "p");
    assert_eq!(app.game.message.text, "The game is over.");
}

/// A game goes on after a pause just as it would have gone without one.
#[test]
fn a_pause_changes_nothing() {
    let seats = [Seat::Engine(Strength::Simulations(60)); 2];
    let games = [false, true].map(|is_paused| {
        let mut app = app(5, seats);
        while app.game.is_lively() {
            app.game.tick();
            if is_paused {
                press(&mut app, "pp");
            }
        }
        app.game.session.game().clone()
    });
    assert!(games[0].position().is_over());
    assert_eq!(games[0], games[1]);
}

#[test]
fn a_game_with_a_person_is_not_paused() {
    let mut app = app(5, [Seat::Human, Seat::Engine(Strength::Greedy)]);
    press(&mut app, "p");
    assert_eq!(app.game.message.text, "Only the engine against itself can be paused.");
    // A person who takes over a side in a paused game ends the pause.
    press(&mut app, "a→→\np");
    assert!(app.game.session.is_paused());
    press(&mut app, "a←←\n");
    assert!(!app.game.session.is_paused());
}

#[test]
fn a_saved_game_goes_on_with_the_players_of_the_options() {
    let begun = Record::read("[Size \"5\"][Black \"human\"][White \"level 2\"] 1. b5a5 c3d3").unwrap();
    let session = Session::new(Game::new(Rules::of_size(5).unwrap()), [Seat::Human; 2]);
    let given = Given { black: None, white: Some(Seat::level(Level::new(4).unwrap())) };
    let mut app = new_app(session, Options { given, ..options() }, Colours::None);
    app.offer(earlier(Session::from_record(begun)));
    let asked = text(&drawn(&mut app, SMALL));
    assert!(asked.contains("2 turns, Black human, White level 4, just now."), "{asked}");
    press(&mut app, "\n");
    let session = &app.game.session;
    assert_eq!(session.game().turns().len(), 2);
    assert_eq!(
        (session.seat(Colour::White), session.seat(Colour::Black)),
        ("4".parse().unwrap(), Seat::Human)
    );
}

#[test]
fn games_are_written_to_new_files_only() {
    let mut app = app(5, [Seat::Human; 2]);
    let name = std::env::temp_dir().join(format!("gridwright-emulsion-written-{}.txt", std::process::id()));
    let shown = name.display().to_string();
    press(&mut app, &format!("w {shown} \n"));
    assert_eq!(app.game.message.text, format!("Written to {shown}."));
    let written = std::fs::read_to_string(&name).unwrap();
    assert_eq!(Record::read(&written).unwrap().game(), app.game.session.game());
    press(&mut app, &format!("w{shown}\n"));
    assert_eq!(app.game.message.text, format!("'{shown}' exists already: 'w!' overwrites it."));
    std::fs::write(&name, "old").unwrap();
    press(&mut app, &format!("w!{shown}\n"));
    assert_eq!(std::fs::read_to_string(&name).unwrap(), written);
    std::fs::remove_file(&name).unwrap();
    // As shells read it.
    press(&mut app, "w~/no/such/folder/game.txt\n");
    let home = std::env::home_dir().unwrap();
    assert!(app.game.message.text.contains(&home.display().to_string()), "{}", app.game.message.text);
}

/// The lesson is gone through with the keys it names, and ends where it began.
#[test]
fn the_lesson_is_played() {
    let mut app = app(9, [Seat::Human; 2]);
    press(&mut app, "L");
    expect_screen("emulsion-lesson-80x24.txt", &mut app, SMALL);
    press(&mut app, "\n");
    assert!(text(&drawn(&mut app, SMALL)).contains("A legal swap"));
    press(&mut app, "\n↓\n");
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("Right: ") && screen.contains("gains"), "{screen}");
    press(&mut app, "\n");
    // From b3 up to b4, which would not gain on b3.
    press(&mut app, "↑↑");
    app.lesson.as_mut().unwrap().go_to(Square::new(0, 1));
    press(&mut app, "\n↓\n");
    expect_screen("emulsion-lesson-illegal-80x24.txt", &mut app, SMALL);
    press(&mut app, "\n");
    assert!(text(&drawn(&mut app, SMALL)).contains("How groups win"));
    press(&mut app, "\n\n");
    assert!(app.lesson.is_none() && app.game.session.game().turns().is_empty());
    for size in [(0, 0), (5, 3), (30, 10), (44, 20)] {
        press(&mut app, "L");
        drawn(&mut app, size);
        press(&mut app, "⎋");
    }
}

fn settle_puzzle(app: &mut App) {
    let begun = Instant::now();
    while app.is_making() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
        app.tick();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A puzzle is solved on the board: wrong moves are answered, the right one ends it, and the next is a key away.
#[test]
fn a_puzzle_is_played() {
    let mut app = app(9, [Seat::Human; 2]);
    press(&mut app, "P");
    settle_puzzle(&mut app);
    let puzzle = app.game.puzzle.as_ref().expect("there is a puzzle").puzzle().clone();
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("Emulsion puzzle 5x5") && screen.contains("Which one?"), "{screen}");
    let play = |app: &mut App, swap: gridwright_emulsion::Swap| {
        for square in app.game.session.position().own_first(swap) {
            app.game.cursor = square;
            press(app, " ");
        }
    };
    let wrong = puzzle.position.board.swaps().into_iter().find(|swap| *swap != puzzle.answer).unwrap();
    play(&mut app, wrong);
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("loses:") && app.game.session.game().turns().is_empty(), "{screen}");
    play(&mut app, puzzle.answer);
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("Right, after 1 wrong try"), "{screen}");
    assert_eq!(app.game.session.game().turns(), puzzle.line);
    press(&mut app, "n");
    settle_puzzle(&mut app);
    let next = app.game.puzzle.as_ref().unwrap().puzzle().clone();
    assert_ne!(next.position, puzzle.position);
    press(&mut app, "s");
    assert!(!app.game.puzzle.as_ref().unwrap().is_solved());
    press(&mut app, "s");
    assert!(app.game.puzzle.as_ref().unwrap().is_solved());
}

/// A finished game is analysed with one key, and stepped through with what is known of each turn.
#[test]
fn a_finished_game_is_analysed() {
    let mut app = app(5, [Seat::Engine(Strength::Random), Seat::Engine(Strength::Greedy)]);
    app.game.analyst = Strength::Simulations(500);
    press(&mut app, "A");
    assert!(app.game.analysis.is_none() && app.game.message.text.contains("nothing to analyse"));
    settle(&mut app);
    assert!(text(&drawn(&mut app, SMALL)).contains("A analyses it"));
    press(&mut app, "A");
    assert!(text(&drawn(&mut app, SMALL)).contains("Analysing"));
    settle(&mut app);
    assert!(text(&drawn(&mut app, SMALL)).contains("The start."));
    press(&mut app, "]");
    let screen = text(&drawn(&mut app, SMALL));
    assert!(screen.contains("1. Black "), "{screen}");
    press(&mut app, "M");
    let (told, mark) = app.game.judgement().unwrap();
    assert!(mark.is_some() || app.game.message.text.contains("No mark"), "{told}");
    let name = std::env::temp_dir().join(format!("gridwright-page-{}.html", std::process::id()));
    press(&mut app, &format!("w{}\n", name.display()));
    let page = std::fs::read_to_string(&name).unwrap();
    assert!(page.contains("Step through"));
    std::fs::remove_file(&name).unwrap();
    // Another game is another matter.
    press(&mut app, "n\n");
    assert!(app.game.analysis.is_none());
}

/// Squares show their colours by themselves, and the largest groups stand out.
#[test]
fn squares_are_filled_and_the_largest_groups_tinted() {
    let start = Position::read("BBBW/WWBW/WWBB/WWBB b").unwrap();
    let session = Session::new(Game::from_position(start), [Seat::Human; 2]);
    for colours in [Colours::Sixteen, Colours::Many] {
        let mut app = new_app(session.clone(), options(), colours);
        app.game.cursor = Square::new(3, 3);
        let (x, y) = place(&mut app, Square::new(0, 0));
        let buffer = drawn(&mut app, SMALL);
        let back = |column: u16, row: u16| buffer[(x + 4 * column, y + 2 * row)].bg;
        // Black's group of 8, White's of 2 and of 6.
        let [black, few, many] = [back(0, 0), back(3, 0), back(0, 1)];
        assert!(black != few && few != many && black != many, "{black:?} {few:?} {many:?}");
        assert_eq!((back(2, 3), back(1, 3)), (black, many));
    }
}
