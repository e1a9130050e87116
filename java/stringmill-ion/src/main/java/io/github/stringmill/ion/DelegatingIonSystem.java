package io.github.stringmill.ion;

import com.amazon.ion.IonBinaryWriter;
import com.amazon.ion.IonBlob;
import com.amazon.ion.IonBool;
import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonClob;
import com.amazon.ion.IonContainer;
import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonDecimal;
import com.amazon.ion.IonFloat;
import com.amazon.ion.IonInt;
import com.amazon.ion.IonList;
import com.amazon.ion.IonLoader;
import com.amazon.ion.IonNull;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSequence;
import com.amazon.ion.IonSexp;
import com.amazon.ion.IonString;
import com.amazon.ion.IonStruct;
import com.amazon.ion.IonSymbol;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonTimestamp;
import com.amazon.ion.IonType;
import com.amazon.ion.IonValue;
import com.amazon.ion.IonWriter;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.Timestamp;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;

/** Delegates all methods that a subclass does not override to another system. */
@SuppressWarnings("deprecation") // Deprecated methods are handed on too.
abstract class DelegatingIonSystem implements IonSystem {
    final IonSystem system;

    DelegatingIonSystem(IonSystem system) {
        this.system = system;
    }

    @Override
    public SymbolTable getSystemSymbolTable() {
        return system.getSystemSymbolTable();
    }

    @Override
    public SymbolTable getSystemSymbolTable(String ionVersionId) {
        return system.getSystemSymbolTable(ionVersionId);
    }

    @Override
    public IonCatalog getCatalog() {
        return system.getCatalog();
    }

    @Override
    public SymbolTable newLocalSymbolTable(SymbolTable... imports) {
        return system.newLocalSymbolTable(imports);
    }

    @Override
    public SymbolTable newSharedSymbolTable(
            String name, int version, Iterator<String> newSymbols, SymbolTable... imports) {
        return system.newSharedSymbolTable(name, version, newSymbols, imports);
    }

    @Override
    public SymbolTable newSharedSymbolTable(IonReader reader) {
        return system.newSharedSymbolTable(reader);
    }

    @Override
    public SymbolTable newSharedSymbolTable(IonReader reader, boolean alreadyOnStruct) {
        return system.newSharedSymbolTable(reader, alreadyOnStruct);
    }

    @Override
    public IonLoader newLoader() {
        return system.newLoader();
    }

    @Override
    public IonLoader newLoader(IonCatalog catalog) {
        return system.newLoader(catalog);
    }

    @Override
    public IonLoader getLoader() {
        return system.getLoader();
    }

    @Override
    public Iterator<IonValue> iterate(Reader ionText) {
        return system.iterate(ionText);
    }

    @Override
    public Iterator<IonValue> iterate(InputStream ionData) {
        return system.iterate(ionData);
    }

    @Override
    public Iterator<IonValue> iterate(String ionText) {
        return system.iterate(ionText);
    }

    @Override
    public Iterator<IonValue> iterate(byte[] ionData) {
        return system.iterate(ionData);
    }

    @Override
    public Iterator<IonValue> iterate(IonReader reader) {
        return system.iterate(reader);
    }

    @Override
    public IonValue singleValue(String ionText) {
        return system.singleValue(ionText);
    }

    @Override
    public IonValue singleValue(byte[] ionData) {
        return system.singleValue(ionData);
    }

    @Override
    public IonValue singleValue(byte[] ionData, int offset, int len) {
        return system.singleValue(ionData, offset, len);
    }

    @Override
    public IonWriter newWriter(IonContainer container) {
        return system.newWriter(container);
    }

    @Override
    public IonWriter newBinaryWriter(OutputStream out, SymbolTable... imports) {
        return system.newBinaryWriter(out, imports);
    }

    @Override
    public IonBinaryWriter newBinaryWriter() {
        return system.newBinaryWriter();
    }

    @Override
    public IonBinaryWriter newBinaryWriter(SymbolTable... imports) {
        return system.newBinaryWriter(imports);
    }

    @Override
    public IonDatagram newDatagram() {
        return system.newDatagram();
    }

    @Override
    public IonDatagram newDatagram(IonValue initialChild) {
        return system.newDatagram(initialChild);
    }

    @Override
    public IonDatagram newDatagram(SymbolTable... imports) {
        return system.newDatagram(imports);
    }

    @Override
    public IonValue newValue(IonReader reader) {
        return system.newValue(reader);
    }

    @Override
    public IonTimestamp newUtcTimestampFromMillis(long millis) {
        return system.newUtcTimestampFromMillis(millis);
    }

    @Override
    public IonTimestamp newUtcTimestamp(Date utcDate) {
        return system.newUtcTimestamp(utcDate);
    }

