//! The `smill` command, run as its users run it. On Linux alone: tests read `/proc`, preload a library of faults, and open files
//! without a name.

#![cfg(target_os = "linux")]

mod bench;
mod canon;
mod check;
mod check_ion;
mod check_json;
mod clean;
mod codes;
mod compressed;
mod controls;
mod convert;
mod convert_lines;
mod doors;
mod encoding;
mod escape;
mod examples;
mod failed;
mod faults;
mod files;
mod framing;
mod global_options;
mod inspect;
mod limits;
mod live;
mod memory;
mod output;
mod overtaken;
mod pack;
mod pack_filter;
mod pack_members;
mod pages;
mod progress;
mod record_numbers;
mod refused;
mod rejects;
mod repair;
mod replace;
mod reports;
mod running;
mod selftest;
mod side_outputs;
mod signatures;
mod string_lines;
mod unchanged;
mod unescape;
mod unpack;
mod unpack_attacks;
