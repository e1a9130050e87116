--TEST--
Results take what their length asks for, and the way there no more than PHP's own takes
--EXTENSIONS--
stringmill
--INI--
stringmill.override=0
--FILE--
<?php
$values = ['one' => 'a', 'page' => str_repeat('a', 5000), 'escaped' => str_repeat('"', 5000),
    'cyrillic' => str_repeat("\u{436}", 300000), 'list' => range(0, 20000), 'small' => ['a' => 1, 'b' => [1, 2, 3]]];
foreach ($values as $name => $value) {
    $used = [];
    $peak = [];
    foreach (['json_encode', 'Stringmill\json_encode'] as $function) {
        $function('warm');
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $result = $function($value);
        $used[] = memory_get_usage() - $before;
        $peak[] = memory_get_peak_usage() - $before;
        unset($result);
    }
    printf("%s: %s\n", $name, $used[1] <= $used[0] && $peak[1] <= $peak[0] + 4096 ? 'ok' : json_encode([$used, $peak]));
}
// Nothing is kept, whatever the way out.
$loop = [];
$loop[] = &$loop;
$bad = [str_repeat('a', 10000), [$loop], str_repeat("\xff", 1000), NAN, tmpfile()];
$run = function () use ($bad) {
    foreach ($bad as $value) {
        foreach ([0, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_INVALID_UTF8_IGNORE, JSON_PRETTY_PRINT] as $flags) {
            Stringmill\json_encode([$value, 'k' => $value], $flags, 2);
            Stringmill\json_encode($value, $flags);
            try {
                Stringmill\json_encode((object) [$value], $flags | JSON_THROW_ON_ERROR);
            } catch (JsonException) {
            }
        }
    }
};
$run();
$before = memory_get_usage();
$run();
var_dump(memory_get_usage() - $before);
?>
--EXPECT--
one: ok
page: ok
escaped: ok
cyrillic: ok
list: ok
small: ok
int(0)
