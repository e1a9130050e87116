// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.AddedMethods;

/** Methods that our generators add to those of Jackson 3. */
class AddedMethodsTest extends AddedMethods {
    AddedMethodsTest() {
        super(new Jackson3());
    }
}
