package io.github.stringmill.ion.reader;

import com.amazon.ion.Decimal;
import com.amazon.ion.IntegerSize;
import com.amazon.ion.IonException;
import com.amazon.ion.IonTextReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.Timestamp;
import com.amazon.ion.UnknownSymbolException;
import com.amazon.ion.impl._Private_Utils;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.Iterator;

/**
 * The methods of {@link com.amazon.ion.IonReader}, for programs and {@link SymbolTableReader}; {@link TextReader} adds
 * the methods for a whole text.
 *
 * <p>The constructor makes the parts of a reader; each part knows only parts made before it.
 */
@SuppressWarnings("deprecation") // The interface has deprecated methods, and a reader must have them.
abstract class ValueReader implements IonTextReader {
    private static final String[] NO_STRINGS = {};

    final ByteInput input;
    final SymbolTables tables = new SymbolTables();
    final SymbolTexts texts;
    final Names fieldName;
    final Names annotations;
    final CurrentValue value;
    final ScalarReader scalars;
    final ValueParser parser;

    ValueReader(ByteInput input) {
        this.input = input;
        texts = new SymbolTexts();

        NumberScanner numbers = new NumberScanner(input);
        UnitBuffer units = new UnitBuffer(input);
        EscapeReader escapes = new EscapeReader(input, units);
        QuotedReader quoted = new QuotedReader(input, units, escapes);
        LobReader lobs = new LobReader(input, units, escapes);

        NameReader names = new NameReader(quoted, texts);
        fieldName = names.fieldName;
        annotations = names.annotations;
        value = new CurrentValue(input, numbers, quoted, lobs, texts);
        scalars = new ScalarReader(input, numbers, value);
        SymbolParser symbols = new SymbolParser(quoted, names, value);
        parser = new ValueParser(input, names, symbols, value, tables);
    }

    @Override
    public final IonType next() {
        if (!hasNext()) {
            return null;
        }
        value.scanNumber(input);
        parser.moveToNext();
        return value.type;
    }

    @Override
    public final void stepIn() {
        parser.stepIn();
        scalars.clear();
    }

    @Override
    public final void stepOut() {
        parser.stepOut();
        scalars.clear();
    }

    @Override
    public final int getDepth() {
        return parser.containers().depth();
    }

    @Override
    public final IonType getType() {
        return value.type;
    }

    @Override
    public final boolean isInStruct() {
        ContainerStack containers = parser.containers();
        return containers.depth() > 0 && containers.is(IonType.STRUCT);
    }

    @Override
    public final void close() throws IOException {
        texts.giveBack();
        input.close();
    }

    @Override
    public final SymbolTable getSymbolTable() {
        return tables.current();
    }

    private String requireText(int id) {
        String text = tables.current().findKnownSymbol(id);
        if (text == null) {
            throw new UnknownSymbolException(id);
        }
        return text;
    }

    /** A symbol with its text and ID in the current table. */
    private SymbolToken token(String text, int id) {
        SymbolTable table = tables.current();
        if (text != null) {
            SymbolToken found = table.find(text);
            return found != null ? found : _Private_Utils.newSymbolToken(text, SymbolTable.UNKNOWN_SYMBOL_ID);
        }
        String known = table.findKnownSymbol(id);
        if (known == null && id > table.getMaxId()) {
            throw new UnknownSymbolException(id);
        }
        return _Private_Utils.newSymbolToken(known, id);
    }

    /** Checks field name and annotations of the current value, for {@link SymbolTableReader}. */
    final void checkNames() {
        getFieldNameSymbol();
        getTypeAnnotationSymbols();
    }

    /** Checks the current value, which is a scalar or null, as if it were asked for. */
    final void checkScalar() {
        if (value.isNull()) {
            return;
        }
        switch (value.type) {
            case INT, FLOAT, DECIMAL -> value.requireNumber();
            case TIMESTAMP -> timestampValue();
            case SYMBOL -> symbolValue();
            case STRING -> stringValue();
            case CLOB, BLOB -> byteSize();
            default -> {
                // The parser checked the value when it found it.
            }
        }
    }

