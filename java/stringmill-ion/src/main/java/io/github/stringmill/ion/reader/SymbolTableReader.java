package io.github.stringmill.ion.reader;

import com.amazon.ion.IntegerSize;
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
 * Reads a local symbol table at the top level of a text, field by field like ion-java. If it follows the specification,
 * it checks all values in the table, resolves the IDs of field names in the current table, and counts fields that are
 * null. ion-java makes the table itself from a plain text with the same imports and symbols, because it accepts only
 * tables of its own.
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
    private final boolean asIonJava;
    /** Texts of the new symbols; null for a symbol without text. */
    private final List<String> symbols = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();

    /** An import; without a valid {@code maxId} it is negative. */
    private record Import(String name, int version, int maxId) {}

    SymbolTableReader(ValueReader reader, IonCatalog catalog, boolean asIonJava) {
        this.reader = reader;
        this.catalog = catalog;
        this.asIonJava = asIonJava;
    }

    /** Reads the current value of the reader, which is a struct, and steps out of it. */
    SymbolTable read() {
        SymbolTable current = reader.getSymbolTable();
        boolean hasSymbols = false;
        boolean hasImports = false;
        boolean appends = false;
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            boolean isList = type == IonType.LIST && !reader.isNullValue();
            String field = fieldName();
            if (field.equals(SYMBOLS)) {
                if (hasSymbols) {
                    throw new IonException("Multiple symbol fields found within a single local symbol table.");
                }
                hasSymbols = true;
            } else if (field.equals(IMPORTS)) {
                if (hasImports) {
                    throw new IonException("Multiple imports fields found within a single local symbol table.");
                }
                hasImports = true;
                appends = type == IonType.SYMBOL && "$ion_symbol_table".equals(symbolText());
            }
            if (isList && field.equals(SYMBOLS)) {
                readSymbols();
            } else if (isList && field.equals(IMPORTS)) {
                readImports();
            } else {
                skipChecked(type);
            }
        }
        reader.stepOut();
        return appends && current.isLocalTable() ? append(current) : table();
    }

    /** The name of a field. ion-java skips nulls, and looks IDs up in the system symbol table. */
    private String fieldName() {
        SymbolToken token = reader.getFieldNameSymbol();
        String text = token.getText();
        if (asIonJava) {
            text = reader.isNullValue() ? null : systemText(token);
        } else {
            checkAnnotations();
        }
        return text == null ? "" : text;
    }

    private String systemText(SymbolToken token) {
        int id = token.getSid();
        if (id <= 0) {
            return token.getText();
        }
        SymbolTable system = reader.getSymbolTable().getSystemSymbolTable();
        return id <= system.getMaxId() ? system.findKnownSymbol(id) : null;
    }

    /** The text of the current symbol; null if it is unknown, which ion-java refuses. */
    private String symbolText() {
        return asIonJava ? reader.stringValue() : reader.isNullValue() ? null : reader.symbolValue().getText();
    }

    private void checkAnnotations() {
        if (!asIonJava) {
            reader.getTypeAnnotationSymbols();
        }
    }

    /** Checks a value without meaning in the table, and all values in it, unless ion-java is followed. */
    private void skipChecked(IonType first) {
        if (asIonJava) {
            return;
        }
        int depth = reader.getDepth();
        IonType type = first;
        while (true) {
            if (type == null) {
                reader.stepOut();
            } else if (IonType.isContainer(type) && !reader.isNullValue()) {
                reader.stepIn();
            } else {
                reader.checkScalar();
            }
            if (reader.getDepth() == depth) {
                return;
            }
            type = reader.next();
            if (type != null) {
                reader.checkNames();
            }
        }
    }

    private void readSymbols() {
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            checkAnnotations();
            if (type == IonType.STRING) {
                symbols.add(reader.stringValue());
            } else {
                symbols.add(null);
                skipChecked(type);
            }
        }
        reader.stepOut();
    }

    private void readImports() {
        reader.stepIn();
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            checkAnnotations();
            if (type == IonType.STRUCT && !reader.isNullValue()) {
                readImport();
            } else {
                skipChecked(type);
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
            boolean isNull = reader.isNullValue();
            String field = fieldName();
            if (field.equals(NAME) && type == IonType.STRING && !isNull) {
                name = reader.stringValue();
            } else if (field.equals(VERSION) && type == IonType.INT && !isNull) {
                version = intValue(version);
            } else if (field.equals(MAX_ID) && type == IonType.INT && !isNull) {
                maxId = intValue(maxId);
            } else {
                skipChecked(type);
            }
        }
        reader.stepOut();
        // A struct that names no table, or the system table, is not an import.
        if (name != null && !name.isEmpty() && !name.equals(ION)) {
            imports.add(new Import(name, Math.max(version, 1), maxId));
        }
    }

    /** A version or ID. After a negative one, which ion-java accepts, the field keeps its earlier value. */
    private int intValue(int before) {
        if (asIonJava) {
            return reader.intValue();
        }
        if (reader.bigIntegerValue().signum() < 0) {
            return before;
        }
        if (reader.getIntegerSize() != IntegerSize.INT) {
            throw new IonException("a version or ID of a symbol table is above 2147483647: " + reader.bigIntegerValue());
        }
        return reader.intValue();
    }

    /** Returns a table that continues another one. */
    private SymbolTable append(SymbolTable current) {
        if (symbols.stream().allMatch(text -> text != null && current.find(text) == null)
                && symbols.stream().distinct().count() == symbols.size()) {
            symbols.forEach(current::intern);
            return current;
        }
        // No method of a table adds symbols without text, or symbols that the table has already.
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
