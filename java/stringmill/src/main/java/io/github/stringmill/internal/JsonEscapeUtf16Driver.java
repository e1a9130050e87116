package io.github.stringmill.internal;

import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.internal.EscapeRules.NonAscii;

/** Driver: escapes UTF-16 to UTF-8. Standard: RFC 8259, section 7; Unicode, section 3.9. */
public final class JsonEscapeUtf16Driver implements UnitDriver {
    private final Kernels kernels;
    private final EscapePlan plan;
    private final EscapeRules rules;
    private final boolean rejects;
    private final boolean stopsAtNonAscii;

    JsonEscapeUtf16Driver(Kernels kernels, EscapePlan plan) {
        this.kernels = kernels;
        this.plan = plan;
        this.rules = plan.rules();
        this.rejects = plan.policyUtf16() == IllFormedUtf16.REJECT;
        this.stopsAtNonAscii = rules.nonAscii() == NonAscii.STOPS;
    }

    /** Makes a driver over the kernels of this process. */
    public JsonEscapeUtf16Driver(EscapePlan plan) {
        this(KernelsHolder.KERNELS, plan);
    }

    @Override
    public long run(char[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.jsonEscapeUtf16(rules, src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            do {
                int code = Utf16Unit.at(src, read, to);
                boolean lone = Utf16Unit.isLone(code);
                if (lone && !last && Utf16Unit.isCut(src, read, to)) {
                    return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
                }
                if (lone && rejects) {
                    return Outcome.of(Outcome.REFUSED, read - from, put - at);
                }
                int next = lone ? plan.putRepair((char) code, dst, put, end) : plan.escapes().put(code, dst, put, end);
                if (next < 0) {
                    return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
                }
                if (lone && repairs != null) {
                    repairs.note(read - from);
                }
                read += Character.charCount(code);
                put = next;
            } while (stopsAtNonAscii && read < to && src[read] >= 0x80);
        }
    }
}
