package io.github.stringmill.ion.reader;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonException;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.util.IonTextUtils;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Reads a local symbol table at the top level of a text, field by field as ion-java does. The table itself is made by
 * ion-java, from a plain text with the same imports and symbols, so that it is a table that all of ion-java takes.
 */
final class SymbolTableReader {
    private static final String NAME = "name";
    private static final String VERSION = "version";
    private static final String MAX_ID = "max_id";
    private static final String IMPORTS = "imports";
    private static final String SYMBOLS = "symbols";
    private static final String ION = "$ion";

    private final ValueReader reader;
    private final IonCatalog catalog;
    /** Texts of the new symbols; null for one without. */
    private final List<String> symbols = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();

    /** An import; without a valid {@code maxId} it is negative. */
    private record Import(String name, int version, int maxId) {}

    SymbolTableReader(ValueReader reader, IonCatalog catalog) {
        this.reader = reader;
        this.catalog = catalog;
    }

    /** Reads the struct that the reader stands on, and leaves it. */
    SymbolTable read() {
        SymbolTable current = reader.getSymbolTable();
        boolean hasSymbols = false;
        boolean hasImports = false;
        boolean appends = false;
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            String field = reader.isNullValue() ? "" : systemFieldName();
            if (field.equals(SYMBOLS)) {
                if (hasSymbols) {
                    throw new IonException("Multiple symbol fields found within a single local symbol table.");
                }
                hasSymbols = true;
                if (type == IonType.LIST) {
                    readSymbols();
                }
            } else if (field.equals(IMPORTS)) {
                if (hasImports) {
                    throw new IonException("Multiple imports fields found within a single local symbol table.");
                }
                hasImports = true;
                if (type == IonType.LIST) {
                    readImports();
                } else if (type == IonType.SYMBOL && "$ion_symbol_table".equals(reader.stringValue())) {
                    appends = true;
                }
            }
        }
        reader.stepOut();
        return appends && current.isLocalTable() ? appended(current) : table();
    }

    /** The name that a field has in the system symbol table: IDs are taken from there. */
    private String systemFieldName() {
        SymbolToken token = reader.getFieldNameSymbol();
        int id = token.getSid();
        if (id <= 0) {
            return token.getText() == null ? "" : token.getText();
        }
        SymbolTable system = reader.getSymbolTable().getSystemSymbolTable();
        String name = id <= system.getMaxId() ? system.findKnownSymbol(id) : null;
        return name == null ? "" : name;
    }

    private void readSymbols() {
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            symbols.add(type == IonType.STRING ? reader.stringValue() : null);
        }
        reader.stepOut();
    }

    private void readImports() {
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            if (type == IonType.STRUCT && !reader.isNullValue()) {
                readImport();
            }
        }
        reader.stepOut();
    }

    private void readImport() {
        String name = null;
        int version = -1;
        int maxId = -1;
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            String field = reader.isNullValue() ? "" : systemFieldName();
            if (field.equals(NAME) && type == IonType.STRING) {
                name = reader.stringValue();
            } else if (field.equals(VERSION) && type == IonType.INT) {
                version = reader.intValue();
            } else if (field.equals(MAX_ID) && type == IonType.INT) {
                maxId = reader.intValue();
            }
        }
        reader.stepOut();
        // What names no table, or the system's, is no import.
        if (name != null && !name.isEmpty() && !name.equals(ION)) {
            imports.add(new Import(name, Math.max(version, 1), maxId));
        }
    }

    /** A table that continues another. */
    private SymbolTable appended(SymbolTable current) {
        if (symbols.stream().allMatch(text -> text != null && current.find(text) == null)
                && symbols.stream().distinct().count() == symbols.size()) {
            symbols.forEach(current::intern);
            return current;
        }
        // Symbols without text and those that are there already cannot be put into a table from outside.
        for (SymbolTable imported : current.getImportedTables()) {
            imports.add(new Import(imported.getName(), imported.getVersion(), imported.getMaxId()));
        }
        List<String> all = new ArrayList<>();
        for (Iterator<String> names = current.iterateDeclaredSymbolNames(); names.hasNext();) {
            all.add(names.next());
        }
        all.addAll(symbols);
        symbols.clear();
        symbols.addAll(all);
        return table();
    }

    private SymbolTable table() {
        StringBuilder text = new StringBuilder("$ion_symbol_table::{imports:[");
        for (Import imported : imports) {
            text.append("{name:").append(IonTextUtils.printString(imported.name))
                    .append(",version:").append(imported.version);
            if (imported.maxId >= 0) {
                text.append(",max_id:").append(imported.maxId);
            }
            text.append("},");
        }
        text.append("],symbols:[");
        for (String symbol : symbols) {
            text.append(symbol == null ? "null" : IonTextUtils.printString(symbol)).append(',');
        }
        text.append("]} 0");
        var table = IonReaderBuilder.standard().withCatalog(catalog).build(text.toString());
        table.next();
        return table.getSymbolTable();
    }
}
