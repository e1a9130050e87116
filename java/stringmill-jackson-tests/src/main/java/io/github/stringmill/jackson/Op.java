package io.github.stringmill.jackson;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** An operation that writes a text. */
enum Op {
    UTF8 {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.utf8(bytes, 0, bytes.length);
        }
    },
    UTF8_PART {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            byte[] longer = new byte[bytes.length + 12];
            System.arraycopy(bytes, 0, longer, 5, bytes.length);
            generator.utf8(longer, 5, bytes.length);
        }
    },
    RAW_UTF8 {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            byte[] plain = text.replaceAll("[^a-z]", "").getBytes(StandardCharsets.UTF_8);
            generator.rawUtf8(plain, 0, plain.length);
        }
    },
    STRING {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.string(text);
        }
    },
    CHARS {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            char[] longer = new char[text.length() + 9];
            text.getChars(0, text.length(), longer, 3);
            generator.string(longer, 3, text.length());
        }
    },
    READER {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.string(new StringReader(text), -1);
        }
    },
    READER_OF_LENGTH {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.string(new StringReader(text), text.length());
        }
    },
    SERIALIZABLE {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.serializable(text);
        }
    },
    RAW {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.rawValue(text.replaceAll("[^a-z]", "1"));
        }
    },
    NAME {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.startObject();
            generator.name(text);
            generator.string("v");
            generator.name(text);
            generator.number(1);
            generator.endObject();
        }
    },
    SERIALIZABLE_NAME {
        @Override
        void write(Generator generator, String text, byte[] bytes) throws IOException {
            generator.startObject();
            generator.serializableName(text);
            generator.string("v");
            generator.endObject();
        }
    };

    /** Writes the text once. */
    abstract void write(Generator generator, String text, byte[] bytes) throws IOException;
}
