//! Ratings as numbers.

use super::*;

#[test]
fn ratings_are_logarithms() {
    let of_work = |singles: usize, size: usize| {
        let round = |size| Round {
            size,
            names: BTreeMap::new(),
            hardness: Hardness::default(),
            easiest: String::new(),
        };
        let rounds = (0..singles).map(|_| round(1)).chain((size > 1).then(|| round(size))).collect();
        Grade { rounds, is_solved: true, hardest: None, measured: None, is_by_hardest: false }
            .rating()
            .hundredths()
    };
    assert_eq!(of_work(0, 0), 0);
    assert_eq!(of_work(4, 0), 100);
    assert_eq!(of_work(12, 0), 200);
    assert_eq!(of_work(8, 0), 158);
    // 2^2 + 1 = 5.
    assert_eq!(of_work(0, 3), 232);
    for work in 0..5000 {
        let exact = (1.0 + f64::from(work) / 4.0).log2() * 100.0;
        let ours = of_work(work as usize, 0) as f64;
        assert!((exact - ours) > -0.01 && exact - ours < 1.01, "{work} {exact} {ours}");
    }
}

#[test]
fn a_limit_changes_nothing_but_when_to_give_up() {
    for genre in crate::registry::ALL {
        let puzzle = Puzzle::parse(genre.example).unwrap();
        let grade = Grader::new(&puzzle).grade().unwrap();
        let rating = grade.rating().hundredths();
        let limited = |most: u64| {
            let mut grader = Grader::new(&puzzle);
            grader.limit_rating(Rating::from_hundredths(most));
            grader.grade()
        };
        for most in [rating, rating + 1, 2 * rating, 5000, u64::MAX] {
            assert_eq!(limited(most).as_ref(), Ok(&grade), "{} {most}", genre.id);
        }
        for most in [0, rating / 2, rating - 1] {
            assert_eq!(limited(most), Err(Ungraded::TooHard), "{} {most}", genre.id);
        }
    }
}

#[test]
fn the_most_work_of_a_rating_is_the_most() {
    for hundredths in [0, 1, 99, 100, 333, 1234, 4000] {
        let rating = Rating::from_hundredths(hundredths);
        let most = most_work(rating);
        assert!(rating_of(most) <= rating && rating_of(most + 1) > rating, "{hundredths} {most}");
    }
    assert_eq!(most_work(Rating::MAX), u64::MAX);
}
