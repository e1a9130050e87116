package io.github.stringmill.internal;

import java.lang.ref.Reference;

/**
 * The kernels of the native library.
 *
 * <p>Each method tries one call for the whole text, and leaves long texts and those with an error to a loop. So there
 * is but one call for the compiler of the virtual machine to inline, which must work: memory segments are objects
 * otherwise.
 */
final class NativeKernels implements Kernels {
    /**
     * The most units of a call: the garbage collector waits for it to end. A piece takes some 10 microseconds, and
     * the calls are no share of the whole that can be measured.
     */
    private static final int PIECE_LEN = 128 * 1024;

    /** Errors from here on are misuse, which is a fault of these classes and not of a text. */
    private static final int MISUSE = 900;

    /** Classes of {@code stringmill.h}. */
    private static final int CLASS_STRING = 5;
    private static final int CLASS_STRING_ASCII = 6;

    /** How far a call got: read, written, offset. */
    private static final ThreadLocal<long[]> PROGRESS = ThreadLocal.withInitial(() -> new long[3]);

    /** What {@link #run} runs. */
    private enum Operation {
        JSON_ESCAPE, JSON_ESCAPE_LATIN1, JSON_UNESCAPE, LATIN1_TO_UTF8, BASE64_ENCODE, BASE64_DECODE
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
            long[] progress = PROGRESS.get();
            int len = to - from;
            if (len <= PIECE_LEN && NativeDoor.jsonEscape(known.utf8, src, from, len, dst, at, end - at,
                    known.howUtf8, progress) == 0) {
                return Kernels.progress((int) progress[0], (int) progress[1]);
            }
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
            long[] progress = PROGRESS.get();
            int len = to - from;
            if (len <= PIECE_LEN && NativeDoor.jsonEscapeLatin1(known.latin1, src, from, len, dst, at,
                    end - at, 0, progress) == 0) {
                return Kernels.progress((int) progress[0], (int) progress[1]);
            }
            return run(Operation.JSON_ESCAPE_LATIN1, known.latin1, 0, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int len = to - from;
        if (len <= PIECE_LEN && NativeDoor.jsonUnescape(src, from, len, dst, at, end - at, NativeDoor.MORE,
                progress) == 0) {
            return Kernels.progress((int) progress[0], (int) progress[1]);
        }
        return run(Operation.JSON_UNESCAPE, 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int len = to - from;
        if (len <= PIECE_LEN && NativeDoor.latin1ToUtf8(src, from, len, dst, at, end - at, 0, progress) == 0) {
            return Kernels.progress((int) progress[0], (int) progress[1]);
        }
        return run(Operation.LATIN1_TO_UTF8, 0, 0, src, from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int len = to - from;
        if (len <= PIECE_LEN && NativeDoor.base64Encode(url, src, from, len, dst, at, end - at,
                NativeDoor.MORE, progress) == 0) {
            return Kernels.progress((int) progress[0], (int) progress[1]);
        }
        return run(Operation.BASE64_ENCODE, url ? 1 : 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int len = to - from;
        if (len <= PIECE_LEN && NativeDoor.base64Decode(url, src, from, len, dst, at, end - at,
                NativeDoor.MORE, progress) == 0) {
            return Kernels.progress((int) progress[0], (int) progress[1]);
        }
        return run(Operation.BASE64_DECODE, url ? 1 : 0, NativeDoor.MORE, src, from, to, dst, at, end);
    }

    /** Runs an operation on one piece after another, until it stops. */
    private static long run(Operation operation, long choice, int how, byte[] src, int from, int to, byte[] dst,
                            int at, int end) {
        long[] progress = PROGRESS.get();
        int read = from;
        int put = at;
        while (read < to) {
            int len = Math.min(to - read, PIECE_LEN);
            int code = call(operation, choice, how, src, read, len, dst, put, end - put, progress);
            boolean stopped = code != 0 || len == to - read;
            if (code != 0) {
                // What stands in front of the error is a text of its own.
                int before = before(code, progress);
                mustBeRight(call(operation, choice, how, src, read, before, dst, put, end - put, progress));
            }
            read += (int) progress[0];
            put += (int) progress[1];
            if (stopped || progress[0] == 0) {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    private static int call(Operation operation, long choice, int how, byte[] src, int from, int len, byte[] dst,
                            int at, int room, long[] progress) {
        return switch (operation) {
            case JSON_ESCAPE -> NativeDoor.jsonEscape(choice, src, from, len, dst, at, room, how, progress);
            case JSON_ESCAPE_LATIN1 ->
                    NativeDoor.jsonEscapeLatin1(choice, src, from, len, dst, at, room, how, progress);
            case JSON_UNESCAPE -> NativeDoor.jsonUnescape(src, from, len, dst, at, room, how, progress);
            case LATIN1_TO_UTF8 -> NativeDoor.latin1ToUtf8(src, from, len, dst, at, room, how, progress);
            case BASE64_ENCODE -> NativeDoor.base64Encode(choice != 0, src, from, len, dst, at, room, how, progress);
            case BASE64_DECODE -> NativeDoor.base64Decode(choice != 0, src, from, len, dst, at, room, how, progress);
        };
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        NativeRules known = NativeRules.of(rules);
        if (known == null) {
            return pure.jsonEscapeUtf16(rules, src, from, to, dst, at, end);
        }
        try {
            long[] progress = PROGRESS.get();
            int len = to - from;
            if (len <= PIECE_LEN && NativeDoor.jsonEscapeUtf16(known.utf16, src, from, len, dst, at, end - at,
                    NativeDoor.MORE, progress) == 0) {
                return Kernels.progress((int) progress[0], (int) progress[1]);
            }
            return runUtf16(known.utf16, src, from, to, dst, at, end);
        } finally {
            Reference.reachabilityFence(known);
        }
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int len = to - from;
        if (len <= PIECE_LEN && NativeDoor.utf16ToUtf8(src, from, len, dst, at, end - at, NativeDoor.MORE,
                progress) == 0) {
            return Kernels.progress((int) progress[0], (int) progress[1]);
        }
        return runUtf16(0, src, from, to, dst, at, end);
    }

    /** As {@link #run} for UTF-16; without rules nothing is escaped. */
    private static long runUtf16(long rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        long[] progress = PROGRESS.get();
        int read = from;
        int put = at;
        while (read < to) {
            int len = Math.min(to - read, PIECE_LEN);
            int code = callUtf16(rules, src, read, len, dst, put, end - put, progress);
            boolean stopped = code != 0 || len == to - read;
            if (code != 0) {
                int before = before(code, progress);
                mustBeRight(callUtf16(rules, src, read, before, dst, put, end - put, progress));
            }
            read += (int) progress[0];
            put += (int) progress[1];
            if (stopped || progress[0] == 0) {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    private static int callUtf16(long rules, char[] src, int from, int len, byte[] dst, int at, int room,
                                 long[] progress) {
        return rules == 0
                ? NativeDoor.utf16ToUtf8(src, from, len, dst, at, room, NativeDoor.MORE, progress)
                : NativeDoor.jsonEscapeUtf16(rules, src, from, len, dst, at, room, NativeDoor.MORE, progress);
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

    /** How many leading bytes belong to a class of {@code stringmill.h}. */
    private static int run(int charClass, byte[] src, int from, int to) {
        long[] progress = PROGRESS.get();
        int at = from;
        while (at < to) {
            int len = Math.min(to - at, PIECE_LEN);
            mustBeRight(NativeDoor.scan(charClass, src, at, len, progress));
            at += (int) progress[0];
            if (progress[0] < len) {
                break;
            }
        }
        return at - from;
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        long[] progress = PROGRESS.get();
        int at = from;
        while (at < to) {
            int len = Math.min(to - at, PIECE_LEN);
            int code = NativeDoor.utf8Validate(src, at, len, NativeDoor.MORE, progress);
            if (code != 0) {
                return at + before(code, progress) - from;
            }
            at += (int) progress[0];
            if (len < PIECE_LEN) {
                break;
            }
        }
        return at - from;
    }

    /** How many units stand in front of an error of the text. */
    private static int before(int code, long[] progress) {
        if (code >= MISUSE) {
            throw misuse(code);
        }
        return (int) progress[2];
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
