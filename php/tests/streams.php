<?php
/**
 * Stringmill\json_items and ndjson_items beside PHP's json_decode, for generated texts, valid and not, that arrive in pieces of every
 * size: items, keys, codes and messages of errors. Whatever the pieces are, the outcome must be that of the whole text, with the
 * places of errors.
 *
 *   php -d extension=stringmill -d stringmill.override=0 streams.php [--documents=N] [--seed=N]
 *
 * Each document is read in pieces of 1 to 64 bytes, by a generator and by a stream, and in two pieces, cut at every byte.
 */

declare(strict_types=1);

require __DIR__ . '/decoding/Texts.php';

use Stringmill\JsonItemsException;

/** Longer documents would be cut at too many places. */
const LEN_MAX = 1200;

/** A stream that gives `$size` bytes of `$text` with each read. */
final class Trickle
{
    public static string $text = '';
    public static int $size = 1;
    public $context;
    private int $at = 0;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_read(int $len): string
    {
        $piece = substr(self::$text, $this->at, min($len, self::$size));
        $this->at += strlen($piece);
        return $piece;
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen(self::$text);
    }
}

/** What a reader gives: everything that a program sees of it. */
final class Outcome
{
    /** @var list<array{int|string, mixed}> */
    public array $items = [];
    /** @var list<array{int, int, string, int, string}> */
    public array $errors = [];

    public function read(iterable $items): self
    {
        try {
            foreach ($items as $key => $value) {
                $this->items[] = [$key, $value];
            }
        } catch (JsonItemsException $error) {
            $this->error($error->number, $error->offset, '', $error);
        }
        return $this;
    }

    public function error(int $number, int $offset, string $bytes, JsonItemsException $error): void
    {
        $this->errors[] = [$number, $offset, $bytes, $error->getCode(), $error->getMessage(), $error->offset, $error->number];
    }

    public function all(): string
    {
        return serialize($this);
    }
}

function fail(string $what, string $text, mixed ...$more): never
{
    echo "streams: FAILED: $what\n", var_export($text, true), "\n", var_export($more, true), "\n";
    exit(1);
}

/** Reads a text in every way that it is cut. $reader takes a source. Returns how many there were. */
function in_pieces(string $text, callable $reader): int
{
    $whole = $reader($text)->all();
    $count = 0;
    $compare = function (mixed $source, string $how) use ($text, $reader, $whole, &$count): void {
        $count++;
        $outcome = $reader($source)->all();
        if ($outcome !== $whole) {
            fail("other outcome $how", $text, $whole, $outcome);
        }
    };
    for ($size = 1; $size <= 64; $size++) {
        $compare((function () use ($text, $size): Generator {
            for ($at = 0; $at < strlen($text); $at += $size) {
                yield substr($text, $at, $size);
            }
        })(), "in pieces of $size");
        [Trickle::$text, Trickle::$size] = [$text, $size];
        $stream = fopen('trickle://', 'r');
        $compare($stream, "of a stream in pieces of $size");
        fclose($stream);
    }
    for ($cut = 0; $cut <= strlen($text); $cut++) {
        $compare([substr($text, 0, $cut), substr($text, $cut)], "cut at $cut");
    }
    return $count;
}

/** The members as an array, as PHP makes one of them: the place of the first, the value of the last. */
function folded(array $items): array
{
    $array = [];
    foreach ($items as [$key, $value]) {
        $array[$key] = $value;
    }
    return $array;
}

/** The outcome of a whole text against json_decode. */
function judged(string $text, int $flags, int $depth): void
{
    $outcome = (new Outcome())->read(Stringmill\json_items($text, '', $flags, $depth));
    $mark = str_starts_with($text, "\u{FEFF}") ? 3 : 0;
    $value = json_decode(substr($text, $mark), null, $depth + 1, $flags);
    $code = json_last_error();
    $said = $outcome->errors[0][3] ?? 0;
    // The names of items are keys, not names of properties: without an error in an item, it is a later one.
    if ($code === JSON_ERROR_INVALID_PROPERTY_NAME && $said !== $code) {
        json_decode(substr($text, $mark), true, $depth + 1, $flags);
        $code = json_last_error();
        if ($code === JSON_ERROR_NONE) {
            return;
        }
    }
    // PHP counts the array around the items; a scalar has none.
    if ($said !== $code && !($depth < 512 && in_array(JSON_ERROR_DEPTH, [$said, $code]))) {
        fail("code $said, and json_decode has $code", $text, $flags, $depth, $outcome);
    }
    if ($code === 0 && $said === 0) {
        $expected = is_array($value) || is_object($value) ? (array) $value : [$value];
        if (serialize(folded($outcome->items)) !== serialize($expected)) {
            fail('other values', $text, $flags, $depth, $outcome->items, $expected);
        }
    }
}

/** @return Generator<array{int|string, mixed}> what a pointer names in a value */
function named(mixed $value, array $tokens, int|string $key = 0): Generator
{
    if (!$tokens) {
        foreach (is_array($value) ? $value : [$key => $value] as $name => $item) {
            yield [$name, $item];
        }
        return;
    }
    $token = array_shift($tokens);
    foreach (is_array($value) ? $value : [] as $name => $member) {
        if ((string) $name === $token || ($token === '-' && array_is_list($value))) {
            yield from named($member, $tokens, $name);
        }
    }
}

