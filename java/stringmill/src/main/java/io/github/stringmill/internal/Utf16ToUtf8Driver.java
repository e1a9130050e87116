package io.github.stringmill.internal;

import io.github.stringmill.IllFormedUtf16;

/** Driver: transcodes UTF-16 to UTF-8. Standard: Unicode, section 3.9, definitions D91 and D92. */
public final class Utf16ToUtf8Driver implements UnitDriver {
    private static final Utf16ToUtf8Driver[] OPERATIONS = operations();

    private final Kernels kernels;
    private final IllFormedUtf16 policy;

    Utf16ToUtf8Driver(Kernels kernels, IllFormedUtf16 policy) {
        this.kernels = kernels;
        this.policy = policy;
    }

    private static Utf16ToUtf8Driver[] operations() {
        IllFormedUtf16[] policies = IllFormedUtf16.values();
        Utf16ToUtf8Driver[] all = new Utf16ToUtf8Driver[policies.length];
        for (IllFormedUtf16 policy : policies) {
            all[policy.ordinal()] = new Utf16ToUtf8Driver(KernelsHolder.KERNELS, policy);
        }
        return all;
    }

    /** Returns the driver for a policy other than {@link IllFormedUtf16#ESCAPE}, over the kernels of this process. */
    public static Utf16ToUtf8Driver of(IllFormedUtf16 policy) {
        return OPERATIONS[policy.ordinal()];
    }

    @Override
    public long run(char[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.utf16ToUtf8(src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            int code = Utf16Unit.at(src, read, to);
            boolean lone = Utf16Unit.isLone(code);
            if (lone && !last && Utf16Unit.isCut(src, read, to)) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            if (lone && policy == IllFormedUtf16.REJECT) {
                return Outcome.of(Outcome.REFUSED, read - from, put - at);
            }
            int next = Escapes.putPlain(lone ? replacement(code) : code, dst, put, end);
            if (next < 0) {
                return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
            }
            if (lone && repairs != null) {
                repairs.note(read - from);
            }
            read += Character.charCount(code);
            put = next;
        }
    }

    /** Returns the replacement of a lone surrogate. */
    private int replacement(int surrogate) {
        return switch (policy) {
            case REPLACE -> 0xFFFD;
            case QUESTION_MARK -> '?';
            default -> surrogate;
        };
    }
}
