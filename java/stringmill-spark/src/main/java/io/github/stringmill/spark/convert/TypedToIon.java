package io.github.stringmill.spark.convert;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import io.github.stringmill.Base64Form;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.writer.SymbolKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Converts typed JSON to the Ion text that it was made from, with the bytes of {@code smill convert --typed} without the
 * line end. A symbol table is no value, and is refused.
 */
public final class TypedToIon extends IonFromJson {
    private static final StringmillIonReaderBuilder READERS =
            StringmillIonReaderBuilder.standard().withGzipDecompressionEnabled(false).immutable();
    private static final String RESERVED = "$ion_";
    private static final String NAME = "$ion_name:";
    private static final String ID = "$ion_id:";
    private static final String VALUE = "$ion_value";
    private static final String SYMBOL_TABLE = "$ion_symbol_table";
    /** The system symbols, by their IDs; every symbol table has these. */
    private static final List<String> SYSTEM_SYMBOLS = List.of("$0", "$ion", "$ion_1_0", SYMBOL_TABLE, "name", "version",
            "imports", "symbols", "max_id", "$ion_shared_symbol_table");
    private static final Map<String, IonType> MARKERS = Map.of("$ion_int", IonType.INT, "$ion_decimal", IonType.DECIMAL,
            "$ion_float", IonType.FLOAT, "$ion_timestamp", IonType.TIMESTAMP, "$ion_symbol", IonType.SYMBOL,
            "$ion_clob", IonType.CLOB, "$ion_blob", IonType.BLOB, "$ion_sexp", IonType.SEXP);
    private static final List<String> NULLS = List.of("null", "bool", "int", "float", "decimal", "timestamp", "symbol",
            "string", "clob", "blob", "list", "sexp", "struct");
    /** Bytes that have an escape of one letter in a clob. {@link #CLOB_LETTERS} has the letters in the same order. */
    private static final String CLOB_CODES = "\0\7\b\t\n\13\f\r\"\\";
    private static final String CLOB_LETTERS = "0abtnvfr\"\\";

    /** The meaning of an open container of JSON. */
    private enum Open {
        /** An object before its first name. */
        UNKNOWN,
        STRUCT, LIST, SEXP,
        /** An object that represents one value: before the value, and after it. */
        VALUE, VALUE_DONE, NULL,
        /**
         * An object that represents an annotated value: before the array of annotations, {@code $ion_value}, the
         * value, the end.
         */
        ANNOTATED, ANNOTATED_NAME, ANNOTATED_VALUE, ANNOTATED_DONE,
        ANNOTATIONS
    }

    private final List<Open> open = new ArrayList<>();
    /**
     * The type of the innermost open {@link Open#VALUE}. The object is at its end before any container begins in it.
     */
    private IonType type;
    /** The first annotation of the current value, or null. */
    private String annotation;

    private TypedToIon(byte[] src, int from, int len) {
        super(src, from, len, len);
    }

    /**
     * Converts {@code src[from, from + len)}.
     *
     * @param src typed JSON in UTF-8
     * @param from the start of the text in {@code src}
     * @param len its length in bytes
     * @return Ion text in UTF-8
     * @throws StringmillException the first error of the JSON text; {@link ErrorCode#CONVERT_TYPED} at an object that
     *     begins as a typed value and is none
     */
    public static byte[] of(byte[] src, int from, int len) {
        return new TypedToIon(src, from, len).convert();
    }

    private StringmillException notTyped() {
        return error(ErrorCode.CONVERT_TYPED, at());
    }

    private Open innermost() {
        return open.isEmpty() ? Open.LIST : open.get(open.size() - 1);
    }

    private void become(Open next) {
        open.set(open.size() - 1, next);
    }

    private boolean takesValue() {
        Open one = innermost();
        return one == Open.LIST || one == Open.STRUCT || one == Open.SEXP || one == Open.ANNOTATED_VALUE;
    }

    private void requireValue() {
        if (!takesValue()) {
            throw notTyped();
        }
    }