    @Override
    public IonTimestamp newCurrentUtcTimestamp() {
        return system.newCurrentUtcTimestamp();
    }

    @Override
    public IonBlob newNullBlob() {
        return system.newNullBlob();
    }

    @Override
    public IonBlob newBlob(byte[] value) {
        return system.newBlob(value);
    }

    @Override
    public IonBlob newBlob(byte[] value, int offset, int length) {
        return system.newBlob(value, offset, length);
    }

    @Override
    public IonBool newNullBool() {
        return system.newNullBool();
    }

    @Override
    public IonBool newBool(boolean value) {
        return system.newBool(value);
    }

    @Override
    public IonBool newBool(Boolean value) {
        return system.newBool(value);
    }

    @Override
    public IonClob newNullClob() {
        return system.newNullClob();
    }

    @Override
    public IonClob newClob(byte[] value) {
        return system.newClob(value);
    }

    @Override
    public IonClob newClob(byte[] value, int offset, int length) {
        return system.newClob(value, offset, length);
    }

    @Override
    public IonDecimal newNullDecimal() {
        return system.newNullDecimal();
    }

    @Override
    public IonDecimal newDecimal(long value) {
        return system.newDecimal(value);
    }

    @Override
    public IonDecimal newDecimal(double value) {
        return system.newDecimal(value);
    }

    @Override
    public IonDecimal newDecimal(BigInteger value) {
        return system.newDecimal(value);
    }

    @Override
    public IonDecimal newDecimal(BigDecimal value) {
        return system.newDecimal(value);
    }

    @Override
    public IonFloat newNullFloat() {
        return system.newNullFloat();
    }

    @Override
    public IonFloat newFloat(long value) {
        return system.newFloat(value);
    }

    @Override
    public IonFloat newFloat(double value) {
        return system.newFloat(value);
    }

    @Override
    public IonInt newNullInt() {
        return system.newNullInt();
    }

    @Override
    public IonInt newInt(int value) {
        return system.newInt(value);
    }

    @Override
    public IonInt newInt(long value) {
        return system.newInt(value);
    }

    @Override
    public IonInt newInt(Number value) {
        return system.newInt(value);
    }

    @Override
    public IonList newNullList() {
        return system.newNullList();
    }

    @Override
    public IonList newEmptyList() {
        return system.newEmptyList();
    }

    @Override
    public IonList newList(Collection<? extends IonValue> values) {
        return system.newList(values);
    }

    @Override
    public IonList newList(IonSequence child) {
        return system.newList(child);
    }

    @Override
    public IonList newList(IonValue... children) {
        return system.newList(children);
    }

    @Override
    public IonList newList(int[] values) {
        return system.newList(values);
    }

    @Override
    public IonList newList(long[] values) {
        return system.newList(values);
    }

    @Override
    public IonNull newNull() {
        return system.newNull();
    }

    @Override
    public IonValue newNull(IonType type) {
        return system.newNull(type);
    }

    @Override
    public IonSexp newNullSexp() {
        return system.newNullSexp();
    }

    @Override
    public IonSexp newEmptySexp() {
        return system.newEmptySexp();
    }

    @Override
    public IonSexp newSexp(Collection<? extends IonValue> values) {
        return system.newSexp(values);
    }

    @Override
    public IonSexp newSexp(IonSequence child) {
        return system.newSexp(child);
    }

    @Override
    public IonSexp newSexp(IonValue... children) {
        return system.newSexp(children);
    }

    @Override
    public IonSexp newSexp(int[] values) {
        return system.newSexp(values);
    }

    @Override
    public IonSexp newSexp(long[] values) {
        return system.newSexp(values);
    }

    @Override
    public IonString newNullString() {
        return system.newNullString();
    }

    @Override
    public IonString newString(String value) {
        return system.newString(value);
    }

    @Override
    public IonStruct newNullStruct() {
        return system.newNullStruct();
    }

    @Override
    public IonStruct newEmptyStruct() {
        return system.newEmptyStruct();
    }

    @Override
    public IonSymbol newNullSymbol() {
        return system.newNullSymbol();
    }

    @Override
    public IonSymbol newSymbol(String value) {
        return system.newSymbol(value);
    }

    @Override
    public IonSymbol newSymbol(SymbolToken value) {
        return system.newSymbol(value);
    }

    @Override
    public IonTimestamp newNullTimestamp() {
        return system.newNullTimestamp();
    }

    @Override
    public IonTimestamp newTimestamp(Timestamp value) {
        return system.newTimestamp(value);
    }

    @Override
    public <T extends IonValue> T clone(T value) {
        return system.clone(value);
    }
}
