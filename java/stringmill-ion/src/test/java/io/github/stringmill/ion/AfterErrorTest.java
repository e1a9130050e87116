package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls after an error: the content of a string, symbol, lob, comment or symbol table is never read as values. */
class AfterErrorTest {
    /** Text whose only integers are 1, 2 and 3; any 7 is inside of something. */
    private static final List<String> TEXTS = List.of(
            "[1, \",7,[7],{a:7},\", 2] 3", "[1, ''' 7 ''' ' 7 ' ''', 7,''', 2] 3", "{a:1, ' ,b:7, ':2, \" ,c:7, \":3}",
            "[1, {{\" 7 ]7[ \"}}, 2] 3", "[1, {{''' 7 ''' ''',7, '''}}, 2] 3", "[1, /* 7, 7 */ 2 // ,7,\n] 3",
            "[1, ' 7 '::' ,7, '::\" 7 \", (2 ' 7 ' + \" 7 \")] 3",
            "$ion_symbol_table::{symbols:[\" 7 \"], x:[\"s\"]} [1, $10, ' 7 ', 2] 3", "[1, {{ 7777 7777 }}, 2] 3");

    private static final String[] DAMAGE = {"\u0000", "\u0001", "\\", "\\q", "\\ud800", "\\udc00", "\\uD83D\\u0041", "\n"};

    /** The integers that a reader reports, with every value requested and calls repeated after each error. */
    private static List<Integer> integers(IonReader reader) {
        List<Integer> found = new ArrayList<>();
        int errors = 0;
        while (errors < 6) {
            try {
                IonType type = reader.next();
                if (type == null) {
                    if (reader.getDepth() == 0) {
                        return found;
                    }
                    reader.stepOut();
                } else if (IonType.isContainer(type)) {
                    reader.stepIn();
                } else if (type == IonType.INT) {
                    found.add(reader.intValue());
                } else {
                    requestTwice(reader, type);
                }
            } catch (IonException e) {
                errors++;
                if (errors == 3 && reader.getDepth() > 0) {
                    assertThrows(IonException.class, reader::stepOut);
                }
            }
        }
        return found;
    }

    /** Requests a string or lob twice: an error of the text comes again, and a result stays the same. */
    private static void requestTwice(IonReader reader, IonType type) {
        Supplier<Object> request = () -> IonType.isLob(type) ? (Object) reader.newBytes().length
                : IonType.isText(type) ? reader.stringValue() : null;
        Object first = outcome(request);
        Object second = outcome(request);
        // A stream that continues after its error gives the whole string.
        if (!"once".equals(first)) {
            assertEquals(first, second);
        }
    }

    private static Object outcome(Supplier<Object> request) {
        try {
            return request.get();
        } catch (IonException e) {
            return e.getMessage();
        }
    }

    private static void assertNothingInside(String what, IonReader reader) {
        List<Integer> found = integers(reader);
        assertTrue(found.stream().noneMatch(i -> String.valueOf(i).startsWith("7")), () -> what + ": " + found);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether an index is inside of something, so that damage there does not change where it ends. */
    private static boolean isInside(String text, int at) {
        return at > 0 && at < text.length() && (text.charAt(at) == '7' || text.charAt(at - 1) == '7');
    }

    @Test
    void damageInsideOfAStringStaysInsideOfIt() {
        for (String text : TEXTS) {
            for (int at = 0; at < text.length(); at++) {
                if (!isInside(text, at)) {
                    continue;
                }
                for (String damage : DAMAGE) {
                    String damaged = text.substring(0, at) + damage + text.substring(at);
                    if (damage.equals("\n") && text.contains("//")) {
                        continue;
                    }
                    assertNothingInside(damaged, StringmillIonReaderBuilder.standard().build(damaged));
                    byte[] illFormed = bytes(text);
                    illFormed[at] = (byte) 0xFF;
                    assertNothingInside(text + " at " + at, StringmillIonReaderBuilder.standard().build(illFormed));
                }
            }
        }
    }

    @Test
    void aTextThatIsCutStaysRefused() {
        for (String text : TEXTS) {
            for (int len = 0; len < text.length(); len++) {
                String cut = text.substring(0, len);
                assertNothingInside(cut, StringmillIonReaderBuilder.standard().build(bytes(cut)));
            }
        }
    }

    @Test
    void aValueAfterARefusedStringIsReported() {
        for (String refused : List.of("\",7,\\ud800\"", "\"7\\q,7\"", "''',7,\\ud800'''", "{{\"7\\u0041\"}}", "{{''' \\q 7'''}}")) {
            IonReader reader = StringmillIonReaderBuilder.standard().build("[" + refused + ", 2] 3");
            assertEquals(List.of(2, 3), integers(reader), refused);
        }
    }

    /** A stream that gives a byte at a time, fails once at one of them, and then continues. */
    private static final class FailsOnce extends InputStream {
        private final byte[] text;
        private int failAt;
        private int at;

        FailsOnce(byte[] text, int failAt) {
            this.text = text;
            this.failAt = failAt;
        }

        @Override
        public int read() throws IOException {
            if (at == failAt) {
                failAt = -1;
                throw new IOException("once");
            }
            return at < text.length ? text[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] dst, int from, int len) throws IOException {
            int one = read();
            if (one < 0) {
                return -1;
            }
            dst[from] = (byte) one;
            return 1;
        }
    }

    @Test
    void aStreamThatFailsOnceGivesNothingFromInside() {
        for (String text : TEXTS) {
            // The builder itself reads the first bytes.
            for (int failAt = 4; failAt <= text.length(); failAt++) {
                assertNothingInside(text + " at " + failAt,
                        StringmillIonReaderBuilder.standard().build(new FailsOnce(bytes(text), failAt)));
            }
        }
    }
}
