package io.github.stringmill;

import io.github.stringmill.internal.ByteOperation;
import io.github.stringmill.internal.JsonUnescape;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.Latin1ToUtf8;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.Refusal;
import io.github.stringmill.internal.RepairCount;
import io.github.stringmill.internal.Scan;
import io.github.stringmill.internal.UnitOperation;
import io.github.stringmill.internal.Utf16ToUtf8;
import io.github.stringmill.internal.Utf8Validate;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Objects;

/**
 * Text between raw bytes and JSON: escape, unescape, validate, scan, transcode, base64.
 *
 * <p>Each operation has three shapes.
 *
 * <ul>
 * <li><b>From array to array</b>, a whole text at once: returns how many bytes it has written, or {@link #NO_ROOM} if
 * the room is too short for all of it. Nothing is allocated. Bytes of the destination range after the output may be
 * changed, and after {@code NO_ROOM} or an exception all of them; no byte outside the range is.
 * <li><b>Into a new array</b>, for convenience.
 * <li><b>From buffer to buffer</b>, a text in pieces: heap or direct, sliced, in any byte order; the source may be read
 * only. As with a {@link java.nio.charset.CharsetEncoder}, positions move past what is done, which is always whole
 * units, and {@code endOfInput} tells whether the text ends with this source. After an exception the position of the
 * source is at the place that is refused, and that of the destination after what was written before it. Nothing is
 * allocated; buffers without an array are copied piece by piece.
 * </ul>
 *
 * <p>Input that is refused is a {@link StringmillException}, which says what and where. Source and destination must not
 * overlap: {@link ErrorCode#RANGES_OVERLAP}. Every method may be called by any number of threads at once.
 *
 * <pre>{@code
 * byte[] inside = Stringmill.jsonEscape(JsonEscape.JSON, raw);
 * }</pre>
 */
public final class Stringmill {
    /** What operations return where the destination has too little room for all of the output. */
    public static final int NO_ROOM = -1;

    private Stringmill() {}

    /**
     * Returns which kernels run, chosen once for the process; the system property {@code stringmill.kernels} forces
     * them.
     *
     * @return {@code pure}, {@code vector} or {@code native}, and what it runs on, as in {@code native (avx512)};
     *         {@code none} if kernels are forced that cannot be had, and then each operation throws the reason
     */
    public static String kernels() {
        return KernelsHolder.KERNELS.name();
    }

    /**
     * Escapes raw bytes into the inside of a JSON string; the quotes around it are the caller's, a whole text at
     * once. Standard: RFC 8259, section 7.
     *
     * @param rules what is escaped, and what becomes of ill-formed input
     * @param src UTF-8, or any bytes
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @param repairs what counts repairs, or null
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscape(JsonEscape rules, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return whole(rules.utf8, src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Escapes raw bytes into the inside of a JSON string; the quotes around it are the caller's, into a new array.
     * Standard: RFC 8259, section 7.
     *
     * @param rules what is escaped, and what becomes of ill-formed input
     * @param src UTF-8, or any bytes
     * @return the output
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     */
    public static byte[] jsonEscape(JsonEscape rules, byte[] src) {
        return NewArray.of(rules.utf8, src, jsonEscapeBound(rules, src.length));
    }

    /**
     * Escapes raw bytes into the inside of a JSON string; the quotes around it are the caller's, in pieces.
     * Standard: RFC 8259, section 7.
     *
     * @param rules what is escaped, and what becomes of ill-formed input
     * @param src UTF-8, or any bytes
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @param repairs what counts repairs, or null
     * @return why it went no further
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     */
    public static StreamState jsonEscape(JsonEscape rules, ByteBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        return Buffers.run(rules.utf8, src, dst, endOfInput, tally(repairs));
    }

    /**
     * The most bytes that UTF-8 can become under some rules.
     *
     * @param rules what is escaped, and what becomes of ill-formed input
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long jsonEscapeBound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perByte();
    }

    /**
     * Escapes UTF-16 into the inside of a JSON string of UTF-8, a whole text at once. Standard: RFC 8259, section 7;
     * Unicode, section 3.9.
     *
     * @param rules what is escaped, and what becomes of lone surrogates
     * @param src UTF-16
     * @param srcOffset where the text begins
     * @param srcLen how many code units it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @param repairs what counts repairs, or null
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscapeUtf16(JsonEscape rules, char[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return whole(rules.utf16, src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Escapes UTF-16 into the inside of a JSON string of UTF-8, into a new array. Standard: RFC 8259, section 7;
     * Unicode, section 3.9.
     *
     * @param rules what is escaped, and what becomes of lone surrogates
     * @param src UTF-16
     * @return the output
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     */
    public static byte[] jsonEscapeUtf16(JsonEscape rules, char[] src) {
        return NewArray.of(rules.utf16, src, jsonEscapeUtf16Bound(rules, src.length));
    }

