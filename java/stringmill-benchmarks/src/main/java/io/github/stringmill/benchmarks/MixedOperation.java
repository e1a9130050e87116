package io.github.stringmill.benchmarks;

import java.util.List;

/** The calls of {@link Mixed}. */
enum MixedOperation {
    /** Bytes into a generator of bytes. */
    WRITE_UTF8_STRING("writeUTF8String", MixedInput.UTF8,
            (side, inputs, count, results) -> side.utf8Strings((byte[][]) inputs, count),
            1, 2, 4, 8, 16, 32, 64, 256, 1024, 8192),
    /** Strings into a generator of bytes. */
    WRITE_STRING("writeString", MixedInput.STRING,
            (side, inputs, count, results) -> side.strings((String[]) inputs, count),
            1, 2, 4, 8, 16, 32, 64, 256, 1024, 8192),
    /** Strings into a generator of chars. */
    WRITE_STRING_TO_WRITER("writeString-writer", MixedInput.STRING,
            (side, inputs, count, results) -> side.stringsToWriter((String[]) inputs, count),
            1, 2, 4, 8, 16, 32, 64, 256, 1024, 8192),
    /** A name and then {@code null}. */
    WRITE_FIELD_NAME("writeFieldName", MixedInput.STRING,
            (side, inputs, count, results) -> side.fieldNames((String[]) inputs, count), 1, 2, 4, 8, 16, 32, 64),
    /** Bytes into a generator of bytes, by the rule of short strings. */
    WRITE_SHORT_UTF8("writeUTF8String-short", MixedInput.UTF8, MixedText.SHORT, WRITE_UTF8_STRING.call,
            3, 6, 10, 15, 20, 30, 45, 64, 120),
    /** Strings into a generator of bytes, by the rule of short strings. */
    WRITE_SHORT("writeString-short", MixedInput.STRING, MixedText.SHORT, WRITE_STRING.call,
            3, 6, 10, 15, 20, 30, 45, 64, 120),
    /** A name and then {@code null}, by the rule of short strings. */
    WRITE_SHORT_NAME("writeFieldName-short", MixedInput.STRING, MixedText.SHORT, WRITE_FIELD_NAME.call,
            3, 6, 10, 15, 20, 30, 45, 64),
    /** Small objects, each by a new generator. */
    MESSAGES("messages", MixedInput.MESSAGE, MixedText.SHORT,
            (side, inputs, count, results) -> side.messages((Message[]) inputs, count), 20, 50, 100, 200, 500),
    /** A list of objects by a mapper, as bytes. */
    OBJECTS_AS_BYTES("objects-bytes", MixedInput.OBJECTS, MixedSide::objectsAsBytes, 8, 64, 1024),
    /** The same as a {@code String}. */
    OBJECTS_AS_STRING("objects-String", MixedInput.OBJECTS, MixedSide::objectsAsString, 8, 64, 1024),
    /** The same into a stream. */
    OBJECTS_TO_STREAM("objects-stream", MixedInput.OBJECTS,
            (side, inputs, count, results) -> side.objectsToStream(inputs, count), 8, 64, 1024),
    /** The strings of an array. */
    GET_TEXT("getText", MixedInput.ARRAY,
            (side, inputs, count, results) -> side.texts((byte[]) inputs[0], results),
            8, 16, 32, 64, 256, 1024, 8192),
    /** The same, as UTF-8 into a stream. */
    READ_UTF8("readUtf8", MixedInput.ARRAY, (side, inputs, count, results) -> side.utf8Texts((byte[]) inputs[0]),
            8, 16, 32, 64, 256, 1024, 8192),
    /** The names of an object. */
    NEXT_FIELD_NAME("nextFieldName", MixedInput.OBJECT,
            (side, inputs, count, results) -> side.names((byte[]) inputs[0], results), 8, 16, 32);

    /** The name in records. */
    final String label;
    final MixedInput input;
    /** The kinds of text. */
    final List<String> contents;
    final Call call;
    /** The lengths: in bytes for those that write or read UTF-8, else in chars; of objects, that of their text. */
    final int[] lengths;

    MixedOperation(String label, MixedInput input, Call call, int... lengths) {
        this(label, input, MixedText.CONTENTS, call, lengths);
    }

    MixedOperation(String label, MixedInput input, List<String> contents, Call call, int... lengths) {
        this.label = label;
        this.input = input;
        this.contents = contents;
        this.call = call;
        this.lengths = lengths;
    }

    /** Returns whether the rows are those of the rule of short strings. */
    boolean isShort() {
        return contents == MixedText.SHORT;
    }

    /** Returns whether the output is JSON. */
    boolean writes() {
        return input != MixedInput.ARRAY && input != MixedInput.OBJECT;
    }

    /** Passes inputs to a library. */
    interface Call {
        void run(MixedSide side, Object[] inputs, int count, Object[] results) throws Exception;
    }
}
