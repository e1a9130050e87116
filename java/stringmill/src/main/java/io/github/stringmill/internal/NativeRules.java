package io.github.stringmill.internal;

import java.nio.ByteBuffer;

/** {@link EscapeRules} in the form of the native library. */
final class NativeRules {
    /** Marks rules without native ones: they stop a kernel at some characters, or direct memory was refused. */
    private static final NativeRules NONE = new NativeRules();

    /** The address of the rules; valid as long as this object is reachable. */
    final long address;

    /** Holds the rules, which need no clean-up before it is freed. */
    private final ByteBuffer memory;

    private NativeRules() {
        address = 0;
        memory = null;
    }

    private NativeRules(EscapeRules rules, NativeScratch scratch) {
        for (int c = 0; c < 128; c++) {
            int length = rules.length(c);
            long text = rules.text(c) & (1L << 8 * length) - 1;
            scratch.bytes.putLong(8 * c, length == 0 ? 0 : length | text << 8);
        }
        memory = ByteBuffer.allocateDirect(NativeDoor.rulesLen());
        address = NativeDoor.makeRules(NativeDoor.address(memory), scratch.srcAddress, rules.nonAscii().ordinal(),
                rules.upperHex());
        if (address < 0) {
            throw new IllegalStateException("the native library refuses these rules");
        }
    }

    /** Returns the native rules, made at the first call; null if there are none. */
    static NativeRules of(EscapeRules rules) {
        Object made = rules.nativeRules;
        if (made == null) {
            made = make(rules);
            rules.nativeRules = made;
        }
        return made == NONE ? null : (NativeRules) made;
    }

    private static NativeRules make(EscapeRules rules) {
        if (stops(rules)) {
            return NONE;
        }
        NativeScratch scratch = NativeScratch.take();
        if (scratch == null) {
            return NONE;
        }
        try {
            return new NativeRules(rules, scratch);
        } catch (OutOfMemoryError e) {
            return NONE;
        } finally {
            scratch.release();
        }
    }

    private static boolean stops(EscapeRules rules) {
        boolean stops = rules.nonAscii() == EscapeRules.NonAscii.STOPS;
        for (int c = 0; c < 128; c++) {
            stops |= rules.length(c) < 0;
        }
        return stops;
    }
}
