//! Players: legal, repeatable, and perfect where little is left.

use crate::tables;
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits};
use gridwright_emulsion::{
    Chance, Colour, Game, Level, Player, Position, Rules, Seat, Solver, Strength, Tie, Turn,
};

fn play(mut game: Game, mut players: [Player; 2]) -> Game {
    while let Some(turn) = players[game.turns().len() % 2].think(&game) {
        game.play(turn).unwrap();
    }
    game
}

fn with_pie(size: usize) -> Rules {
    let mut rules = Rules::of_size(size).unwrap();
    rules.pie = true;
    rules
}

#[test]
fn every_level_plays_legal_games_to_their_end() {
    for size in [2, 3, 5, 9] {
        for level in Level::all().filter(|level| *level != Level::HIGHEST) {
            let strength = Some(level.strength()).filter(|s| *s != Strength::Simulations(10_000));
            let Some(strength) = strength else { continue };
            let start = Game::new(Rules::of_size(size).unwrap());
            let game = play(start, [Player::new(strength, 3), Player::new(Strength::Greedy, 4)]);
            assert!(game.position().is_over() && !game.turns().is_empty());
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for strength in [Strength::Random, Strength::Greedy, Strength::Simulations(300)] {
        let play = |seed: u64| {
            let start = Game::new(Rules::of_size(7).unwrap());
            play(start, [Player::new(strength, seed), Player::new(strength, seed + 100)])
        };
        assert_eq!(play(5), play(5), "{strength}");
        assert_ne!(play(5), play(6), "{strength}");
    }
}

/// After a turn was taken back, a player thinks about the game as it is now.
#[test]
fn games_may_be_changed_under_a_players_eyes() {
    let mut random = Random::new(21);
    let mut player = Player::new(Strength::Simulations(100), 1);
    let mut game = Game::new(Rules::of_size(6).unwrap());
    for _ in 0..200 {
        if random.percent(30) {
            game.undo();
        }
        let turns = game.position().turns();
        match player.think(&game) {
            Some(turn) => {
                assert!(turns.contains(&turn));
                assert_eq!(player.report().unwrap().position, *game.position());
                game.play(turn).unwrap();
            }
            None => game = Game::new(Rules::of_size(5).unwrap()),
        }
    }
}

#[test]
fn strong_players_are_perfect_on_small_boards() {
    let mut random = Random::new(22);
    let (mut won, mut lost) = (0, 0);
    for round in 0..60 {
        let mut start = Position::start([4, 5][round % 2]).unwrap();
        start.tie = [Tie::LastMoverWins, Tie::LastMoverLoses][round / 2 % 2];
        for _ in 0..random.index(6) {
            let turns = start.turns();
            start = start.after(turns[random.index(turns.len())]).unwrap();
        }
        let winner = Solver::with_limits(&start, tables(20)).winner(&start).unwrap();
        if winner != start.to_move {
            lost += 1;
            continue;
        }
        let players =
            [Player::new(Level::new(6).unwrap().strength(), round as u64), Player::new(Strength::Greedy, 1)];
        let game = play(Game::from_position(start), players);
        assert_eq!(game.position().outcome().unwrap().winner, winner);
        won += 1;
    }
    assert!(won > 10 && lost > 10, "{won} {lost}");
}

#[test]
fn greedy_players_have_the_largest_group_they_can() {
    let mut game = Game::new(Rules::of_size(8).unwrap());
    let mut player = Player::new(Strength::Greedy, 9);
    while let Some(turn) = player.think(&game) {
        let now = game.position().clone();
        let lead = |turn: Turn| {
            let board = now.after(turn).unwrap().board;
            let largest = |colour: Colour| board.groups(colour)[0].len() as i32;
            largest(now.to_move) - largest(now.to_move.other())
        };
        assert!(now.turns().into_iter().all(|other| lead(other) <= lead(turn)));
        game.play(turn).unwrap();
    }
}

/// A player whose side may be taken over opens as evenly as possible; the opponent takes the better side.
#[test]
fn sides_are_swapped_where_that_is_better() {
    let rules = with_pie(4);
    let mut swapped = 0;
    for (i, turn) in Game::new(rules).position().turns().into_iter().enumerate() {
        let mut game = Game::new(rules);
        game.play(turn).unwrap();
        let winner = Solver::with_limits(game.position(), tables(20)).winner(game.position()).unwrap();
        let answer = Player::new(Strength::Simulations(50_000), i as u64).think(&game).unwrap();
        assert_eq!(answer == Turn::SwapSides, winner == Colour::Black);
        swapped += usize::from(answer == Turn::SwapSides);
    }
    assert_eq!(swapped, 4);
    // With few simulations nothing is proven, and the first move of a large board is chosen to be even.
    let rules = with_pie(7);
    let mut player = Player::new(Strength::Simulations(4_000), 3);
    let turn = player.think(&Game::new(rules)).unwrap();
    let report = player.report().unwrap();
    let most_visited = Turn::Swap(report.moves[0].swap);
    assert!(
        report.chance_of(turn).distance(Chance::EVEN)
            <= report.chance_of(most_visited).distance(Chance::EVEN)
    );
}

/// A caller who has no patience at all still gets a legal turn that was thought about.
#[test]
fn a_player_that_is_cancelled_at_once_has_thought_a_little() {
    let mut player = Player::new(Strength::Full, 1);
    player.limit(Limits::default().cancel(Cancel::when(|| true)));
    let game = Game::new(Rules::of_size(9).unwrap());
    let turn = player.think(&game).unwrap();
    assert!(game.position().check(turn).is_ok());
    assert!(player.report().unwrap().simulations >= 200);
}

#[test]
fn levels_strengths_and_seats_are_written_and_read() {
    assert_eq!(Level::all().map(Level::number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    for level in Level::all() {
        assert_eq!(Level::new(level.number()), Some(level));
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(level.strength().level(), Some(level));
    }
    let counted = [1, 99, 100, 123, 400, 10_001, u64::MAX].map(Strength::Simulations);
    for strength in Level::all().map(Level::strength).chain(counted) {
        assert_eq!(strength.to_string().parse(), Ok(strength));
        assert_eq!(Seat::Engine(strength).to_string().parse(), Ok(Seat::Engine(strength)));
    }
    assert_eq!(Seat::Human.to_string().parse(), Ok(Seat::Human));
    for (name, level) in [("random", 1), (" greedy", 2), ("full ", 7), ("4", 4)] {
        assert_eq!(name.parse(), Ok(Level::new(level).unwrap()));
    }
    for wrong in
        ["", "0", "8", "-1", "+1", "simulations:0", "simulations:", "level", "strong", "99999999999999999999"]
    {
        assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        assert_eq!(wrong.parse::<Strength>().unwrap_err().at, Some(0), "{wrong}");
        assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
    }
}

#[test]
fn colours_and_rules_for_ties_are_written_and_read() {
    for colour in Colour::ALL {
        assert_eq!(colour.to_string().parse(), Ok(colour));
        assert_eq!(colour.name().to_lowercase().parse(), Ok(colour));
    }
    for tie in Tie::ALL {
        assert_eq!(tie.to_string().parse(), Ok(tie));
        assert_eq!(serde_json::to_value(tie).unwrap(), tie.name());
    }
    assert!("red".parse::<Colour>().is_err() && "".parse::<Tie>().is_err());
}
