package io.github.stringmill;

import io.github.stringmill.internal.UnitDriver;
import io.github.stringmill.internal.Utf8Pieces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Encodes text to UTF-8 in memory segments of any kind, as {@link Utf8Encoder} does in buffers. Requires Java 22.
 *
 * <p>All or nothing: a method returns the number of bytes written, or {@link #NO_ROOM} if the destination is too small
 * for all of the output; in that case the segment is unchanged. Bytes after the output are never changed. To write a
 * text in pieces, use {@link Utf8Encoder#encodeSome(CharSequence, int, int, java.nio.ByteBuffer, boolean)} with
 * {@code asByteBuffer()} of the segment.
 */
public final class SegmentUtf8Encoder {
    /** The result if the destination is too small for all of the output; negative. */
    public static final int NO_ROOM = Stringmill.NO_ROOM;

    private static final Utf8Pieces.Sink SEGMENT = (memory, at, bytes, len) ->
            MemorySegment.copy(bytes, 0, (MemorySegment) memory, ValueLayout.JAVA_BYTE, at, len);

    private SegmentUtf8Encoder() {}

    /**
     * Writes a whole text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes; the capacity is that up to the end
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if the offset is outside the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long encode(CharSequence src, MemorySegment dst, long dstOffset) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, 0, src.length(), dst, dstOffset, dst.byteSize() - dstOffset);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes
     * @param dstLen the capacity from {@code dstOffset}, in bytes
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long encode(IllFormedUtf16 policy, CharSequence src, int from, int to, MemorySegment dst,
            long dstOffset, long dstLen) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(Utf8Encoder.plain(policy), Utf8Pieces.bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes
     * @param dstLen the capacity from {@code dstOffset}, in bytes
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves the text or the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long jsonEscape(JsonEscape rules, CharSequence src, int from, int to, MemorySegment dst,
            long dstOffset, long dstLen) {
        Objects.checkFromToIndex(from, to, src.length());
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to,
                dst, dstOffset, dstLen);
    }

    /**
     * Writes a whole text as UTF-8, with a question mark for each lone surrogate. Standard: Unicode, section 3.9.
     *
     * @param src the text
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes; the capacity is that up to the end
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws IndexOutOfBoundsException if the offset is outside the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long encode(char[] src, MemorySegment dst, long dstOffset) {
        return encode(IllFormedUtf16.QUESTION_MARK, src, 0, src.length, dst, dstOffset, dst.byteSize() - dstOffset);
    }

    /**
     * Writes text as UTF-8. Standard: Unicode, section 3.9.
     *
     * @param policy the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes
     * @param dstLen the capacity from {@code dstOffset}, in bytes
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves the text or the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long encode(IllFormedUtf16 policy, char[] src, int from, int to, MemorySegment dst, long dstOffset,
            long dstLen) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(Utf8Encoder.plain(policy), Utf8Pieces.bound(from, to), src, from, to, dst, dstOffset, dstLen);
    }

    /**
     * Writes text as the contents of a JSON string. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src the text
     * @param from the first code unit
     * @param to the end of the text, exclusive
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}, in bytes
     * @param dstLen the capacity from {@code dstOffset}, in bytes
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves the text or the segment
     * @throws IllegalArgumentException if the segment is read only
     */
    public static long jsonEscape(JsonEscape rules, char[] src, int from, int to, MemorySegment dst, long dstOffset,
            long dstLen) {
        Objects.checkFromToIndex(from, to, src.length);
        return run(rules.utf16, Stringmill.jsonEscapeUtf16Bound(rules, to - from), src, from, to,
                dst, dstOffset, dstLen);
    }

    private static long run(UnitDriver driver, long bound, Object src, int from, int to, MemorySegment dst,
            long dstOffset, long dstLen) {
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.byteSize());
        if (dst.isReadOnly()) {
            throw new IllegalArgumentException("the segment is read only");
        }
        return Utf8Pieces.toSink(driver, bound, src, from, to, SEGMENT, dst, dstOffset, dstLen);
    }
}
