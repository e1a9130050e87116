//! The `smill` command, run as its users run it.

mod bench;
mod check;
mod check_ion;
mod check_json;
mod codes;
mod controls;
mod convert;
mod convert_lines;
mod doors;
mod escape;
mod examples;
mod faults;
mod global_options;
mod live;
mod memory;
mod pack;
mod pages;
mod progress;
mod refused;
mod rejects;
mod replace;
mod running;
mod selftest;
mod signatures;
mod unescape;
mod unpack;
