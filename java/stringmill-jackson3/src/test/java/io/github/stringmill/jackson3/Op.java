package io.github.stringmill.jackson3;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/** One way to write a text. */
enum Op {
    UTF8 {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeUTF8String(bytes, 0, bytes.length);
        }
    },
    UTF8_PART {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            byte[] longer = new byte[bytes.length + 12];
            System.arraycopy(bytes, 0, longer, 5, bytes.length);
            generator.writeUTF8String(longer, 5, bytes.length);
        }
    },
    RAW_UTF8 {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            byte[] plain = text.replaceAll("[^a-z]", "").getBytes(StandardCharsets.UTF_8);
            generator.writeRawUTF8String(plain, 0, plain.length);
        }
    },
    STRING {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeString(text);
        }
    },
    CHARS {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            char[] longer = new char[text.length() + 9];
            text.getChars(0, text.length(), longer, 3);
            generator.writeString(longer, 3, text.length());
        }
    },
    READER {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeString(new StringReader(text), -1);
        }
    },
    READER_OF_LENGTH {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeString(new StringReader(text), text.length());
        }
    },
    SERIALIZABLE {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeString(new SerializedString(text));
        }
    },
    RAW {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeRawValue(text.replaceAll("[^a-z]", "1"));
        }
    },
    NAME {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeStartObject();
            generator.writeName(text);
            generator.writeString("v");
            generator.writeName(text);
            generator.writeNumber(1);
            generator.writeEndObject();
        }
    },
    SERIALIZABLE_NAME {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) {
            generator.writeStartObject();
            generator.writeName(new SerializedString(text));
            generator.writeString("v");
            generator.writeEndObject();
        }
    };

    /** Writes it once. */
    abstract void write(JsonGenerator generator, String text, byte[] bytes);
}
