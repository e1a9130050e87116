package io.github.stringmill;

import io.github.stringmill.internal.UnitDriver;
import io.github.stringmill.internal.Utf16ToUtf8Driver;
import io.github.stringmill.internal.Utf8Pieces;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/**
 * Encodes a {@code String}, any other {@code CharSequence} or a {@code char[]} to UTF-8 in a buffer or an array,
 * without garbage: a whole text in one call, or as much of it as fits.
 *
 * <p>{@code encode} and {@code jsonEscape} write all or nothing: they return the number of bytes written, or
 * {@link #NO_ROOM} if the destination is too small for all of the output. In that case the position of a buffer and all
 * its bytes are unchanged. Buffers may be on the heap or direct, sliced, in any byte order. If the destination is
 * smaller than the worst case (three bytes for a code unit; {@link Stringmill#jsonEscapeUtf16Bound} for JSON), a text
 * of more than some thousand units is measured first, which doubles the time. {@code utf8Length} returns the exact
 * capacity that {@code encode} needs.
 *
 * <pre>{@code
 * int written = Utf8Encoder.encode(text, buffer);
 * if (written == Utf8Encoder.NO_ROOM) {
 *     flush(buffer);
 * }
 * }</pre>
 *
 * <p>{@code encodeSome} writes as many whole characters as fit, and returns the number of code units read; the position
 * of the buffer shows the number of bytes written. A buffer of four bytes or more makes progress:
 *
 * <pre>{@code
 * int at = 0;
 * while ((at += Utf8Encoder.encodeSome(text, at, text.length(), buffer, true)) < text.length()) {
 *     flush(buffer);
 * }
 * }</pre>
 *
 * <p>If a text comes in pieces, {@code endOfInput} is true for the last one, as with a
 * {@link java.nio.charset.CharsetEncoder}. A high surrogate at the end of another piece is not read: it is the only
 * unit left although four bytes are free. Put it before the next piece.
 *
 * <p>Bytes of the destination after the output may be overwritten: those from the new position of a buffer to its
 * limit.
 *
 * <p>The policy decides how to handle a lone surrogate. Without a policy it becomes a question mark, as in
 * {@code getBytes(UTF_8)}. After an exception the position is unchanged, and the bytes after it are unspecified.
 *
 * <p>Nothing is allocated, except some kilobytes once for each platform thread, and for all virtual threads together.
 * The source must not change during the call and must not overlap the destination. Its {@code charAt} may use this
 * library. All methods are thread-safe. For memory segments use {@code SegmentUtf8Encoder}, on Java 22 and newer.
 */
public final class Utf8Encoder {
    /** The result if the destination is too small for all of the output; negative. */
    public static final int NO_ROOM = Stringmill.NO_ROOM;

    private Utf8Encoder() {}

