package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.internal.JsonTokens;
import io.github.stringmill.internal.PartialReader;
import io.github.stringmill.internal.PartialRefusal;
import io.github.stringmill.internal.PartialRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Reads a JSON text that arrives in pieces, and has the value of what has arrived. A value so far shows nothing that is not
 * decided, and contains the one before.
 *
 * <pre>{@code
 * PartialJson reader = new PartialJson();
 * reader.feed("{\"title\": \"Hel");
 * reader.value();                         // {"title":"Hel"}
 * reader.feed("lo\"}");
 * reader.finish();                        // {"title":"Hello"}
 * }</pre>
 *
 * <p>Arrays and objects are visible at their opening bracket, strings show what is decided, numbers are visible when the
 * character after them has arrived, {@code true}, {@code false} and {@code null} with their last letter. Only {@link #finish} gives
 * a result. Types of numbers are those of {@code ObjectMapper.readTree}.
 *
 * <p>The text is not kept. Time is linear in the text and the snapshots. A reader is for one text, and one thread at a
 * time.
 */
@SuppressWarnings("exports") // A program without jackson-databind does not need its module.
public final class PartialJson {
    /** The text that may be around the value. */
    public enum Around {
        /** White space alone. */
        REFUSE,
        /** A code fence: a line of three backticks with or without {@code json}, and three backticks after the value. */
        FENCE,
        /** Any text: the value begins at the first opening bracket and ends with its closing bracket. */
        TEXT
    }

    /**
     * How many units around the value were skipped and are not white space: bytes, or code units if the pieces are text.
     *
     * @param before those before the value
     * @param after those after the value
     */
    public record Skipped(long before, long after) {}

    private enum Kind {
        BYTES, TEXT
    }

    private final PartialTree tree;
    private final PartialReader reader;
    private Kind kind;
    private PartialJsonException error;
    private boolean isFinished;
    /** Whether a call reads a piece or calls listeners. */
    private boolean isBusy;
    /** Whether a call failed within a piece, such as for lack of memory. */
    private boolean isBroken;

    /** Makes a reader with default options. */
    public PartialJson() {
        this(builder());
    }

    private PartialJson(Builder builder) {
        tree = new PartialTree(builder.bigDecimals, builder.allEnded, List.copyOf(builder.ended));
        reader = new PartialReader(tree, new PartialRules(PartialRules.Around.valueOf(builder.around.name()),
                builder.uniqueNames, builder.maxDepth, builder.maxString, builder.maxLength));
    }

    /**
     * Returns a builder of a reader with options.
     *
     * @return a builder with default options
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads the next piece of the text, and calls listeners. Costs time in proportion to its length, and makes no snapshot.
     *
     * @param piece UTF-8 from its position to its limit; the position moves to the limit
     * @throws PartialJsonException the first error of the text, and again from each further call
     * @throws IllegalStateException after pieces of text, after {@link #finish}, and from a listener
     */
    public void feed(ByteBuffer piece) throws PartialJsonException {
        Objects.requireNonNull(piece, "piece");
        feed(Kind.BYTES, () -> reader.read(piece));
    }

    /**
     * As {@link #feed(ByteBuffer)}, for a part of an array.
     *
     * @param piece the array
     * @param offset the index of the first byte
     * @param length the number of bytes
     * @throws PartialJsonException the first error of the text, and again from each further call
     * @throws IndexOutOfBoundsException if the part is not inside the array
     */
    public void feed(byte[] piece, int offset, int length) throws PartialJsonException {
        feed(ByteBuffer.wrap(piece, offset, length));
    }

    /**
     * As {@link #feed(ByteBuffer)}, for text. It may end between the halves of a surrogate pair.
     *
     * @param piece the text
     * @throws PartialJsonException the first error of the text, and again from each further call
     * @throws IllegalStateException after pieces of bytes, after {@link #finish}, and from a listener
     */
    public void feed(CharSequence piece) throws PartialJsonException {
        // Code of the caller, which can throw, runs before anything is read.
        String text = piece.toString();
        feed(Kind.TEXT, () -> reader.read(text));
    }

    private void feed(Kind of, Supplier<PartialRefusal> read) throws PartialJsonException {
        requireUsable();
        if (isFinished) {
            throw new IllegalStateException("a piece after finish");
        }
        if (kind != null && kind != of) {
            throw new IllegalStateException("all pieces must be bytes, or all must be text");
        }
        kind = of;
        run(read);
    }

    /**
     * Returns the value so far: a snapshot that this reader never changes. What did not change since the last snapshot is the
     * same node. The first snapshot after a change costs one copy of each open array and object in which something
     * changed since the last one, of its members, not of what is in them; and one of the string in progress.
     *
     * <p>Snapshots share nodes with each other and with the result, so a caller must not change them, but a
     * {@link JsonNode#deepCopy}.
     *
     * @return the value, or a {@code MissingNode} as long as nothing is visible
     */
    public JsonNode value() {
        return tree.snapshot();
    }

    /**
     * Returns whether nothing that may follow changes the value.
     *
     * @return false after an error
     */
    public boolean done() {
        return reader.isWhole() && error == null;
    }

    /**
     * Returns the error that ended the text. The value so far stays readable.
     *
     * @return the error, or {@code null}
     */
    public PartialJsonException error() {
        return error;
    }

    /**
     * Returns how much text around the value was skipped.
     *
     * @return the numbers of units
     */
    public Skipped skipped() {
        return new Skipped(reader.skippedBefore(), reader.skippedAfter());
    }

    /**
     * Returns what snapshots have cost.
     *
     * @return how many members of open arrays and objects were copied
     */
    public long copied() {
        return tree.copied();
    }

    /**
     * Adds a listener to whole values. It is called once for each value at a pointer that has ended, inner values first, after the piece
     * that ends it was read. It may throw: the other calls are made by the next {@link #feed(ByteBuffer)}. It cannot feed.
     *
     * @param pointer a JSON Pointer, in which {@code *} is any name or index
     * @param listener receives the value and its path
     * @return this
     * @throws IllegalArgumentException if the pointer does not begin with a slash
     */
    public PartialJson on(String pointer, BiConsumer<? super JsonNode, ? super JsonPointer> listener) {
        tree.onValue(pointer, Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Adds a listener to the characters of strings that are shown. It is called once for a string and a piece.
     *
     * @param pointer a JSON Pointer, in which {@code *} is any name or index
     * @param listener receives the new characters and the path of the string
     * @return this
     * @throws IllegalArgumentException if the pointer does not begin with a slash
     */
    public PartialJson onText(String pointer, BiConsumer<? super String, ? super JsonPointer> listener) {
        tree.onText(pointer, Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Returns the result, after the whole text. There is no other way to it.
     *
     * @return the whole value
     * @throws PartialJsonException if the text is not whole, or had an error before
     * @throws IllegalStateException from a listener
     */
    public JsonNode finish() throws PartialJsonException {
        requireUsable();
        // A later call makes the calls of listeners that an exception of one of them has kept back.
        Supplier<PartialRefusal> end = isFinished ? reader::refusal : reader::end;
        isFinished = true;
        run(end);
        return tree.snapshot();
    }

    /**
     * Returns the result as an object.
     *
     * @param <T> the type of the object
     * @param mapper makes the object
     * @param type the class of the object
     * @return the object
     * @throws IOException as {@link #finish()}, or if the mapper cannot make the object
     */
    public <T> T finish(ObjectMapper mapper, Class<T> type) throws IOException {
        return mapper.readerFor(type).readValue(finish());
    }

    /**
     * Returns the result as an object of a generic type.
     *
     * @param <T> the type of the object
     * @param mapper makes the object
     * @param type the type of the object
     * @return the object
     * @throws IOException as {@link #finish()}, or if the mapper cannot make the object
     */
    public <T> T finish(ObjectMapper mapper, TypeReference<T> type) throws IOException {
        return mapper.readerFor(type).readValue(finish());
    }

    private void requireUsable() throws PartialJsonException {
        if (isBusy) {
            throw new IllegalStateException("a listener cannot feed or finish its reader");
        }
        if (error != null) {
            throw error;
        }
        if (isBroken) {
            throw new IllegalStateException("an earlier call failed within a piece");
        }
    }

    /** Reads, keeps the error, and calls the listeners to everything before the error. */
    private void run(Supplier<PartialRefusal> read) throws PartialJsonException {
        isBusy = true;
        try {
            isBroken = true;
            PartialRefusal refusal = read.get();
            isBroken = false;
            if (refusal != null) {
                error = new PartialJsonException(refusal, kind != Kind.TEXT);
            }
            tree.tellText();
            tree.callListeners();
        } finally {
            isBusy = false;
        }
        if (error != null) {
            throw error;
        }
    }

    /** Options of a reader. */
    public static final class Builder {
        private boolean allEnded;
        private final List<PartialPattern> ended = new ArrayList<>();
        private boolean uniqueNames;
        private boolean bigDecimals;
        private Around around = Around.REFUSE;
        private int maxDepth = JsonTokens.DEPTH_MAX;
        private long maxString = Long.MAX_VALUE;
        private long maxLength = Long.MAX_VALUE;

        private Builder() {}

        /**
         * Makes all strings absent until they end.
         *
         * @param all whether all are; false by default
         * @return this
         */
        public Builder endedStrings(boolean all) {
            allEnded = all;
            return this;
        }

        /**
         * Makes strings absent until they end that make no sense in part: URLs, identifiers, words of a list.
         *
         * @param pointers JSON Pointers, in which {@code *} is any name or index
         * @return this
         * @throws IllegalArgumentException if a pointer does not begin with a slash
         */
        public Builder endedStrings(String... pointers) {
            for (String pointer : pointers) {
                ended.add(new PartialPattern(pointer));
            }
            return this;
        }

        /**
         * Sets whether a name that its object has already is an error. By default the last one wins.
         *
         * @param unique whether it is
         * @return this
         */
        public Builder uniqueNames(boolean unique) {
            uniqueNames = unique;
            return this;
        }

        /**
         * Sets whether numbers with a point or an exponent are {@code BigDecimal}. By default they are {@code double}. One that
         * {@code BigDecimal} cannot hold is an error.
         *
         * @param big whether they are
         * @return this
         */
        public Builder bigDecimals(boolean big) {
            bigDecimals = big;
            return this;
        }

        /**
         * Sets the text that may be around the value.
         *
         * @param text {@link Around#REFUSE} by default
         * @return this
         */
        public Builder around(Around text) {
            around = Objects.requireNonNull(text, "text");
            return this;
        }

        /**
         * Sets the most levels of arrays and objects.
         *
         * @param depth 1,024 by default; methods of Jackson's nodes need stack for each level
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxDepth(int depth) {
            maxDepth = (int) limit(depth);
            return this;
        }

        /**
         * Sets the most units of a string before unescaping: bytes, or code units if the pieces are text.
         *
         * @param length no limit by default
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxString(long length) {
            maxString = limit(length);
            return this;
        }

        /**
         * Sets the most units of the whole text.
         *
         * @param length no limit by default
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxLength(long length) {
            maxLength = limit(length);
            return this;
        }

        private static long limit(long value) {
            if (value < 0) {
                throw new IllegalArgumentException("a limit must be 0 or more, and is " + value);
            }
            return value;
        }

        /**
         * Makes a reader.
         *
         * @return a reader of one text
         */
        public PartialJson build() {
            return new PartialJson(this);
        }
    }
}
