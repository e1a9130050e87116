package io.github.stringmill.jackson3;

import io.github.stringmill.IllFormed;
import tools.jackson.core.json.JsonFactoryBuilder;

/**
 * A builder of {@link StringmillFactory}: the settings of Jackson's own.
 *
 * <p>Most methods return the type of the parent; {@link #build()} makes a {@link StringmillFactory} all the same.
 */
public class StringmillFactoryBuilder extends JsonFactoryBuilder {
    private IllFormed illFormed;

    /** Default settings. */
    public StringmillFactoryBuilder() {}

    /**
     * The settings of a factory.
     *
     * @param base the settings
     */
    public StringmillFactoryBuilder(StringmillFactory base) {
        super(base);
        illFormed = base.validateUtf8();
    }

    /**
     * Lets generators check the UTF-8 that {@code writeUTF8String} takes; the original never does.
     *
     * @param policy what becomes of bytes that are not well-formed; {@code null}, the default, to check nothing
     * @return this builder
     */
    public StringmillFactoryBuilder validateUtf8(IllFormed policy) {
        illFormed = policy;
        return this;
    }

    /**
     * What becomes of bytes that are not well-formed.
     *
     * @return the policy; {@code null} where nothing is checked
     */
    public IllFormed validateUtf8() {
        return illFormed;
    }

    @Override
    public StringmillFactory build() {
        return new StringmillFactory(this);
    }
}
