package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tokens at the end of a stream reader's first window are read like those of an array, with the same error places. */
class WindowTest {
    /** Length of the first window. */
    private static final int WINDOW = 16 * 1024;
    /** Texts whose tokens end with the text, or contain a line end of two characters. */
    private static final String[] TAILS = {
        "abc", "abc::", "a::b", "$10", "nan", "null.", "null.in", "1234", "12a", "12\r", "1_", "1__2", "2007-01-0",
        "+inf", "(a+b)", "(+++", "'ab'", "\"x", "{a:b", "{\"a\\\r\n\":1}", "{\"a\\\r\":1}", "{\"\\ud83d\":1}",
        "\"a\\\r\nb\"", "'a\\\r\nb'", "'''a\r\nb''' 1", "'''a''' '''b", "{{\"a\"}}", "{{'''a\r\nb'''}}", "{{ YWJj\r\n }}",
        "a //x\r\nb", "a //x\rb", "a /*\r\n*/ b", "[1,2"
    };

    @Test
    void tokensAtTheEndOfTheWindow() {
        for (String tail : TAILS) {
            // A value that is skipped before the tail, and white space.
            for (String before : new String[] {"\"s\\\r\ns\" ", " "}) {
                for (int len = WINDOW - 16; len < WINDOW + 4; len++) {
                    int times = (len - tail.length()) / before.length();
                    String text = "\n".repeat(len - tail.length() - times * before.length())
                            + before.repeat(times) + tail;
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    var builder = StringmillIonReaderBuilder.standard();
                    String expected = transcript(builder.build(bytes));
                    String found = transcript(builder.build(new ByteArrayInputStream(bytes)));
                    assertEquals(expected, found, () -> bytes.length + " bytes with " + tail);
                }
            }
        }
    }

    /** All values at any depth, but only every second string, and the error that ends them. */
    private static String transcript(IonReader reader) {
        StringBuilder seen = new StringBuilder();
        int depth = 0;
        int strings = 0;
        try {
            while (depth >= 0) {
                IonType type = reader.next();
                if (type == null) {
                    if (depth-- > 0) {
                        reader.stepOut();
                    }
                    continue;
                }
                seen.append(reader.getFieldName()).append(String.join(",", reader.getTypeAnnotations())).append(type);
                if (IonType.isContainer(type)) {
                    reader.stepIn();
                    depth++;
                } else if (type == IonType.INT) {
                    seen.append(reader.intValue());
                } else if (type == IonType.SYMBOL || type == IonType.STRING && strings++ % 2 == 0) {
                    seen.append(reader.stringValue());
                } else if (IonType.isLob(type)) {
                    seen.append(reader.byteSize());
                }
                seen.append('\n');
            }
        } catch (IonException e) {
            seen.append(e.getMessage());
        }
        return seen.toString();
    }
}
