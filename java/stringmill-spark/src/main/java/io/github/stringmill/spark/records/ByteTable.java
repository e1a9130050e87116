package io.github.stringmill.spark.records;

/** Makes tables of bytes for loops that search for several bytes. */
public final class ByteTable {
    private ByteTable() {}

    /** Returns for each byte whether it is one of some ASCII characters. */
    public static boolean[] of(String characters) {
        boolean[] table = new boolean[256];
        for (int i = 0; i < characters.length(); i++) {
            table[characters.charAt(i)] = true;
        }
        return table;
    }
}
