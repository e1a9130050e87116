import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonWriter;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.StringmillIonSystem;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The first examples of docs/ion-java.md. */
public final class Ion {
    public static void main(String[] arguments) throws Exception {
        first();
        second();
    }

    private static void first() throws Exception {
        InputStream stream = new ByteArrayInputStream("{say: a::hello}".getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // example docs/ion-java.md java 1
        writer.writeValues(reader);
        writer.close();
        expect(out.toString(StandardCharsets.UTF_8), "{say:a::hello}");
        expect(system.singleValue("[1]"), "[1]");
    }

    private static void second() throws Exception {
        // example docs/ion-java.md java 2
    }

    private static void expect(Object made, String expected) {
        if (!made.toString().equals(expected)) {
            throw new AssertionError(made + " instead of " + expected);
        }
        System.out.println("docs/ion-java.md: " + made);
    }
}
