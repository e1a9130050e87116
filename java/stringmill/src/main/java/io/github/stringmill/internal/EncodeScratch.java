package io.github.stringmill.internal;

/** Arrays of a thread that text passes through on its way from a {@code CharSequence}. */
final class EncodeScratch {
    /** Code units of a piece: as much as stays near the processor, and enough that a piece costs nothing. */
    static final int UNITS_LEN = 2048;

    private static final ThreadLocal<EncodeScratch> OWN = new ThreadLocal<>();

    final char[] units = new char[UNITS_LEN];
    final byte[] bytes = new byte[3 * UNITS_LEN];

    private EncodeScratch() {}

    /** Those of the thread that asks. */
    static EncodeScratch get() {
        EncodeScratch own = OWN.get();
        return own == null ? make() : own;
    }

    private static EncodeScratch make() {
        EncodeScratch made = new EncodeScratch();
        OWN.set(made);
        return made;
    }
}