    /** Whether the next value is at the top level. */
    private boolean isTop() {
        return open.stream().allMatch(one -> one == Open.ANNOTATED_VALUE || one == Open.UNKNOWN || one == Open.VALUE);
    }

    /** Notes the end of a value: the object of an annotated value has to end after it. */
    private void ended() {
        annotation = null;
        if (innermost() == Open.ANNOTATED_VALUE) {
            become(Open.ANNOTATED_DONE);
        }
    }

    @Override
    protected void open(boolean isObject) {
        Open one = innermost();
        if (takesValue()) {
            open.add(isObject ? Open.UNKNOWN : Open.LIST);
            if (!isObject) {
                annotation = null;
                out.put('[');
            }
        } else if (!isObject && one == Open.VALUE && type == IonType.SEXP) {
            become(Open.VALUE_DONE);
            open.add(Open.SEXP);
            annotation = null;
            out.put('(');
        } else if (!isObject && one == Open.ANNOTATED) {
            become(Open.ANNOTATED_NAME);
            open.add(Open.ANNOTATIONS);
        } else {
            throw notTyped();
        }
    }

    @Override
    protected void close(boolean isObject, boolean isEmpty) {
        Open one = innermost();
        switch (one) {
            case UNKNOWN -> {
                struct();
                out.put('}');
            }
            case STRUCT -> out.put('}');
            case LIST -> out.put(']');
            case SEXP -> out.put(')');
            case VALUE_DONE, ANNOTATED_DONE, ANNOTATIONS -> { }
            default -> throw notTyped();
        }
        open.remove(open.size() - 1);
        if (one != Open.ANNOTATIONS) {
            ended();
        }
    }

    /** Begins a struct. Refuses an annotation that would make it a symbol table, which is not a value. */
    private void struct() {
        if (SYMBOL_TABLE.equals(annotation) && isTop()) {
            throw notTyped();
        }
        annotation = null;
        out.put('{');
    }

    @Override
    protected void comma(boolean inObject) {
        Open one = innermost();
        if (one == Open.LIST || one == Open.STRUCT) {
            out.put(',');
        } else if (one == Open.SEXP) {
            out.put(' ');
        }
    }

    @Override
    void text(boolean isName, byte[] bytes, int from, int len, boolean isPlain) {
        if (isName) {
            name(bytes, from, len, isPlain);
        } else if (takesValue()) {
            putString(bytes, from, len);
            ended();
        } else {
            inside(new String(bytes, from, len, StandardCharsets.UTF_8), Arrays.copyOfRange(bytes, from, from + len), isPlain);
        }
    }

    /** Writes a string that is the value of an object of one value. */
    private void inside(String text, byte[] utf8, boolean isPlain) {
        switch (innermost()) {
            case ANNOTATIONS -> annotation(text, utf8);
            case NULL -> {
                if (!isPlain || !NULLS.contains(text)) {
                    throw notTyped();
                }
                out.put(text.equals("null") ? text : "null." + text);
                become(Open.VALUE_DONE);
            }
            case VALUE -> {
                scalar(text, utf8);
                become(Open.VALUE_DONE);
            }
            default -> throw notTyped();
        }
    }

    private void annotation(String text, byte[] utf8) {
        annotation = annotation == null ? text : annotation;
        IonNames.put(out, utf8, 0, utf8.length);
        out.put("::");
    }

    private void name(byte[] text, int from, int len, boolean isPlain) {
        String name = new String(text, from, len, StandardCharsets.UTF_8);
        if (innermost() == Open.ANNOTATED_NAME && isPlain && name.equals(VALUE)) {
            become(Open.ANNOTATED_VALUE);
            return;
        }
        if (innermost() == Open.UNKNOWN) {
            Open meaning = meaning(name);
            if (meaning == Open.STRUCT) {
                struct();
            }
            become(meaning);
            if (meaning != Open.STRUCT) {
                return;
            }
        } else if (innermost() != Open.STRUCT) {
            throw notTyped();
        }
        if (name.startsWith(ID)) {
            out.put(symbol(name.substring(ID.length())));
        } else {
            int skipped = name.startsWith(NAME) ? NAME.length() : 0;
            IonNames.put(out, text, from + skipped, len - skipped);
        }
        out.put(':');
    }

