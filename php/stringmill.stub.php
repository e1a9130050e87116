<?php

/** @generate-function-entries */

namespace Stringmill;

/**
 * As json_encode of PHP: the same bytes, errors and exceptions; json_last_error() speaks of it too.
 *
 * @refcount 1
 */
function json_encode(mixed $value, int $flags = 0, int $depth = 512): string|false {}

/**
 * As json_encode, written to a stream a buffer at a time, so that memory does not grow with the text.
 *
 * Returns how many bytes were written, or false where json_encode would, or where the stream took less than it was
 * given, which is also a warning; json_last_error() tells these apart. What was written before a failure stays in the
 * stream: nothing where the text is shorter than 64 KB.
 *
 * @param resource $stream
 */
function json_encode_to_stream(mixed $value, $stream, int $flags = 0, int $depth = 512): int|false {}

/** The offset of the first byte that is not well-formed UTF-8, or null where all are. */
function utf8_validate(string $string): ?int {}

/**
 * A string whose ill-formed UTF-8 is repaired; where nothing is wrong, the same string.
 *
 * Policies: "replace" (U+FFFD for each maximal subpart, as Unicode and WHATWG have it), "replace-java" and "replace-php"
 * (U+FFFD for each piece as these cut them), "ignore-php" (nothing for each such piece), "visible" (\xNN for each byte).
 *
 * @throws \ValueError for any other policy
 */
function utf8_repair(string $string, string $policy = "replace"): string {}

/** The set of instructions that is used, such as "avx2". */
function tier(): string {}
