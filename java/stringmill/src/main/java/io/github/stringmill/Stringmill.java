package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.JsonTokens;
import io.github.stringmill.internal.JsonUnescapeDriver;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.internal.Latin1ToUtf8Driver;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.Refusal;
import io.github.stringmill.internal.RepairCount;
import io.github.stringmill.internal.ScanDriver;
import io.github.stringmill.internal.UnitDriver;
import io.github.stringmill.internal.Utf16ToUtf8Driver;
import io.github.stringmill.internal.Utf8ValidateDriver;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Objects;

/**
 * String operations between raw bytes and JSON: escape, unescape, validate, scan, transcode, base64.
 *
 * <p>Each operation has three shapes.
 *
 * <ul>
 * <li><b>From array to array</b>, a whole text at once: returns the number of bytes written, or {@link #NO_ROOM} if the
 * destination is too small. Allocates nothing. May overwrite the destination range after the output, and all of it
 * after {@code NO_ROOM} or an exception; never writes outside the range.
 * <li><b>To a new array</b>, for convenience.
 * <li><b>From buffer to buffer</b>, a text in pieces: heap or direct, sliced, in any byte order; the source may be
 * read-only. As with a {@link java.nio.charset.CharsetEncoder}, positions move past the processed units, and
 * {@code endOfInput} says whether the text ends with this source. After an exception the position of the source is at
 * the error, and that of the destination after the output before it. Allocates nothing; buffers without an array are
 * copied in pieces.
 * </ul>
 *
 * <p>Invalid input throws a {@link StringmillException} with the error and its position. Source and destination must
 * not overlap: {@link ErrorCode#RANGES_OVERLAP}. All methods are thread-safe.
 *
 * <pre>{@code
 * byte[] inside = Stringmill.jsonEscape(JsonEscape.JSON, raw);
 * }</pre>
 */
public final class Stringmill {
    /** The result if the destination is too small for all of the output. */
    public static final int NO_ROOM = -1;

    private Stringmill() {}

    /**
     * Returns the kernels of this process. The system property {@code stringmill.kernels} forces them.
     *
     * @return {@code pure}, {@code vector} or {@code native}, with the tier, as in {@code native (avx512)};
     *     {@code none} if the forced kernels are not available; then each operation throws the reason
     */
    public static String kernels() {
        return KernelsHolder.KERNELS.name();
    }

    /**
     * Escapes a whole text of bytes. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for ill-formed input
     * @param src UTF-8, or any bytes
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @param repairs counts the repairs, or null
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscape(JsonEscape rules, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return runWhole(rules.utf8, src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Escapes bytes to a new array. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for ill-formed input
     * @param src UTF-8, or any bytes
     * @return the output
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     */
    public static byte[] jsonEscape(JsonEscape rules, byte[] src) {
        return NewArray.of(rules.utf8, src, jsonEscapeBound(rules, src.length));
    }

    /**
     * Escapes bytes in pieces. Does not add the surrounding quotes. Standard: RFC 8259, section 7.
     *
     * @param rules the profile, and the policy for ill-formed input
     * @param src UTF-8, or any bytes
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @param repairs counts the repairs, or null
     * @return the reason why the call stopped
     * @throws StringmillException errors of UTF-8 (101 to 107) under {@link IllFormed#REJECT}
     */
    public static StreamState jsonEscape(JsonEscape rules, ByteBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        return Buffers.run(rules.utf8, src, dst, endOfInput, tally(repairs));
    }

    /**
     * Returns the largest output of UTF-8 input under these rules.
     *
     * @param rules the profile, and the policy for ill-formed input
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long jsonEscapeBound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perByte();
    }

    /**
     * Escapes a whole text of UTF-16 to UTF-8. Does not add the surrounding quotes. Standard: RFC 8259, section 7;
     * Unicode, section 3.9.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src UTF-16
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in code units
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @param repairs counts the repairs, or null
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscapeUtf16(JsonEscape rules, char[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return runWhole(rules.utf16, src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Escapes UTF-16 to UTF-8 in a new array. Does not add the surrounding quotes. Standard: RFC 8259, section 7;
     * Unicode, section 3.9.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src UTF-16
     * @return the output
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     */
    public static byte[] jsonEscapeUtf16(JsonEscape rules, char[] src) {
        return NewArray.of(rules.utf16, src, jsonEscapeUtf16Bound(rules, src.length));
    }

