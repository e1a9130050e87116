package io.github.stringmill.packaging.bundle;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonSystemBuilder;
import io.github.stringmill.Stringmill;
import io.github.stringmill.ion.StringmillIonSystem;
import java.util.List;
import java.util.concurrent.Callable;

/** Copies a text of Ion by our system and by that of ion-java. */
public final class IonProgram implements Callable<List<String>> {
    private static final String TEXT =
            "{name:\"50 \\u20ac\", when:2026-11-26T07:00Z, rate:1.50, x:1.25e0, data:{{aGVsbG8=}}} ".repeat(50);

    @Override
    public List<String> call() throws Exception {
        return List.of(Stringmill.kernels(), copy(StringmillIonSystem.standard()),
                copy(IonSystemBuilder.standard().build()));
    }

    private static String copy(IonSystem system) throws Exception {
        StringBuilder out = new StringBuilder();
        try (IonReader reader = system.newReader(TEXT); IonWriter writer = system.newTextWriter(out)) {
            writer.writeValues(reader);
        }
        return out.toString();
    }
}
