package io.github.stringmill.internal;

/** Driver: decodes base64 to bytes. Standard: RFC 4648, sections 3.2, 3.5, 4 and 5. */
public final class Base64DecodeDriver implements ByteDriver {
    private final Kernels kernels;
    private final Base64Rules rules;

    Base64DecodeDriver(Kernels kernels, Base64Rules rules) {
        this.kernels = kernels;
        this.rules = rules;
    }

    /** Makes a driver over the kernels of this process. */
    public Base64DecodeDriver(Base64Rules rules) {
        this(KernelsHolder.KERNELS, rules);
    }

    @Override
    public long run(byte[] src, int from, int to, boolean last, byte[] dst, int at, int end, RepairCount repairs) {
        int read = from;
        int put = at;
        while (true) {
            long done = kernels.base64Decode(rules.url(), src, read, to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            while (read < to && rules.allows(src[read])) {
                read++;
            }
            if (read == to) {
                return Outcome.of(Outcome.UNDERFLOW, read - from, put - at);
            }
            long group = Base64Group.at(rules, src, read, to, last);
            if (group < 0) {
                boolean waits = group == Base64Group.INCOMPLETE;
                return Outcome.of(waits ? Outcome.UNDERFLOW : Outcome.REFUSED, read - from, put - at);
            }
            int len = Base64Group.len(group);
            if (end - put < len) {
                return Outcome.of(Outcome.OVERFLOW, read - from, put - at);
            }
            for (int i = 0; i < len; i++) {
                dst[put++] = (byte) (Base64Group.bits(group) >> 16 - 8 * i);
            }
            read = Base64Group.end(group);
        }
    }

    @Override
    public long refusal(byte[] src, int from, int to, boolean last) {
        return Base64Group.refusal(Base64Group.at(rules, src, from, to, last));
    }
}
