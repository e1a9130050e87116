// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
/**
 * Fast strings for Jackson 3.0.2 and newer: replace a {@code JsonFactory} by a
 * {@link io.github.stringmill.jackson3.StringmillFactory}.
 */
package io.github.stringmill.jackson3;
