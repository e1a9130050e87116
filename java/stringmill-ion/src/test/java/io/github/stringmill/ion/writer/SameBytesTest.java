package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonReaderBuilder;
import io.github.stringmill.Share;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our writer and ion-java's, with random settings: the same bytes, exceptions and states after any calls. */
class SameBytesTest {
    private static final int SEQUENCES = Share.of(10_000);

    private final Random random = new Random(17);
    private final RandomValues values = new RandomValues(random);
    private long calls;

    @Test
    void anyCalls() {
        for (int i = 0; i < SEQUENCES; i++) {
            WriterPair pair = new WriterPair(WriterSettings.any(random), random.nextInt(4) > 0);
            int len = random.nextInt(60);
            int misuse = random.nextInt(3) == 0 ? 12 : 0;
            for (int k = 0; k < len && !pair.refused(); k++) {
                step(pair, misuse);
            }
            if (pair.refused()) {
                continue;
            }
            for (int depth = pair.depth(); depth > 0 && random.nextInt(10) > 0; depth--) {
                pair.call("stepOut", w -> w.stepOut());
            }
            pair.call("close", w -> w.close());
            pair.compareOutput();
        }
        assertTrue(calls > 25 * SEQUENCES, "calls: " + calls);
    }

    private void step(WriterPair pair, int misuse) {
        calls++;
        if (misuse > 0 && random.nextInt(misuse) == 0) {
            misuse(pair);
            return;
        }
        if (pair.isInStruct()) {
            name(pair);
        }
        annotate(pair);
        if (random.nextInt(5) == 0 && pair.depth() < 12) {
            IonType type = values.one(new IonType[] {IonType.LIST, IonType.SEXP, IonType.STRUCT});
            pair.call("stepIn " + type, w -> w.stepIn(type));
        } else if (pair.depth() > 0 && random.nextInt(5) == 0) {
            pair.call("stepOut", w -> w.stepOut());
        } else {
            value(pair);
        }
    }

    private void name(WriterPair pair) {
        if (random.nextInt(3) == 0) {
            SymbolToken token = values.token();
            pair.call("field " + token, w -> w.setFieldNameSymbol(token));
        } else {
            String name = values.symbol();
            pair.call("field " + name, w -> w.setFieldName(name));
        }
    }

    private void annotate(WriterPair pair) {
        switch (random.nextInt(14)) {
            case 0 -> {
                String annotation = values.symbol();
                pair.call("annotation " + annotation, w -> w.addTypeAnnotation(annotation));
            }
            case 1 -> {
                String[] annotations = new String[random.nextInt(7)];
                Arrays.setAll(annotations, i -> values.symbol());
                pair.call("annotations " + Arrays.toString(annotations), w -> w.setTypeAnnotations(annotations));
            }
            case 2 -> {
                SymbolToken[] annotations = new SymbolToken[random.nextInt(7)];
                Arrays.setAll(annotations, i -> random.nextInt(20) == 0 ? null : values.token());
                pair.call("annotations " + Arrays.toString(annotations), w -> w.setTypeAnnotationSymbols(annotations));
            }
            default -> {
                return;
            }
        }
    }

    private void value(WriterPair pair) {
        switch (random.nextInt(17)) {
            case 0 -> {
                IonType type = values.one(IonType.values());
                pair.call("null " + type, w -> w.writeNull(type));
            }
            case 1 -> {
                boolean value = random.nextBoolean();
                pair.call("bool " + value, w -> w.writeBool(value));
            }
            case 2 -> {
                long value = values.integer();
                pair.call("int " + value, w -> w.writeInt(value));
            }
            case 3 -> {
                BigInteger value = random.nextInt(20) == 0 ? null : values.bigInteger();
                pair.call("int " + value, w -> w.writeInt(value));
            }
            case 4 -> {
                double value = values.floating();
                pair.call("float " + value, w -> w.writeFloat(value));
            }
            case 5, 6 -> {
                BigDecimal value = random.nextInt(20) == 0 ? null : values.decimal();
                pair.call("decimal " + value, w -> w.writeDecimal(value));
            }
            case 7 -> {
                Timestamp value = random.nextInt(20) == 0 ? null : values.timestamp();
                pair.call("timestamp " + value, w -> w.writeTimestamp(value));
            }
            case 8, 9 -> {
                String value = values.symbol();
                pair.call("symbol " + value, w -> w.writeSymbol(value));
            }
            case 10 -> {
                SymbolToken value = random.nextInt(20) == 0 ? null : values.token();
                pair.call("symbol " + value, w -> w.writeSymbolToken(value));
            }
            case 11, 12, 13 -> {
                String value = random.nextInt(20) == 0 ? null : values.string();
                pair.call("string " + value, w -> w.writeString(value));
            }
            case 14 -> lob(pair);
            case 15 -> document(pair);
            default -> pair.call("null", w -> w.writeNull());
        }
    }

