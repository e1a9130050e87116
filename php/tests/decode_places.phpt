--TEST--
json_decode beside PHP's own: texts cut at every byte, special bytes at every place, boundaries of UTF-8, numbers
--EXTENSIONS--
stringmill
--INI--
stringmill.override=0
serialize_precision=17
memory_limit=512M
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') {
    die('skip takes long under valgrind, where decoding.php runs');
}
?>
--FILE--
<?php
$count = 0;

function compare(string $json, int $flags = 0): void
{
    global $count;
    $count++;
    foreach ([true, false] as $arrays) {
        $ours = serialize(Stringmill\json_decode($json, $arrays, 512, $flags)) . json_last_error();
        $php = serialize(json_decode($json, $arrays, 512, $flags)) . json_last_error();
        if ($ours !== $php) {
            exit('DIFFERS: ' . bin2hex($json) . " flags $flags: $ours, and PHP $php\n");
        }
    }
}

// Cut at every byte, a byte left out, a byte replaced.
$text = '{"id":12345,"name":"Ad\u00e9 \ud83d\ude00 ' . "\u{e9}\u{65e5}\u{1f600}" . '","list":[1,-2.5e3,true,false,null,{},[],""],"":{"0":"\\\\"}, "x" : 0 }';
for ($at = 0; $at <= strlen($text); $at++) {
    compare(substr($text, 0, $at));
    compare(substr($text, 0, $at) . substr($text, $at + 1));
    foreach (["\0", "\x1F", "\x80", "\xFF", '"', '\\', ',', ']', '}', '0', ' '] as $byte) {
        compare(substr($text, 0, $at) . $byte . substr($text, $at + 1));
        compare(substr($text, 0, $at) . $byte . substr($text, $at));
    }
}
// Every special at every place of strings around the widths of vectors and the lengths at which the library is called.
foreach ([...range(0, 40), 47, 48, 63, 64, 65, 66, 79, 80, 81, 127, 128, 129, 200] as $length) {
    for ($at = 0; $at <= $length; $at += $length > 100 ? 7 : 1) {
        foreach (['', "\u{e9}", "\u{65e5}", "\u{1f600}", '\\n', '\\u00e9', '\\ud83d\\ude00', '\\ud83d', "\xC3", "\xE6\x97", "\t", '\\q', '"'] as $special) {
            $string = '"' . str_repeat('a', $at) . $special . str_repeat('b', $length - $at) . '"';
            compare($string);
            compare("{{$string}:1}");
        }
    }
}
// Around the pieces of the library's output.
foreach (range(8180, 8200) as $length) {
    foreach (["\u{e9}", "\u{1f600}", '\\n', '\\u20ac', '\\ud83d\\ude00', "\xFF"] as $special) {
        compare('["' . str_repeat('a', $length) . $special . '"]');
        compare('["\\n' . str_repeat('a', $length) . $special . str_repeat('b', 9000) . '"]');
    }
}
// Boundaries of UTF-8, alone and in front of others.
$bytes = ["\x00", "\x22", "\x5C", "\x61", "\x7F", "\x80", "\x8F", "\x90", "\x9F", "\xA0", "\xBF", "\xC0", "\xC1", "\xC2", "\xDF", "\xE0", "\xE1",
    "\xEC", "\xED", "\xEE", "\xEF", "\xF0", "\xF1", "\xF3", "\xF4", "\xF5", "\xFF"];
foreach ($bytes as $first) {
    foreach ($bytes as $second) {
        compare("\"$first$second\"", JSON_INVALID_UTF8_IGNORE);
        foreach ($bytes as $third) {
            compare("\"$first$second$third\"");
            compare("\"$first$second{$third}\x80aaaaaaaaaaaaaaaa\"");
        }
    }
}
// Numbers: digits of every count, halfway cases, limits of integers and floats.
mt_srand(1);
$numbers = ['9007199254740993', '9007199254740993.0', '9007199254740992.5', '1.7976931348623157e308', '1.7976931348623159e308', '4.9e-324', '2.4e-324',
    '2.5e-324', '2.2250738585072011e-308', '0.1e-400', '1e22', '1e23', '9007199254740992e22', '9007199254740993e22', '-0', '-0.0', '0e999999999999'];
for ($i = 0; $i < 60000; $i++) {
    $digits = ltrim(implode('', array_map(fn () => mt_rand(0, 9), range(1, mt_rand(1, 24)))), '0') ?: '0';
    $number = (mt_rand(0, 1) ? '-' : '') . $digits . (mt_rand(0, 1) ? '.' . mt_rand(0, 10 ** mt_rand(1, 18)) : '');
    $numbers[] = $number . (mt_rand(0, 2) ? '' : 'e' . mt_rand(-340, 320));
}
foreach ([PHP_INT_MAX, PHP_INT_MIN] as $limit) {
    foreach (range(0, 9) as $last) {
        $numbers[] = substr((string) $limit, 0, -1) . $last;
        $numbers[] = $limit . $last;
    }
}
foreach (array_chunk($numbers, 100) as $some) {
    compare('[' . implode(',', $some) . ']');
    compare('[' . implode(' , ', $some) . ']', JSON_BIGINT_AS_STRING);
}
echo $count > 60000 ? "all agree\n" : "only $count\n";
?>
--EXPECT--
all agree
