//! Screens as they look, kept in files: `UPDATE_SCREENS=1` writes them anew.

use super::*;
use gridwright::formats::Format;
use gridwright::generate::Outcome;
use gridwright::grid::Cell;
use gridwright::rating::Level;
use gridwright::solve::Answer;
use gridwright::{Genre, Spec, registry};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::path::PathBuf;
use std::time::Instant;

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

fn screen(session: Session) -> GameScreen {
    let mut screen = GameScreen::new(Game::new(session, None), Settings::default(), None);
    while screen.is_lively() {
        std::thread::sleep(Duration::from_millis(5));
        screen.tick();
    }
    wait(&mut screen);
    screen
}

fn press(screen: &mut GameScreen, keys: &str) {
    for letter in keys.chars() {
        screen.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        wait(screen);
    }
}

/// Waits until no background task is running.
fn wait(screen: &mut GameScreen) {
    while screen.game.asked().is_some() {
        std::thread::sleep(Duration::from_millis(5));
        screen.tick();
    }
    // How long that took varies.
    screen.game.session.tally.seconds = 0;
}

fn drawn(screen: &mut GameScreen, colours: Colours, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    screen.draw(colours, area, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let lines = buffer.content.chunks(usize::from(buffer.area.width));
    let line = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>();
    lines.map(|cells| line(cells).trim_end().to_string() + "\n").collect()
}

fn expect_screen(name: &str, screen: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, screen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, expected, "{name}; UPDATE_SCREENS=1 writes it anew");
}

#[test]
fn every_genre_looks_as_it_did() {
    for genre in registry::ALL {
        for size in SIZES {
            let mut screen = screen(Session::read(genre.example).unwrap());
            press(&mut screen, "hh");
            let screen = text(&drawn(&mut screen, Colours::None, size));
            expect_screen(&format!("{}-{}x{}.txt", genre.id, size.0, size.1), &screen);
        }
    }
}

/// The README shows a game in mid-play: a third of the solution is entered, and a hint is shown.
#[test]
fn the_picture_in_the_readme_is_the_screen() {
    let text = std::fs::read_to_string(project().join("examples/sudoku.txt")).unwrap();
    let puzzle = gridwright::Puzzle::parse(&text).unwrap();
    let solution = puzzle.solve().solution().unwrap();
    let mut position = puzzle.blank();
    solution.yes().step_by(3).for_each(|atom| position.enter(atom));
    let mut screen = screen(Session::from_position(puzzle, position).unwrap());
    press(&mut screen, "hhh");
    let picture = picture::svg(&drawn(&mut screen, Colours::Many, SIZES[0]));
    let path = project().join("docs/img/play.svg");
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == picture, "play.svg; UPDATE_SCREENS=1 draws it anew");
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn a_game_with_a_branch_an_error_and_a_solution_looks_as_it_did() {
    let mut screen = screen(Session::read(registry::ALL[0].example).unwrap());
    press(&mut screen, " b");
    screen.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
    press(&mut screen, " ");
    expect_screen("branch-80x24.txt", &text(&drawn(&mut screen, Colours::None, SIZES[0])));
    press(&mut screen, "-ss");
    let usual = text(&drawn(&mut screen, Colours::None, SIZES[0]));
    expect_screen("solved-80x24.txt", &usual);
    let narrow = text(&drawn(&mut screen, Colours::None, (44, 20)));
    expect_screen("solved-44x20.txt", &narrow);
}

/// Where there is no room for all notes, the board stays whole and the panel tells those of one cell.
#[test]
fn notes_of_a_small_window_look_as_they_did() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        if screen.game.session.most_digit() > 0 {
            press(&mut screen, "f");
            let screen = text(&drawn(&mut screen, Colours::None, SIZES[0]));
            expect_screen(&format!("{}-notes-80x24.txt", genre.id), &screen);
        }
    }
}

/// Whatever is said by colour is said by characters, too: the text is the same with few and many colours.
#[test]
fn colours_add_nothing_but_colour() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        press(&mut screen, " hh");
        let [sixteen, many] =
            [Colours::Sixteen, Colours::Many].map(|colours| text(&drawn(&mut screen, colours, SIZES[0])));
        assert_eq!(sixteen, many);
        assert!(many.contains('?'), "a hint shows without colour");
    }
}

#[test]
fn any_window_can_be_drawn() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        press(&mut screen, "hhhh");
        for width in 0..60 {
            for height in [0, 1, 2, 3, 5, 8, 13, 40] {
                drawn(&mut screen, Colours::Many, (width, height));
            }
        }
    }
}

