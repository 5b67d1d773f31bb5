//! Ratings as numbers.

use super::*;

#[test]
fn ratings_are_logarithms() {
    let of_work = |singles: usize, size: usize| {
        let round = |size| Round { size, names: BTreeMap::new(), hardness: 0, easiest: String::new() };
        let rounds = (0..singles).map(|_| round(1)).chain((size > 1).then(|| round(size))).collect();
        Grade { rounds, is_solved: true }.rating()
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
