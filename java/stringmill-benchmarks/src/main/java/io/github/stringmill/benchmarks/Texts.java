package io.github.stringmill.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The texts of a content and a length, from {@code tools/run bench --texts}; many, so that a processor cannot learn one by
 * heart.
 */
final class Texts {
    private Texts() {}

    /** Returns texts of {@code length} bytes of UTF-8 each. */
    static byte[][] utf8(String content, int length) {
        byte[] all = file(content, length, "utf8");
        byte[][] texts = new byte[all.length / length][length];
        for (int i = 0; i < texts.length; i++) {
            System.arraycopy(all, i * length, texts[i], 0, length);
        }
        return texts;
    }

    /** Returns strings of {@code length} chars each. */
    static String[] strings(String content, int length) {
        ByteBuffer all = ByteBuffer.wrap(file(content, length, "utf16"));
        String[] texts = new String[all.remaining() / 2 / length];
        for (int i = 0; i < texts.length; i++) {
            char[] chars = new char[length];
            all.asCharBuffer().get(chars);
            all.position(all.position() + 2 * length);
            texts[i] = new String(chars);
        }
        return texts;
    }

    private static byte[] file(String content, int length, String form) {
        Path folder = Path.of(System.getProperty("stringmill.texts", "build/bench-texts"));
        try {
            return Files.readAllBytes(folder.resolve(content + "." + length + "." + form));
        } catch (IOException e) {
            throw new UncheckedIOException("tools/bench/bench --texts writes the texts", e);
        }
    }
}
