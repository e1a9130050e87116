package io.github.stringmill.ion.writer;

import com.amazon.ion.IntegerSize;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolToken;
import java.io.IOException;

/** Copies one value from a reader to an {@link IonTextWriter}. */
final class ValueCopy {
    private ValueCopy() {}

    /** Writes the current value of a reader with its name and annotations. Steps into it if it is a container. */
    static void copy(IonReader reader, IonType type, IonTextWriter writer) throws IOException {
        if (writer.isInStruct() && !writer.isFieldNameSet()) {
            SymbolToken name = reader.getFieldNameSymbol();
            if (name == null) {
                throw new IllegalStateException("Field name not set");
            }
            writer.setFieldNameSymbol(name);
        }
        writer.setTypeAnnotationSymbols(reader.getTypeAnnotationSymbols());
        if (reader.isNullValue()) {
            writer.writeNull(type);
            return;
        }
        switch (type) {
            case BOOL -> writer.writeBool(reader.booleanValue());
            case INT -> copyInt(reader, writer);
            case FLOAT -> writer.writeFloat(reader.doubleValue());
            case DECIMAL -> writer.writeDecimal(reader.decimalValue());
            case TIMESTAMP -> writer.writeTimestamp(reader.timestampValue());
            case STRING -> writer.writeString(reader.stringValue());
            case SYMBOL -> writer.writeSymbolToken(reader.symbolValue());
            case BLOB -> writer.writeBlob(reader.newBytes());
            case CLOB -> writer.writeClob(reader.newBytes());
            case STRUCT, LIST, SEXP -> {
                reader.stepIn();
                writer.stepIn(type);
            }
            case NULL -> throw new IllegalStateException("isNullValue() was false but IonType was NULL.");
            default -> throw new IllegalStateException("Unknown value type: " + type);
        }
    }

    private static void copyInt(IonReader reader, IonTextWriter writer) throws IOException {
        IntegerSize size = reader.getIntegerSize();
        if (size == IntegerSize.INT || size == IntegerSize.LONG) {
            writer.writeInt(reader.longValue());
        } else {
            writer.writeInt(reader.bigIntegerValue());
        }
    }
}
