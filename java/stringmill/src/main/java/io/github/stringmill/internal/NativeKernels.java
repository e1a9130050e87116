package io.github.stringmill.internal;

import io.github.stringmill.internal.NativeDoor.Operation;
import java.lang.ref.Reference;

/**
 * The leaves of the native library. Each text passes in pieces through a {@link NativeScratch} until the library stops.
 */
final class NativeKernels implements Kernels {
    /** Classes of {@link NativeClasses}. */
    private static final int CLASS_STRING = 5;
    private static final int CLASS_STRING_ASCII = 6;

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
        if (known == null) {
            return pure.jsonEscape(rules, src, from, to, dst, at, end);
        }
        try {
            return run(Operation.JSON_ESCAPE, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        if (known == null) {
            return pure.jsonEscapeLatin1(rules, src, from, to, dst, at, end);
        }
        try {
            return run(Operation.JSON_ESCAPE_LATIN1, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        if (known == null) {
            return pure.jsonEscapeUtf16(rules, src, from, to, dst, at, end);
        }
        try {
            return run(Operation.JSON_ESCAPE_UTF16, known.address, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.JSON_UNESCAPE, 0, src, from, to, dst, at, end);
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.UTF16_TO_UTF8, 0, src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.LATIN1_TO_UTF8, 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.BASE64_ENCODE, url ? 1 : 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.BASE64_DECODE, url ? 1 : 0, src, from, to, dst, at, end);
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        return Kernels.read(run(Operation.UTF8_VALIDATE, 0, src, from, to, NO_BYTES, 0, 0));
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.standardSet()) {
            return pure.plainPrefix(rules, src, from, to);
        }
        return switch (rules.nonAscii()) {
            case COPIED -> scan(CLASS_STRING, src, from, to);
            case CHECKED -> utf8Validate(src, from, from + scan(CLASS_STRING, src, from, to));
            case ESCAPED, STOPS -> scan(CLASS_STRING_ASCII, src, from, to);
            case PAIRS_ESCAPED -> pure.plainPrefix(rules, src, from, to);
        };
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        int number = NativeClasses.number(charClass);
        return number < 0 ? pure.scan(charClass, src, from, to) : scan(number, src, from, to);
    }

    /** Counts the leading bytes that belong to a class of the library. */
    private static int scan(int charClass, byte[] src, int from, int to) {
        return Kernels.read(run(Operation.SCAN, charClass, src, from, to, NO_BYTES, 0, 0));
    }

    private static long run(Operation operation, long choice, byte[] src, int from, int to, byte[] dst, int at,
            int end) {
        NativeScratch scratch = NativeScratch.take();
        try {
            int most = operation.shrinks() ? NativeScratch.BYTES_LEN : Math.min(end - at, NativeScratch.BYTES_LEN);
            int read = from;
            int put = at;
            boolean isOn = read < to;
            while (isOn) {
                int len = Math.min(to - read, most);
                // What a call with the whole rest leaves, another call could seldom take.
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

    private static long run(Operation operation, long choice, char[] src, int from, int to, byte[] dst, int at,
            int end) {
        NativeScratch scratch = NativeScratch.take();
        try {
            int most = Math.min(end - at, NativeScratch.UNITS_LEN);
            int read = from;
            int put = at;
            boolean isOn = read < to;
            while (isOn) {
                int len = Math.min(to - read, most);
                // What a call with the whole rest leaves, another call could seldom take.
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
