package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.AddedMethods;

/** What our generators have more than those of Jackson 2. */
class AddedMethodsTest extends AddedMethods {
    AddedMethodsTest() {
        super(new Jackson2());
    }
}
