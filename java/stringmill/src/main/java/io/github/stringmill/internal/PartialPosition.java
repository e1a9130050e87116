package io.github.stringmill.internal;

/** The place after the last text of a {@link PartialScanner}, and one that is marked. */
final class PartialPosition {
    /** Whether the input is bytes, as an empty one is. */
    boolean isBytes = true;

    private long offset;
    private long line = 1;
    private long column = 1;

    /** The place of {@code units[at]}; the current text begins at {@code units[from]}. */
    PartialPlace at(char[] units, int from, int at) {
        PartialPosition place = new PartialPosition();
        place.isBytes = isBytes;
        place.offset = offset;
        place.line = line;
        place.column = column;
        place.pass(units, from, at);
        return place.here();
    }

    PartialPlace here() {
        return new PartialPlace(offset, line, column);
    }

    /** The place with another offset. */
    PartialPlace withOffset(long other) {
        return new PartialPlace(other, line, column);
    }

    /** Passes {@code units[from, to)}. */
    void pass(char[] units, int from, int to) {
        for (int at = from; at < to; at++) {
            char unit = units[at];
            if (unit == '\n') {
                line++;
                column = 1;
            } else if (!Character.isLowSurrogate(unit)) {
                column++;
            }
        }
        offset += isBytes ? utf8Length(units, from, to) : to - from;
    }

    /** Passes bytes outside of the JSON text, which may be ill-formed. */
    void passBytes(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[at] & 0xC0) != 0x80) {
                column++;
            }
        }
        offset += to - from;
    }

    /** The bytes of well-formed units. */
    static int utf8Length(char[] units, int from, int to) {
        int length = to - from;
        for (int at = from; at < to; at++) {
            char unit = units[at];
            // Each half of a surrogate pair counts as two bytes.
            length += unit < 0x80 ? 0 : unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
        }
        return length;
    }

    /** A place in the current text or in an earlier one. */
    static final class Mark {
        private static final int NONE = -1;

        private int index = NONE;
        private PartialPlace place;

        void set(int at) {
            index = at;
        }

        void clear() {
            index = NONE;
            place = null;
        }

        /** Computes the place before the text is dropped. */
        void keep(PartialPosition position, char[] units, int from) {
            if (index != NONE) {
                place = position.at(units, from, index);
                index = NONE;
            }
        }

        PartialPlace of(PartialPosition position, char[] units, int from) {
            return index == NONE ? place : position.at(units, from, index);
        }
    }
}
