//! Analyses against proofs, and puzzles against the solver.

use crate::tables;
use gridwright_base::random::Random;
use gridwright_emulsion::{
    Analysis, Chance, Colour, Game, Mark, Player, Position, PuzzleMaker, Record, Rules, Solver, Square,
    Strength, Tie, Turn, graph, page,
};

fn analysed(record: Record, simulations: u64) -> Analysis {
    let mut player = Player::new(Strength::Simulations(simulations), 1);
    let reports: Vec<_> = (record.game().prefixes())
        .map(|game| {
            player.think(&game);
            player.report().expect("the engine has thought").clone()
        })
        .collect();
    Analysis::new(record, &reports)
}

fn random_game(rules: Rules, random: &mut Random) -> Record {
    let mut game = Game::new(rules);
    while !game.position().is_over() {
        let turns = game.position().turns();
        game.play(turns[random.index(turns.len())]).unwrap();
    }
    Record::new(game)
}

/// On small boards every position is proven, so that blunders are just the turns that give a won game away.
#[test]
fn blunders_are_won_games_given_away() {
    let mut random = Random::new(41);
    let mut blunders = 0;
    for round in 0..12 {
        let mut rules = Rules::of_size(4).unwrap();
        rules.tie = [Tie::LastMoverWins, Tie::LastMoverLoses][round % 2];
        let analysis = analysed(random_game(rules, &mut random), 100_000);
        let game = analysis.record.game();
        let mut solver = Solver::with_limits(game.start(), tables(20));
        let winners: Vec<Colour> =
            game.prefixes().map(|game| solver.winner(game.position()).unwrap()).collect();
        assert_eq!(analysis.proven, winners.iter().copied().map(Some).collect::<Vec<_>>());
        for (i, judged) in analysis.turns.iter().enumerate() {
            let is_blunder = winners[i] == judged.mover && winners[i + 1] != judged.mover;
            assert_eq!(judged.mark, is_blunder.then_some(Mark::Blunder), "{}", analysis.record.to_text());
            blunders += usize::from(is_blunder);
            if is_blunder {
                let best = judged.best[0];
                let after = game.position_after(i).unwrap().after(best).unwrap();
                assert_eq!(solver.winner(&after), Ok(judged.mover));
            }
        }
    }
    assert!(blunders > 5, "{blunders}");
}

#[test]
fn analyses_are_complete_and_can_be_written() {
    let mut random = Random::new(42);
    for size in [5, 7] {
        let mut rules = Rules::of_size(size).unwrap();
        rules.pie = size == 7;
        let analysis = analysed(random_game(rules, &mut random), 3_000);
        let game = analysis.record.game();
        assert_eq!(
            (analysis.turns.len(), analysis.chances.len()),
            (game.turns().len(), game.turns().len() + 1)
        );
        let winner = game.position().outcome().unwrap().winner;
        assert_eq!(analysis.chances.last(), Some(&Chance::of_win(winner == Colour::Black)));
        for (i, judged) in analysis.turns.iter().enumerate() {
            assert!(judged.mark <= Mark::of_loss(judged.loss));
            assert_eq!(analysis.best_line(i).len(), judged.best.len(), "lines are legal");
        }
        let record = analysis.annotated();
        assert_eq!(Record::read(&record.to_text()).unwrap(), record);
        assert_eq!(record.notes()[3].evaluation, Some(analysis.chances[3]));
        let marks = analysis.turns.iter().filter(|turn| turn.mark.is_some()).count();
        assert!(marks > 0);
        assert_eq!(graph(&analysis).matches("<circle").count(), marks);
        let page = page(&analysis);
        assert_eq!(page.matches("<svg").count(), marks + 2);
        assert_eq!(page.matches("<tr>").count(), 4);
        assert_eq!(page.matches("<tr data-turn").count(), game.turns().len());
        let sum: usize = Mark::ALL
            .iter()
            .map(|mark| analysis.count(Colour::Black, *mark) + analysis.count(Colour::White, *mark))
            .sum();
        assert_eq!(sum, marks);
    }
}

/// What a page shows of a game's tags is text, whatever stands there.
#[test]
fn names_do_not_get_into_the_page_as_tags() {
    let mut record = Record::read("[Size \"4\"]\n\n1. b4a4").unwrap();
    record.set_tag("Black", "<script>alert(1)</script>").unwrap();
    assert!(!page(&analysed(record, 50)).contains("<script>alert"));
}

