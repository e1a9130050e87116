<?php

/** @generate-function-entries */

namespace Stringmill;

/** The error of a text that is refused. Its code is a number of spec/errors.toml, the same in every language. */
final class JsonTextException extends \JsonException
{
    /** The name of the error, such as "name_repeated". */
    public readonly string $name;

    /** The place in the text, in bytes. */
    public readonly int $offset;
}

/**
 * Encodes like PHP's json_encode: the same bytes, errors and exceptions; sets json_last_error().
 *
 * @refcount 1
 */
function json_encode(mixed $value, int $flags = 0, int $depth = 512): string|false {}

/**
 * Encodes like json_encode, to a stream, a buffer at a time, so that memory does not grow with the text.
 *
 * Returns the number of bytes written. Returns false if json_encode would, or with a warning if the stream accepted less
 * than it was given; json_last_error() distinguishes the two. Bytes written before a failure stay in the stream; a text
 * shorter than 64 KB is written only at its end.
 *
 * @param resource $stream
 */
function json_encode_to_stream(mixed $value, $stream, int $flags = 0, int $depth = 512): int|false {}

/**
 * Decodes like PHP's json_decode: the same values, errors and exceptions; sets json_last_error().
 */
function json_decode(string $json, ?bool $associative = null, int $depth = 512, int $flags = 0): mixed {}

/**
 * Returns whether a text is valid JSON, like json_validate of PHP 8.3; sets json_last_error().
 */
function json_validate(string $json, int $depth = 512, int $flags = 0): bool {}

/**
 * Writes a JSON text in canonical form (RFC 8785): members sorted by the UTF-16 code units of their names, numbers as
 * ECMAScript writes them, no white space.
 *
 * Refuses repeated names, lone surrogates, numbers above the range of a float, integers that a float cannot hold, more
 * than $depth levels, and texts that need more memory than memory_limit; memory that is in use already does not count.
 * With $round_integers such integers are rounded: two of them may then have one canonical form.
 *
 * @throws JsonTextException
 * @refcount 1
 */
function json_canonical(string $json, int $depth = 1024, bool $round_integers = false): string {}

/** Returns the offset of the first byte that is not well-formed UTF-8, or null. */
function utf8_validate(string $string): ?int {}

/**
 * Repairs ill-formed UTF-8; returns a well-formed string unchanged.
 *
 * Policies: "replace" (U+FFFD for each maximal subpart: Unicode, WHATWG), "replace-java" and "replace-php" (U+FFFD for
 * each piece as these hosts delimit it), "ignore-php" (omits each such piece), "visible" (\xNN for each byte).
 *
 * @throws \ValueError for any other policy
 */
function utf8_repair(string $string, string $policy = "replace"): string {}

/**
 * Advice on an error of encoding: the code of a JsonException, or json_last_error().
 *
 * Returns one sentence in the imperative, lower case and without a full stop; null if json_encode has no such error.
 */
function json_error_remedy(int $error): ?string {}

/** Returns the tier in use, such as "avx2". */
function tier(): string {}
