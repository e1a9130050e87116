package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.LoneSurrogates;

/** Driver: unescapes the contents of a JSON string. Standard: RFC 8259, section 7. */
public final class JsonUnescapeDriver implements ByteDriver {
    private static final JsonUnescapeDriver[] OPERATIONS = operations();

    private final Kernels kernels;
    private final LoneSurrogates policy;

    JsonUnescapeDriver(Kernels kernels, LoneSurrogates policy) {
        this.kernels = kernels;
        this.policy = policy;
    }

    private static JsonUnescapeDriver[] operations() {
        LoneSurrogates[] policies = LoneSurrogates.values();
        JsonUnescapeDriver[] all = new JsonUnescapeDriver[policies.length];
        for (LoneSurrogates policy : policies) {
            all[policy.ordinal()] = new JsonUnescapeDriver(KernelsHolder.KERNELS, policy);
        }
        return all;
    }

    /** Returns the driver for a policy, over the kernels of this process. */
    public static JsonUnescapeDriver of(LoneSurrogates policy) {
        return OPERATIONS[policy.ordinal()];
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.jsonUnescape(src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            if (src[read] == '"') {
                return Outcome.of(Outcome.QUOTE, read - from, put - at);
            }
            long piece = EscapedUnit.at(policy, src, read, to, last);
            if (EscapedUnit.isRefusedOrCut(piece)) {
                boolean waits = EscapedUnit.error(piece) == null;
                return Outcome.of(waits ? Outcome.UNDERFLOW : Outcome.REFUSED, read - from, put - at);
            }
            int next = EscapedUnit.put(piece, dst, put, end);
            if (next < 0) {
                return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
            }
            if (EscapedUnit.isRepair(piece) && repairs != null) {
                repairs.note(read - from);
            }
            read += EscapedUnit.len(piece);
            put = next;
        }
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        ErrorCode error = EscapedUnit.error(EscapedUnit.at(policy, src, from, to, last));
        return Refusal.of(error, from);
    }
}
