//! Emulsion against the rules written a second time, against known numbers, and against itself.

mod analysed;
mod oracle;
mod played;
mod rules;
mod sessions;
mod solved;
mod thought;
mod written;
