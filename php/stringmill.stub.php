<?php

/** @generate-class-entries */

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
 * The error of an item or a line: code and message are those of json_decode's or json_encode's exception, the message with the
 * place after it. The code is 0 if the text has nothing at the pointer.
 */
final class JsonItemsException extends \JsonException
{
    /** The place in the stream, in bytes: of the error if it is known, else of the value. */
    public readonly int $offset;

    /** The number of the item or line, from 1. */
    public readonly int $number;
}

/** A stream that does not block has no bytes now. The iterator continues with its next(). */
final class WouldBlockException extends \RuntimeException
{
}

/**
 * The items of a JSON text, or the values of the lines of NDJSON: one pass, at constant memory.
 *
 * Two loops over one object share its place. rewind() throws a \LogicException after the first item. Reading may throw
 * a JsonItemsException, a WouldBlockException, a \RuntimeException if the stream was closed or fails, and what streams
 * and generators of the program throw. After the last two, and after an error in a line, next() continues.
 *
 * @template-covariant TKey of int|string
 * @implements \Iterator<TKey, mixed>
 * @strict-properties
 * @not-serializable
 */
final class JsonItems implements \Iterator
{
    private function __construct() {}

    public function current(): mixed {}

    /** @return TKey|null */
    public function key(): mixed {}

    public function next(): void {}

    public function rewind(): void {}

    public function valid(): bool {}

    /**
     * How many bytes were consumed, with the item: progress, and after a line the place of the next. The iterator has read
     * more than that from the stream. Of a stream, the place where it was at the beginning is added.
     */
    public function offset(): int {}
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

/**
 * Iterates over the items of the array or object at a JSON Pointer (RFC 6901), at constant memory: a buffer of 64 KB and the
 * longest item. Each is decoded as by json_decode with these flags and this depth, when it is reached.
 *
 * A hyphen in the pointer stands for every element of an array. Keys are those of json_decode into arrays: indexes, names,
 * and numeric names as integers. A scalar at the pointer is one item. Of members with one name on the path the first counts.
 * Values beside the path are passed over by brackets and quotes, and not checked. Nothing is read after the last
 * possible item, but with an empty pointer only white space may follow.
 *
 * @param resource|string|array|\Traversable $source a stream, a text, or its pieces. A stream is read from where it is, and not closed.
 * @phpstan-param resource|string|iterable<string> $source
 * @return JsonItems<int|string>
 * @throws \ValueError if $pointer is no JSON Pointer
 */
function json_items($source, string $pointer = "", int $flags = 0, int $depth = 512): JsonItems {}

/**
 * Iterates over the lines of NDJSON, at constant memory: line number, from 1, and value, as json_decode gives it. Lines of white
 * space are skipped, but counted.
 *
 * With $reject, a line with an error goes to that callback, and iteration continues.
 *
 * @param resource|string|array|\Traversable $source as for json_items
 * @phpstan-param resource|string|iterable<string> $source
 * @phpstan-param (callable(int $line, int $offset, string $bytes, JsonItemsException $why): mixed)|null $reject
 * @return JsonItems<int>
 */
function ndjson_items($source, int $flags = 0, int $depth = 512, ?callable $reject = null): JsonItems {}

/**
 * Writes items as a JSON array to a stream, at constant memory: a buffer of 64 KB and the longest item. The bytes are those
 * of json_encode for the array of the items. With JSON_FORCE_OBJECT, writes an object with the keys.
 *
 * If an item cannot be encoded, or the iterable throws, the items before it are written, and no bracket after them.
 *
 * @param resource $stream
 * @return int the number of bytes written
 * @throws JsonItemsException if an item cannot be encoded
 * @throws \RuntimeException if the stream does not accept all
 */
function json_write_items(iterable $items, $stream, int $flags = 0, int $depth = 512): int {}

/**
 * Writes items as NDJSON to a stream, at constant memory, like json_write_items. Only whole lines are written.
 *
 * @param resource $stream
 * @return int the number of bytes written
 * @throws \ValueError with JSON_PRETTY_PRINT
 * @throws JsonItemsException if an item cannot be encoded
 * @throws \RuntimeException if the stream does not accept all
 */
function ndjson_write(iterable $items, $stream, int $flags = 0, int $depth = 512): int {}

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
