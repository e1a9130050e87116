// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.SameBytes;

/** Our generators write the same bytes as those of Jackson 3 and throw the same exceptions. */
class SameBytesTest extends SameBytes {
    SameBytesTest() {
        super(new Jackson3());
    }
}
