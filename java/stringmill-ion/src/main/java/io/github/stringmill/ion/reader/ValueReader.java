package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;
import com.amazon.ion.IonTextReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.UnknownSymbolException;
import com.amazon.ion.impl._Private_Utils;
import java.io.IOException;
import java.util.Iterator;

/** What is left of {@link com.amazon.ion.IonReader}: containers, names, text and bytes. */
@SuppressWarnings("deprecation") // The interface has deprecated methods, which are there all the same.
abstract class ValueReader extends ScalarReader implements IonTextReader {
    private static final String[] NO_STRINGS = {};

    ValueReader(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    ValueReader(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    @Override
    public final IonType next() {
        if (!hasNext()) {
            return null;
        }
        settleNumber();
        takeNext();
        return type;
    }

    @Override
    public final void stepIn() {
        stepInto();
        clearScalar();
    }

    @Override
    public final void stepOut() {
        stepOutOf();
        clearScalar();
    }

    @Override
    public final int getDepth() {
        return depth();
    }

    @Override
    public final IonType getType() {
        return type;
    }

    @Override
    public final boolean isInStruct() {
        return depth() > 0 && container() == IonType.STRUCT;
    }

    @Override
    public final void close() throws IOException {
        giveCache();
        closeFeed();
    }

    /** The text of a symbol ID; null where it is unknown. */
    private String textOf(int id) {
        return getSymbolTable().findKnownSymbol(id);
    }

    private String requireText(int id) {
        String text = textOf(id);
        if (text == null) {
            throw new UnknownSymbolException(id);
        }
        return text;
    }

    /** A symbol with its text and ID in the current table. */
    private SymbolToken token(String text, int id) {
        SymbolTable table = getSymbolTable();
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

    /** Checks field name and annotations of the current value. */
    final void checkNames() {
        getFieldNameSymbol();
        getTypeAnnotationSymbols();
    }

    /** Checks the current value, which is a scalar or null, as if it were asked for. */
    final void checkScalar() {
        if (isNullValue()) {
            return;
        }
        switch (type) {
            case INT, FLOAT, DECIMAL -> requireNumber();
            case TIMESTAMP -> timestampValue();
            case SYMBOL -> symbolValue();
            case STRING -> stringValue();
            case CLOB, BLOB -> byteSize();
            default -> {
                // It was checked when it was found.
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
            String text = annotations.text(i, buf, cache());
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
            tokens[i] = token(annotations.text(i, buf, cache()), annotations.id(i));
        }
        return tokens;
    }

    @Override
    public final Iterator<String> iterateTypeAnnotations() {
        return _Private_Utils.stringIterator(getTypeAnnotations());
    }

    private boolean hasFieldName() {
        return fieldName.count > 0 && !isHoistedField();
    }

    @Override
    public final int getFieldId() {
        if (!hasFieldName()) {
            return SymbolTable.UNKNOWN_SYMBOL_ID;
        }
        String text = fieldName.text(0, buf, cache());
        return text == null ? fieldName.id(0) : getSymbolTable().findSymbol(text);
    }

    @Override
    public final String getFieldName() {
        if (!hasFieldName()) {
            return null;
        }
        String text = fieldName.text(0, buf, cache());
        return text != null ? text : requireText(fieldName.id(0));
    }

    @Override
    public final SymbolToken getFieldNameSymbol() {
        return hasFieldName() ? token(fieldName.text(0, buf, cache()), fieldName.id(0)) : null;
    }

    @Override
    public final String stringValue() {
        checkType(type == IonType.STRING || type == IonType.SYMBOL);
        if (isNullValue()) {
            return null;
        }
        if (type == IonType.STRING) {
            return stringText();
        }
        return content == CONTENT_ID ? requireText(idContent) : symbolText();
    }

    @Override
    public final SymbolToken symbolValue() {
        checkType(type == IonType.SYMBOL);
        if (isNullValue()) {
            return null;
        }
        SymbolTable table = getSymbolTable();
        if (content == CONTENT_ID) {
            return token(null, idContent);
        }
        String text = symbolText();
        return _Private_Utils.newSymbolToken(text, table.findSymbol(text));
    }

    /** The bytes of a blob or clob; they may not be changed. */
    private byte[] bytes(String method) {
        if (type != IonType.BLOB && type != IonType.CLOB) {
            throw new IllegalStateException(
                    method + " is only valid if the reader is on a lob value, not a " + type + " value");
        }
        if (isNullValue()) {
            throw new IonException("a null has no bytes");
        }
        return lob();
    }

    @Override
    public final int byteSize() {
        return bytes("byteSize").length;
    }

    @Override
    public final byte[] newBytes() {
        byte[] bytes = bytes("newBytes");
        giveLob();
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
