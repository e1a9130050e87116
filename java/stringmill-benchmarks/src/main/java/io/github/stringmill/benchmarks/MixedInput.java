package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The inputs of a call: a pool of them stays, and calls get fresh copies. */
enum MixedInput {
    /** A {@code byte[]} of UTF-8. */
    UTF8 {
        @Override
        Object pooled(MixedText text, int length) {
            return text.of(length, true).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        Object[] batch(int count) {
            return new byte[count][];
        }

        @Override
        Object fresh(Object pooled) {
            return ((byte[]) pooled).clone();
        }
    },
    /** A {@code String}. */
    STRING {
        @Override
        Object pooled(MixedText text, int length) {
            return text.of(length, false).toCharArray();
        }

        @Override
        Object[] batch(int count) {
            return new String[count];
        }

        @Override
        Object fresh(Object pooled) {
            return new String((char[]) pooled);
        }
    },
    /** A small object. */
    MESSAGE {
        @Override
        Object pooled(MixedText text, int length) {
            return Message.of(text, length);
        }

        @Override
        Object[] batch(int count) {
            return new Message[count];
        }

        @Override
        Object fresh(Object pooled) {
            return ((Message) pooled).copy();
        }
    },
    /** A list of objects. */
    OBJECTS {
        @Override
        Object pooled(MixedText text, int length) {
            List<Article> articles = new ArrayList<>();
            for (int i = 0; i < items(length); i++) {
                articles.add(Article.of(text, i, length));
            }
            return articles;
        }

        @Override
        Object fresh(Object pooled) {
            List<Article> articles = new ArrayList<>();
            for (Object article : (List<?>) pooled) {
                articles.add(((Article) article).copy());
            }
            return articles;
        }

        @Override
        int items(int length) {
            return length > 64 ? 10 : 50;
        }
    },
    /** A document: an array of strings. */
    ARRAY {
        @Override
        Object pooled(MixedText text, int length) throws IOException {
            ByteArrayOutputStream document = new ByteArrayOutputStream();
            try (JsonGenerator generator = new JsonFactory().createGenerator(document)) {
                generator.writeStartArray();
                for (int i = 0; i < items(length); i++) {
                    byte[] item = (byte[]) UTF8.pooled(text, length);
                    generator.writeUTF8String(item, 0, item.length);
                }
                generator.writeEndArray();
            }
            return document.toByteArray();
        }

        @Override
        Object fresh(Object pooled) {
            return ((byte[]) pooled).clone();
        }

        @Override
        int items(int length) {
            return Math.max(2, Math.min(64, 4096 / length));
        }
    },
    /** A document: an object whose values are {@code null}. */
    OBJECT {
        @Override
        Object pooled(MixedText text, int length) throws IOException {
            // All documents have the same names in another order: the parser keeps the names that it has seen.
            MixedText same = new MixedText(text.content(), new Random(0));
            Set<String> distinct = new LinkedHashSet<>();
            while (distinct.size() < items(length)) {
                distinct.add(same.of(length, true));
            }
            List<String> names = new ArrayList<>(distinct);
            Collections.shuffle(names, text.random());
            ByteArrayOutputStream document = new ByteArrayOutputStream();
            try (JsonGenerator generator = new JsonFactory().createGenerator(document)) {
                generator.writeStartObject();
                for (String name : names) {
                    // As bytes, so that characters outside the BMP are not escaped.
                    generator.writeFieldName(new SerializedString(name));
                    generator.writeNull();
                }
                generator.writeEndObject();
            }
            return document.toByteArray();
        }

        @Override
        Object fresh(Object pooled) {
            return ((byte[]) pooled).clone();
        }

        @Override
        int items(int length) {
            return 32;
        }
    };

    /** Makes an input of the pool. */
    abstract Object pooled(MixedText text, int length) throws IOException;

    /** Makes an array for the inputs of several calls. */
    Object[] batch(int count) {
        return new Object[count];
    }

    /** Copies an input of the pool. */
    Object fresh(Object pooled) {
        return pooled;
    }

    /** Returns how many strings or objects an input has. */
    int items(int length) {
        return 1;
    }
}
