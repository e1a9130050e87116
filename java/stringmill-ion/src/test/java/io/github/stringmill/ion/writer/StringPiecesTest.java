package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.Share;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Strings around each length limit of the writer, with an unusual character at each index. */
class StringPiecesTest {
    private static final String[] UNUSUAL = {
        "\"", "'", "\\", "\n", "\0", "\u007f", "\u0085", "\u00e4", "\u0416", "\u6f22", "\ud83d\ude00", "\ud83d",
        "\ude00",
    };

    private static final List<UnaryOperator<IonTextWriterBuilder>> SETTINGS = List.of(
            b -> b,
            b -> b.withCharsetAscii(),
            b -> b.withJsonDowngrade(),
            b -> b.withJsonDowngrade().withCharsetAscii(),
            b -> b.withLongStringThreshold(10));

    private record Written(String text, String failure) { }

    private static Written written(IonTextWriterBuilder builder, String... texts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String failure = null;
        IonWriter writer = builder.build(out);
        try {
            for (String text : texts) {
                writer.writeString(text);
                writer.writeSymbol(text);
            }
        } catch (IllegalArgumentException e) {
            failure = e.getMessage();
        }
        writer.close();
        return new Written(out.toString(StandardCharsets.UTF_8), failure);
    }

    private static void compare(String... texts) throws IOException {
        for (UnaryOperator<IonTextWriterBuilder> settings : SETTINGS) {
            Written theirs = written(settings.apply(IonTextWriterBuilder.standard()), texts);
            Written ours = written(settings.apply(StringmillIonTextWriterBuilder.standard()), texts);
            assertEquals(theirs.failure(), ours.failure());
            // ion-java leaves the quotes of refused text open.
            assertEquals(theirs.text(),
                    ours.failure() == null ? ours.text() : ours.text().substring(0, theirs.text().length()));
        }
    }

    @Test
    void somethingUnusualAtEachPlace() throws IOException {
        for (int len = 0; len <= 80; len++) {
            for (int at = 0; at <= len; at++) {
                for (int i = 0; i < UNUSUAL.length; i++) {
                    if (Share.has(len + at + i)) {
                        compare("x".repeat(at) + UNUSUAL[i] + "y".repeat(len - at));
                    }
                }
            }
        }
    }

    @Test
    void aroundTheEndsOfPieces() throws IOException {
        for (int end : new int[] {2048, 8192}) {
            for (int at = end - 12; at < end + 12; at++) {
                for (String unusual : UNUSUAL) {
                    compare("x".repeat(at) + unusual + "y".repeat(30), "z");
                }
            }
        }
    }

    @Test
    void longMixtures() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < Share.of(300); i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 20_000) {
                text.append("plain text ".repeat(random.nextInt(1 << random.nextInt(8))));
                String unusual = UNUSUAL[random.nextInt(UNUSUAL.length - 2)];
                text.append(unusual.repeat(1 + random.nextInt(1 << random.nextInt(9))));
            }
            compare(text.toString());
        }
    }

    @Test
    void half() throws IOException {
        IonWriter writer = StringmillIonTextWriterBuilder.standard().build(new ByteArrayOutputStream());
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> writer.writeString("ab\ud83dc"));
        assertEquals("text is invalid UTF-16. It contains an unmatched leading surrogate 0xd83d at index 2",
                e.getMessage());
    }
}
