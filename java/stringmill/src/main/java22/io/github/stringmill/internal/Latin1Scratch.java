package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;

/**
 * An array and its segment, made once, for {@link Latin1Strings}: a segment made for each call would be allocated
 * whenever the compiler of the virtual machine does not inline the whole call.
 */
final class Latin1Scratch extends ThreadOwned.Item<Latin1Scratch> {
    /** The length of the array. */
    static final int LEN = 12288;

    private static final ThreadOwned<Latin1Scratch> OF_THREAD = new ThreadOwned<>(Latin1Scratch::new);

    final byte[] bytes = new byte[LEN];
    final MemorySegment segment = MemorySegment.ofArray(bytes);

    private Latin1Scratch() {}

    /** Takes an object that no other call uses; the caller releases it, also after an exception. */
    static Latin1Scratch take() {
        return OF_THREAD.take();
    }

    @Override
    Latin1Scratch self() {
        return this;
    }
}