    /**
     * Writes a whole text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(CharSequence src, ByteBuffer dst) {
        return encode(src, 0, src.length(), dst);
    }

    /**
     * Writes a whole text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, CharSequence src, ByteBuffer dst) {
        return encode(policy, src, 0, src.length(), dst);
    }

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, CharSequence src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length());
        return Utf8Pieces.encode(plain(policy), src, from, to, dst);
    }

    /**
     * Writes as many characters of a text as fit, as UTF-8, with a question mark for each lone surrogate. Standard:
     * Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @param endOfInput whether the text ends with this source; if not, a high surrogate at its end is not read
     * @return the number of code units read
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encodeSome(CharSequence src, int from, int to, ByteBuffer dst, boolean endOfInput) {
        return encodeSome(IllFormedUtf16.QUESTION_MARK, src, from, to, dst, endOfInput);
    }

    /**
     * Writes as many characters of a text as fit, as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @param endOfInput whether the text ends with this source; if not, a high surrogate at its end is not read
     * @return the number of code units read
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encodeSome(IllFormedUtf16 policy, CharSequence src, int from, int to, ByteBuffer dst,
            boolean endOfInput) {
        Objects.checkFromToIndex(from, to, src.length());
        return Utf8Pieces.encodeSome(plain(policy), src, from, to, dst, endOfInput);
    }

    /**
     * Writes a whole text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int jsonEscape(JsonEscape rules, CharSequence src, ByteBuffer dst) {
        return jsonEscape(rules, src, 0, src.length(), dst);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int jsonEscape(JsonEscape rules, CharSequence src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to, dst);
    }

    /**
     * Writes a whole text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(char[] src, ByteBuffer dst) {
        return encode(src, 0, src.length, dst);
    }

    /**
     * Writes a whole text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, char[] src, ByteBuffer dst) {
        return encode(policy, src, 0, src.length, dst);
    }

    /**
     * Writes text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encode(IllFormedUtf16 policy, char[] src, int from, int to, ByteBuffer dst) {
        Objects.checkFromToIndex(from, to, src.length);
        return Utf8Pieces.encode(plain(policy), src, from, to, dst);
    }

    /**
     * Writes as many characters of a text as fit, as UTF-8, with a question mark for each lone surrogate. Standard:
     * Unicode, section 3.9.
     *
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @param endOfInput whether the text ends with this source; if not, a high surrogate at its end is not read
     * @return the number of code units read
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encodeSome(char[] src, int from, int to, ByteBuffer dst, boolean endOfInput) {
        return encodeSome(IllFormedUtf16.QUESTION_MARK, src, from, to, dst, endOfInput);
    }

    /**
     * Writes as many characters of a text as fit, as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @param endOfInput whether the text ends with this source; if not, a high surrogate at its end is not read
     * @return the number of code units read
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int encodeSome(IllFormedUtf16 policy, char[] src, int from, int to, ByteBuffer dst,
            boolean endOfInput) {
        Objects.checkFromToIndex(from, to, src.length);
        return Utf8Pieces.encodeSome(plain(policy), src, from, to, dst, endOfInput);
    }

    /**
     * Writes a whole text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259,
     * section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws ReadOnlyBufferException if the destination is read only
     */
    public static int jsonEscape(JsonEscape rules, char[] src, ByteBuffer dst) {
        return jsonEscape(rules, src, 0, src.length, dst);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination; its position moves past the output
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(IllFormedUtf16 policy, CharSequence src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(plain(policy), Utf8Pieces.bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the array
     */
    public static int encode(IllFormedUtf16 policy, char[] src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(plain(policy), Utf8Pieces.bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
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
     * Returns the length of a whole text as UTF-8, with a question mark for each lone surrogate.
     *
     * @param src the text
     * @return a number of bytes
     */
    public static long utf8Length(CharSequence src) {
        return utf8Length(src, 0, src.length());
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
     * Returns the length of text as UTF-8.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(IllFormedUtf16 policy, CharSequence src, int from, int to) {
        Objects.checkFromToIndex(from, to, src.length());
        return Utf8Pieces.length(plain(policy), src, from, to, Long.MAX_VALUE);
    }

    /**
     * Returns the length of a whole text as UTF-8, with a question mark for each lone surrogate.
     *
     * @param src the text
     * @return a number of bytes
     */
    public static long utf8Length(char[] src) {
        return utf8Length(src, 0, src.length);
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
     * Returns the length of text as UTF-8.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @return a number of bytes
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if the range leaves the text
     */
    public static long utf8Length(IllFormedUtf16 policy, char[] src, int from, int to) {
        Objects.checkFromToIndex(from, to, src.length);
        return Utf8Pieces.length(plain(policy), src, from, to, Long.MAX_VALUE);
    }

    /** Returns the driver for a policy. */
    static Utf16ToUtf8Driver plain(IllFormedUtf16 policy) {
        if (policy == IllFormedUtf16.ESCAPE) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
        return Utf16ToUtf8Driver.of(policy);
    }

    private static int run(UnitDriver driver, long bound, Object src, int from, int to, byte[] dst, int dstOffset,
            int dstLen) {
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        return Utf8Pieces.toArray(driver, bound, src, from, to, dst, dstOffset, dstOffset + dstLen);
    }

    private static int run(UnitDriver driver, long bound, Object src, int from, int to, ByteBuffer dst) {
        int written = Utf8Pieces.toBuffer(driver, bound, src, from, to, dst);
        if (written > 0) {
            dst.position(dst.position() + written);
        }
        return written;
    }
}
