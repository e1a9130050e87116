package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.UnitDriver;
import java.util.Arrays;

/** Runs drivers over whole texts into new arrays that grow as needed. */
final class NewArray {
    /** The greatest array length that every virtual machine supports. */
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;

    private NewArray() {}

    /** Returns the output for all of {@code src}, which has {@code bound} bytes at most. */
    static byte[] of(ByteDriver driver, byte[] src, long bound) {
        byte[] dst = new byte[firstLen(src.length, bound)];
        int read = 0;
        int written = 0;
        while (true) {
            long outcome = driver.run(src, read, src.length, true, dst, written, dst.length, null);
            if (Outcome.state(outcome) != Outcome.UNDERFLOW && Outcome.state(outcome) != Outcome.OVERFLOW) {
                throw Stringmill.refusal(driver, Outcome.after(outcome, read), src, 0, src.length);
            }
            read += Outcome.read(outcome);
            written += Outcome.written(outcome);
            if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
                return written == dst.length ? dst : Arrays.copyOf(dst, written);
            }
            dst = lengthen(dst, bound);
        }
    }

    /** As above, for code units. */
    static byte[] of(UnitDriver driver, char[] src, long bound) {
        byte[] dst = new byte[firstLen(src.length, bound)];
        int read = 0;
        int written = 0;
        while (true) {
            long outcome = driver.run(src, read, src.length, true, dst, written, dst.length, null);
            read += Outcome.read(outcome);
            written += Outcome.written(outcome);
            if (Outcome.state(outcome) == Outcome.REFUSED) {
                throw new StringmillException(ErrorCode.UTF16_SURROGATE_LONE, read);
            }
            if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
                return written == dst.length ? dst : Arrays.copyOf(dst, written);
            }
            dst = lengthen(dst, bound);
        }
    }

    /** The first capacity: most output is little longer than its source. */
    private static int firstLen(int len, long bound) {
        return (int) Math.min(Math.min(bound, LEN_MAX), len + len / 16 + 16L);
    }

    private static byte[] lengthen(byte[] dst, long bound) {
        if (dst.length == LEN_MAX) {
            throw new OutOfMemoryError("more output than an array can hold");
        }
        return Arrays.copyOf(dst, (int) Math.min(Math.min(bound, LEN_MAX), 2L * dst.length));
    }
}
