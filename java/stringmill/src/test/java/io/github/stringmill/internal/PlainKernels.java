package io.github.stringmill.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reference kernels for tests: every operation by its definition, one unit at a time. */
final class PlainKernels implements Kernels {
    private static final String SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final int unitsMost;

    /**
     * @param unitsMost the largest number of units that a call takes
     */
    PlainKernels(int unitsMost) {
        this.unitsMost = unitsMost;
    }

    PlainKernels() {
        this(Integer.MAX_VALUE);
    }

    /** One unit: its length in the source and its output; null if a kernel stops. */
    private record Unit(int read, byte[] out) {}

    private interface Next {
        Unit at(int from);
    }

    @Override
    public String name() {
        return "plain";
    }

    private long run(Next next, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        for (int units = 0; read < to && units < unitsMost; units++) {
            Unit unit = next.at(read);
            if (unit == null || unit.out.length > end - put) {
                break;
            }
            System.arraycopy(unit.out, 0, dst, put, unit.out.length);
            put += unit.out.length;
            read += unit.read;
        }
        return Kernels.progress(read - from, put - at);
    }

    @Override
    public long jsonEscape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> escapedByte(rules, src, place, to), from, to, dst, at, end);
    }

    private static Unit escapedByte(EscapeRules rules, byte[] src, int at, int to) {
        if (src[at] >= 0) {
            byte[] out = ascii(rules, src[at]);
            return out == null ? null : new Unit(1, out);
        }
        if (rules.nonAscii() == EscapeRules.NonAscii.COPIED) {
            return new Unit(1, new byte[] {src[at]});
        }
        int code = codeAt(src, at, to);
        byte[] out = code < 0 ? null : nonAscii(rules, code);
        return out == null ? null : new Unit(utf8(code).length, out);
    }

    @Override
    public long jsonEscapeUtf16(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> {
            int code = codeAt(src, place, to);
            byte[] out = code < 0 ? null : code < 0x80 ? ascii(rules, code) : nonAscii(rules, code);
            return out == null ? null : new Unit(Character.charCount(code), out);
        }, from, to, dst, at, end);
    }

    @Override
    public long jsonEscapeLatin1(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> {
            byte[] out = src[place] >= 0 ? ascii(rules, src[place]) : nonAscii(rules, src[place] & 0xFF);
            return out == null ? null : new Unit(1, out);
        }, from, to, dst, at, end);
    }

    private static byte[] ascii(EscapeRules rules, int c) {
        int length = rules.length(c);
        if (length < 0) {
            return null;
        }
        byte[] out = new byte[Math.max(1, length)];
        for (int i = 0; i < out.length; i++) {
            out[i] = (byte) (length == 0 ? c : rules.text(c) >> 8 * i);
        }
        return out;
    }

    private static byte[] nonAscii(EscapeRules rules, int code) {
        boolean escaped = switch (rules.nonAscii()) {
            case STOPS -> false;
            case COPIED, CHECKED -> false;
            case ESCAPED -> true;
            case PAIRS_ESCAPED -> code > 0xFFFF;
        };
        if (rules.nonAscii() == EscapeRules.NonAscii.STOPS) {
            return null;
        }
        if (!escaped) {
            return utf8(code);
        }
        StringBuilder out = new StringBuilder();
        for (char unit : Character.toChars(code)) {
            out.append("\\u").append(String.format(rules.upperHex() ? "%04X" : "%04x", (int) unit));
        }
        return out.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Override
    public int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        int at = from;
        while (at < to) {
            Unit unit = escapedByte(rules, src, at, to);
            if (unit == null || src[at] >= 0 && rules.length(src[at]) != 0
                    || src[at] < 0 && unit.out.length > 0 && unit.out[0] == '\\') {
                break;
            }
            at += unit.read;
        }
        return at - from;
    }

    @Override
    public long jsonUnescape(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> unescaped(src, place, to), from, to, dst, at, end);
    }

    @Override
    public long jsonDecode(byte[] src, int from, int to, char[] dst, int at, int end) {
        byte[] pairs = new byte[2 * (end - at)];
        long done = run(place -> decoded(src, place, to), from, to, pairs, 0, pairs.length);
        int written = Kernels.written(done) / 2;
        ByteBuffer.wrap(pairs).asCharBuffer().get(dst, at, written);
        return Kernels.progress(Kernels.read(done), written);
    }

    private static Unit decoded(byte[] src, int at, int to) {
        int escape = src[at] == '\\' ? hexEscape(src, at, to) : -1;
        if (escape >= 0) {
            return new Unit(6, new byte[] {(byte) (escape >> 8), (byte) escape});
        }
        Unit unit = unescaped(src, at, to);
        return unit == null ? null
                : new Unit(unit.read, new String(unit.out, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16BE));
    }

    private static Unit unescaped(byte[] src, int at, int to) {
        int first = src[at];
        if (first < 0) {
            int code = codeAt(src, at, to);
            return code < 0 ? null : new Unit(utf8(code).length, utf8(code));
        }
        if (first != '\\') {
            return first < 0x20 || first == '"' ? null : new Unit(1, new byte[] {src[at]});
        }
        int kind = at + 1 < to ? "\"\\/bfnrt".indexOf(src[at + 1]) : -1;
        if (kind >= 0) {
            return new Unit(2, new byte[] {(byte) "\"\\/\b\f\n\r\t".charAt(kind)});
        }
        int unit = hexEscape(src, at, to);
        if (unit < 0 || Character.isLowSurrogate((char) unit)) {
            return null;
        }
        if (!Character.isHighSurrogate((char) unit)) {
            return new Unit(6, utf8(unit));
        }
        int low = hexEscape(src, at + 6, to);
        return low < 0 || !Character.isLowSurrogate((char) low) ? null
                : new Unit(12, utf8(Character.toCodePoint((char) unit, (char) low)));
    }

    private static int hexEscape(byte[] src, int at, int to) {
        if (to - at < 6 || src[at] != '\\' || src[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = 2; i < 6; i++) {
            int digit = src[at + i] < 0 ? -1 : Character.digit(src[at + i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    @Override
    public int utf8Validate(byte[] src, int from, int to) {
        int at = from;
        while (at < to) {
            int code = codeAt(src, at, to);
            if (code < 0) {
                break;
            }
            at += utf8(code).length;
        }
        return at - from;
    }

    @Override
    public int scan(boolean[] charClass, byte[] src, int from, int to) {
        int at = from;
        while (at < to && charClass[src[at] & 0xFF]) {
            at++;
        }
        return at - from;
    }

    @Override
    public long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> {
            int code = codeAt(src, place, to);
            return code < 0 ? null : new Unit(Character.charCount(code), utf8(code));
        }, from, to, dst, at, end);
    }

    @Override
    public long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> new Unit(1, utf8(src[place] & 0xFF)), from, to, dst, at, end);
    }

    @Override
    public long base64Encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> {
            if (to - place < 3) {
                return null;
            }
            int bits = (src[place] & 0xFF) << 16 | (src[place + 1] & 0xFF) << 8 | src[place + 2] & 0xFF;
            byte[] out = new byte[4];
            for (int i = 0; i < 4; i++) {
                out[i] = (byte) symbols(url).charAt(bits >> 18 - 6 * i & 63);
            }
            return new Unit(3, out);
        }, from, to, dst, at, end);
    }

    @Override
    public long base64Decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        return run(place -> {
            int bits = 0;
            for (int i = place; i < place + 4; i++) {
                int number = i < to && src[i] >= 0 ? symbols(url).indexOf(src[i]) : -1;
                if (number < 0) {
                    return null;
                }
                bits = bits << 6 | number;
            }
            return new Unit(4, new byte[] {(byte) (bits >> 16), (byte) (bits >> 8), (byte) bits});
        }, from, to, dst, at, end);
    }

    private static String symbols(boolean url) {
        return SYMBOLS + (url ? "-_" : "+/");
    }

    /** Returns the scalar value at an index, or -1 if there is none. */
    private static int codeAt(char[] src, int at, int to) {
        char unit = src[at];
        if (!Character.isSurrogate(unit)) {
            return unit;
        }
        boolean pair = Character.isHighSurrogate(unit) && at + 1 < to && Character.isLowSurrogate(src[at + 1]);
        return pair ? Character.toCodePoint(unit, src[at + 1]) : -1;
    }

    /** Returns the scalar value whose sequence begins at an index, or -1 if there is none; encodes it to check. */
    static int codeAt(byte[] src, int at, int to) {
        int lead = src[at] & 0xFF;
        int length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
        if (length == 0 || to - at < length) {
            return -1;
        }
        int code = length == 1 ? lead : lead & 0x7F >> length;
        for (int i = 1; i < length; i++) {
            if ((src[at + i] & 0xC0) != 0x80) {
                return -1;
            }
            code = code << 6 | src[at + i] & 0x3F;
        }
        boolean scalar = code <= 0x10_FFFF && (code < 0xD800 || code > 0xDFFF);
        return scalar && utf8(code).length == length ? code : -1;
    }

    /** Returns the UTF-8 of a scalar value. */
    static byte[] utf8(int code) {
        if (code < 0x80) {
            return new byte[] {(byte) code};
        }
        if (code < 0x800) {
            return new byte[] {(byte) (0xC0 | code >> 6), (byte) (0x80 | code & 0x3F)};
        }
        if (code < 0x1_0000) {
            return new byte[] {(byte) (0xE0 | code >> 12), (byte) (0x80 | code >> 6 & 0x3F),
                (byte) (0x80 | code & 0x3F)};
        }
        return new byte[] {(byte) (0xF0 | code >> 18), (byte) (0x80 | code >> 12 & 0x3F),
            (byte) (0x80 | code >> 6 & 0x3F), (byte) (0x80 | code & 0x3F)};
    }
}
