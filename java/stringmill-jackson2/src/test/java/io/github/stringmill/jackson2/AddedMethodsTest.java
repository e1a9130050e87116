package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.AddedMethods;

/** Methods that our generators add to those of Jackson 2. */
class AddedMethodsTest extends AddedMethods {
    AddedMethodsTest() {
        super(new Jackson2());
    }
}
