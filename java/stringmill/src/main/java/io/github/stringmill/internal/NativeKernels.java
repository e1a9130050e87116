package io.github.stringmill.internal;

import io.github.stringmill.internal.NativeDoor.Operation;
import java.lang.ref.Reference;

/**
 * The kernels of the native library. Each text passes in pieces through a {@link NativeScratch} until the library stops.
 * The pure kernels run if a thread has no such buffers, and for rules or classes that the library lacks.
 */
final class NativeKernels implements Kernels {
    /** Classes of {@link NativeClasses}. */
    private static final int CLASS_STRING = 5;
    private static final int CLASS_STRING_ASCII = 6;

    /** The first piece of a string of unknown length, and by how much the next is longer: a copy of 8 KB takes 100 ns. */
    private static final int FIRST_LEN = 256;
    private static final int GROWTH = 8;

    /** The length of the longest unit, a pair of surrogate escapes. */
    private static final int UNIT_MAX_LEN = 12;

    /** The destination of operations that only read. */
    private static final byte[] NO_BYTES = {};

    private final String name;
    private final PureKernels pure = new PureKernels();

    NativeKernels(String tier) {
        this.name = "native (" + tier + ")";
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        NativeScratch scratch = known == null ? null : NativeScratch.take();
        if (scratch == null) {
            return pure.jsonEscape(rules, src, from, to, dst, at, end);
        }
        try {
            return run(scratch, Operation.JSON_ESCAPE, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        NativeScratch scratch = known == null ? null : NativeScratch.take();
        if (scratch == null) {
            return pure.jsonEscapeLatin1(rules, src, from, to, dst, at, end);
        }
        try {
            return run(scratch, Operation.JSON_ESCAPE_LATIN1, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        NativeScratch scratch = known == null ? null : NativeScratch.take();
        if (scratch == null) {
            return pure.jsonEscapeUtf16(rules, src, from, to, dst, at, end);
        }
        try {
            return run(scratch, Operation.JSON_ESCAPE_UTF16, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.jsonUnescape(src, from, to, dst, at, end)
                : run(scratch, Operation.JSON_UNESCAPE, 0, src, from, to, dst, at, end);
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        if (scratch == null) {
            return pure.jsonDecode(src, from, to, dst, at, end);
        }
        try {
            int read = from;
            int put = at;
            int most = FIRST_LEN;
            boolean isOn = read < to;
            while (isOn) {
                int stop = Math.min(to, read + most);
                scratch.bytes.put(0, src, read, stop - read);
                long done = call(Operation.JSON_DECODE, end - put, scratch, stop - read, NativeScratch.DST_LEN);
                scratch.dstUnits.get(0, dst, put, written(done));
                read += Kernels.read(done);
                put += written(done);
                // If the library stopped farther from the end of the piece, the reason was not an incomplete unit at
                // the end.
                isOn = stop - read < UNIT_MAX_LEN && stop < to && isOn(done);
                most = Math.min(most * GROWTH, NativeScratch.UNITS_LEN);
            }
            return Kernels.progress(read - from, put - at);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.utf16ToUtf8(src, from, to, dst, at, end)
                : run(scratch, Operation.UTF16_TO_UTF8, 0, src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.latin1ToUtf8(src, from, to, dst, at, end)
                : run(scratch, Operation.LATIN1_TO_UTF8, 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.base64Encode(url, src, from, to, dst, at, end)
                : run(scratch, Operation.BASE64_ENCODE, url ? 1 : 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.base64Decode(url, src, from, to, dst, at, end)
                : run(scratch, Operation.BASE64_DECODE, url ? 1 : 0, src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        NativeScratch scratch = NativeScratch.take();
        return scratch == null ? pure.utf8Validate(src, from, to)
                : Kernels.read(run(scratch, Operation.UTF8_VALIDATE, 0, src, from, to, NO_BYTES, 0, 0));
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        boolean isKnown = rules.standardSet() && rules.nonAscii() != EscapeRules.NonAscii.PAIRS_ESCAPED;
        NativeScratch scratch = isKnown ? NativeScratch.take() : null;
        if (scratch == null) {
            return pure.plainPrefix(rules, src, from, to);
        }
        return switch (rules.nonAscii()) {
            case COPIED -> scan(scratch, CLASS_STRING, src, from, to);
            case CHECKED -> utf8Validate(src, from, from + scan(scratch, CLASS_STRING, src, from, to));
            default -> scan(scratch, CLASS_STRING_ASCII, src, from, to);
        };
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        int number = NativeClasses.number(charClass);
        NativeScratch scratch = number < 0 ? null : NativeScratch.take();
        return scratch == null ? pure.scan(charClass, src, from, to) : scan(scratch, number, src, from, to);
    }

    /** Counts the leading bytes that belong to a class of the library. */
    private static int scan(NativeScratch scratch, int charClass, byte[] src, int from, int to) {
        return Kernels.read(run(scratch, Operation.SCAN, charClass, src, from, to, NO_BYTES, 0, 0));
    }

    /** Runs an operation on bytes, and releases the buffers. */
    private static long run(NativeScratch scratch, Operation operation, long choice, byte[] src, int from, int to,
            byte[] dst, int at, int end) {
        try {
            int read = from;
            int put = at;
            boolean isOn = read < to;
            while (isOn) {
                int most = operation.shrinks() ? NativeScratch.BYTES_LEN : end - put;
                int len = Math.min(to - read, Math.min(most, NativeScratch.BYTES_LEN));
                // A second call would seldom take units that a call with all the rest of the text has left.
                boolean isLast = len == to - read;
                scratch.bytes.put(0, src, read, len);
                long done = call(operation, choice, scratch, len, end - put);
                scratch.dst.get(0, dst, put, written(done));
                read += Kernels.read(done);
                put += written(done);
                isOn = !isLast && isOn(done);
            }
            return Kernels.progress(read - from, put - at);
        } finally {
            scratch.release();
        }
    }

    /** Runs an operation on code units, and releases the buffers. */
    private static long run(NativeScratch scratch, Operation operation, long choice, char[] src, int from, int to,
            byte[] dst, int at, int end) {
        try {
            int read = from;
            int put = at;
            boolean isOn = read < to;
            while (isOn) {
                int len = Math.min(to - read, Math.min(end - put, NativeScratch.UNITS_LEN));
                // A second call would seldom take units that a call with all the rest of the text has left.
                boolean isLast = len == to - read;
                scratch.units.put(0, src, read, len);
                long done = call(operation, choice, scratch, len, end - put);
                scratch.dst.get(0, dst, put, written(done));
                read += Kernels.read(done);
                put += written(done);
                isOn = !isLast && isOn(done);
            }
            return Kernels.progress(read - from, put - at);
        } finally {
            scratch.release();
        }
    }

    private static long call(Operation operation, long choice, NativeScratch scratch, int len, int cap) {
        long done = NativeDoor.run(operation.number, choice, scratch.srcAddress, len, scratch.dstAddress,
                Math.min(cap, NativeScratch.DST_LEN));
        if (done < 0) {
            throw new IllegalStateException("the native library failed in " + operation);
        }
        return done;
    }

    private static int written(long done) {
        return Kernels.written(done) & ~NativeDoor.STOPPED;
    }

    /** Returns whether another call may read more. */
    private static boolean isOn(long done) {
        return Kernels.read(done) != 0 && (Kernels.written(done) & NativeDoor.STOPPED) == 0;
    }
}
