//! Numbers that stand for contents.

/// A number that differs for different contents (FNV-1a).
pub fn fingerprint(bytes: &[u8]) -> u64 {
    fingerprint_of([bytes])
}

/// The same of what comes in pieces.
pub fn fingerprint_of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    pieces.into_iter().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
