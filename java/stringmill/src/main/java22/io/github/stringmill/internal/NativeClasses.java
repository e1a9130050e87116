package io.github.stringmill.internal;

/** Maps tables of byte classes to the numbers of the native library. Tables are compared by identity. */
final class NativeClasses {
    private static final int CLASSES = 7;

    /** Most programs have few tables, all static; after this many, new ones are left to the pure kernels. */
    private static final int KNOWN_MAX = 32;

    private record Known(boolean[] table, int number) {}

    private static volatile Known[] known = {};

    private NativeClasses() {}

    /** Returns the number of a class, or -1 if the library lacks it. */
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

    /** Returns whether the library and the table agree on every byte. */
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
