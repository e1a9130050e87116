package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Version markers, with everything that may follow them. */
class VersionMarkerTest {
    private static IonReader reader(String text) {
        return StringmillIonReaderBuilder.standard().build(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "$ion_1_0 7", "$ion_1_0\n$ion_1_0\t$ion_1_0\r\n7", "$ion_1_0\u000b7", "$ion_1_0 \u000b 7", "$ion_1_0/**/7",
        "$ion_1_0 //\n7", "$ion_1_0 // ::x\n 7 $ion_1_0", "7 $ion_1_0 "
    })
    void markersAreNotTold(String text) {
        IonReader reader = reader(text);
        assertEquals(IonType.INT, reader.next());
        assertEquals(0, reader.getTypeAnnotations().length);
        assertEquals(7, reader.intValue());
        assertNull(reader.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "$ion_1_0::7", "$ion_1_0 ::7", "$ion_1_0 \n ::7", "$ion_1_0 \u000b::7", "$ion_1_0 /**/::7",
        "$ion_1_0 //\n::7", "$ion_1_0\f::7"
    })
    void annotationsAreNoMarkers(String text) {
        IonReader reader = reader(text);
        assertEquals(IonType.INT, reader.next());
        assertArrayEquals(new String[] {"$ion_1_0"}, reader.getTypeAnnotations());
        assertNull(reader.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {"$ion_1", "[$ion_1_0 ]", "$ion_1_0x ", "{a:$ion_1_0 }"})
    void othersAreSymbols(String text) {
        IonReader reader = reader(text);
        IonType type = reader.next();
        if (type != IonType.SYMBOL) {
            reader.stepIn();
            type = reader.next();
        }
        assertEquals(IonType.SYMBOL, type);
    }
}
