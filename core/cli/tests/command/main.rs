//! The `smill` command, run as its users run it.

mod check;
mod escape;
mod habits;
mod pack;
mod running;
mod unescape;
mod unpack;