/** A pointer to a place in a value. @return list<string> */
function some_tokens(mixed $value): array
{
    $tokens = [];
    while (is_array($value) && $value && mt_rand(0, 3)) {
        $key = array_rand($value);
        $tokens[] = array_is_list($value) && mt_rand(0, 1) ? '-' : (string) $key;
        $value = $value[$key];
    }
    return $tokens;
}

function pointer(array $tokens): string
{
    return implode('', array_map(fn (string $token): string => '/' . strtr($token, ['~' => '~0', '/' => '~1']), $tokens));
}

/** A text without repeated names, in which a pointer is looked for. */
function pointed(string $text): int
{
    $value = json_decode($text, true);
    // json_encode makes no difference between [] and {}, nor between lists and objects whose names are like that.
    $text = json_encode($value, JSON_INVALID_UTF8_IGNORE | JSON_PARTIAL_OUTPUT_ON_ERROR | (mt_rand(0, 1) ? JSON_PRETTY_PRINT : 0));
    $value = json_decode($text, true);
    $tokens = some_tokens($value);
    $reader = fn (mixed $source): Outcome => (new Outcome())->read(Stringmill\json_items($source, pointer($tokens), JSON_OBJECT_AS_ARRAY));
    $outcome = $reader($text);
    $expected = iterator_to_array(named($value, $tokens), false);
    $errors = $outcome->errors;
    if (serialize($outcome->items) !== serialize($expected) || $errors) {
        fail('other values at ' . pointer($tokens), $text, $outcome, $expected);
    }
    return in_pieces($text, $reader);
}

function reader_of_lines(int $flags): callable
{
    return function (mixed $source) use ($flags): Outcome {
        $outcome = new Outcome();
        return $outcome->read(Stringmill\ndjson_items($source, $flags, 512, $outcome->error(...)));
    };
}

/** Lines against json_decode of each. */
function lines(int $flags): int
{
    $feed = ["\n", "\r\n"][mt_rand(0, 1)];
    $lines = [];
    for ($count = mt_rand(0, 12); $count > 0; $count--) {
        $line = strtr(Texts::any(), ["\n" => ' ']);
        $lines[] = strlen($line) > 300 ? '{"long":1}' : $line;
    }
    $text = (mt_rand(0, 3) ? '' : "\u{FEFF}") . implode($feed, $lines) . (mt_rand(0, 1) ? $feed : '');
    $outcome = reader_of_lines($flags)($text);
    $expected = $errors = [];
    $offset = str_starts_with($text, "\u{FEFF}") ? 3 : 0;
    foreach (explode("\n", substr($text, $offset)) as $number => $line) {
        if (trim($line, " \t\r") !== '') {
            $value = json_decode($line, null, 512, $flags);
            if (json_last_error() === 0) {
                $expected[] = [$number + 1, $value];
            } else {
                $errors[] = [$number + 1, $offset, $line, json_last_error()];
            }
        }
        $offset += strlen($line) + 1;
    }
    $found = array_map(fn (array $error): array => array_slice($error, 0, 4), $outcome->errors);
    if (serialize($outcome->items) !== serialize($expected) || $found !== $errors) {
        fail('other lines', $text, $flags, $outcome, $expected, $errors);
    }
    return in_pieces($text, reader_of_lines($flags));
}

$options = getopt('', ['documents:', 'seed:']) + ['documents' => '200', 'seed' => '20261129'];
ini_set('memory_limit', '1G');
stream_wrapper_register('trickle', Trickle::class);
$counts = ['texts' => 0, 'pointers' => 0, 'lines' => 0];
for ($document = 0; $document < (int) $options['documents']; $document++) {
    mt_srand((int) $options['seed'] * 1000003 + $document);
    do {
        $text = (mt_rand(0, 20) ? '' : "\u{FEFF}") . Texts::any();
    } while (strlen($text) > LEN_MAX || (mt_rand(0, 9) && strlen($text) < 30));
    $flags = mt_rand(0, 1) ? 0 : [1, 2, 3, 1 << 20, 1 << 21, 3 << 20, 1 | 1 << 20][mt_rand(0, 6)];
    $depth = mt_rand(0, 9) ? 512 : mt_rand(1, 4);
    judged($text, $flags, $depth);
    $counts['texts'] += in_pieces($text, fn (mixed $source): Outcome => (new Outcome())->read(Stringmill\json_items($source, '', $flags, $depth)));
    do {
        $text = Texts::any();
    } while (strlen($text) > LEN_MAX || !is_array(json_decode($text, true)));
    $counts['pointers'] += pointed($text);
    $counts['lines'] += lines($flags);
}
array_walk($counts, function (int $count, string $what): void {
    $count > 0 || fail("no $what", '');
});
echo "streams: {$options['documents']} documents each; read in pieces ", implode(', ', array_map(
    fn (string $what, int $count): string => "$what: $count times", array_keys($counts), $counts)), '; all agree (', Stringmill\tier(), ")\n";
