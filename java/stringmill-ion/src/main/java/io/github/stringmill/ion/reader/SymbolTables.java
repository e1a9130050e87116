package io.github.stringmill.ion.reader;

import com.amazon.ion.SymbolTable;
import com.amazon.ion.impl._Private_Utils;
import java.util.Arrays;

/**
 * The current symbol table, and the tables that were passed on the way to the current value, for writers that copy
 * them. {@link ValueParser} and {@link TextReader} change it, {@link ValueReader} looks symbols up in it.
 */
final class SymbolTables {
    private static final SymbolTable SYSTEM = _Private_Utils.systemSymtab(1);

    private SymbolTable current = SYSTEM;
    private SymbolTable[] passed = new SymbolTable[2];
    private int passedCount;

    SymbolTable current() {
        return current;
    }

    /** A version marker was passed: the system table becomes the current one. */
    void reset() {
        pass(SYSTEM);
    }

    /** A table was passed in the text, and becomes the current one. */
    void pass(SymbolTable table) {
        current = table;
        if (passedCount == passed.length) {
            passed = Arrays.copyOf(passed, passedCount * 2);
        }
        passed[passedCount++] = table;
    }

    /** Makes the table of a span the current one; it does not count as passed. */
    void restore(SymbolTable table) {
        current = table;
    }

    void forgetPassed() {
        while (passedCount > 0) {
            passed[--passedCount] = null;
        }
    }

    /** Removes the table that was passed last, and returns it; null if there is none. */
    SymbolTable popPassed() {
        return passedCount == 0 ? null : passed[--passedCount];
    }
}
