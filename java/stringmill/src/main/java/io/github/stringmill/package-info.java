/**
 * Text between raw bytes and JSON: escape, unescape, validate, scan, transcode, base64, over arrays and buffers. The
 * operations are methods of {@link io.github.stringmill.Stringmill}.
 */
package io.github.stringmill;
