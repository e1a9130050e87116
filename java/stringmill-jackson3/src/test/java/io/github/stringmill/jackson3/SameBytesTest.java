package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.SameBytes;

/** Byte for byte what Jackson 3 writes, and its exceptions. */
class SameBytesTest extends SameBytes {
    SameBytesTest() {
        super(new Jackson3());
    }
}
