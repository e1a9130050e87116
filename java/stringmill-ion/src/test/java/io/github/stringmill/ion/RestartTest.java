package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import io.github.stringmill.ion.reader.TextReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One reader of Ion text for many texts, beside a reader for each. */
class RestartTest {
    private static final List<String> TEXTS = List.of("{a:1,b:[x,(y + z)],c:\"\\u00e9\"}", "'''a''' '''b'''", "{{ AAEC }} 2001T",
            "$ion_symbol_table::{symbols:[\"s\"]} {$10:$10}", "{a:$10}", "x::'y z'::-1.5e3 nan", "{a:'\\ud83d\\ude00'}",
            "$ion_1_0 0xFF 2001-01-01T00:00:00Z", "{{'''clob'''}}");

    /** Reads all of a text; the values, and the error with its place. */
    private static String read(IonReader reader) {
        StringBuilder found = new StringBuilder();
        try {
            values(reader, found);
        } catch (IonException e) {
            found.append(e.getMessage());
        }
        return found.toString();
    }

    private static void values(IonReader reader, StringBuilder found) {
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            found.append(type).append(List.of(reader.getTypeAnnotations()));
            if (reader.isInStruct()) {
                found.append(reader.getFieldName()).append(':');
            }
            if (IonType.isContainer(type)) {
                reader.stepIn();
                values(reader, found);
                reader.stepOut();
            } else if (IonType.isText(type)) {
                found.append(reader.stringValue());
            } else if (IonType.isLob(type)) {
                found.append(reader.newBytes().length);
            } else if (type == IonType.TIMESTAMP) {
                found.append(reader.timestampValue());
            } else {
                found.append(reader.doubleValue());
            }
        }
    }

    @Test
    void aReaderThatStartsOverIsAsANewOne() {
        Random random = new Random(5);
        StringmillIonReaderBuilder builder = StringmillIonReaderBuilder.standard();
        TextReader again = (TextReader) builder.build(new byte[0]);
        for (int round = 0; round < 3000; round++) {
            String whole = TEXTS.get(random.nextInt(TEXTS.size())) + " " + TEXTS.get(random.nextInt(TEXTS.size()));
            byte[] text = whole.getBytes(StandardCharsets.UTF_8);
            if (random.nextBoolean()) {
                text[random.nextInt(text.length)] = (byte) "{}[]()'\",:\\$a1 ".charAt(random.nextInt(15));
            }
            int len = random.nextInt(4) == 0 ? random.nextInt(text.length) : text.length;
            again.restart(text, 0, len, false);
            assertEquals(read(builder.build(text, 0, len)), read(again), () -> new String(text, 0, len, StandardCharsets.UTF_8));
        }
    }
}