    /**
     * Escapes UTF-16 to UTF-8 in pieces. Does not add the surrounding quotes. Standard: RFC 8259, section 7; Unicode,
     * section 3.9.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param src UTF-16
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @param repairs counts the repairs, or null
     * @return the reason why the call stopped
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT}
     */
    public static StreamState jsonEscapeUtf16(JsonEscape rules, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        return Buffers.run(rules.utf16, src, dst, endOfInput, tally(repairs));
    }

    /**
     * Returns the largest output of UTF-16 input under these rules.
     *
     * @param rules the profile, and the policy for lone surrogates
     * @param srcLen the input length in code units
     * @return a capacity that always suffices
     */
    public static long jsonEscapeUtf16Bound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perUnit();
    }

    /**
     * Escapes a whole text of Latin-1 to UTF-8. Does not add the surrounding quotes. Standard: RFC 8259, section 7; ISO
     * 8859-1.
     *
     * @param rules the profile
     * @param src Latin-1
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException only for misuse
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonEscapeLatin1(JsonEscape rules, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return runWhole(rules.latin1, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Escapes Latin-1 to UTF-8 in a new array. Does not add the surrounding quotes. Standard: RFC 8259, section 7; ISO
     * 8859-1.
     *
     * @param rules the profile
     * @param src Latin-1
     * @return the output
     * @throws StringmillException only for misuse
     */
    public static byte[] jsonEscapeLatin1(JsonEscape rules, byte[] src) {
        return NewArray.of(rules.latin1, src, jsonEscapeLatin1Bound(rules, src.length));
    }

    /**
     * Escapes Latin-1 to UTF-8 in pieces. Does not add the surrounding quotes. Standard: RFC 8259, section 7; ISO
     * 8859-1.
     *
     * @param rules the profile
     * @param src Latin-1
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @return the reason why the call stopped
     * @throws StringmillException only for misuse
     */
    public static StreamState jsonEscapeLatin1(JsonEscape rules, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(rules.latin1, src, dst, endOfInput, null);
    }

    /**
     * Returns the largest output of Latin-1 input under these rules.
     *
     * @param rules the profile
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long jsonEscapeLatin1Bound(JsonEscape rules, int srcLen) {
        return (long) srcLen * rules.plan.perLatin1();
    }

    /**
     * Unescapes the contents of a JSON string, a whole text at once. An unescaped quote is
     * {@link ErrorCode#QUOTE_UNESCAPED}; the operation over buffers stops there instead. Standard: RFC 8259, section 7.
     *
     * @param surrogates the policy for escapes of lone surrogates
     * @param src the contents of a string
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @param repairs counts the repairs, or null
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int jsonUnescape(LoneSurrogates surrogates, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        return runWhole(JsonUnescapeDriver.of(surrogates), src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Unescapes the contents of a JSON string to a new array. An unescaped quote is {@link ErrorCode#QUOTE_UNESCAPED}.
     * Standard: RFC 8259, section 7.
     *
     * @param surrogates the policy for escapes of lone surrogates
     * @param src the contents of a string
     * @return the output
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     */
    public static byte[] jsonUnescape(LoneSurrogates surrogates, byte[] src) {
        return NewArray.of(JsonUnescapeDriver.of(surrogates), src, jsonUnescapeBound(src.length));
    }

    /**
     * Unescapes the contents of a JSON string in pieces, up to the first unescaped quote. The source may extend past
     * the quote. Standard: RFC 8259, section 7.
     *
     * @param surrogates the policy for escapes of lone surrogates
     * @param src the contents of a string
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @param repairs counts the repairs, or null
     * @return the reason why the call stopped
     * @throws StringmillException the first of {@link ErrorCode#CONTROL_UNESCAPED}, {@link ErrorCode#ESCAPE_UNKNOWN},
     *     {@link ErrorCode#ESCAPE_HEX}, {@link ErrorCode#ESCAPE_INCOMPLETE}, {@link ErrorCode#SURROGATE_LONE} and the
     *     errors of UTF-8 (101 to 107)
     */
    public static StreamState jsonUnescape(LoneSurrogates surrogates, ByteBuffer src, ByteBuffer dst,
            boolean endOfInput, Repairs repairs) {
        return Buffers.run(JsonUnescapeDriver.of(surrogates), src, dst, endOfInput, tally(repairs));
    }

    /**
     * Returns the largest output of unescaping: the input length.
     *
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long jsonUnescapeBound(int srcLen) {
        return srcLen;
    }

    /**
     * Transcodes a whole text of UTF-16 to UTF-8. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy the policy for lone surrogates
     * @param src UTF-16
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in code units
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @param repairs counts the repairs, or null
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int utf16ToUtf8(IllFormedUtf16 policy, char[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen, Repairs repairs) {
        checkPlain(policy);
        return runWhole(Utf16ToUtf8Driver.of(policy), src, srcOffset, srcLen, dst, dstOffset, dstLen, repairs);
    }

    /**
     * Transcodes UTF-16 to UTF-8 in a new array. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy the policy for lone surrogates
     * @param src UTF-16
     * @return the output
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     */
    public static byte[] utf16ToUtf8(IllFormedUtf16 policy, char[] src) {
        checkPlain(policy);
        return NewArray.of(Utf16ToUtf8Driver.of(policy), src, utf16ToUtf8Bound(src.length));
    }

    /**
     * Transcodes UTF-16 to UTF-8 in pieces. Standard: Unicode, section 3.9, definitions D91 and D92.
     *
     * @param policy the policy for lone surrogates
     * @param src UTF-16
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @param repairs counts the repairs, or null
     * @return the reason why the call stopped
     * @throws StringmillException {@link ErrorCode#UTF16_SURROGATE_LONE} under {@link IllFormedUtf16#REJECT};
     *     {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#ESCAPE}
     */
    public static StreamState utf16ToUtf8(IllFormedUtf16 policy, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            Repairs repairs) {
        checkPlain(policy);
        return Buffers.run(Utf16ToUtf8Driver.of(policy), src, dst, endOfInput, tally(repairs));
    }

    /**
     * Returns the largest output of UTF-16 input: three bytes for each code unit.
     *
     * @param srcLen the input length in code units
     * @return a capacity that always suffices
     */
    public static long utf16ToUtf8Bound(int srcLen) {
        return 3L * srcLen;
    }

    /**
     * Transcodes a whole text of Latin-1 to UTF-8. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException only for misuse
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int latin1ToUtf8(byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return runWhole(Latin1ToUtf8Driver.DRIVER, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Transcodes Latin-1 to UTF-8 in a new array. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @return the output
     * @throws StringmillException only for misuse
     */
    public static byte[] latin1ToUtf8(byte[] src) {
        return NewArray.of(Latin1ToUtf8Driver.DRIVER, src, latin1ToUtf8Bound(src.length));
    }

    /**
     * Transcodes Latin-1 to UTF-8 in pieces. Standard: ISO 8859-1; Unicode, section 3.9, definition D92.
     *
     * @param src Latin-1
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @return the reason why the call stopped
     * @throws StringmillException only for misuse
     */
    public static StreamState latin1ToUtf8(ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(Latin1ToUtf8Driver.DRIVER, src, dst, endOfInput, null);
    }

    /**
     * Returns the largest output of Latin-1 input: two bytes for each byte.
     *
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long latin1ToUtf8Bound(int srcLen) {
        return 2L * srcLen;
    }

    /**
     * Encodes a whole text of bytes as base64, without line breaks. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet and the padding
     * @param src any bytes
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException only for misuse
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int base64Encode(Base64Form form, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return runWhole(form.encode, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Encodes bytes as base64 in a new array, without line breaks. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet and the padding
     * @param src any bytes
     * @return the output
     * @throws StringmillException only for misuse
     */
    public static byte[] base64Encode(Base64Form form, byte[] src) {
        return NewArray.of(form.encode, src, base64EncodeBound(form, src.length));
    }

    /**
     * Encodes bytes as base64 in pieces, without line breaks. Standard: RFC 4648, sections 4 and 5.
     *
     * @param form the alphabet and the padding
     * @param src any bytes
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @return the reason why the call stopped
     * @throws StringmillException only for misuse
     */
    public static StreamState base64Encode(Base64Form form, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(form.encode, src, dst, endOfInput, null);
    }

    /**
     * Returns the length of base64 for a number of bytes.
     *
     * @param form the alphabet and the padding
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long base64EncodeBound(Base64Form form, int srcLen) {
        return form.encodedLen(srcLen);
    }

    /**
     * Decodes a whole text of base64. Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
     *
     * @param form the accepted form of base64
     * @param src base64
     * @param srcOffset the start of the text in {@code src}
     * @param srcLen the length of the text in bytes
     * @param dst the destination
     * @param dstOffset the start of the output in {@code dst}
     * @param dstLen the capacity from {@code dstOffset}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException the first error (501 to 507)
     * @throws IndexOutOfBoundsException if a range leaves its array
     */
    public static int base64Decode(Base64Form form, byte[] src, int srcOffset, int srcLen, byte[] dst,
            int dstOffset, int dstLen) {
        return runWhole(form.decode, src, srcOffset, srcLen, dst, dstOffset, dstLen, null);
    }

    /**
     * Decodes base64 to a new array. Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
     *
     * @param form the accepted form of base64
     * @param src base64
     * @return the output
     * @throws StringmillException the first error (501 to 507)
     */
    public static byte[] base64Decode(Base64Form form, byte[] src) {
        return NewArray.of(form.decode, src, base64DecodeBound(src.length));
    }

    /**
     * Decodes base64 in pieces. A group with padding is read when the input ends. Standard: RFC 4648, sections 3.2,
     * 3.5, 4 and 5.
     *
     * @param form the accepted form of base64
     * @param src base64
     * @param dst the destination
     * @param endOfInput whether the text ends with this source
     * @return the reason why the call stopped
     * @throws StringmillException the first error (501 to 507)
     */
    public static StreamState base64Decode(Base64Form form, ByteBuffer src, ByteBuffer dst, boolean endOfInput) {
        return Buffers.run(form.decode, src, dst, endOfInput, null);
    }

    /**
     * Returns the largest output of decoding base64.
     *
     * @param srcLen the input length in bytes
     * @return a capacity that always suffices
     */
    public static long base64DecodeBound(int srcLen) {
        return 3L * srcLen / 4;
    }

    /**
     * Throws if the bytes are not well-formed UTF-8. Standard: Unicode, table 3-7.
     *
     * @param src any bytes
     * @param srcOffset the start of the bytes in {@code src}
     * @param srcLen the number of bytes
     * @throws StringmillException the first ill-formed piece (101 to 107), at its first byte
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static void utf8Validate(byte[] src, int srcOffset, int srcLen) {
        runWhole(Utf8ValidateDriver.DRIVER, src, srcOffset, srcLen, Buffers.NOWHERE.array(), 0, 0, null);
    }

    /**
     * Validates UTF-8 in pieces: moves the position past complete, well-formed sequences. Standard: Unicode, table 3-7.
     *
     * @param src any bytes
     * @param endOfInput whether the text ends with this source; if not, up to three bytes of a sequence may remain
     * @throws StringmillException the first ill-formed piece (101 to 107), at the position of the source
     */
    public static void utf8Validate(ByteBuffer src, boolean endOfInput) {
        Buffers.run(Utf8ValidateDriver.DRIVER, src, Buffers.NOWHERE, endOfInput, null);
    }

    /**
     * Counts the leading bytes that are complete, well-formed sequences of UTF-8: all bytes of well-formed text.
     * Validates without an exception. Standard: Unicode, table 3-7.
     *
     * @param src any bytes
     * @param srcOffset the start of the bytes in {@code src}
     * @param srcLen the number of bytes
     * @return a length in bytes
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static int utf8ValidLen(byte[] src, int srcOffset, int srcLen) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        byte[] nowhere = Buffers.NOWHERE.array();
        int to = srcOffset + srcLen;
        return Outcome.read(Utf8ValidateDriver.DRIVER.run(src, srcOffset, to, true, nowhere, 0, 0, null));
    }

    /**
     * Counts the leading bytes that belong to a class.
     *
     * @param charClass the class
     * @param src any bytes
     * @param srcOffset the start of the bytes in {@code src}
     * @param srcLen the number of bytes
     * @return the count
     * @throws IndexOutOfBoundsException if the range leaves its array
     */
    public static int scan(CharClass charClass, byte[] src, int srcOffset, int srcLen) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        return ScanDriver.DRIVER.run(charClass.members, src, srcOffset, srcOffset + srcLen);
    }

    /**
     * Counts the leading bytes of a buffer that belong to a class, and moves the position past them.
     *
     * @param charClass the class
     * @param src any bytes
     * @return the count
     */
    public static int scan(CharClass charClass, ByteBuffer src) {
        return Buffers.scan(charClass, src);
    }

    /**
     * Returns the canonical form of a JSON text of at most 1,024 levels. Standard: RFC 8785.
     *
     * @param src a JSON text in UTF-8
     * @return the canonical form, in UTF-8
     * @throws StringmillException as {@link #jsonCanonical(byte[], int)}
     */
    public static byte[] jsonCanonical(byte[] src) {
        return jsonCanonical(src, JsonTokens.DEPTH_MAX);
    }

    /**
     * Returns the canonical form of a JSON text: members sorted by the UTF-16 code units of their names, numbers as
     * ECMAScript writes the nearest double, the shortest escapes, no white space. Standard: RFC 8785.
     *
     * @param src a JSON text in UTF-8
     * @param depthMax the most levels of arrays and objects, not negative
     * @return the canonical form, in UTF-8
     * @throws StringmillException the first error of the text: invalid JSON,
     *     {@link ErrorCode#SURROGATE_LONE}, {@link ErrorCode#NUMBER_OVERFLOW}, {@link ErrorCode#CANONICAL_INTEGER},
     *     {@link ErrorCode#LIMIT_DEPTH}; if there is none, {@link ErrorCode#NAME_REPEATED} at the first name that
     *     occurs twice in its object
     * @throws OutOfMemoryError if an array cannot hold the canonical form
     */
    public static byte[] jsonCanonical(byte[] src, int depthMax) {
        return jsonCanonical(src, depthMax, false);
    }

    /**
     * Returns the canonical form of a JSON text, as {@link #jsonCanonical(byte[], int)} does.
     *
     * @param src a JSON text in UTF-8
     * @param depthMax the most levels of arrays and objects, not negative
     * @param roundsIntegers whether an integer that a double cannot hold is rounded to the nearest double; it is
     *     {@link ErrorCode#CANONICAL_INTEGER} otherwise, because two different integers would have one canonical form
     * @return the canonical form, in UTF-8
     * @throws StringmillException as {@link #jsonCanonical(byte[], int)}
     */
    public static byte[] jsonCanonical(byte[] src, int depthMax, boolean roundsIntegers) {
        if (depthMax < 0) {
            throw new IllegalArgumentException("depthMax is " + depthMax);
        }
        KernelsHolder.require();
        return CanonicalText.of(src, depthMax, roundsIntegers);
    }

    private static RepairCount tally(Repairs repairs) {
        return repairs == null ? null : repairs.tally;
    }

    private static void checkPlain(IllFormedUtf16 policy) {
        if (policy == IllFormedUtf16.ESCAPE) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
    }

    /** Refuses overlapping ranges of one array. */
    static void checkApart(byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen) {
        if (src == dst && srcOffset < dstOffset + dstLen && dstOffset < srcOffset + srcLen) {
            throw new StringmillException(ErrorCode.RANGES_OVERLAP, 0);
        }
    }

    private static int runWhole(ByteDriver driver, byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset,
            int dstLen, Repairs repairs) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        checkApart(src, srcOffset, srcLen, dst, dstOffset, dstLen);
        int to = srcOffset + srcLen;
        RepairCount tally = tally(repairs);
        long countBefore = tally == null ? 0 : tally.count();
        long outcome = driver.run(src, srcOffset, to, true, dst, dstOffset, dstOffset + dstLen, tally);
        if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
            return Outcome.written(outcome);
        }
        if (Outcome.state(outcome) == Outcome.OVERFLOW) {
            if (tally != null) {
                tally.backTo(countBefore);
            }
            return NO_ROOM;
        }
        throw refusal(driver, outcome, src, srcOffset, to);
    }

    /** Makes the exception for an outcome that is a quote or a refusal. */
    static StringmillException refusal(ByteDriver driver, long outcome, byte[] src, int from, int to) {
        int read = Outcome.read(outcome);
        if (Outcome.state(outcome) == Outcome.QUOTE) {
            return new StringmillException(ErrorCode.QUOTE_UNESCAPED, read);
        }
        long refusal = driver.refusal(src, from + read, to, true);
        return new StringmillException(Refusal.code(refusal), Refusal.place(refusal) - from);
    }

    private static int runWhole(UnitDriver driver, char[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset,
            int dstLen, Repairs repairs) {
        Objects.checkFromIndexSize(srcOffset, srcLen, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLen, dst.length);
        RepairCount tally = tally(repairs);
        long countBefore = tally == null ? 0 : tally.count();
        int to = srcOffset + srcLen;
        long outcome = driver.run(src, srcOffset, to, true, dst, dstOffset, dstOffset + dstLen, tally);
        if (Outcome.state(outcome) == Outcome.UNDERFLOW) {
            return Outcome.written(outcome);
        }
        if (Outcome.state(outcome) == Outcome.REFUSED) {
            throw new StringmillException(ErrorCode.UTF16_SURROGATE_LONE, Outcome.read(outcome));
        }
        if (tally != null) {
            tally.backTo(countBefore);
        }
        return NO_ROOM;
    }
}
