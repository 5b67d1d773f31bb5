use super::*;
use crate::generate::{Generator, Outcome};
use crate::genres::lightup::GENRE;
use crate::solve::Engine;

fn boards(spec: &Spec) -> impl Iterator<Item = LightUp> + use<> {
    let mut generator = Generator::new(spec.clone()).unwrap();
    (0..30).map(move |number| {
        let Outcome::Found(made) = generator.make(1, number) else { panic!("it can be made") };
        made.puzzle.downcast_ref::<LightUp>().unwrap().clone()
    })
}

fn walls(board: &LightUp) -> usize {
    board.squares.iter().filter(|square| **square != Square::Open).count()
}

#[test]
fn random_boards_have_exactly_the_walls_asked_for_and_a_solution() {
    let mut several = 0;
    for number in [0, 1, 12, 35] {
        let walls_wanted = Some(Walls::Number(number));
        let spec = Spec { several: true, walls: walls_wanted, ..Spec::new(&GENRE).rows(7).cols(6) };
        for board in boards(&spec) {
            assert_eq!(walls(&board), number);
            let found = Engine::new(&board.model()).at_most(2).0.len();
            assert!(found > 0, "{board:?}");
            several += usize::from(found > 1);
        }
    }
    assert!(several > 30, "{several}");
}

#[test]
fn most_walls_come_in_the_motif() {
    for (motif, name, _) in Motif::ALL {
        for symmetry in [Symmetry::Rot2, Symmetry::Diagonals] {
            let spec = Spec { symmetry: Some(symmetry), motif: Some(motif), ..Spec::new(&GENRE).square(12) };
            let mut site = Site::new(&spec);
            site.build_motifs(motif, site.share(USUAL_WALLS * 3 / 4), &mut Random::new(3));
            assert!(site.walls > 8 && site.walls.is_multiple_of(motif.places().len()), "{name}");
            for orbit in symmetry.orbits(&site.grid) {
                assert!(
                    orbit.iter().all(|cell| site.is_wall[cell.index()] == site.is_wall[orbit[0].index()])
                );
            }
            assert!(boards(&spec).take(3).all(|board| walls(&board) >= site.walls), "{name}");
        }
        assert_eq!(name.parse(), Ok(motif));
    }
}

/// Whatever is found differs, and something is found until nothing differs.
#[test]
fn large_boards_are_mended_where_solutions_differ() {
    let spec = Spec::new(&GENRE).square(22);
    let mut site = Site::new(&spec);
    let (mut random, mut workshop) = (Random::new(5), Workshop::default());
    site.build_walls(site.share(15), &mut random);
    let mut settled = Vec::new();
    loop {
        site.place_bulbs(&mut random);
        let puzzle = site.numbered(|_| true);
        let common = workshop.common(&puzzle.model()).unwrap();
        let places = site.doubtful(&puzzle, &mut workshop).unwrap();
        let differs = |cell: Cell| puzzle.atom(cell).is_some_and(|atom| common.get(atom) == Value::Open);
        assert!(places.iter().all(|cell| differs(*cell)));
        assert_eq!(places.is_empty(), common.is_complete());
        if places.is_empty() {
            break;
        }
        settled.push(site.is_settled.iter().filter(|is_settled| **is_settled).count());
        site.mend(places, &mut random);
    }
    // Some rounds knew where not to ask.
    assert!(settled.iter().any(|number| *number > 50), "{settled:?}");
    let cell = site.grid.at(3, 20);
    let near = |other: &Cell| site.grid.row(*other).abs_diff(3) + site.grid.col(*other).abs_diff(20) < FAR;
    assert!(site.cells_near(cell).eq(site.grid.cells().filter(near)));
}

#[test]
fn easy_boards_are_solved_one_rule_at_a_time() {
    let spec = Spec {
        symmetry: Some(Symmetry::Rot2),
        ..Spec::new(&GENRE).square(10).difficulty(crate::Level::Easy)
    };
    let (mut random, mut workshop) = (Random::new(1), Workshop::default());
    let mut made = 0;
    for _ in 0..30 {
        let Some(draft) = LightUpMaker.draft(&spec, &mut random, &mut workshop) else { continue };
        made += 1;
        let puzzle = draft.downcast_ref::<LightUp>().unwrap();
        assert!(Engine::new(&puzzle.model()).status().is_unique());
        assert!(workshop.propagated(&puzzle.model()).unwrap().is_complete());
    }
    assert!(made > 5, "{made}");
}

#[test]
fn numbers_of_walls_that_cannot_lie_symmetrically_are_refused() {
    for (rows, cols) in [(5, 5), (4, 4), (3, 6), (1, 5)] {
        for (symmetry, name, _) in Symmetry::ALL {
            let grid = Grid::new(rows, cols).unwrap();
            if !symmetry.suits(&grid) {
                continue;
            }
            // All sums, one group after the other.
            let mut sums = vec![0];
            for orbit in symmetry.orbits(&grid) {
                let more: Vec<usize> = sums.iter().map(|sum| sum + orbit.len()).collect();
                sums.extend(more);
                sums.sort_unstable();
                sums.dedup();
            }
            let spec = |walls| Spec {
                several: true,
                symmetry: Some(symmetry),
                walls: Some(walls),
                ..Spec::new(&GENRE).rows(rows).cols(cols)
            };
            for number in 0..=rows * cols {
                let generator = Generator::new(spec(Walls::Number(number)));
                assert_eq!(generator.is_ok(), sums.contains(&number), "{number} {name} {rows} {cols}");
            }
            // An approximate percentage can always be met.
            let about = spec(Walls::Percent(28));
            let wanted = sums.iter().rev().find(|sum| **sum <= rows * cols * 28 / 100);
            assert!(boards(&about).all(|board| Some(&walls(&board)) == wanted), "{name}");
        }
    }
}

#[test]
fn boards_on_a_torus_have_one_solution_and_about_the_walls_asked_for() {
    for percent in [15, 30, 40] {
        let walls_wanted = Some(Walls::Percent(percent));
        let spec = Spec { wrapping: true, walls: walls_wanted, ..Spec::new(&GENRE).square(8) };
        for board in boards(&spec) {
            assert!(board.grid.wrapping());
            assert_eq!(Engine::new(&board.model()).count().0, 1);
            let (few, many) =
                ((percent - LEEWAY) as usize * 64 / 100, (percent + LEEWAY) as usize * 64 / 100);
            assert!((few..=many).contains(&walls(&board)), "{} of {percent} %", walls(&board));
        }
    }
}

#[test]
fn no_cell_is_shut_in_before_walls_are_added_for_uniqueness() {
    let mut random = Random::new(1);
    for _ in 0..100 {
        let mut site = Site::new(&Spec { symmetry: Some(Symmetry::Rot2), ..Spec::new(&GENRE).square(10) });
        site.build_walls(site.share(25), &mut random);
        let is_open = |cell: Cell| !site.is_wall[cell.index()];
        for cell in site.grid.cells().filter(|cell| is_open(*cell)) {
            assert!(site.grid.around(cell).any(is_open));
        }
        assert!(site.walls >= 20, "{}", site.walls);
    }
}
