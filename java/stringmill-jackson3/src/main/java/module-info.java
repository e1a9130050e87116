// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
/** A {@code JsonFactory} for Jackson 3.x whose generators write the same bytes, and strings many times as fast. */
module io.github.stringmill.jackson3 {
    requires transitive tools.jackson.core;
    requires static tools.jackson.databind;
    requires transitive io.github.stringmill;

    exports io.github.stringmill.jackson3;
}
