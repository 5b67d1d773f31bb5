//! The library as its users meet it. One program: each further one takes as long to link as some tests to run.

mod asked;
mod common;
mod conformance;
mod counted;
mod documented;
mod drawings;
mod easiest;
mod explained;
mod external;
mod generated;
mod hinted;
mod layers;
mod names;
mod refused;
mod sessions;
mod techniques;
mod unique;
mod views;
