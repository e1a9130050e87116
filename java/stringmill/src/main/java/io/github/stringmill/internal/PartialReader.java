package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import java.nio.ByteBuffer;

/**
 * Reads a JSON text that arrives in pieces of bytes or of code units, cut anywhere, and reports its tokens. Standard: docs/bytes.md, "The
 * value so far". Looks at each unit once, and keeps nothing of a piece but the beginning of a character.
 *
 * <p>Pieces are copied in parts to buffers of its own, so a caller or another thread that changes them meanwhile can
 * change values, but nothing else.
 */
public final class PartialReader {
    private static final int PART = 1024;

    /** Any unit beyond ASCII. */
    private static final char NON_ASCII = '\u0080';

    private final PartialScanner scanner;
    private final PartialUtf8 utf8 = new PartialUtf8();
    private final long lengthMax;
    private final char[] units = new char[PART];
    /** Only for an input of bytes. */
    private byte[] bytes;
    /** How many bytes or units at the beginning of the buffer are the beginning of a character. */
    private int held;
    private long length;
    private PartialRefusal refusal;

    /** Makes a reader that reports tokens. */
    public PartialReader(PartialTokens tokens, PartialRules rules) {
        scanner = new PartialScanner(tokens, rules);
        lengthMax = rules.lengthMax();
    }

    /** Returns the first error, or null. */
    public PartialRefusal refusal() {
        return refusal;
    }

    /** Returns whether the outermost value has ended. */
    public boolean isWhole() {
        return scanner.isWhole();
    }

    /** Returns how many units before the value are not white space. */
    public long skippedBefore() {
        return scanner.skippedBefore();
    }

    /** Returns how many units after the value are not white space. */
    public long skippedAfter() {
        return scanner.skippedAfter();
    }

    /**
     * Reads bytes from the position of a buffer to its limit. All pieces of an input are either bytes or units.
     *
     * @return the first error, or null
     */
    public PartialRefusal read(ByteBuffer piece) {
        if (bytes == null) {
            bytes = new byte[PART];
        }
        int end = piece.limit();
        try {
            boolean isTooLong = piece.remaining() > lengthMax - length;
            if (isTooLong) {
                piece.limit(piece.position() + (int) (lengthMax - length));
            }
            length += piece.remaining();
            while (piece.hasRemaining()) {
                int count = Math.min(piece.remaining(), bytes.length - held);
                piece.get(bytes, held, count);
                bytes(held + count);
            }
            requireLength(isTooLong);
        } catch (PartialRefusal e) {
            refusal = e;
        } finally {
            piece.limit(end).position(end);
        }
        return refusal;
    }

    /**
     * Reads units.
     *
     * @return the first error, or null
     */
    public PartialRefusal read(String piece) {
        scanner.position.isBytes = false;
        try {
            int end = (int) Math.min(piece.length(), lengthMax - length);
            length += end;
            for (int at = 0, count; at < end; at += count) {
                count = Math.min(end - at, units.length - held);
                piece.getChars(at, at + count, units, held);
                int to = held + count;
                char last = units[to - 1];
                held = Character.isHighSurrogate(last) ? 1 : 0;
                scanner.read(units, 0, to - held);
                units[0] = last;
            }
            requireLength(end < piece.length());
        } catch (PartialRefusal e) {
            refusal = e;
        }
        return refusal;
    }

    /**
     * Handles the end of the text.
     *
     * @return the first error, or null if the text is whole
     */
    public PartialRefusal end() {
        try {
            if (held > 0 && !scanner.isOutside()) {
                throw scanner.fail(scanner.position.isBytes ? ErrorCode.UTF8_INCOMPLETE : ErrorCode.UTF16_SURROGATE_LONE,
                        scanner.position.here());
            }
            scanner.end();
        } catch (PartialRefusal e) {
            refusal = e;
        }
        return refusal;
    }

    private void requireLength(boolean isTooLong) {
        if (isTooLong) {
            throw scanner.fail(ErrorCode.LIMIT_RECORD_LEN, scanner.position.withOffset(lengthMax));
        }
    }

    /** Reads the first {@code end} bytes of the buffer. */
    private void bytes(int end) {
        int at = 0;
        held = 0;
        while (at < end) {
            if (scanner.isOutside()) {
                at = scanner.passOutside(bytes, at, end);
                continue;
            }
            utf8.decode(bytes, at, end, units);
            scanner.read(units, 0, utf8.units);
            at += utf8.bytes;
            if (scanner.isOutside() || at == end) {
                continue;
            }
            // If only ASCII may follow, every other character gives the same error.
            if (scanner.needsAscii()) {
                units[0] = NON_ASCII;
                scanner.read(units, 0, 1);
            }
            if (utf8.error != null) {
                throw scanner.fail(utf8.error, scanner.position.here());
            }
            System.arraycopy(bytes, at, bytes, 0, end - at);
            held = end - at;
            return;
        }
    }
}