/// A player who does not swap sides where the other side is better loses that much.
#[test]
fn the_pie_rule_counts() {
    let mut rules = Rules::of_size(4).unwrap();
    rules.pie = true;
    let mut game = Game::new(rules);
    // Black wins after this move, so White should take it over.
    game.play(game.position().read_turn("b4b3").unwrap()).unwrap();
    let mut taken = game.clone();
    taken.play(Turn::SwapSides).unwrap();
    let judged = analysed(Record::new(taken), 100_000).turns[1].clone();
    assert_eq!((judged.before, judged.after, judged.mark), (Chance::CERTAIN, Chance::CERTAIN, None));
    let other = game.position().board.swaps()[0];
    game.play(Turn::Swap(other)).unwrap();
    let judged = analysed(Record::new(game), 100_000).turns[1].clone();
    assert_eq!((judged.mark, &judged.best[..]), (Some(Mark::Blunder), &[Turn::SwapSides][..]));
}

/// Colours change hands; who played what does not.
#[test]
fn turns_have_their_players() {
    let game = "1. b4a4 swap c3d3 2. b2a2 d1d2";
    let text = format!("[Size \"4\"][Pie \"yes\"][Black \"Ada\"][White \"Bob & Co\"] {game}");
    let analysis = analysed(Record::read(&text).unwrap(), 300);
    let who: Vec<String> = (0..5).map(|i| analysis.who(analysis.turns[i].mover, i)).collect();
    assert_eq!(who, ["Black (Ada)", "White (Bob & Co)", "White (Ada)", "Black (Bob & Co)", "White (Ada)"]);
    assert_eq!(analysis.player(Colour::White), "Bob & Co (White, then Black)");
    for player in [Colour::Black, Colour::White] {
        let turns: &[usize] = if player == Colour::Black { &[0, 2, 4] } else { &[1, 3] };
        let lost: u32 = turns.iter().map(|i| u32::from(analysis.turns[*i].loss.thousandths())).sum();
        assert_eq!(analysis.average_loss(player), Chance::of_thousandths((lost / turns.len() as u32) as u16));
        for mark in Mark::ALL {
            let marked = turns.iter().filter(|i| analysis.turns[**i].mark == Some(mark)).count();
            assert_eq!(analysis.count(player, mark), marked);
        }
    }
    let page = page(&analysis);
    assert!(
        page.contains("<td>White (Ada) d3c3</td>") && page.contains("<td>Black (Bob &amp; Co) b2a2</td>")
    );
    assert!(page.contains("<td>Ada (Black, then White)</td>"), "{page}");
    // Two players of the same name differ by the colours they began with.
    let text = text.replace("Bob & Co", "Ada");
    let same = analysed(Record::read(&text).unwrap(), 50);
    assert_eq!(same.who(Colour::White, 2), "White (began as Black)");
    assert_eq!(same.player(Colour::Black), "Black, then White");
    // Nothing changes hands in most games.
    let usual = analysed(Record::read("[Size \"4\"][Black \"Ada\"] 1. b4a4 c3d3").unwrap(), 50);
    assert_eq!((usual.who(Colour::White, 1), usual.player(Colour::Black)), ("White".into(), "Black".into()));
}

#[test]
fn an_unfinished_analysis_judges_what_it_knows() {
    let record = Record::read("[Size \"5\"]\n\n1. b5a5 c3d3 2. b4b3").unwrap();
    let mut player = Player::new(Strength::Simulations(100), 1);
    let mut reports = Vec::new();
    for game in record.game().prefixes().take(2) {
        player.think(&game);
        reports.extend(player.report().cloned());
    }
    let analysis = Analysis::new(record.clone(), &reports);
    assert_eq!((analysis.turns.len(), analysis.chances.len()), (1, 2));
    assert_eq!(Analysis::new(record, &[]).chances.len(), 0);
}

/// The pieces of the side to move, from all sides.
fn images(position: &Position) -> Vec<Vec<bool>> {
    let size = position.board.size();
    let own = |row: usize, column: usize| position.board.colour(Square::new(row, column)) == position.to_move;
    (0..8)
        .map(|image| {
            let square = |i: usize| {
                let (row, column) = (i / size, i % size);
                let row = if image & 1 == 0 { row } else { size - 1 - row };
                let column = if image & 2 == 0 { column } else { size - 1 - column };
                if image & 4 == 0 { own(row, column) } else { own(column, row) }
            };
            (0..size * size).map(square).collect()
        })
        .collect()
}

