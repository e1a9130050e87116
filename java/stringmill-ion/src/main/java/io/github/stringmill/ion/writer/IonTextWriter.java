package io.github.stringmill.ion.writer;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonValue;
import com.amazon.ion.IonWriter;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.SystemSymbols;
import com.amazon.ion.Timestamp;
import com.amazon.ion.impl._Private_IonWriter;
import com.amazon.ion.impl._Private_IonWriterBase;
import com.amazon.ion.impl._Private_ReaderWriter;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder.LstMinimizing;
import com.amazon.ion.system.SimpleCatalog;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;

/**
 * A writer of Ion text, with the same bytes and exceptions as ion-java's. Standard: Amazon Ion 1.0.
 *
 * <p>{@link ValueText} writes the values. A local symbol table that a program writes value by value goes to a writer of
 * ion-java without output. Its last bracket makes that writer's table the current one here.
 *
 * <p>Implements the interface of ion-java that {@link IonValue#writeTo} needs in structs.
 */
public final class IonTextWriter implements _Private_IonWriter {
    private static final SymbolTable SYSTEM_TABLE = IonSystemBuilder.standard().build().getSystemSymbolTable();

    private final LstMinimizing lstMinimizing;
    private final ValueText values;
    private IonCatalog catalog;

    /** Receives all calls while a local symbol table is open; {@code null} otherwise. */
    private _Private_IonWriter tableWriter;

    /** Whether the struct that is written now is a symbol table of {@link #setTable}. */
    private boolean writesTable;

    private IonTextWriter(TextOptions options, TextOutput out) throws IOException {
        lstMinimizing = options.lstMinimizing();
        catalog = options.catalog();
        values = new ValueText(options, out, SYSTEM_TABLE);
        SymbolTable[] imports = options.imports();
        if (imports != null && imports.length > 0) {
            SymbolTable table = ionJavaWriter(imports).getSymbolTable();
            if (table != SYSTEM_TABLE) {
                setTable(table);
            }
        }
    }

    /** A writer of bytes. */
    public static IonWriter over(TextOptions options, OutputStream out) {
        return over(options, new TextOutput(out));
    }

    /** A writer of characters. */
    public static IonWriter over(TextOptions options, Appendable out) {
        return over(options, new TextOutput(out));
    }

    private static IonWriter over(TextOptions options, TextOutput out) {
        try {
            return new IonTextWriter(options, out);
        } catch (IOException e) {
            throw new IonException(e);
        }
    }

    private _Private_IonWriter ionJavaWriter(SymbolTable... imports) {
        return (_Private_IonWriter) IonTextWriterBuilder.standard()
                .withCatalog(getCatalog()).withImports(imports).build(OutputStream.nullOutputStream());
    }

    @Override
    public IonCatalog getCatalog() {
        if (catalog == null) {
            catalog = new SimpleCatalog();
        }
        return catalog;
    }

    @Override
    public SymbolTable getSymbolTable() {
        return values.table();
    }

    @Override
    public int getDepth() {
        return tableWriter == null ? values.depth() : tableWriter.getDepth();
    }

    @Override
    public boolean isInStruct() {
        return tableWriter == null ? values.isInStruct() : tableWriter.isInStruct();
    }

    @Override
    public boolean isFieldNameSet() {
        return tableWriter == null ? values.isFieldNameSet() : tableWriter.isFieldNameSet();
    }

    @Override
    public boolean isStreamCopyOptimized() {
        return false;
    }

    @Override
    public <T> T asFacet(Class<T> facetType) {
        return null;
    }

    @Override
    public void setFieldName(String name) {
        if (tableWriter == null) {
            values.fieldName(name);
        } else {
            tableWriter.setFieldName(name);
        }
    }

    @Override
    public void setFieldNameSymbol(SymbolToken name) {
        if (tableWriter == null) {
            values.fieldName(name);
        } else {
            tableWriter.setFieldNameSymbol(name);
        }
    }

    @Override
    public void setTypeAnnotations(String... annotations) {
        if (tableWriter == null) {
            values.annotations.set(annotations);
        } else {
            tableWriter.setTypeAnnotations(annotations);
        }
    }

