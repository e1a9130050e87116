package io.github.stringmill.ion;

import com.amazon.ion.IonException;
import com.amazon.ion.IonLoader;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonValue;
import com.amazon.ion.UnexpectedEofException;
import com.amazon.ion.impl._Private_IonSystem;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Readers and writers for ion-java's own tests. {@code tools/ion-java-tests} rewrites a copy of these tests to call
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
        return proxy(_Private_IonSystem.class, (proxy, method, arguments) -> {
            boolean isRead = arguments != null && !(arguments[0] instanceof IonReader);
            return switch (method.getName()) {
                case "newReader", "newTextWriter" -> call(ours, method, arguments);
                case "iterate" -> isRead
                        ? original.iterate(reader(ourReaders, arguments)) : call(original, method, arguments);
                case "singleValue" -> singleValue(original.iterate(reader(ourReaders, arguments)));
                case "getLoader" -> loader(original.getLoader(), ourReaders);
                case "newLoader" -> {
                    IonLoader loader = (IonLoader) call(original, method, arguments);
                    yield loader(loader, readers.copy().withCatalog(loader.getCatalog()));
                }
                default -> call(original, method, arguments);
            };
        });
    }

    private static IonLoader loader(IonLoader original, IonReaderBuilder readers) {
        return proxy(IonLoader.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("load") || arguments[0] instanceof IonReader) {
                return call(original, method, arguments);
            }
            if (arguments[0] instanceof File file) {
                try (InputStream source = new FileInputStream(file)) {
                    return original.load(readers.build(source));
                }
            }
            boolean streams = arguments[0] instanceof Reader || arguments[0] instanceof InputStream;
            try {
                return original.load(reader(readers, arguments[0]));
            } catch (IonException e) {
                // Like ion-java's loader.
                if (streams && e.getCause() instanceof IOException cause) {
                    throw cause;
                }
                throw e;
            }
        });
    }

    private static IonReader reader(IonReaderBuilder readers, Object... arguments) {
        Object source = arguments[0];
        if (source instanceof byte[] bytes) {
            return arguments.length == 1
                    ? readers.build(bytes) : readers.build(bytes, (int) arguments[1], (int) arguments[2]);
        }
        if (source instanceof String text) {
            return readers.build(text);
        }
        return source instanceof Reader text ? readers.build(text) : readers.build((InputStream) source);
    }

    private static IonValue singleValue(Iterator<IonValue> values) {
        IonValue value;
        try {
            value = values.next();
        } catch (NoSuchElementException e) {
            throw new UnexpectedEofException("no value", e);
        }
        if (values.hasNext()) {
            throw new IonException("not a single value");
        }
        return value;
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
