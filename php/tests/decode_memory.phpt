--TEST--
json_decode at every memory_limit: no later failure than PHP's own, and then the shutdown function can decode
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('STRINGMILL_EXTENSION') === false) {
    die('skip STRINGMILL_EXTENSION does not say where the extension is');
}
if (getenv('SKIP_SLOW_TESTS') || getenv('USE_ZEND_ALLOC') === '0') {
    die('skip memory_limit needs the allocator of PHP');
}
?>
--FILE--
<?php
/** Whether a process with this limit can decode. */
function decodes(string $override, int $limit, string $how): bool
{
    $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('STRINGMILL_EXTENSION'), '-d', "stringmill.override=$override", '-d',
        'display_errors=1', '-d', 'html_errors=0', '-r', <<<'PHP'
            [, $limit, $how] = $argv;
            $record = '{"id":1,"name":"abcdefghijklmnopqrst","\u00e9":"\u20ac","list":[1,2,{"c":[]}],"more":{"x":1.5}}';
            $json = '[' . str_repeat("$record,", 6000) . '{}]';
            register_shutdown_function(function () {
                ini_set('memory_limit', '-1');
                echo json_last_error() === 0 && json_decode('{"a":[1]}')->a === [1] ? 'after' : 'WRONG';
            });
            ini_set('memory_limit', (string) $limit);
            $value = json_decode($json, $how === 'arrays');
            echo count($value) === 6001 ? 'decoded ' : 'WRONG';
            PHP, '--', (string) $limit, $how];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $said = trim(stream_get_contents($pipes[1]));
    proc_close($process);
    if ($said === 'decoded after') {
        return true;
    }
    // What PHP's own can do after the error is its own matter.
    if ($override === '1' && !preg_match('/^(PHP )?Fatal error: +Allowed memory size of \d+ bytes exhausted.* in .*after$/s', $said)) {
        echo "limit $limit: $said\n";
    }
    return false;
}

/** The lowest limit, in steps of 64 KB, at which a process can decode. */
function lowest(string $override, string $how): int
{
    [$low, $high] = [30, 640];
    while ($high - $low > 1) {
        $middle = intdiv($low + $high, 2);
        decodes($override, $middle << 16, $how) ? $high = $middle : $low = $middle;
    }
    return $high;
}

foreach (['arrays', 'objects'] as $how) {
    [$ours, $php] = [lowest('1', $how), lowest('0', $how)];
    echo $how, $ours <= $php + 1 ? ": no more than PHP\n" : ": $ours, and PHP $php\n";
}
?>
--EXPECT--
arrays: no more than PHP
objects: no more than PHP
