// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.AfterFailure;

/** Values after a failed one, with Jackson 3. */
class AfterFailureTest extends AfterFailure {
    AfterFailureTest() {
        super(new Jackson3());
    }
}
