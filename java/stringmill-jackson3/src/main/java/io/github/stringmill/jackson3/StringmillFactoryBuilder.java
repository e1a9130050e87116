package io.github.stringmill.jackson3;

import tools.jackson.core.json.JsonFactoryBuilder;

/**
 * A builder of {@link StringmillFactory}: the settings of Jackson's own.
 *
 * <p>Most methods return the type of the parent; {@link #build()} makes a {@link StringmillFactory} all the same.
 */
public class StringmillFactoryBuilder extends JsonFactoryBuilder {
    /** Default settings. */
    public StringmillFactoryBuilder() {}

    /**
     * The settings of a factory.
     *
     * @param base the settings
     */
    public StringmillFactoryBuilder(StringmillFactory base) {
        super(base);
    }

    @Override
    public StringmillFactory build() {
        return new StringmillFactory(this);
    }
}
