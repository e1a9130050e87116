package io.github.stringmill.benchmarks;

/** A small JSON object: a number, and one to four texts. */
record Message(int id, String[] texts) {
    /** The names of the texts. */
    static final String[] NAMES = {"text", "user", "title", "language"};

    /** The bytes of an object without its first text, of which more makes texts of all names. */
    private static final int FRAME = 20;

    private static final int FULL = 100;
    private static final int[] REST = {9, 24, 4};
    private static final int REST_FRAME = 32;

    /** Makes a message of about {@code length} bytes, of texts of one kind. */
    static Message of(MixedText text, int length) {
        int id = text.random().nextInt(1000);
        if (length < FULL) {
            return new Message(id, new String[] {text.of(Math.max(4, length - FRAME), true)});
        }
        int first = length - FRAME - REST_FRAME - REST[0] - REST[1] - REST[2];
        return new Message(id, new String[] {
            text.of(Math.max(8, first), true), text.of(REST[0], true), text.of(REST[1], true), text.of(REST[2], true)
        });
    }

    /** Returns an equal message with strings of its own. */
    Message copy() {
        String[] copies = new String[texts.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = new String(texts[i].toCharArray());
        }
        return new Message(id, copies);
    }
}
