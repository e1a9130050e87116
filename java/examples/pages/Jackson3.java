import io.github.stringmill.jackson3.StringmillFactory;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The first examples of docs/java.md, with Jackson 3. */
public final class Jackson3 {
    public static void main(String[] arguments) throws Exception {
        // example docs/java.md java 1 Jackson 3.x
        // example docs/java.md java 2
    }

    private static void expect(Object made, String expected) {
        if (!made.toString().equals(expected)) {
            throw new AssertionError(made + " instead of " + expected);
        }
        System.out.println("docs/java.md, Jackson 3: " + made);
    }
}
