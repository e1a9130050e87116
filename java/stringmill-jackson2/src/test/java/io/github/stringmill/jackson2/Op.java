package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** One way to write a text. */
enum Op {
    UTF8 {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeUTF8String(bytes, 0, bytes.length);
        }
    },
    UTF8_PART {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            byte[] longer = new byte[bytes.length + 12];
            System.arraycopy(bytes, 0, longer, 5, bytes.length);
            generator.writeUTF8String(longer, 5, bytes.length);
        }
    },
    RAW_UTF8 {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            byte[] plain = text.replaceAll("[^a-z]", "").getBytes(StandardCharsets.UTF_8);
            generator.writeRawUTF8String(plain, 0, plain.length);
        }
    },
    STRING {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeString(text);
        }
    },
    CHARS {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            char[] longer = new char[text.length() + 9];
            text.getChars(0, text.length(), longer, 3);
            generator.writeString(longer, 3, text.length());
        }
    },
    READER {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeString(new StringReader(text), -1);
        }
    },
    READER_OF_LENGTH {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeString(new StringReader(text), text.length());
        }
    },
    SERIALIZABLE {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeString(new SerializedString(text));
        }
    },
    RAW {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeRawValue(text.replaceAll("[^a-z]", "1"));
        }
    },
    NAME {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeStartObject();
            generator.writeFieldName(text);
            generator.writeString("v");
            generator.writeFieldName(text);
            generator.writeNumber(1);
            generator.writeEndObject();
        }
    },
    SERIALIZABLE_NAME {
        @Override
        void write(JsonGenerator generator, String text, byte[] bytes) throws IOException {
            generator.writeStartObject();
            generator.writeFieldName(new SerializedString(text));
            generator.writeString("v");
            generator.writeEndObject();
        }
    };

    /** Writes it once. */
    abstract void write(JsonGenerator generator, String text, byte[] bytes) throws IOException;
}
