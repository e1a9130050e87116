package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.AfterFailure;

/** Values after a failed one, with Jackson 2. */
class AfterFailureTest extends AfterFailure {
    AfterFailureTest() {
        super(new Jackson2());
    }
}
