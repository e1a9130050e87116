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
    private SymbolTable[] passedTables = new SymbolTable[2];
    private int passedCount;

    SymbolTable current() {
        return current;
    }

    /** Handles a version marker: the system table becomes the current one. */
    void reset() {
        pass(SYSTEM);
    }

    /** Handles a symbol table of the text: it becomes the current one. */
    void pass(SymbolTable table) {
        current = table;
        if (passedCount == passedTables.length) {
            passedTables = Arrays.copyOf(passedTables, passedCount * 2);
        }
        passedTables[passedCount++] = table;
    }

    /** Makes the table of a span the current one; it does not count as passed. */
    void restore(SymbolTable table) {
        current = table;
    }

    void forgetPassed() {
        while (passedCount > 0) {
            passedTables[--passedCount] = null;
        }
    }

    /** Removes the table that was passed last, and returns it; null if there is none. */
    SymbolTable popPassed() {
        return passedCount == 0 ? null : passedTables[--passedCount];
    }
}
