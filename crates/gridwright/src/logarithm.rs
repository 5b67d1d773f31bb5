//! Logarithms that are the same on every platform.

/// The binary logarithm of a number, in hundredths, rounded down; 0 is taken as 1.
pub(crate) fn hundredths(number: u64) -> u64 {
    let number = u128::from(number.clamp(1, 1 << 60));
    let whole = number.ilog2();
    // The part behind the point, bit by bit, of a number from 1 to 2 with 60 bits behind the point.
    let mut rest = (number << 60) >> whole;
    let mut bits = 0u64;
    for _ in 0..20 {
        rest = (rest * rest) >> 60;
        let carry = u64::from(rest >> 61 > 0);
        bits = bits * 2 + carry;
        rest >>= carry;
    }
    u64::from(whole) * 100 + ((bits * 100) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..3000u64 {
            let exact = ((number as f64).log2() * 100.0).floor() as u64;
            assert!(hundredths(number).abs_diff(exact) <= 1, "{number}");
        }
        assert_eq!([1, 2, 64, 100].map(hundredths), [0, 100, 600, 664]);
    }
}
