package example;

import com.fasterxml.jackson.dataformat.ion.IonObjectMapper;
import io.github.stringmill.ion.StringmillIonSystem;
import java.util.List;

/** Writes an object as Ion text, and reads it again. */
public final class Application {
    /** What is written and read. */
    public record Order(String name, List<String> notes, double total) {
        static Order sample() {
            String note = "<p class=\"note\">50 \u20ac, caf\u00e9, \u6f22\u5b57, \ud83d\ude00\t&amp; \\ more</p>\n";
            return new Order("Order \"7\"", List.of(note, note.repeat(200)), 12.5);
        }
    }

    private Application() {}

    /** A mapper whose readers and text writers are those of stringmill. */
    static IonObjectMapper mapper() {
        return IonObjectMapper.builderForTextualWriters(StringmillIonSystem.standard()).build();
    }

    public static void main(String[] args) throws Exception {
        IonObjectMapper mapper = mapper();
        String text = mapper.writeValueAsString(Order.sample());
        System.out.println(text);
        System.out.println(mapper.readValue(text, Order.class));
    }
}
