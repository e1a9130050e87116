package io.github.stringmill.ion;

import com.amazon.ion.IonSystem;
import com.amazon.ion.impl._Private_IonSystem;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Readers and writers for ion-java's own tests. {@code tools/run ion-java-tests} rewrites a copy of these tests to call
 * this class.
 */
public final class Injected {
    private static final Compat COMPAT = Compat.valueOf(System.getProperty("stringmill.test.compat", "SPECIFICATION"));

    private Injected() {}

    /**
     * Replaces {@code IonReaderBuilder.standard()}.
     *
     * @return a builder with the setting of this run
     */
    public static StringmillIonReaderBuilder readers() {
        return StringmillIonReaderBuilder.standard().withCompat(COMPAT);
    }

    /**
     * Replaces {@code builder.withReaderBuilder(readers).build()}. Returns a system of ion-java with our readers and
     * text writers, of the interface that the tests use.
     *
     * @param builder with the other settings
     * @param readers a builder of ours
     * @return a system
     */
    public static _Private_IonSystem system(IonSystemBuilder builder, IonReaderBuilder readers) {
        IonReaderBuilder theirs =
                IonReaderBuilder.standard().withIncrementalReadingEnabled(readers.isIncrementalReadingEnabled());
        IonSystem original = builder.withReaderBuilder(theirs).build();
        IonReaderBuilder ourReaders = readers.withCatalog(original.getCatalog());
        IonSystem ours = new StringmillIonSystem(original, (StringmillIonReaderBuilder) ourReaders);
        return proxy(_Private_IonSystem.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "newReader", "newTextWriter", "iterate", "singleValue", "getLoader", "newLoader" ->
                call(ours, method, arguments);
            default -> call(original, method, arguments);
        });
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Injected.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
