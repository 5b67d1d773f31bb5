//! Emulsion against the rules written a second time, against known numbers, and against itself.

mod analysed;
mod external;
mod oracle;
mod played;
mod rules;
mod sessions;
mod solved;
mod thought;
mod views;
mod written;

/// Limits with tables of two to the power of this many bytes.
fn tables(bits: u32) -> gridwright_base::Limits {
    gridwright_base::Limits::default().memory(1 << bits)
}
