/** Text between raw bytes and JSON: escape, unescape, validate, scan, transcode, base64. */
@SuppressWarnings("module") // The modules that see the internals do not exist when this one is compiled.
module io.github.stringmill {
    exports io.github.stringmill;
    exports io.github.stringmill.internal to io.github.stringmill.jackson2, io.github.stringmill.jackson3,
            io.github.stringmill.ion;
}
