package io.github.stringmill.internal;

/** Maps tables of byte classes to the numbers of the native library. Tables are compared by identity. */
final class NativeClasses {
    private static final int CLASSES = 7;

    /** Most programs have few tables, all static; the pure kernels take all tables after this many. */
    private static final int KNOWN_MAX = 32;

    private record NumberedClass(boolean[] table, int number) {}

    private static volatile NumberedClass[] numberedClasses = {};

    private NativeClasses() {}

    /** Returns the number of a class, or -1 if the library lacks it. */
    static int number(boolean[] table) {
        for (NumberedClass one : numberedClasses) {
            if (one.table == table) {
                return one.number;
            }
        }
        return find(table);
    }

    private static synchronized int find(boolean[] table) {
        NumberedClass[] oldClasses = numberedClasses;
        if (oldClasses.length == KNOWN_MAX) {
            return -1;
        }
        NativeScratch scratch = NativeScratch.take();
        if (scratch == null) {
            return -1;
        }
        int number = CLASSES - 1;
        try {
            while (number >= 0 && !isClass(scratch, number, table)) {
                number--;
            }
        } finally {
            scratch.release();
        }
        NumberedClass[] newClasses = new NumberedClass[oldClasses.length + 1];
        System.arraycopy(oldClasses, 0, newClasses, 0, oldClasses.length);
        newClasses[oldClasses.length] = new NumberedClass(table, number);
        numberedClasses = newClasses;
        return number;
    }

    /** Returns whether the library and the table agree on every byte. */
    private static boolean isClass(NativeScratch scratch, int number, boolean[] table) {
        for (int i = 0; i < 256; i++) {
            scratch.bytes.put(0, (byte) i);
            long done = NativeDoor.run(NativeDoor.Operation.SCAN.number, number, scratch.srcAddress, 1, 0, 0);
            if (Kernels.read(done) == 1 != table[i]) {
                return false;
            }
        }
        return true;
    }
}
