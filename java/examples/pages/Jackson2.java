import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.jackson2.PartialJson;
import io.github.stringmill.jackson2.StringmillFactory;
import java.util.Map;

/** The first examples of docs/java.md and docs/partial.md, with Jackson 2. */
public final class Jackson2 {
    public static void main(String[] arguments) throws Exception {
        // example docs/java.md java 1 Jackson 2.x
        // example docs/java.md java 2
        // example docs/partial.md java 1
    }

    private static void expect(Object made, String expected) {
        if (!made.toString().equals(expected)) {
            throw new AssertionError(made + " instead of " + expected);
        }
        System.out.println("Jackson 2: " + made);
    }
}