/// Every puzzle can be solved with the mouse and the digit keys alone.
#[test]
fn gestures_reach_every_solution() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        drawn(&mut screen, Colours::None, SIZES[1]);
        let model = screen.game.session.model().clone();
        let Answer::Solution(solution) = screen.game.session.puzzle().solve() else { panic!("{}", genre.id) };
        for atom in model.atoms().filter(|atom| solution.is_yes(*atom)) {
            let (puzzle, cell) = (screen.game.session.puzzle(), screen.game.session.puzzle().atom_cell(atom));
            if screen.game.session.choices(cell).is_empty() {
                continue;
            }
            match (puzzle.stroke(atom), puzzle.candidate_of(atom).1) {
                (Some(stroke), _) => mouse(&mut screen, MouseButton::Left, stroke.from, stroke.to),
                (None, 0) => mouse(&mut screen, MouseButton::Left, cell, cell),
                (None, digit) => {
                    screen.cursor = cell;
                    press(&mut screen, &digit.to_string());
                }
            }
        }
        assert!(screen.game.status().is_solved(), "{}", genre.id);
    }
}

/// A button goes down on one cell and up on another.
fn mouse(screen: &mut GameScreen, button: MouseButton, from: Cell, to: Cell) {
    for (cell, kind) in [(from, MouseEventKind::Down(button)), (to, MouseEventKind::Up(button))] {
        screen.cursor = cell;
        let buffer = drawn(screen, Colours::None, SIZES[1]);
        let corner = buffer.content.iter().position(|cell| cell.symbol() == "╔").expect("the cursor shows");
        let (column, row) = ((corner % 200 + 1) as u16, (corner / 200 + 1) as u16);
        screen.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    }
}

fn large(genre: &'static Genre, side: usize) -> Session {
    let spec = Spec::new(genre).square(side);
    let Ok(Outcome::Found(made)) = spec.generate(1) else { panic!("none was made") };
    Session::new(made.puzzle)
}

/// The cell with the keys is always on the screen, and a click hits the cell that is drawn there.
#[test]
fn large_boards_are_scrolled() {
    let mut screen = GameScreen::new(Game::new(large(registry::ALL[0], 30), None), Settings::default(), None);
    for key in [KeyCode::PageDown, KeyCode::End, KeyCode::PageUp, KeyCode::Home] {
        screen.key(KeyEvent::new(key, KeyModifiers::NONE));
        let buffer = drawn(&mut screen, Colours::None, SIZES[0]);
        let at = buffer.content.iter().position(|cell| cell.symbol() == "╔").expect("the cursor shows");
        let (x, y) = ((at % 80 + 2) as u16, (at / 80 + 1) as u16);
        let before = screen.cursor;
        screen.cursor = Cell(450);
        let kind = MouseEventKind::Down(MouseButton::Middle);
        screen.mouse(MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE });
        assert_eq!(screen.cursor, before);
    }
}

/// Nothing is lost without a second word, and the second word is not said by accident.
#[test]
fn starting_over_is_asked_for_twice_in_a_row() {
    let mut screen = screen(Session::read(registry::ALL[0].example).unwrap());
    press(&mut screen, " r");
    mouse(&mut screen, MouseButton::Right, Cell(1), Cell(1));
    press(&mut screen, "r");
    assert_eq!(screen.game.session.actions().len(), 2);
    press(&mut screen, "zzr");
    assert_eq!(screen.game.session.undone().len(), 2, "what was undone counts, too");
    press(&mut screen, "yyrr");
    assert!(!screen.game.is_begun());
    let text = {
        press(&mut screen, " ");
        let session = &screen.game.session;
        session.puzzle().write(Format::Native, session.position()).unwrap()
    };
    let mut screen =
        GameScreen::new(Game::new(Session::read(&text).unwrap(), None), Settings::default(), None);
    press(&mut screen, "r");
    assert!(screen.game.is_begun(), "and what was there from the start");
}

/// Of several digits one is crossed out, and nothing else goes.
#[test]
fn a_digit_is_crossed_out() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        if screen.game.session.most_digit() > 0 {
            press(&mut screen, "fm1");
            let notes = screen.game.session.jotted(screen.cursor).unwrap();
            assert!(notes.starts_with("Notes ") && notes.ends_with("; Not 1"), "{notes}");
            press(&mut screen, "m1");
            assert!(!screen.game.session.jotted(screen.cursor).unwrap().contains("Not 1"));
        }
    }
}