    @Override
    public void setTypeAnnotationSymbols(SymbolToken... annotations) {
        if (tableWriter == null) {
            values.annotations.set(values.table(), annotations);
        } else {
            tableWriter.setTypeAnnotationSymbols(annotations);
        }
    }

    @Override
    public void addTypeAnnotation(String annotation) {
        if (tableWriter == null) {
            values.annotations.add(annotation);
        } else {
            tableWriter.addTypeAnnotation(annotation);
        }
    }

    @Override
    public void stepIn(IonType containerType) throws IOException {
        if (tableWriter != null) {
            tableWriter.stepIn(containerType);
        } else if (containerType == IonType.STRUCT && values.depth() == 0 && values.annotations.count() > 0
                && SystemSymbols.ION_SYMBOL_TABLE.equals(values.annotations.text(0)) && !writesTable) {
            openTable();
        } else {
            values.stepIn(containerType);
        }
    }

    @Override
    public void stepOut() throws IOException {
        if (tableWriter == null) {
            values.stepOut();
            return;
        }
        tableWriter.stepOut();
        if (tableWriter.getDepth() == 0) {
            SymbolTable table = tableWriter.getSymbolTable();
            tableWriter = null;
            setTable(table);
        }
    }

    private void openTable() throws IOException {
        _Private_IonWriter writer = ionJavaWriter();
        // Symbol IDs belong to the table that is still the current one.
        if (values.table().isLocalTable()) {
            ((_Private_IonWriterBase) writer).setSymbolTable(values.table());
        }
        writer.setTypeAnnotationSymbols(values.annotations.tokens());
        writer.stepIn(IonType.STRUCT);
        values.annotations.clear();
        tableWriter = writer;
    }

    /** Writes a symbol table, as far as the settings allow, and makes it the current one. */
    private void setTable(SymbolTable table) throws IOException {
        if (table == null || table.isSharedTable() && !table.isSystemTable()) {
            throw new IllegalArgumentException("symbol table must be local or system to be set, or reset");
        }
        if (getDepth() > 0) {
            throw new IllegalStateException(
                    "the symbol table cannot be set, or reset, while a container is open");
        }
        if (table.isSystemTable()) {
            values.putVersionMarker(table);
            return;
        }
        if (lstMinimizing == null) {
            writesTable = true;
            try {
                table.writeTo(this);
            } finally {
                writesTable = false;
            }
        } else if (lstMinimizing == LstMinimizing.LOCALS && table.getImportedTables().length > 0) {
            putImports(table.getImportedTables());
        } else {
            values.putVersionMarker(table.getSystemSymbolTable());
        }
        values.table(table);
    }

    /** Writes a local symbol table with imports only. */
    private void putImports(SymbolTable[] imports) throws IOException {
        values.annotations.set(SystemSymbols.ION_SYMBOL_TABLE);
        values.stepIn(IonType.STRUCT);
        // A field name that was set before the end of a struct comes first, as with ion-java.
        if (!values.isFieldNameSet()) {
            values.fieldName(SystemSymbols.IMPORTS);
        }
        values.stepIn(IonType.LIST);
        for (SymbolTable table : imports) {
            values.stepIn(IonType.STRUCT);
            values.fieldName(SystemSymbols.NAME);
            values.putString(table.getName());
            values.fieldName(SystemSymbols.VERSION);
            values.put(table.getVersion());
            values.fieldName(SystemSymbols.MAX_ID);
            values.put(table.getMaxId());
            values.stepOut();
        }
        values.stepOut();
        values.stepOut();
    }

    @Override
    public void writeIonVersionMarker() throws IOException {
        if (tableWriter == null) {
            values.putVersionMarker(SYSTEM_TABLE);
        } else {
            tableWriter.writeIonVersionMarker();
        }
    }

    @Override
    public void writeNull() throws IOException {
        writeNull(IonType.NULL);
    }

    @Override
    public void writeNull(IonType type) throws IOException {
        if (tableWriter == null) {
            values.putNull(type);
        } else {
            tableWriter.writeNull(type);
        }
    }

