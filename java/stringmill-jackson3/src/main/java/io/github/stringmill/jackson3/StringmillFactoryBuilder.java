// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.InputDecorator;
import tools.jackson.core.io.OutputDecorator;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonGeneratorDecorator;
import tools.jackson.core.util.RecyclerPool;

/**
 * Builds a {@link StringmillFactory} with the settings of Jackson's own builder. Each method returns this type.
 */
public class StringmillFactoryBuilder extends JsonFactoryBuilder {
    private IllFormed illFormed;
    private boolean stockParser = true;

    /** Makes a builder with default settings. */
    public StringmillFactoryBuilder() {}

    /**
     * Makes a builder with the settings of a factory.
     *
     * @param base the factory
     */
    public StringmillFactoryBuilder(StringmillFactory base) {
        super(base);
        illFormed = base.validateUtf8();
        stockParser = base.useStockParser();
    }

    /**
     * Sets whether generators check the UTF-8 of {@code writeUTF8String}. Jackson never does.
     *
     * @param policy the policy for ill-formed UTF-8; {@code null}, the default, to check nothing
     * @return this builder
     */
    public StringmillFactoryBuilder validateUtf8(IllFormed policy) {
        illFormed = policy;
        return this;
    }

    /**
     * Returns the policy for ill-formed UTF-8.
     *
     * @return the policy; {@code null} to check nothing
     */
    public IllFormed validateUtf8() {
        return illFormed;
    }

    /**
     * Sets whether Jackson's own parser reads UTF-8, or a {@link StringmillUtf8Parser}. Ours reads the same; it is
     * faster from 64 bytes on, and slower for the shortest strings that are not ASCII.
     *
     * @param state whether the parsers are Jackson's own; true is the default
     * @return this builder
     */
    public StringmillFactoryBuilder useStockParser(boolean state) {
        stockParser = state;
        return this;
    }

    /**
     * Returns whether Jackson's own parser reads UTF-8.
     *
     * @return whether the parsers are Jackson's own
     */
    public boolean useStockParser() {
        return stockParser;
    }

    @Override
    public StringmillFactoryBuilder characterEscapes(CharacterEscapes escapes) {
        super.characterEscapes(escapes);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configure(JsonReadFeature feature, boolean state) {
        super.configure(feature, state);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configure(JsonWriteFeature feature, boolean state) {
        super.configure(feature, state);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configureForJackson2() {
        super.configureForJackson2();
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(JsonReadFeature feature) {
        super.disable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(JsonReadFeature feature, JsonReadFeature... more) {
        super.disable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(JsonWriteFeature feature) {
        super.disable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(JsonWriteFeature feature, JsonWriteFeature... more) {
        super.disable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(JsonReadFeature feature) {
        super.enable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(JsonReadFeature feature, JsonReadFeature... more) {
        super.enable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(JsonWriteFeature feature) {
        super.enable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(JsonWriteFeature feature, JsonWriteFeature... more) {
        super.enable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder highestNonEscapedChar(int highest) {
        super.highestNonEscapedChar(highest);
        return this;
    }

    @Override
    public StringmillFactoryBuilder quoteChar(char quote) {
        super.quoteChar(quote);
        return this;
    }

    @Override
    public StringmillFactoryBuilder rootValueSeparator(SerializableString separator) {
        super.rootValueSeparator(separator);
        return this;
    }

    @Override
    public StringmillFactoryBuilder rootValueSeparator(String separator) {
        super.rootValueSeparator(separator);
        return this;
    }

    @Override
    public StringmillFactoryBuilder addDecorator(JsonGeneratorDecorator decorator) {
        super.addDecorator(decorator);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configure(TokenStreamFactory.Feature feature, boolean state) {
        super.configure(feature, state);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configure(StreamReadFeature feature, boolean state) {
        super.configure(feature, state);
        return this;
    }

    @Override
    public StringmillFactoryBuilder configure(StreamWriteFeature feature, boolean state) {
        super.configure(feature, state);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(TokenStreamFactory.Feature feature) {
        super.disable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(StreamReadFeature feature) {
        super.disable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(StreamReadFeature feature, StreamReadFeature... more) {
        super.disable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(StreamWriteFeature feature) {
        super.disable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder disable(StreamWriteFeature feature, StreamWriteFeature... more) {
        super.disable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(TokenStreamFactory.Feature feature) {
        super.enable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(StreamReadFeature feature) {
        super.enable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(StreamReadFeature feature, StreamReadFeature... more) {
        super.enable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(StreamWriteFeature feature) {
        super.enable(feature);
        return this;
    }

    @Override
    public StringmillFactoryBuilder enable(StreamWriteFeature feature, StreamWriteFeature... more) {
        super.enable(feature, more);
        return this;
    }

    @Override
    public StringmillFactoryBuilder errorReportConfiguration(ErrorReportConfiguration configuration) {
        super.errorReportConfiguration(configuration);
        return this;
    }

    @Override
    public StringmillFactoryBuilder inputDecorator(InputDecorator decorator) {
        super.inputDecorator(decorator);
        return this;
    }

    @Override
    public StringmillFactoryBuilder outputDecorator(OutputDecorator decorator) {
        super.outputDecorator(decorator);
        return this;
    }

    @Override
    public StringmillFactoryBuilder recyclerPool(RecyclerPool<BufferRecycler> pool) {
        super.recyclerPool(pool);
        return this;
    }

    @Override
    public StringmillFactoryBuilder streamReadConstraints(StreamReadConstraints constraints) {
        super.streamReadConstraints(constraints);
        return this;
    }

    @Override
    public StringmillFactoryBuilder streamWriteConstraints(StreamWriteConstraints constraints) {
        super.streamWriteConstraints(constraints);
        return this;
    }

    @Override
    public StringmillFactory build() {
        return new StringmillFactory(this);
    }
}
