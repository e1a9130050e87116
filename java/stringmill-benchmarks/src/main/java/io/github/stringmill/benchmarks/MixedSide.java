package io.github.stringmill.benchmarks;

/** The calls of one library. Each takes {@code count} inputs, and may leave what it made in {@code results}. */
interface MixedSide {
    void utf8Strings(byte[][] texts, int count) throws Exception;

    void strings(String[] texts, int count) throws Exception;

    /** Writes each message by a generator of its own. */
    void messages(Message[] messages, int count) throws Exception;

    void stringsToWriter(String[] texts, int count) throws Exception;

    void fieldNames(String[] names, int count) throws Exception;

    void objectsAsBytes(Object[] objects, int count, Object[] results) throws Exception;

    void objectsAsString(Object[] objects, int count, Object[] results) throws Exception;

    void objectsToStream(Object[] objects, int count) throws Exception;

    void texts(byte[] document, Object[] results) throws Exception;

    void utf8Texts(byte[] document) throws Exception;

    void names(byte[] document, Object[] results) throws Exception;

    /** Ends the output. */
    void close() throws Exception;
}
