package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.AddedMethods;

/** What our generators have more than those of Jackson 3. */
class AddedMethodsTest extends AddedMethods {
    AddedMethodsTest() {
        super(new Jackson3());
    }
}
