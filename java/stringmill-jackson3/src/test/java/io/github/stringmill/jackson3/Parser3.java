// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.util.JsonRecyclerPools;

/** A parser of Jackson 3.x. */
final class Parser3 implements Parser {
    private final JsonParser parser;

    private Parser3(JsonParser parser) {
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
        return builder.configure(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES, settings.intern())
                .configure(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES, settings.canonical())
                .configure(TokenStreamFactory.Feature.CHARSET_DETECTION, settings.detects())
                // Buffers that earlier documents have enlarged would make results depend on the order of tests.
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(settings.maxText())
                        .maxNameLength(settings.maxName()).maxDocumentLength(settings.maxDocument()).build())
                .build();
    }

    static Parser of(boolean ours, ReadSettings settings, InputStream in) {
        return new Parser3(factory(ours, settings).createParser(ObjectReadContext.empty(), in));
    }

    static Parser of(boolean ours, ReadSettings settings, byte[] data, int offset, int len) {
        return new Parser3(factory(ours, settings).createParser(ObjectReadContext.empty(), data, offset, len));
    }

    private StringmillUtf8Parser ours() {
        return (StringmillUtf8Parser) parser;
    }

    private static String name(JsonToken token) {
        return token == null ? null : token.name();
    }

    @Override
    public String next() {
        return name(parser.nextToken());
    }

    @Override
    public String nextText() {
        return parser.nextStringValue();
    }

    @Override
    public String nextName() {
        return parser.nextName();
    }

    @Override
    public boolean nextName(String expected) {
        return parser.nextName(new SerializedString(expected));
    }

    @Override
    public String text() {
        return parser.getString();
    }

    @Override
    public String valueAsString() {
        return parser.getValueAsString();
    }

    @Override
    public String characters() {
        int len = parser.getStringLength();
        char[] characters = parser.getStringCharacters();
        return characters == null ? null : new String(characters, parser.getStringOffset(), len);
    }

    @Override
    public int writeText(Writer out) {
        return parser.getString(out);
    }

    @Override
    public void skipChildren() {
        parser.skipChildren();
    }

    @Override
    public void finishToken() {
        parser.finishToken();
    }

    @Override
    public int release(OutputStream out) {
        return parser.releaseBuffered(out);
    }

    @Override
    public String name() {
        return parser.currentName();
    }

    @Override
    public String locations() {
        return location(parser.currentLocation()) + location(parser.currentTokenLocation());
    }

    private static String location(TokenStreamLocation at) {
        return at == null ? "" : " " + at.getByteOffset() + ":" + at.getLineNr() + ":" + at.getColumnNr();
    }

    @Override
    public String location(Exception e) {
        return e instanceof JacksonException failure ? location(failure.getLocation()) : "";
    }

    @Override
    public String kind() {
        return parser.getClass().getSimpleName();
    }

    @Override
    public long readUtf8(IllFormed policy, OutputStream out) {
        return policy == IllFormed.REJECT ? ours().readUtf8(out) : ours().readUtf8(policy, out);
    }

    @Override
    public int readUtf8(IllFormed policy, byte[] dst, int offset, int len) {
        return policy == IllFormed.REJECT ? ours().readUtf8(dst, offset, len)
                : ours().readUtf8(policy, dst, offset, len);
    }

    @Override
    public int readUtf8(IllFormed policy, ByteBuffer dst) {
        return policy == IllFormed.REJECT ? ours().readUtf8(dst) : ours().readUtf8(policy, dst);
    }

    @Override
    public void close() {
        parser.close();
    }
}
