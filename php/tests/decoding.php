<?php
/**
 * What a program sees of json_decode and json_validate for generated texts: values with their object handles, packed arrays,
 * errors, exceptions, messages of conversions, and the state afterwards. tools/run php runs this file twice, with the functions
 * replaced and with PHP's own, and compares the outputs: nothing is normalised but counts of references.
 *
 *   php -d extension=stringmill [-d stringmill.override=0] decoding.php [--seed=N] [--cases=N] [--show=BLOCK]
 *
 * Writes a hash for each block of cases. --show writes all of one block instead.
 */

declare(strict_types=0);

const BLOCK = 500;

require __DIR__ . '/decoding/Texts.php';

/** Which arrays are packed, and the types of keys: what var_dump does not say. */
function dumped(mixed $value): string
{
    ob_start();
    var_dump($value);
    debug_zval_refcount_free($value);
    return ob_get_clean();
}

function debug_zval_refcount_free(mixed $value): void
{
    ob_start();
    debug_zval_dump($value);
    echo preg_replace('/ (interned|refcount\(\d+\))/', '', ob_get_clean());
}

/** Calls, and returns everything that can be seen of the call. */
function seen(callable $function, array $arguments): string
{
    global $messages;
    $messages = '';
    try {
        $result = $function(...$arguments);
        $text = dumped($result);
        if (is_array($result)) {
            try {
                $result[] = 1;
                $text .= array_key_last($result);
            } catch (Error $error) {
                $text .= $error->getMessage();
            }
        }
        unset($result);
    } catch (Throwable $thrown) {
        $text = get_class($thrown) . $thrown->getCode() . $thrown->getMessage() . ($thrown->getTrace()[0]['function'] ?? '');
        unset($thrown);
    }
    // The handles that the next objects get.
    $next = [new stdClass(), new stdClass(), new stdClass(), new stdClass(), new stdClass()];
    return $text . $messages . json_last_error() . json_last_error_msg() . '#' . implode('#', array_map(spl_object_id(...), $next));
}

/** json_validate must say what json_decode says of the same text; PHP's own has no objects to refuse. */
function agrees(string $text, int $depth, int $flags): string
{
    $valid = Stringmill\json_validate($text, $depth, $flags);
    $code = json_last_error();
    $decoded = json_decode($text, true, $depth, $flags);
    if ($valid !== ($code === 0) || $code !== json_last_error()) {
        fwrite(STDERR, 'json_validate differs: ' . var_export([$text, $depth, $flags, $valid, $code, json_last_error()], true) . "\n");
        exit(1);
    }
    return " $code";
}

$options = getopt('', ['seed:', 'cases:', 'show:']) + ['seed' => 20261129, 'cases' => 20000, 'show' => -1];
ini_set('memory_limit', '2G');
ini_set('serialize_precision', '-1');
set_error_handler(function (int $level, string $message) use (&$messages): bool {
    $messages .= $message;
    return true;
});
final class Text
{
    public function __construct(private string $text) {}

    public function __toString(): string
    {
        return $this->text;
    }
}

$kept = [];
for ($block = 0; $block * BLOCK < $options['cases']; $block++) {
    mt_srand($options['seed'] * 1000003 + $block);
    $hash = hash_init('md5');
    for ($i = 0; $i < BLOCK; $i++) {
        // Free handles in any order.
        for ($change = mt_rand(0, 3); $change > 0; $change--) {
            $kept[mt_rand(0, 11)] = mt_rand(0, 1) ? new stdClass() : null;
        }
        $text = Texts::any();
        $associative = [null, true, false][mt_rand(0, 2)];
        $depth = mt_rand(0, 3) ? 512 : [1, 2, 3, 5, 1601, 1602, 5000, 2147483647, 0, -1, 2147483648][mt_rand(0, 10)];
        $flags = mt_rand(0, 2) ? 0 : [1, 2, 1 << 20, 1 << 21, 1 << 22, 128, 1 << 23][mt_rand(0, 6)] | (mt_rand(0, 2) ? 0 : mt_rand(0, 3) | mt_rand(0, 7) << 20);
        $arguments = [$text, $associative, $depth, $flags];
        switch (mt_rand(0, 200)) {
            case 0: $arguments[0] = new Text($text); break;
            case 1: $arguments[0] = [null, 12, 1.5, true, [], ''][mt_rand(0, 5)]; break;
            case 2: $arguments[1] = [0, 'x', '', 1.5, []][mt_rand(0, 4)]; break;
            case 3: $arguments[2] = ['12', 1.5, null, 'x', true][mt_rand(0, 4)]; break;
            case 4: $arguments[3] = ['1', 1.5, null, 'x', true][mt_rand(0, 4)]; break;
            case 5: $arguments = \array_slice($arguments, 0, mt_rand(0, 3)); break;
            case 6: $arguments[] = 1; break;
            case 7: $arguments = ['json' => $text, 'flags' => $flags]; break;
        }
        $said = seen('json_decode', $arguments);
        if (function_exists('json_validate')) {
            $said .= seen('json_validate', [$text, $depth, mt_rand(0, 4) ? 0 : $flags]);
        }
        if ($depth > 0 && $depth <= 2147483647 && $text !== '') {
            $said .= agrees($text, $depth, $flags & 1 << 20);
        }
        if ($block == $options['show']) {
            echo "case $i: ", var_export($arguments, true), "\n$said\n";
        }
        hash_update($hash, $said);
    }
    echo $options['show'] < 0 ? hash_final($hash) . "\n" : '';
}
