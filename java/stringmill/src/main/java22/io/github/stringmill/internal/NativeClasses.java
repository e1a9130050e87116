package io.github.stringmill.internal;

/** Which tables of byte classes the native library has under a number. Tables are told apart by identity, once. */
final class NativeClasses {
    private static final int CLASSES = 7;

    /** Tables are few and live for ever; those of callers who make many are left to plain code. */
    private static final int KNOWN_MAX = 32;

    private record Known(boolean[] table, int number) {}

    private static volatile Known[] known = {};

    private NativeClasses() {}

    /** The number of a class, or -1 where the library has none such. */
    static int number(boolean[] table) {
        for (Known one : known) {
            if (one.table == table) {
                return one.number;
            }
        }
        return learn(table);
    }

    private static synchronized int learn(boolean[] table) {
        Known[] before = known;
        if (before.length == KNOWN_MAX) {
            return -1;
        }
        int number = CLASSES - 1;
        while (number >= 0 && !isClass(number, table)) {
            number--;
        }
        Known[] after = new Known[before.length + 1];
        System.arraycopy(before, 0, after, 0, before.length);
        after[before.length] = new Known(table, number);
        known = after;
        return number;
    }

    /** Whether the library says of each byte what the table says. */
    private static boolean isClass(int number, boolean[] table) {
        NativeRoom room = NativeRoom.take();
        try {
            for (int i = 0; i < 256; i++) {
                room.bytes[0] = (byte) i;
                if (NativeDoor.scan(number, room, 1) != 0 || room.read() == 1 != table[i]) {
                    return false;
                }
            }
            return true;
        } finally {
            room.release();
        }
    }
}