/// The wheel scrolls without the cursor; a key brings it back, and hints come into sight.
#[test]
fn the_wheel_scrolls_and_hints_are_scrolled_to() {
    let mut screen = GameScreen::new(Game::new(large(registry::ALL[0], 30), None), Settings::default(), None);
    let has_cursor = |buffer: &Buffer| buffer.content.iter().any(|cell| cell.symbol() == "╔");
    assert!(has_cursor(&drawn(&mut screen, Colours::None, SIZES[0])));
    let wheel =
        MouseEvent { kind: MouseEventKind::ScrollDown, column: 9, row: 9, modifiers: KeyModifiers::NONE };
    (0..40).for_each(|_| screen.mouse(wheel));
    let buffer = drawn(&mut screen, Colours::None, SIZES[0]);
    assert!(!has_cursor(&buffer));
    assert!(text(&buffer).contains('▴') && !text(&buffer).contains('▾') && text(&buffer).contains('▸'));
    press(&mut screen, "m");
    assert!(has_cursor(&drawn(&mut screen, Colours::None, SIZES[0])));
    press(&mut screen, "z");
    for corner in [KeyCode::Home, KeyCode::PageDown, KeyCode::End, KeyCode::PageUp] {
        screen.key(KeyEvent::new(corner, KeyModifiers::NONE));
        drawn(&mut screen, Colours::None, SIZES[0]);
        press(&mut screen, "hhhh");
        let board: String = text(&drawn(&mut screen, Colours::None, SIZES[0]))
            .lines()
            .map(|line| line.chars().take(50).chain(['\n']).collect::<String>())
            .collect();
        let keys = board.lines().last().unwrap().to_string();
        assert!(board.replace(&keys, "").contains('?'), "{corner:?}\n{board}");
        press(&mut screen, "mz");
    }
}

/// How long a redraw takes: `cargo test --release -p gridwright-cli redraw -- --ignored --nocapture`.
#[test]
#[ignore = "prints a figure"]
fn redraw_of_a_large_board() {
    let mut screen =
        GameScreen::new(Game::new(large(registry::ALL[0], 100), None), Settings::default(), None);
    press(&mut screen, " ");
    let begun = Instant::now();
    let times = 50;
    for _ in 0..times {
        screen.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
        drawn(&mut screen, Colours::Many, SIZES[1]);
    }
    println!("100x100: {:.2} ms a redraw", begun.elapsed().as_secs_f64() * 1000.0 / f64::from(times));
    let begun = Instant::now();
    for _ in 0..times {
        press(&mut screen, "m");
        drawn(&mut screen, Colours::Many, SIZES[1]);
    }
    println!(
        "100x100: {:.2} ms a move and a redraw",
        begun.elapsed().as_secs_f64() * 1000.0 / f64::from(times)
    );
}

/// Enter and space confirm a digit; they never change it.
#[test]
fn a_digit_is_confirmed_and_not_changed() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        if screen.game.session.style() != gridwright::session::Style::Digits {
            continue;
        }
        press(&mut screen, "1");
        let before = screen.game.session.position().clone();
        press(&mut screen, " ");
        screen.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        assert_eq!(screen.game.session.position(), &before, "{}", genre.id);
        press(&mut screen, "x ");
        assert!(text(&drawn(&mut screen, Colours::None, SIZES[0])).contains("Type a digit from 1 to"));
        assert_eq!(screen.game.session.actions().len(), 2);
    }
}

/// The solution is not given away by one key, and not by a second one after something else.
#[test]
fn the_solution_is_asked_for_twice_in_a_row() {
    let mut screen = screen(Session::read(registry::ALL[0].example).unwrap());
    press(&mut screen, "s");
    assert!(text(&drawn(&mut screen, Colours::None, SIZES[0])).contains("s again fills in the solution."));
    press(&mut screen, "cs");
    assert!(!screen.game.is_begun());
    press(&mut screen, "s");
    assert!(screen.is_solved());
    let shown = text(&drawn(&mut screen, Colours::None, SIZES[0]));
    assert!(shown.contains("n: the next puzzle") && shown.contains("n next puzzle"), "{shown}");
    assert!(matches!(screen.key(KeyEvent::from(KeyCode::Char('n'))), Command::Next));
    assert_eq!((screen.next_spec().rows, screen.next_spec().difficulty), (7, Some(Level::Easy)));
}