    @Override
    public final String[] getTypeAnnotations() {
        int count = annotations.count;
        if (count == 0) {
            return NO_STRINGS;
        }
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            String text = annotations.text(input, i);
            texts[i] = text != null ? text : requireText(annotations.id(i));
        }
        return texts;
    }

    @Override
    public final SymbolToken[] getTypeAnnotationSymbols() {
        int count = annotations.count;
        if (count == 0) {
            return SymbolToken.EMPTY_ARRAY;
        }
        SymbolToken[] tokens = new SymbolToken[count];
        for (int i = 0; i < count; i++) {
            tokens[i] = token(annotations.text(input, i), annotations.id(i));
        }
        return tokens;
    }

    @Override
    public final Iterator<String> iterateTypeAnnotations() {
        return _Private_Utils.stringIterator(getTypeAnnotations());
    }

    private boolean hasFieldName() {
        ContainerStack containers = parser.containers();
        // A reader that a span has set into a struct reports no field name there.
        return fieldName.count > 0 && !(containers.depth() == 0 && containers.is(IonType.STRUCT));
    }

    @Override
    public final int getFieldId() {
        if (!hasFieldName()) {
            return SymbolTable.UNKNOWN_SYMBOL_ID;
        }
        String text = fieldName.text(input, 0);
        return text == null ? fieldName.id(0) : tables.current().findSymbol(text);
    }

    @Override
    public final String getFieldName() {
        if (!hasFieldName()) {
            return null;
        }
        String text = fieldName.text(input, 0);
        return text != null ? text : requireText(fieldName.id(0));
    }

    @Override
    public final SymbolToken getFieldNameSymbol() {
        return hasFieldName() ? token(fieldName.text(input, 0), fieldName.id(0)) : null;
    }

    @Override
    public final boolean isNullValue() {
        return value.isNull();
    }

    @Override
    public final IntegerSize getIntegerSize() {
        return scalars.integerSize();
    }

    @Override
    public final boolean booleanValue() {
        return scalars.booleanValue();
    }

    @Override
    public final int intValue() {
        return scalars.intValue();
    }

    @Override
    public final long longValue() {
        return scalars.longValue();
    }

    @Override
    public final BigInteger bigIntegerValue() {
        return scalars.bigIntegerValue();
    }

    @Override
    public final double doubleValue() {
        return scalars.doubleValue();
    }

    @Override
    public final BigDecimal bigDecimalValue() {
        return scalars.bigDecimalValue();
    }

    @Override
    public final Decimal decimalValue() {
        return scalars.decimalValue();
    }

    @Override
    public final Date dateValue() {
        return scalars.dateValue();
    }

    @Override
    public final Timestamp timestampValue() {
        return scalars.timestampValue();
    }

    /**
     * The current int, decimal, float or timestamp as it is written, with its underscores.
     *
     * @return ASCII; null for any other value, a null and a float without digits, such as {@code nan}
     */
    public final String numberText() {
        return scalars.numberText();
    }

    @Override
    public final String stringValue() {
        value.requireType(value.type == IonType.STRING || value.type == IonType.SYMBOL);
        if (value.isNull()) {
            return null;
        }
        if (value.type == IonType.STRING) {
            return value.stringText();
        }
        return value.content == CurrentValue.CONTENT_ID ? requireText(value.symbolId()) : value.symbolText(input);
    }

    @Override
    public final SymbolToken symbolValue() {
        value.requireType(value.type == IonType.SYMBOL);
        if (value.isNull()) {
            return null;
        }
        if (value.content == CurrentValue.CONTENT_ID) {
            return token(null, value.symbolId());
        }
        String text = value.symbolText(input);
        return _Private_Utils.newSymbolToken(text, tables.current().findSymbol(text));
    }

    /** The bytes of a lob, which the caller must not change. */
    private byte[] bytes(String method) {
        if (value.type != IonType.BLOB && value.type != IonType.CLOB) {
            throw new IllegalStateException(
                    method + " is only valid if the reader is on a lob value, not a " + value.type + " value");
        }
        if (value.isNull()) {
            throw new IonException("a null has no bytes");
        }
        return value.lobBytes();
    }

    @Override
    public final int byteSize() {
        return bytes("byteSize").length;
    }

    @Override
    public final byte[] newBytes() {
        byte[] bytes = bytes("newBytes");
        value.giveLobBytes();
        return bytes;
    }

    @Override
    public final int getBytes(byte[] buffer, int offset, int len) {
        byte[] bytes = bytes("getBytes");
        int count = Math.min(len, bytes.length);
        System.arraycopy(bytes, 0, buffer, offset, count);
        return count;
    }
}
