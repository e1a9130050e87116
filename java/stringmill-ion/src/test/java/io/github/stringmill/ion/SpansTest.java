package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.SeekableReader;
import com.amazon.ion.Span;
import com.amazon.ion.SpanProvider;
import com.amazon.ion.system.IonReaderBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spans of values, and readers that seek to them. */
class SpansTest {
    private static final byte[] TEXT = ("a::1 [b, c::{d:2, 'e':[3, 4], f:(x y)}, 5]\n\n"
            + "$ion_symbol_table::{symbols:[\"s\"]} {g:$10,h:\"é\",\n i:{{AA==}}} (+ 6 (7) 8) 'z'")
            .getBytes(StandardCharsets.UTF_8);

    /** Spans of all values in a text, the outer before the inner. */
    private static List<Span> spans(IonReader reader) {
        List<Span> spans = new ArrayList<>();
        SpanProvider provider = reader.asFacet(SpanProvider.class);
        int depth = 0;
        while (depth >= 0) {
            IonType type = reader.next();
            if (type == null) {
                if (depth > 0) {
                    reader.stepOut();
                }
                depth--;
                continue;
            }
            spans.add(provider.currentSpan());
            if (IonType.isContainer(type)) {
                reader.stepIn();
                depth++;
            }
        }
        return spans;
    }

    /** The transcripts of a reader at each span, the last span first. */
    private static List<List<String>> hoisted(IonReaderBuilder builder, Source source) {
        IonReader reader = source.open(builder, TEXT);
        List<Span> spans = spans(reader);
        List<List<String>> all = new ArrayList<>();
        for (int i = spans.size() - 1; i >= 0; i--) {
            reader.asFacet(SeekableReader.class).hoist(spans.get(i));
            all.add(Transcript.of(() -> reader, Transcript.Way.EVERYTHING, 0));
        }
        return all;
    }

    @Test
    void aReaderReadsFromASpanAsInIonJava() {
        for (Source source : new Source[] {Source.BYTES, Source.RANGE, Source.STRING}) {
            List<List<String>> expected = hoisted(IonReaderBuilder.standard(), source);
            List<List<String>> found = hoisted(StringmillIonReaderBuilder.standard(), source);
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(null, Transcript.difference(expected.get(i), found.get(i)), source + " " + i);
            }
        }
    }

    @Test
    void facetsAreThoseOfIonJava() {
        for (Source source : Source.values()) {
            IonReader expected = source.open(IonReaderBuilder.standard(), TEXT);
            IonReader found = source.open(StringmillIonReaderBuilder.standard(), TEXT);
            assertNotNull(found.asFacet(SpanProvider.class));
            assertEquals(expected.asFacet(SeekableReader.class) == null, found.asFacet(SeekableReader.class) == null);
            assertEquals(null, found.asFacet(OffsetSpan.class));
        }
    }

    @Test
    void thereIsNoSpanWithoutAValue() {
        IonReader reader = Source.BYTES.open(StringmillIonReaderBuilder.standard(), TEXT);
        SpanProvider spans = reader.asFacet(SpanProvider.class);
        assertThrows(IllegalStateException.class, spans::currentSpan);
    }

    @Test
    void aSpanOfAnotherReaderIsRefused() {
        IonReader other = Source.BYTES.open(IonReaderBuilder.standard(), TEXT);
        other.next();
        Span span = other.asFacet(SpanProvider.class).currentSpan();
        IonReader reader = Source.BYTES.open(StringmillIonReaderBuilder.standard(), TEXT);
        assertThrows(IllegalArgumentException.class, () -> reader.asFacet(SeekableReader.class).hoist(span));
    }
}