/// Advisers know what can be proven soon, however few simulations they make.
#[test]
fn thorough_players_prove_what_is_within_reach() {
    let mut random = Random::new(23);
    for (size, moves) in [(4, 3), (5, 2), (6, 9)] {
        for round in 0..5 {
            let mut game = Game::new(Rules::of_size(size).unwrap());
            for _ in 0..moves {
                let turns = game.position().turns();
                game.play(turns[random.index(turns.len())]).unwrap();
            }
            let mut player = Player::new(Strength::Simulations(300), round).thorough(2_000_000);
            let turn = player.think(&game).unwrap();
            let winner = Solver::with_limits(game.position(), tables(22)).winner(game.position());
            assert_eq!(player.report().unwrap().proven, winner.ok());
            let after = game.position().after(turn).unwrap();
            assert_eq!(
                Solver::with_limits(&after, tables(22)).winner(&after),
                winner,
                "{}",
                game.position().to_line()
            );
        }
    }
}

#[test]
fn puzzles_have_one_winning_move() {
    for (size, count) in [(4, 20), (5, 10), (6, 2)] {
        for tie in [Tie::LastMoverWins, Tie::LastMoverLoses] {
            let start = Position { tie, ..Position::start(size).unwrap() };
            let mut maker = PuzzleMaker::new(&start, 5);
            let mut again = PuzzleMaker::new(&start, 5);
            let mut made = Vec::new();
            for _ in 0..count {
                let puzzle = maker.make().unwrap().unwrap();
                assert_eq!(again.make(), Ok(Some(puzzle.clone())));
                let position = &puzzle.position;
                let mut solver = Solver::with_limits(position, tables(20));
                let winning: Vec<_> = solver.results(position).into_iter().collect();
                assert_eq!(winning.len(), puzzle.moves);
                let winning: Vec<_> =
                    winning.into_iter().filter(|(_, winner)| *winner == Ok(position.to_move)).collect();
                assert_eq!(winning, [(puzzle.answer, Ok(position.to_move))], "{}", position.to_line());
                let mut now = position.clone();
                puzzle.line.iter().for_each(|turn| now = now.after(*turn).unwrap());
                assert_eq!(now.outcome().unwrap().winner, position.to_move);
                // Pieces as in games from the start, and no position comes twice, in whatever colours.
                let black = position.board.squares().filter(|s| position.board.colour(*s) == Colour::Black);
                assert_eq!(black.count(), size * size / 2);
                let images = images(position);
                assert!(!made.iter().any(|made| images.contains(made)));
                made.push(images[0].clone());
            }
        }
    }
}

/// What few simulations mark, more do not take back; what they cannot tell, they say.
#[test]
fn marks_of_few_simulations_hold_with_more() {
    let mut random = Random::new(47);
    let (mut marks, mut uncertain) = (0, 0);
    for _ in 0..2 {
        let record = random_game(Rules::of_size(7).unwrap(), &mut random);
        let many = analysed(record.clone(), 12_000);
        for simulations in [100, 400, 1_500] {
            let few = analysed(record.clone(), simulations);
            for (few, many) in few.turns.iter().zip(&many.turns) {
                assert!(few.mark <= Mark::of_loss(many.loss), "{simulations}: {few:?} {many:?}");
                assert!(!(few.is_uncertain && few.mark.is_some()));
                marks += usize::from(few.mark.is_some());
                uncertain += usize::from(few.is_uncertain);
            }
            assert_eq!(few.uncertain() > 0, few.to_string().contains("not enough simulations"));
        }
    }
    assert!(marks > 5 && uncertain > 5, "{marks} {uncertain}");
}

/// The page has a board for every position, and one script that needs no other page.
#[test]
fn a_page_can_be_stepped_through() {
    let mut random = Random::new(48);
    let analysis = analysed(random_game(Rules::of_size(5).unwrap(), &mut random), 300);
    let turns = analysis.turns.len();
    let page = page(&analysis);
    let data = page.split("id=\"game\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let boards = data["boards"].as_array().unwrap();
    assert_eq!(boards.len(), turns + 1);
    assert_eq!(boards[0]["pieces"].as_str().unwrap().len(), 25);
    assert!(boards[turns]["path"].as_str().unwrap().starts_with('M'));
    assert!(boards[1]["told"].as_str().unwrap().starts_with("1. Black "));
    assert_eq!(page.matches("data-turn=").count(), turns);
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(!page.contains(" style=") && !page.contains("onclick"));
}