/// A large Sudoku says nothing about cells that are running out of room unless it is asked.
#[test]
fn digits_show_direct_conflicts_only() {
    let empty = format!("gridwright sudoku\n{}", format!("{}\n", ".".repeat(9)).repeat(9));
    let mut screen = screen(Session::read(&empty).unwrap());
    // The digits 1 to 8 around the first cell, and 9 in its column: it has no room left.
    for digit in 2..=9 {
        screen.cursor = Cell(digit - 1);
        press(&mut screen, &(digit - 1).to_string());
    }
    screen.cursor = Cell(9);
    press(&mut screen, "9");
    let shown = |screen: &mut GameScreen| text(&drawn(screen, Colours::None, SIZES[0]));
    assert!(!shown(&mut screen).contains("Broken"), "{}", shown(&mut screen));
    press(&mut screen, "c");
    assert!(shown(&mut screen).contains("Broken"));
    press(&mut screen, "9");
    screen.cursor = Cell(10);
    press(&mut screen, "1");
    assert!(shown(&mut screen).contains("Broken") && shown(&mut screen).contains('!'));
    press(&mut screen, "zeeee");
    assert_eq!(screen.settings, Settings::default(), "the key goes round");
}

/// One key does what the hint says, and the cursor is where it happens.
#[test]
fn a_hint_is_applied_with_one_key() {
    for genre in registry::ALL {
        let mut screen = screen(Session::read(genre.example).unwrap());
        let mut steps = 0;
        while !screen.is_solved() && steps < 200 {
            press(&mut screen, "g");
            steps += 1;
            let last = screen.game.session.actions().last().expect("something was done").clone();
            let gridwright::session::Action::Changes(changes) = last else { panic!("{last:?}") };
            let cells: Vec<Cell> =
                changes.iter().map(|change| change.cell(screen.game.session.puzzle())).collect();
            assert!(cells.contains(&screen.cursor), "{}", genre.id);
        }
        assert!(screen.is_solved(), "{}: {steps} steps", genre.id);
    }
}

/// The right button marks all cells it goes over, as one action, and takes marks away again.
#[test]
fn the_right_button_marks_a_run() {
    let mut screen = screen(Session::read(registry::ALL[0].example).unwrap());
    let run = [Cell(7), Cell(14), Cell(21)];
    for _ in 0..2 {
        let places = run.map(|cell| {
            screen.cursor = cell;
            let buffer = drawn(&mut screen, Colours::None, SIZES[1]);
            let corner = buffer.content.iter().position(|cell| cell.symbol() == "╔").unwrap();
            ((corner % 200 + 1) as u16, (corner / 200 + 1) as u16)
        });
        let right = MouseButton::Right;
        // The middle cell is skipped by the mouse, not by the run.
        let kinds = [
            (0, MouseEventKind::Down(right)),
            (2, MouseEventKind::Drag(right)),
            (2, MouseEventKind::Up(right)),
        ];
        for (i, kind) in kinds {
            let (column, row) = places[i];
            screen.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        }
    }
    let actions: Vec<String> = screen
        .game
        .session
        .actions()
        .iter()
        .map(|action| action.write(screen.game.session.puzzle()))
        .collect();
    assert_eq!(actions, ["r2c1 !bulb, r3c1 !bulb, r4c1 !bulb", "r2c1 -bulb, r3c1 -bulb, r4c1 -bulb"]);
}

/// Rules with a picture, then the keys that the genre needs.
#[test]
fn help_looks_as_it_did() {
    for genre in registry::ALL {
        let area = Rect::new(0, 0, 80, 60);
        let mut buffer = Buffer::empty(area);
        Popup::help(Some(genre)).draw(Colours::None, area, &mut buffer);
        expect_screen(&format!("{}-help-80x60.txt", genre.id), &text(&buffer));
    }
}

/// What the menu makes by default fits a small window, with all its notes.
#[test]
fn usual_puzzles_and_all_notes_fit_a_small_window() {
    for genre in registry::ALL {
        let session = match gridwright::generate::Form::new(genre) {
            Some(form) => large(genre, form.spec().rows),
            None => Session::read(genre.example).unwrap(),
        };
        let mut screen = GameScreen::new(Game::new(session, None), Settings::default(), None);
        for keys in ["", "f"] {
            press(&mut screen, keys);
            let shown = text(&drawn(&mut screen, Colours::None, SIZES[0]));
            assert!(!shown.contains(['…', '▸', '▾']) || shown.contains("Rating …"), "{}\n{shown}", genre.id);
            let board: String =
                shown.lines().take(23).map(|line| line.chars().take(48).collect::<String>()).collect();
            assert!(!board.contains('…'), "{}\n{shown}", genre.id);
            assert!(!shown.contains(['▸', '▾']), "{}\n{shown}", genre.id);
        }
    }
}
