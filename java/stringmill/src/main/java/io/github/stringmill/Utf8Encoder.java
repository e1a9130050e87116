package io.github.stringmill;

import io.github.stringmill.internal.UnitOperation;
import io.github.stringmill.internal.Utf16ToUtf8;
import io.github.stringmill.internal.Utf8Pieces;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/**
 * A {@code String}, any other {@code CharSequence} or a {@code char[]} into a buffer or an array as UTF-8, in one call
 * and without garbage.
 *
 * <p>All or nothing: a method returns how many bytes it has written, or {@link #NO_ROOM} if the room is too short for
 * all of them; then the position of a buffer and all its bytes are as they were. Buffers may be on the heap or direct,
 * sliced, in any byte order. If the room is shorter than the worst case (three bytes for a code unit;
 * {@link Stringmill#jsonEscapeUtf16Bound} for JSON), text of more than some thousand units is measured first, which takes
 * as long again.
 *
 * <p>Bytes of the room after the output may be changed: those from the new position of a buffer to its limit.
 *
 * <p>A lone surrogate is handled by the policy; without one it becomes a question mark, as
 * {@code getBytes(UTF_8)} writes it. After an exception the position is as it was, and the bytes after it are not
 * specified.
 *
 * <p>Nothing is allocated, except some kilobytes once for each platform thread, and for all virtual threads together. A
 * source must not change meanwhile, and must not lie in the memory that is written to. Its {@code charAt} may use this
 * library. Any number of threads may call these methods. For memory segments there is {@code SegmentUtf8Encoder}, on Java
 * 22 and newer.
 *
 * <pre>{@code
 * int written = Utf8Encoder.encode(text, 0, text.length(), buffer);
 * if (written == Utf8Encoder.NO_ROOM) {
 *     flush(buffer);
 * }
 * }</pre>
 */
public final class Utf8Encoder {
    /** The result if the destination is too small for all of the output; negative. */
    public static final int NO_ROOM = Stringmill.NO_ROOM;

    /** A code unit becomes three bytes at most, and a pair of them four. */
    private static final int BYTES_PER_UNIT = 3;

    private Utf8Encoder() {}

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(CharSequence src, int from, int to, ByteBuffer dst) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, from, to, dst);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, CharSequence src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(plain(policy), bound(from, to), src, from, to, dst);
    }

    /**
     * Writes text as the inside of a JSON string of UTF-8; the quotes around it are the caller's. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int jsonEscape(JsonEscape rules, CharSequence src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to, dst);
    }

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(char[] src, int from, int to, ByteBuffer dst) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, from, to, dst);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, char[] src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(plain(policy), bound(from, to), src, from, to, dst);
    }

    /**
     * Writes text as the inside of a JSON string of UTF-8; the quotes around it are the caller's. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int jsonEscape(JsonEscape rules, char[] src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to, dst);
    }

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(CharSequence src, int from, int to, byte[] dst, int dstOffset, int dstLen) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(IllFormedUtf16 policy, CharSequence src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(plain(policy), bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the inside of a JSON string of UTF-8; the quotes around it are the caller's. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int jsonEscape(JsonEscape rules, CharSequence src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to,
                dst, dstOffset, dstLen);
    }

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(char[] src, int from, int to, byte[] dst, int dstOffset, int dstLen) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(IllFormedUtf16 policy, char[] src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(plain(policy), bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the inside of a JSON string of UTF-8; the quotes around it are the caller's. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int jsonEscape(JsonEscape rules, char[] src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to,
                dst, dstOffset, dstLen);
    }

    /**
     * Returns the length of text as UTF-8, with a question mark for each lone surrogate.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(CharSequence src, int from, int to) {
        return utf8Length(IllFormedUtf16.QUESTION_MARK, src, from, to);
    }

    /**
     * How many bytes text has as UTF-8.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(IllFormedUtf16 policy, CharSequence src, int from, int to) {
        Objects.checkFromToIndex(from, to, src.length());
        return Utf8Pieces.length(plain(policy), src, from, to, Long.MAX_VALUE);
    }

    /**
     * Returns the length of text as UTF-8, with a question mark for each lone surrogate.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(char[] src, int from, int to) {
        return utf8Length(IllFormedUtf16.QUESTION_MARK, src, from, to);
    }

    /**
     * How many bytes text has as UTF-8.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *                             {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(IllFormedUtf16 policy, char[] src, int from, int to) {
        Objects.checkFromToIndex(from, to, src.length);
        return Utf8Pieces.length(plain(policy), src, from, to, Long.MAX_VALUE);
    }

    /** The operation under a policy. */
    static UnitOperation plain(IllFormedUtf16 policy) {
        if (policy == IllFormedUtf16.ESCAPE) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
        return Utf16ToUtf8.of(policy);
    }

    /** How many bytes always suffice. */
    static long bound(int from, int to) {
        return (long) BYTES_PER_UNIT * (to - from);
    }

    private static int run(UnitOperation operation, long bound, Object src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        return Utf8Pieces.toArray(operation, bound, src, from, to, dst, dstOffset, dstOffset + dstLen);
    }

    private static int run(UnitOperation operation, long bound, Object src, int from, int to, ByteBuffer dst) {
        int written = Utf8Pieces.toBuffer(operation, bound, src, from, to, dst);
        if (written > 0) {
            dst.position(dst.position() + written);
        }
        return written;
    }
}
