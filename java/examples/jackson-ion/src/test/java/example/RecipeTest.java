package example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.ion.IonObjectMapper;
import example.Application.Order;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecipeTest {
    private final IonObjectMapper ours = Application.mapper();
    private final IonObjectMapper stock = IonObjectMapper.builderForTextualWriters().build();

    @Test
    void stringmillWritesTheBytesOfIonJava() throws Exception {
        assertEquals(stock.writeValueAsString(Order.sample()), ours.writeValueAsString(Order.sample()));
        assertArrayEquals(stock.writeValueAsBytes(Order.sample()), ours.writeValueAsBytes(Order.sample()));
        String writer = ours.getFactory().getIonSystem().newTextWriter(new StringBuilder()).getClass().getName();
        assertTrue(writer.startsWith("io.github.stringmill."), writer);
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        assertEquals(Order.sample(), ours.readValue(stock.writeValueAsBytes(Order.sample()), Order.class));
        assertEquals(Order.sample(), stock.readValue(ours.writeValueAsString(Order.sample()), Order.class));
    }

    /** A vertical tab after a number is white space for stringmill only, so this shows which reader it is. */
    @Test
    void stringmillReads() throws Exception {
        String text = "{total:7\u000b}";
        assertEquals(Map.of("total", 7), ours.readValue(text, Map.class));
        assertThrows(Exception.class, () -> stock.readValue(text, Map.class));
    }
}
