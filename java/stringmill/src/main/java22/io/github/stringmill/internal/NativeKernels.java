package io.github.stringmill.internal;

import java.lang.ref.Reference;

/**
 * The leaves of the native library. Each text passes in pieces through a {@link NativeScratch} until the library stops.
 * If it stops at an error, the units before the error are run again as a text of their own.
 */
final class NativeKernels implements Kernels {
    /** Errors from here on are misuse: a fault of these classes, not of the text. */
    private static final int MISUSE = 900;

    /** Classes of {@code stringmill.h}. */
    private static final int CLASS_STRING = 5;
    private static final int CLASS_STRING_ASCII = 6;

    /** The operations of {@link #run}. */
    private enum Operation {
        JSON_ESCAPE(false), JSON_ESCAPE_LATIN1(false), JSON_UNESCAPE(true), LATIN1_TO_UTF8(false), BASE64_ENCODE(false),
        BASE64_DECODE(true);

        /** Whether the output may be shorter than the input. */
        final boolean shrinks;

        Operation(boolean shrinks) {
            this.shrinks = shrinks;
        }
    }

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
            return run(Operation.JSON_ESCAPE, known.utf8, known.howUtf8, src, from, to, dst, at, end);
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
            return run(Operation.JSON_ESCAPE_LATIN1, known.latin1, 0, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.JSON_UNESCAPE, 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.LATIN1_TO_UTF8, 0, 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.BASE64_ENCODE, url ? 1 : 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(Operation.BASE64_DECODE, url ? 1 : 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    private static long run(Operation operation, long choice, int how, byte[] src, int from, int to, byte[] dst,
            int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        try {
            return run(operation, choice, how, src, from, to, dst, at, end, scratch);
        } finally {
            scratch.release();
        }
    }

    private static long run(Operation operation, long choice, int how, byte[] src, int from, int to, byte[] dst,
            int at, int end, NativeScratch scratch) {
        int read = from;
        int put = at;
        while (read < to) {
            int cap = Math.min(end - put, NativeScratch.DST_LEN);
            int most = operation.shrinks ? NativeScratch.SRC_LEN : Math.min(cap, NativeScratch.SRC_LEN);
            int len = Math.min(to - read, most);
            System.arraycopy(src, read, scratch.bytes, 0, len);
            int code = call(operation, choice, how, scratch, len, cap);
            if (code != 0) {
                mustBeRight(call(operation, choice, how, scratch, before(code, scratch), cap));
            }
            System.arraycopy(scratch.dst, 0, dst, put, scratch.written());
            read += scratch.read();
            put += scratch.written();
            if (code != 0 || scratch.read() == 0) {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    private static int call(Operation operation, long choice, int how, NativeScratch scratch, int len, int cap) {
        return switch (operation) {
            case JSON_ESCAPE -> NativeDoor.jsonEscape(choice, scratch, len, cap, how);
            case JSON_ESCAPE_LATIN1 -> NativeDoor.jsonEscapeLatin1(choice, scratch, len, cap, how);
            case JSON_UNESCAPE -> NativeDoor.jsonUnescape(scratch, len, cap, how);
            case LATIN1_TO_UTF8 -> NativeDoor.latin1ToUtf8(scratch, len, cap, how);
            case BASE64_ENCODE -> NativeDoor.base64Encode(choice != 0, scratch, len, cap, how);
            case BASE64_DECODE -> NativeDoor.base64Decode(choice != 0, scratch, len, cap, how);
        };
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        if (known == null) {
            return pure.jsonEscapeUtf16(rules, src, from, to, dst, at, end);
        }
        try {
            return runUtf16(known.utf16, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return runUtf16(0, src, from, to, dst, at, end);
    }

    /** As {@link #run} for UTF-16; without rules nothing is escaped. */
    private static long runUtf16(long rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeScratch scratch = NativeScratch.take();
        try {
            return runUtf16(rules, src, from, to, dst, at, end, scratch);
        } finally {
            scratch.release();
        }
    }

    private static long runUtf16(long rules, char[] src, int from, int to, byte[] dst, int at, int end,
            NativeScratch scratch) {
        int read = from;
        int put = at;
        while (read < to) {
            int cap = Math.min(end - put, NativeScratch.DST_LEN);
            int len = Math.min(to - read, Math.min(cap, NativeScratch.SRC_LEN));
            System.arraycopy(src, read, scratch.units, 0, len);
            int code = callUtf16(rules, scratch, len, cap);
            if (code != 0) {
                mustBeRight(callUtf16(rules, scratch, before(code, scratch), cap));
            }
            System.arraycopy(scratch.dst, 0, dst, put, scratch.written());
            read += scratch.read();
            put += scratch.written();
            if (code != 0 || scratch.read() == 0) {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    private static int callUtf16(long rules, NativeScratch scratch, int len, int cap) {
        return rules == 0
                ? NativeDoor.utf16ToUtf8(scratch, len, cap, NativeDoor.MORE)
                : NativeDoor.jsonEscapeUtf16(rules, scratch, len, cap, NativeDoor.MORE);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        if (!rules.standardSet()) {
            return pure.plainPrefix(rules, src, from, to);
        }
        return switch (rules.nonAscii()) {
            case COPIED -> run(CLASS_STRING, src, from, to);
            case CHECKED -> utf8Validate(src, from, from + run(CLASS_STRING, src, from, to));
            case ESCAPED, STOPS -> run(CLASS_STRING_ASCII, src, from, to);
            case PAIRS_ESCAPED -> pure.plainPrefix(rules, src, from, to);
        };
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        int number = NativeClasses.number(charClass);
        return number < 0 ? pure.scan(charClass, src, from, to) : run(number, src, from, to);
    }

    /** Counts the leading bytes that belong to a class of {@code stringmill.h}. */
    private static int run(int charClass, byte[] src, int from, int to) {
        NativeScratch scratch = NativeScratch.take();
        try {
            return run(charClass, src, from, to, scratch);
        } finally {
            scratch.release();
        }
    }

    private static int run(int charClass, byte[] src, int from, int to, NativeScratch scratch) {
        int at = from;
        while (at < to) {
            int len = Math.min(to - at, NativeScratch.SRC_LEN);
            System.arraycopy(src, at, scratch.bytes, 0, len);
            mustBeRight(NativeDoor.scan(charClass, scratch, len));
            at += scratch.read();
            if (scratch.read() < len) {
                break;
            }
        }
        return at - from;
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        NativeScratch scratch = NativeScratch.take();
        try {
            return utf8Validate(src, from, to, scratch);
        } finally {
            scratch.release();
        }
    }

    private static int utf8Validate(byte[] src, int from, int to, NativeScratch scratch) {
        int at = from;
        while (at < to) {
            int len = Math.min(to - at, NativeScratch.SRC_LEN);
            System.arraycopy(src, at, scratch.bytes, 0, len);
            int code = NativeDoor.utf8Validate(scratch, len, NativeDoor.MORE);
            if (code != 0) {
                return at + before(code, scratch) - from;
            }
            at += scratch.read();
            if (len < NativeScratch.SRC_LEN) {
                break;
            }
        }
        return at - from;
    }

    /** Returns the number of units before an error of the text. */
    private static int before(int code, NativeScratch scratch) {
        if (code >= MISUSE) {
            throw misuse(code);
        }
        return scratch.offset();
    }

    private static void mustBeRight(int code) {
        if (code != 0) {
            throw misuse(code);
        }
    }

    private static IllegalStateException misuse(int code) {
        return new IllegalStateException("the native library refuses a call: error " + code);
    }
}