    /** Returns the meaning of an object, by its first name. */
    private Open meaning(String name) {
        if (!name.startsWith(RESERVED)) {
            return Open.STRUCT;
        }
        if (name.equals(SYMBOL_TABLE)) {
            throw notTyped();
        }
        type = MARKERS.get(name);
        return type != null ? Open.VALUE : name.equals("$ion_null") ? Open.NULL
                : name.equals("$ion_annotations") ? Open.ANNOTATED : Open.STRUCT;
    }

    /** Returns the text of the symbol with an ID. */
    private String symbol(String digits) {
        // Leading zeros do not count. An ID that is still longer is unknown.
        String id = digits.replaceFirst("^0+(?=.)", "");
        if (id.length() != 1 || id.charAt(0) < '0' || id.charAt(0) > '9') {
            throw notTyped();
        }
        return SYSTEM_SYMBOLS.get(id.charAt(0) - '0');
    }

    private void scalar(String text, byte[] utf8) {
        switch (type) {
            case SYMBOL -> symbolValue(text, utf8);
            case CLOB -> clob(text);
            case BLOB -> {
                try {
                    byte[] bytes = Stringmill.base64Decode(Base64Form.STANDARD, utf8);
                    out.put("{{");
                    out.base64(bytes);
                    out.put("}}");
                } catch (StringmillException e) {
                    throw notTyped();
                }
            }
            case SEXP -> throw notTyped();
            default -> {
                if (!isToken(text, utf8)) {
                    throw notTyped();
                }
                out.put(utf8);
            }
        }
    }

    private void symbolValue(String text, byte[] utf8) {
        if (annotation == null && isTop() && text.matches("\\$ion_[0-9]+_[0-9]+")) {
            // This symbol would be a version marker.
            throw notTyped();
        }
        int around = open.size() - 2;
        while (around >= 0 && open.get(around) == Open.ANNOTATED_VALUE) {
            around--;
        }
        if (around >= 0 && open.get(around) == Open.SEXP && SymbolKind.of(text) == SymbolKind.OPERATOR) {
            out.put(utf8);
        } else {
            IonNames.put(out, utf8, 0, utf8.length);
        }
    }

    private void clob(String text) {
        out.put("{{\"");
        for (int i = 0; i < text.length(); i++) {
            char code = text.charAt(i);
            int letter = CLOB_CODES.indexOf(code);
            if (code > 0xFF) {
                throw notTyped();
            } else if (letter >= 0) {
                out.put('\\');
                out.put(CLOB_LETTERS.charAt(letter));
            } else if (code < ' ' || code > '~') {
                out.put(String.format("\\x%02x", (int) code));
            } else {
                out.put(code);
            }
        }
        out.put("\"}}");
    }

    /** Whether a text is exactly one value of the type. */
    private boolean isToken(String text, byte[] utf8) {
        if (!text.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "_.+:-".indexOf(c) >= 0))) {
            return false;
        }
        try (IonReader reader = READERS.build(utf8)) {
            return reader.next() == type && !reader.isNullValue() && reader.getTypeAnnotationSymbols().length == 0
                    && reader.next() == null;
        } catch (IonException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void number(int start, int end) {
        String text = new String(src, start, end - start, StandardCharsets.ISO_8859_1);
        if (innermost() == Open.ANNOTATIONS) {
            String name = symbol(text);
            annotation = annotation == null ? name : annotation;
            out.put(name + "::");
        } else if (innermost() == Open.VALUE && type == IonType.SYMBOL) {
            out.put(symbol(text));
            become(Open.VALUE_DONE);
        } else {
            requireValue();
            out.put(src, start, end);
            ended();
        }
    }

    @Override
    protected void word(int start, int end) {
        requireValue();
        out.put(src, start, end);
        ended();
    }
}