    @Override
    public void writeBool(boolean value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeBool(value);
        }
    }

    @Override
    public void writeInt(long value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeInt(value);
        }
    }

    @Override
    public void writeInt(BigInteger value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeInt(value);
        }
    }

    @Override
    public void writeFloat(double value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeFloat(value);
        }
    }

    @Override
    public void writeDecimal(BigDecimal value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeDecimal(value);
        }
    }

    @Override
    public void writeTimestamp(Timestamp value) throws IOException {
        if (tableWriter == null) {
            values.put(value);
        } else {
            tableWriter.writeTimestamp(value);
        }
    }

    @Override
    @Deprecated
    public void writeTimestampUTC(Date value) throws IOException {
        writeTimestamp(Timestamp.forDateZ(value));
    }

    @Override
    public void writeSymbol(String content) throws IOException {
        if (tableWriter == null) {
            values.putSymbol(content);
        } else {
            tableWriter.writeSymbol(content);
        }
    }

    @Override
    public void writeSymbolToken(SymbolToken content) throws IOException {
        if (tableWriter != null) {
            tableWriter.writeSymbolToken(content);
        } else if (content == null) {
            values.putNull(IonType.SYMBOL);
        } else if (content.getText() != null) {
            values.putSymbol(content.getText());
        } else {
            int id = content.getSid();
            Annotations.requireSlot(values.table(), id);
            values.putSymbol(id);
        }
    }

    @Override
    public void writeString(String value) throws IOException {
        if (tableWriter == null) {
            values.putString(value);
        } else {
            tableWriter.writeString(value);
        }
    }

    @Override
    public void writeClob(byte[] value) throws IOException {
        writeClob(value, 0, value == null ? 0 : value.length);
    }

    @Override
    public void writeClob(byte[] value, int start, int len) throws IOException {
        if (tableWriter == null) {
            values.putClob(value, start, len);
        } else {
            tableWriter.writeClob(value, start, len);
        }
    }

    @Override
    public void writeBlob(byte[] value) throws IOException {
        writeBlob(value, 0, value == null ? 0 : value.length);
    }

    @Override
    public void writeBlob(byte[] value, int start, int len) throws IOException {
        if (tableWriter == null) {
            values.putBlob(value, start, len);
        } else {
            tableWriter.writeBlob(value, start, len);
        }
    }

    @Override
    @Deprecated
    public void writeValue(IonValue value) throws IOException {
        if (value != null) {
            value.writeTo(this);
        }
    }

    @Override
    public void writeValues(IonReader reader) throws IOException {
        if (reader.getType() == null) {
            reader.next();
        }
        _Private_ReaderWriter tables = getDepth() == 0 && reader instanceof _Private_ReaderWriter
                ? (_Private_ReaderWriter) reader : null;
        while (reader.getType() != null) {
            if (tables != null) {
                takeTable(tables);
            }
            writeValue(reader);
            reader.next();
        }
    }

    /** Makes the last symbol table that a reader has passed the current one. */
    private void takeTable(_Private_ReaderWriter reader) throws IOException {
        SymbolTable table = reader.pop_passed_symbol_table();
        if (table != null) {
            setTable(table);
            while (table != null) {
                table = reader.pop_passed_symbol_table();
            }
        }
    }

    @Override
    public void writeValue(IonReader reader) throws IOException {
        int depth = getDepth();
        IonType type = reader.getType();
        if (type == null) {
            return;
        }
        do {
            if (type == null) {
                reader.stepOut();
                stepOut();
            } else {
                ValueCopy.copy(reader, type, this);
            }
            if (getDepth() == depth) {
                return;
            }
            type = reader.next();
        } while (true);
    }

    @Override
    public void flush() throws IOException {
        if (tableWriter == null) {
            values.flush();
        }
    }

    @Override
    public void finish() throws IOException {
        if (tableWriter != null) {
            tableWriter.finish();
        }
        values.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            if (getDepth() == 0) {
                finish();
            }
        } finally {
            values.close();
        }
    }
}
