//! How sure a share is.

/// The 95 % interval of a share by Wilson's formula: `won` of `games`. Without games anything is possible.
pub fn wilson(won: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.96;
    let (share, n) = (won as f64 / games as f64, games as f64);
    let middle = share + Z * Z / (2.0 * n);
    let width = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - width) / scale).max(0.0), ((middle + width) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn intervals_are_as_in_tables() {
        let close = |a: f64, b: f64| (a - b).abs() < 0.0006;
        let (low, high) = wilson(81, 263);
        assert!(close(low, 0.2553) && close(high, 0.3662), "{low} {high}");
        let (low, high) = wilson(10, 10);
        assert!(close(low, 0.7225) && high == 1.0, "{low} {high}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        for games in 1..50 {
            for won in 0..=games {
                let (low, high) = wilson(won, games);
                let share = won as f64 / games as f64;
                assert!((0.0..=share + 1e-12).contains(&low) && (share - 1e-12..=1.0).contains(&high));
            }
        }
    }
}
