package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.internal.EscapeRules.NonAscii;

/** Driver: escapes UTF-8. Standard: RFC 8259, section 7, as changed by the profile. */
public final class JsonEscapeUtf8Driver implements ByteDriver {
    private final Kernels kernels;
    private final EscapePlan plan;
    private final EscapeRules rules;
    private final IllFormed policy;
    /** Kernels stop at every character above U+007F, so a call between two such characters would do nothing. */
    private final boolean stopsAtNonAscii;
    /** Bytes above 0x7F are copied one by one, because the rules do not validate. */
    private final boolean bytewise;

    JsonEscapeUtf8Driver(Kernels kernels, EscapePlan plan) {
        this.kernels = kernels;
        this.plan = plan;
        this.rules = plan.rules();
        this.policy = plan.policy();
        this.stopsAtNonAscii = rules.nonAscii() == NonAscii.STOPS;
        this.bytewise = rules.nonAscii() == NonAscii.COPIED;
    }

    /** Makes a driver over the kernels of this process. */
    public JsonEscapeUtf8Driver(EscapePlan plan) {
        this(KernelsHolder.KERNELS, plan);
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.jsonEscape(rules, src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            do {
                int unit = bytewise && src[read] < 0 ? Utf8Unit.ANY_BYTE : Utf8Unit.at(src, read, to);
                int len = len(unit, src, read, to);
                if (!last && len < 0) {
                    return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
                }
                if (unit < 0 && policy == IllFormed.REJECT) {
                    return Outcome.of(Outcome.REFUSED, read - from, put - at);
                }
                len = Math.abs(len);
                int next = unit >= 0
                        ? plan.escapes().put(Utf8Unit.code(unit), dst, put, end)
                        : plan.putRepair(src, read, len, dst, put, end);
                if (next < 0) {
                    return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
                }
                if (unit < 0 && repairs != null && policy != IllFormed.COPY) {
                    repairs.note(read - from);
                }
                read += len;
                put = next;
            } while (stopsAtNonAscii && read < to && src[read] < 0);
        }
    }

    /**
     * Returns the length of a unit, or of the piece that the policy repairs; negative if it depends on more of the
     * source.
     */
    private int len(int unit, byte[] src, int at, int to) {
        return unit >= 0 ? Utf8Unit.len(unit) : Utf8Unit.pieceLen(policy, unit, src, at, to);
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        return Refusal.of(Utf8Unit.error(Utf8Unit.at(src, from, to)), from);
    }
}
