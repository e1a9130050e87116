//! JSON text.
