package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.SameBytes;

/** Our generators write the same bytes as those of Jackson 2 and throw the same exceptions. */
class SameBytesTest extends SameBytes {
    SameBytesTest() {
        super(new Jackson2());
    }
}
