package io.github.stringmill.ion;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonException;
import com.amazon.ion.IonLoader;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/** A loader whose readers are ours. A loader of ion-java makes the values. */
@SuppressWarnings("deprecation") // The interface has deprecated methods.
final class TreeLoader implements IonLoader {
    private final IonSystem system;
    private final IonLoader values;
    private final IonReaderBuilder readers;

    /**
     * Makes a loader.
     *
     * @param system the system that the loader belongs to
     * @param values makes the values; its catalog serves the readers
     * @param readers builds the readers; it is copied
     */
    TreeLoader(IonSystem system, IonLoader values, StringmillIonReaderBuilder readers) {
        this.system = system;
        this.values = values;
        this.readers = readers.copy().withCatalog(values.getCatalog()).immutable();
    }

    @Override
    public IonSystem getSystem() {
        return system;
    }

    @Override
    public IonCatalog getCatalog() {
        return values.getCatalog();
    }

    @Override
    public IonDatagram load(File ionFile) throws IOException {
        try (InputStream source = new FileInputStream(ionFile)) {
            return load(source);
        }
    }

    @Override
    public IonDatagram load(String ionText) {
        return values.load(readers.build(ionText));
    }

    @Override
    public IonDatagram load(Reader ionText) throws IOException {
        try {
            return values.load(readers.build(ionText));
        } catch (IonException e) {
            throw ofSource(e);
        }
    }

    @Override
    public IonDatagram load(byte[] ionData) {
        try (IonReader reader = readers.build(ionData)) {
            return values.load(reader);
        } catch (IOException e) {
            throw new IonException(e);
        }
    }

    @Override
    public IonDatagram load(InputStream ionData) throws IOException {
        try {
            return values.load(readers.build(ionData));
        } catch (IonException e) {
            throw ofSource(e);
        }
    }

    @Override
    public IonDatagram load(IonReader reader) {
        return values.load(reader);
    }

    /** Throws the cause of an exception if it is one of the source, as ion-java does; returns other exceptions. */
    private static IonException ofSource(IonException e) throws IOException {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException failure) {
                throw failure;
            }
        }
        return e;
    }
}
