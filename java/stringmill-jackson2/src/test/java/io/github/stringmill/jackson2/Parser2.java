package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.github.stringmill.IllFormed;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;

/** A parser of Jackson 2.x. */
final class Parser2 implements Parser {
    private final JsonParser parser;

    private Parser2(JsonParser parser) {
        this.parser = parser;
    }

    private static JsonFactory factory(boolean ours, ReadSettings settings) {
        JsonFactoryBuilder builder =
                ours ? StringmillFactory.builder().useStockParser(false) : new JsonFactoryBuilder();
        for (JsonReadFeature feature : JsonReadFeature.values()) {
            if ((settings.features() >> feature.ordinal() & 1) != 0) {
                builder.enable(feature);
            }
        }
        return builder.configure(JsonFactory.Feature.INTERN_FIELD_NAMES, settings.intern())
                .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, settings.canonical())
                .configure(JsonFactory.Feature.CHARSET_DETECTION, settings.detects())
                // Buffers that earlier documents have enlarged would make results depend on the order of tests.
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(settings.maxText())
                        .maxNameLength(settings.maxName()).maxDocumentLength(settings.maxDocument()).build())
                .build();
    }

    static Parser of(boolean ours, ReadSettings settings, InputStream in) throws IOException {
        return new Parser2(factory(ours, settings).createParser(in));
    }

    static Parser of(boolean ours, ReadSettings settings, byte[] data, int offset, int len) throws IOException {
        return new Parser2(factory(ours, settings).createParser(data, offset, len));
    }

    private StringmillUtf8Parser ours() {
        return (StringmillUtf8Parser) parser;
    }

    private static String name(JsonToken token) {
        return token == null ? null : token.name();
    }

    @Override
    public String next() throws IOException {
        return name(parser.nextToken());
    }

    @Override
    public String nextText() throws IOException {
        return parser.nextTextValue();
    }

    @Override
    public String nextName() throws IOException {
        return parser.nextFieldName();
    }

    @Override
    public boolean nextName(String expected) throws IOException {
        return parser.nextFieldName(new SerializedString(expected));
    }

    @Override
    public String text() throws IOException {
        return parser.getText();
    }

    @Override
    public String valueAsString() throws IOException {
        return parser.getValueAsString();
    }

    @Override
    public String characters() throws IOException {
        int len = parser.getTextLength();
        char[] characters = parser.getTextCharacters();
        return characters == null ? null : new String(characters, parser.getTextOffset(), len);
    }

    @Override
    public int writeText(Writer out) throws IOException {
        return parser.getText(out);
    }

    @Override
    public void skipChildren() throws IOException {
        parser.skipChildren();
    }

    @Override
    public void finishToken() throws IOException {
        parser.finishToken();
    }

    @Override
    public int release(OutputStream out) throws IOException {
        return parser.releaseBuffered(out);
    }

    @Override
    public String name() throws IOException {
        return parser.currentName();
    }

    @Override
    public String locations() {
        return location(parser.currentLocation()) + location(parser.currentTokenLocation());
    }

    private static String location(JsonLocation at) {
        return at == null ? "" : " " + at.getByteOffset() + ":" + at.getLineNr() + ":" + at.getColumnNr();
    }

    @Override
    public String location(Exception e) {
        return e instanceof JsonProcessingException failure ? location(failure.getLocation()) : "";
    }

    @Override
    public String kind() {
        return parser.getClass().getSimpleName();
    }

    @Override
    public long readUtf8(IllFormed policy, OutputStream out) throws IOException {
        return policy == IllFormed.REJECT ? ours().readUtf8(out) : ours().readUtf8(policy, out);
    }

    @Override
    public int readUtf8(IllFormed policy, byte[] dst, int offset, int len) throws IOException {
        return policy == IllFormed.REJECT ? ours().readUtf8(dst, offset, len)
                : ours().readUtf8(policy, dst, offset, len);
    }

    @Override
    public int readUtf8(IllFormed policy, ByteBuffer dst) throws IOException {
        return policy == IllFormed.REJECT ? ours().readUtf8(dst) : ours().readUtf8(policy, dst);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
