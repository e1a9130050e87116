package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.SameBytes;

/** Byte for byte what Jackson 2 writes, and its exceptions. */
class SameBytesTest extends SameBytes {
    SameBytesTest() {
        super(new Jackson2());
    }
}