    private void lob(WriterPair pair) {
        byte[] value = random.nextInt(20) == 0 ? null : values.bytes();
        int len = value == null ? 0 : value.length;
        int from = random.nextInt(len + 1);
        int count = random.nextInt(len - from + 1);
        switch (random.nextInt(4)) {
            case 0 -> pair.call("blob " + len, w -> w.writeBlob(value));
            case 1 -> pair.call("clob " + len, w -> w.writeClob(value));
            case 2 -> pair.call("blob " + from + " " + count, w -> w.writeBlob(value, from, count));
            default -> pair.call("clob " + from + " " + count, w -> w.writeClob(value, from, count));
        }
    }

    private static final String[] DOCUMENTS = {
        "",
        "a::b::{x:1, 'y z':[1, 2.50, (+ a ++)], z:null.list} \"text\" {{aGVsbG8=}} 2020-01-01T12:30:00.123+01:00",
        "$ion_1_0 $ion_symbol_table::{symbols:[\"a\", null, \"b c\"]} $10 $11 $12 {$12:$10} $11::1",
        "$ion_symbol_table::{imports:[{name:\"fruits\", version:1, max_id:4}], symbols:[\"z\"]} "
            + "$10 $13 $14 z::{apple:1}",
        "$ion_symbol_table::{symbols:[\"a\"]} 1 $ion_symbol_table::{imports:$ion_symbol_table, symbols:[\"b\"]} "
            + "$10 $11",
        "'$ion_1_0' x::$ion_1_0 [$ion_1_0] 1e0 nan -inf 0x10 -0. 1d5 {{\"clob\\n\"}} true null.symbol "
            + "'null' '' 12345678901234567890",
    };

    private void document(WriterPair pair) {
        String text = values.one(DOCUMENTS);
        if (random.nextBoolean()) {
            pair.call("values of " + text, w -> {
                try (IonReader reader = IonReaderBuilder.standard().withCatalog(WriterSettings.catalog()).build(text)) {
                    w.writeValues(reader);
                }
            });
        } else {
            pair.call("value of " + text, w -> {
                try (IonReader reader = IonReaderBuilder.standard().build(text)) {
                    reader.next();
                    w.writeValue(reader);
                }
            });
        }
    }

    private void misuse(WriterPair pair) {
        switch (random.nextInt(16)) {
            case 0 -> pair.call("stepOut", w -> w.stepOut());
            case 1 -> pair.call("finish", w -> w.finish());
            case 2 -> pair.call("flush", w -> w.flush());
            case 3 -> pair.call("field null", w -> w.setFieldName(null));
            case 4 -> pair.call("field token null", w -> w.setFieldNameSymbol(null));
            case 5 -> pair.call("annotation null", w -> w.addTypeAnnotation(null));
            case 6 -> pair.call("annotations null", w -> w.setTypeAnnotations((String[]) null));
            case 7 -> pair.call("annotations a, null", w -> w.setTypeAnnotations("a", null));
            case 8 -> pair.call("annotation tokens null", w -> w.setTypeAnnotationSymbols((SymbolToken[]) null));
            case 9 -> {
                IonType type = values.one(IonType.values());
                pair.call("stepIn " + type, w -> w.stepIn(type));
            }
            case 10 -> value(pair);
            case 11 -> name(pair);
            case 12 -> pair.call("null type null", w -> w.writeNull(null));
            case 13 -> pair.call("stepIn null", w -> w.stepIn(null));
            case 14 -> pair.call("marker", w -> ((com.amazon.ion.impl._Private_IonWriter) w).writeIonVersionMarker());
            default -> table(pair);
        }
    }

    /** A symbol table, value by value; sometimes the next calls are inside it. */
    private void table(WriterPair pair) {
        pair.call("annotation", w -> w.setTypeAnnotations("$ion_symbol_table", "b"));
        if (pair.isInStruct()) {
            pair.call("field a", w -> w.setFieldName("a"));
        }
        pair.call("stepIn", w -> w.stepIn(IonType.STRUCT));
        if (random.nextBoolean()) {
            pair.call("imports", w -> w.setFieldName("imports"));
            if (random.nextBoolean()) {
                pair.call("append", w -> w.writeSymbol("$ion_symbol_table"));
            } else {
                pair.call("import", w -> {
                    w.stepIn(IonType.LIST);
                    w.stepIn(IonType.STRUCT);
                    w.setFieldName("name");
                    w.writeString("fruits");
                    w.setFieldName("version");
                    w.writeInt(1);
                    w.setFieldName("max_id");
                    w.writeInt(4);
                    w.stepOut();
                    w.stepOut();
                });
            }
        }
        if (random.nextInt(4) > 0) {
            pair.call("symbols", w -> {
                w.setFieldName("symbols");
                w.stepIn(IonType.LIST);
                w.writeString("one");
                w.writeDecimal(Decimal.ONE);
                w.writeString("two");
                w.stepOut();
            });
        }
        if (random.nextInt(4) == 0) {
            value(pair);
        }
        if (random.nextInt(8) > 0) {
            pair.call("stepOut", w -> w.stepOut());
        }
    }
}
