//! Runs of sequences of three or of four bytes on each tier that has operations for them.

mod avx512;
