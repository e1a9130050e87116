package io.github.stringmill.ion;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonException;
import com.amazon.ion.IonLoader;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonTextReader;
import com.amazon.ion.IonValue;
import com.amazon.ion.IonWriter;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.UnexpectedEofException;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.util.Iterator;
import java.util.Objects;

/**
 * An {@link IonSystem} that reads with readers of a {@link StringmillIonReaderBuilder}, by {@code newReader}, loaders,
 * {@code iterate} and {@code singleValue}, and whose {@code newTextWriter} methods give writers of a
 * {@link StringmillIonTextWriterBuilder}. A system of ion-java does everything else, and owns all values.
 *
 * <pre>{@code
 * IonSystem system = StringmillIonSystem.standard();
 * }</pre>
 */
@SuppressWarnings("deprecation") // The interface has deprecated types, and a system must have them.
public final class StringmillIonSystem extends DelegatingIonSystem {
    private final StringmillIonReaderBuilder readers;
    private final IonTextWriterBuilder writers;
    private final IonLoader loader;

    /**
     * A system over another, with text writers that write ASCII, like those of ion-java's systems.
     *
     * @param system does everything else; its catalog serves readers and writers
     * @param readers builds the readers; it is copied
     */
    public StringmillIonSystem(IonSystem system, StringmillIonReaderBuilder readers) {
        this(system, readers, StringmillIonTextWriterBuilder.standard().withCharsetAscii());
    }

    /**
     * A system over another.
     *
     * @param system does everything else; its catalog serves readers and writers
     * @param readers builds the readers; it is copied
     * @param writers builds the text writers, as a {@link StringmillIonTextWriterBuilder} does; it is copied
     */
    public StringmillIonSystem(IonSystem system, StringmillIonReaderBuilder readers, IonTextWriterBuilder writers) {
        super(Objects.requireNonNull(system, "system"));
        this.readers = readers.copy().withCatalog(system.getCatalog()).immutable();
        this.writers = writers.copy().withCatalog(system.getCatalog()).immutable();
        this.loader = newLoader();
    }

    /**
     * A system over {@link IonSystemBuilder#standard()}.
     *
     * @return a new one
     */
    public static StringmillIonSystem standard() {
        return new StringmillIonSystem(IonSystemBuilder.standard().build(), StringmillIonReaderBuilder.standard());
    }

    @Override
    public IonTextReader newReader(String ionText) {
        return readers.build(ionText);
    }

    @Override
    public IonReader newReader(byte[] ionData) {
        return readers.build(ionData);
    }

    @Override
    public IonReader newReader(byte[] ionData, int offset, int len) {
        return readers.build(ionData, offset, len);
    }

    @Override
    public IonReader newReader(InputStream ionData) {
        return readers.build(ionData);
    }

    @Override
    public IonReader newReader(Reader ionText) {
        return readers.build(ionText);
    }

    @Override
    public IonReader newReader(IonValue value) {
        return system.newReader(value);
    }

    @Override
    public IonLoader newLoader() {
        return new TreeLoader(this, system.newLoader(), readers);
    }

    @Override
    public IonLoader newLoader(IonCatalog catalog) {
        return new TreeLoader(this, system.newLoader(catalog), readers);
    }

    @Override
    public IonLoader getLoader() {
        return loader;
    }

    @Override
    public Iterator<IonValue> iterate(Reader ionText) {
        return system.iterate(readers.build(ionText));
    }

    @Override
    public Iterator<IonValue> iterate(InputStream ionData) {
        return system.iterate(readers.build(ionData));
    }

    @Override
    public Iterator<IonValue> iterate(String ionText) {
        return system.iterate(readers.build(ionText));
    }

    @Override
    public Iterator<IonValue> iterate(byte[] ionData) {
        return system.iterate(readers.build(ionData));
    }

    @Override
    public IonValue singleValue(String ionText) {
        return singleValue(readers.build(ionText));
    }

    @Override
    public IonValue singleValue(byte[] ionData) {
        return singleValue(ionData, 0, ionData.length);
    }

    @Override
    public IonValue singleValue(byte[] ionData, int offset, int len) {
        try (IonReader reader = readers.build(ionData, offset, len)) {
            return singleValue(reader);
        } catch (IOException e) {
            throw new IonException(e);
        }
    }

    private IonValue singleValue(IonReader reader) {
        Iterator<IonValue> values = system.iterate(reader);
        if (!values.hasNext()) {
            throw new UnexpectedEofException("no value found on input stream");
        }
        IonValue value = values.next();
        if (values.hasNext()) {
            throw new IonException("not a single value");
        }
        return value;
    }

    @Override
    public IonWriter newTextWriter(OutputStream out) {
        return writers.build(out);
    }

    @Override
    public IonWriter newTextWriter(Appendable out) {
        return writers.build(out);
    }

    @Override
    public IonWriter newTextWriter(OutputStream out, SymbolTable... imports) throws IOException {
        return writers.withImports(imports).build(out);
    }

    @Override
    public IonWriter newTextWriter(Appendable out, SymbolTable... imports) throws IOException {
        return writers.withImports(imports).build(out);
    }
}