    /**
     * Escapes UTF-16 into the inside of a JSON string of UTF-8, in pieces. Standard: RFC 8259, section 7; Unicode,
     * section 3.9.
     *
     * @param rules what is escaped, and what becomes of lone surrogates
     * @param src UTF-16
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @param repairs what counts repairs, or null
     * @return why it went no further
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     */
    public static StreamState jsonEscapeUtf16(JsonEscape rules, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        return Buffers.run(rules.utf16, src, dst, endOfInput, tally(repairs));
    }

    /**
     * The most bytes that UTF-16 can become under some rules.
     *
     * @param rules what is escaped, and what becomes of lone surrogates
     * @param srcLen how many code units there are
     * @return a number of bytes that always suffices
     */
    public static long jsonEscapeUtf16Bound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perUnit();
    }

    /**
     * Escapes Latin-1 into the inside of a JSON string of UTF-8, a whole text at once. Standard: RFC 8259, section
     * 7; ISO 8859-1.
     *
     * @param rules what is escaped
     * @param src Latin-1
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException misuse alone
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscapeLatin1(JsonEscape rules, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return whole(rules.latin1, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Escapes Latin-1 into the inside of a JSON string of UTF-8, into a new array. Standard: RFC 8259, section 7;
     * ISO 8859-1.
     *
     * @param rules what is escaped
     * @param src Latin-1
     * @return the output
     * @throws StringmillException misuse alone
     */
    public static byte[] jsonEscapeLatin1(JsonEscape rules, byte[] src) {
        return NewArray.of(rules.latin1, src, jsonEscapeLatin1Bound(rules, src.length));
    }

    /**
     * Escapes Latin-1 into the inside of a JSON string of UTF-8, in pieces. Standard: RFC 8259, section 7; ISO 8859-1.
     *
     * @param rules what is escaped
     * @param src Latin-1
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @return why it went no further
     * @throws StringmillException misuse alone
     */
    public static StreamState jsonEscapeLatin1(JsonEscape rules, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(rules.latin1, src, dst, endOfInput, null);
    }

    /**
     * The most bytes that Latin-1 can become under some rules.
     *
     * @param rules what is escaped
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long jsonEscapeLatin1Bound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perLatin1();
    }

    /**
     * Turns the inside of a JSON string into the text that it stands for, a whole text at once. A quote that is not
     * escaped is {@link ErrorCode#QUOTE_UNESCAPED}; the operation over buffers stops there instead. Standard: RFC
     * 8259, section 7.
     *
     * @param surrogates what becomes of escapes of surrogates that are no pair
     * @param src the inside of a string
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @param repairs what counts repairs, or null
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonUnescape(LoneSurrogates surrogates, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return whole(JsonUnescape.of(surrogates), src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Turns the inside of a JSON string into the text that it stands for, into a new array. A quote that is not escaped
     * is {@link ErrorCode#QUOTE_UNESCAPED}. Standard: RFC 8259, section 7.
     *
     * @param surrogates what becomes of escapes of surrogates that are no pair
     * @param src the inside of a string
     * @return the output
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     */
    public static byte[] jsonUnescape(LoneSurrogates surrogates, byte[] src) {
        return NewArray.of(JsonUnescape.of(surrogates), src, jsonUnescapeBound(src.length));
    }

    /**
     * Turns the inside of a JSON string into the text that it stands for, in pieces, up to the first quote that is not
     * escaped. The source may reach past it. Standard: RFC 8259, section 7.
     *
     * @param surrogates what becomes of escapes of surrogates that are no pair
     * @param src the inside of a string
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @param repairs what counts repairs, or null
     * @return why it went no further
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     */
    public static StreamState jsonUnescape(LoneSurrogates surrogates, ByteBuffer src, ByteBuffer dst,
            boolean endOfInput, Repairs repairs) {
        return Buffers.run(JsonUnescape.of(surrogates), src, dst, endOfInput, tally(repairs));
    }

    /**
     * The most bytes that the inside of a JSON string can become: as many as it has.
     *
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long jsonUnescapeBound(int srcLen) {
        return srcLen;
    }

    /**
     * Turns UTF-16 into UTF-8, a whole text at once. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy what becomes of surrogates that are half of no pair
     * @param src UTF-16
     * @param srcOffset where the text begins
     * @param srcLen how many code units it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @param repairs what counts repairs, or null
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int utf16ToUtf8(IllFormedUtf16 policy, char[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        checkPlain(policy);
        return whole(Utf16ToUtf8.of(policy), src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Turns UTF-16 into UTF-8, into a new array. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy what becomes of surrogates that are half of no pair
     * @param src UTF-16
     * @return the output
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     */
    public static byte[] utf16ToUtf8(IllFormedUtf16 policy, char[] src) {
        checkPlain(policy);
        return NewArray.of(Utf16ToUtf8.of(policy), src, utf16ToUtf8Bound(src.length));
    }

    /**
     * Turns UTF-16 into UTF-8, in pieces. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy what becomes of surrogates that are half of no pair
     * @param src UTF-16
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @param repairs what counts repairs, or null
     * @return why it went no further
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     */
    public static StreamState utf16ToUtf8(IllFormedUtf16 policy, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        checkPlain(policy);
        return Buffers.run(Utf16ToUtf8.of(policy), src, dst, endOfInput, tally(repairs));
    }

    /**
     * The most bytes that UTF-16 can become: three for each code unit.
     *
     * @param srcLen how many code units there are
     * @return a number of bytes that always suffices
     */
    public static long utf16ToUtf8Bound(int srcLen) {
        return 3L * srcLen;
    }

    /**
     * Turns Latin-1 into UTF-8, a whole text at once. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException misuse alone
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int latin1ToUtf8(byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return whole(Latin1ToUtf8.OPERATION, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Turns Latin-1 into UTF-8, into a new array. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @return the output
     * @throws StringmillException misuse alone
     */
    public static byte[] latin1ToUtf8(byte[] src) {
        return NewArray.of(Latin1ToUtf8.OPERATION, src, latin1ToUtf8Bound(src.length));
    }

    /**
     * Turns Latin-1 into UTF-8, in pieces. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @return why it went no further
     * @throws StringmillException misuse alone
     */
    public static StreamState latin1ToUtf8(ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(Latin1ToUtf8.OPERATION, src, dst, endOfInput, null);
    }

    /**
     * The most bytes that Latin-1 can become: two for each byte.
     *
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long latin1ToUtf8Bound(int srcLen) {
        return 2L * srcLen;
    }

    /**
     * Turns bytes into base64, without line breaks, a whole text at once. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet, and whether padding stands at the end
     * @param src any bytes
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException misuse alone
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int base64Encode(Base64Form form, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return whole(form.encode, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Turns bytes into base64, without line breaks, into a new array. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet, and whether padding stands at the end
     * @param src any bytes
     * @return the output
     * @throws StringmillException misuse alone
     */
    public static byte[] base64Encode(Base64Form form, byte[] src) {
        return NewArray.of(form.encode, src, base64EncodeBound(form, src.length));
    }

    /**
     * Turns bytes into base64, without line breaks, in pieces. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet, and whether padding stands at the end
     * @param src any bytes
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @return why it went no further
     * @throws StringmillException misuse alone
     */
    public static StreamState base64Encode(Base64Form form, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(form.encode, src, dst, endOfInput, null);
    }

    /**
     * How many bytes of base64 so many bytes become.
     *
     * @param form the alphabet, and whether padding stands at the end
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long base64EncodeBound(Base64Form form, int srcLen) {
        return form.encodedLen(srcLen);
    }

    /**
     * Turns base64 into the bytes that it spells, a whole text at once. Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
     *
     * @param form what is taken for base64
     * @param src base64
     * @param srcOffset where the text begins
     * @param srcLen how many bytes it has
     * @param dst where the output goes
     * @param dstOffset where it begins
     * @param dstLen how much room there is
     * @return how many bytes were written, or {@link #NO_ROOM}
     * @throws StringmillException the first thing that cannot be right (501 to 507)
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int base64Decode(Base64Form form, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return whole(form.decode, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Turns base64 into the bytes that it spells, into a new array. Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
     *
     * @param form what is taken for base64
     * @param src base64
     * @return the output
     * @throws StringmillException the first thing that cannot be right (501 to 507)
     */
    public static byte[] base64Decode(Base64Form form, byte[] src) {
        return NewArray.of(form.decode, src, base64DecodeBound(src.length));
    }

    /**
     * Turns base64 into the bytes that it spells, in pieces. A group with padding is read once the input ends.
     * Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
     *
     * @param form what is taken for base64
     * @param src base64
     * @param dst where the output goes
     * @param endOfInput whether the text ends with this source
     * @return why it went no further
     * @throws StringmillException the first thing that cannot be right (501 to 507)
     */
    public static StreamState base64Decode(Base64Form form, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(form.decode, src, dst, endOfInput, null);
    }

    /**
     * The most bytes that base64 can spell.
     *
     * @param srcLen how many bytes there are
     * @return a number of bytes that always suffices
     */
    public static long base64DecodeBound(int srcLen) {
        return 3L * srcLen / 4;
    }

    /**
     * Whether all of some bytes are well-formed UTF-8. Standard: Unicode, table 3-7.
     *
     * @param src any bytes
     * @param srcOffset where they begin
     * @param srcLen how many there are
     * @throws StringmillException the first ill-formed piece (101 to 107), at its first byte
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static void utf8Validate(byte[] src, int srcOffset, int srcLen) {
        whole(Utf8Validate.OPERATION, src, srcOffset, srcLen, Buffers.NOWHERE.array(), 0, 0, null);
    }

    /**
     * Whether bytes are well-formed UTF-8, in pieces: moves past whole, well-formed sequences. Standard: Unicode,
     * table 3-7.
     *
     * @param src any bytes
     * @param endOfInput whether the text ends with this source; else up to three bytes of a sequence remain
     * @throws StringmillException the first ill-formed piece (101 to 107), where the source then stands
     */
    public static void utf8Validate(ByteBuffer src, boolean endOfInput) {
        Buffers.run(Utf8Validate.OPERATION, src, Buffers.NOWHERE, endOfInput, null);
    }

    /**
     * How many leading bytes are whole, well-formed sequences of UTF-8: all of them where the text is well-formed. For
     * judging without an exception. Standard: Unicode, table 3-7.
     *
     * @param src any bytes
     * @param srcOffset where they begin
     * @param srcLen how many there are
     * @return a length in bytes
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static int utf8ValidLen(byte[] src, int srcOffset, int srcLen) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        byte[] nowhere = Buffers.NOWHERE.array();
        return Outcome.read(Utf8Validate.OPERATION.run(src, srcOffset, srcOffset + srcLen, true, nowhere, 0, 0, null));
    }

    /**
     * How many leading bytes belong to a class.
     *
     * @param charClass the class
     * @param src any bytes
     * @param srcOffset where they begin
     * @param srcLen how many there are
     * @return the length of the run
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static int scan(CharClass charClass, byte[] src, int srcOffset, int srcLen) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        return Scan.OPERATION.run(charClass.members, src, srcOffset, srcOffset + srcLen);
    }

    /**
     * How many leading bytes of a buffer belong to a class; moves past them.
     *
     * @param charClass the class
     * @param src any bytes
     * @return the length of the run
     */
    public static int scan(CharClass charClass, ByteBuffer src) {
        return Buffers.scan(charClass, src);
    }

    private static RepairCount tally(Repairs repairs) {
        return repairs == null ? null : repairs.tally;
    }

    private static void checkPlain(IllFormedUtf16 policy) {
        if (policy == IllFormedUtf16.ESCAPE) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
    }

    /** Refuses ranges of one array that have bytes in common. */
    static void checkApart(byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen) {
        if (src == dst && srcOffset < dstOffset + dstLen && dstOffset < srcOffset + srcLen) {
            throw new StringmillException(ErrorCode.RANGES_OVERLAP, 0);
        }
    }

    private static int whole(ByteOperation operation, byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset,
            int dstLen, Repairs repairs) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        checkApart(src, srcOffset, srcLen, dst, dstOffset, dstLen);
        int to = srcOffset + srcLen;
        RepairCount tally = tally(repairs);
        long before = tally == null ? 0 : tally.count();
        long outcome = operation.run(src, srcOffset, to, true, dst, dstOffset, dstOffset + dstLen, tally);
        if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
            return Outcome.written(outcome);
        }
        if (Outcome.state(outcome) == Outcome.OVERFLOW) {
            if (tally != null) {
                tally.backTo(before);
            }
            return NO_ROOM;
        }
        throw refused(operation, outcome, src, srcOffset, to);
    }

    /** The exception for an outcome that is a quote or a refusal. */
    static StringmillException refused(ByteOperation operation, long outcome, byte[] src, int from, int to) {
        int read = Outcome.read(outcome);
        if (Outcome.state(outcome) == Outcome.QUOTE) {
            return new StringmillException(ErrorCode.QUOTE_UNESCAPED, read);
        }
        long refusal = operation.refusal(src, from + read, to, true);
        return new StringmillException(Refusal.code(refusal), Refusal.place(refusal) - from);
    }

    private static int whole(UnitOperation operation, char[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset,
            int dstLen, Repairs repairs) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        RepairCount tally = tally(repairs);
        long before = tally == null ? 0 : tally.count();
        int to = srcOffset + srcLen;
        long outcome = operation.run(src, srcOffset, to, true, dst, dstOffset, dstOffset + dstLen, tally);
        if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
            return Outcome.written(outcome);
        }
        if (Outcome.state(outcome) == Outcome.REFUSED) {
            throw new StringmillException(ErrorCode.UTF16_SURROGATE_LONE, Outcome.read(outcome));
        }
        if (tally != null) {
            tally.backTo(before);
        }
        return NO_ROOM;
    }
}
