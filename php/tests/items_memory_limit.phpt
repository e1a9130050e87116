--TEST--
JsonItems at every memory_limit: items, an exception or a fatal error, and the shutdown function can go on
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
$program = <<<'PHP'
    [, $limit, $length] = $argv;
    $text = (function () use ($length) {
        yield '[{"a":[1,2,3]},';
        for ($i = 0; $i < 40; $i++) {
            yield ($i ? '' : '"') . str_repeat('x', $length / 40);
        }
        yield '",[' . str_repeat('{"a":[1]},', $length / 1000) . '0]]';
    })();
    $items = Stringmill\json_items($text);
    register_shutdown_function(function () use ($items) {
        ini_set('memory_limit', '-1');
        try {
            // A fatal error in a generator ends it.
            $items->next();
        } catch (Exception | Error) {
        }
        echo $items->offset() > 0 && Stringmill\json_items('[{"a":[1]}]')->current()->a === [1] ? ' after' : 'WRONG';
    });
    ini_set('memory_limit', $limit);
    try {
        foreach ($items as $item) {
            echo is_object($item) ? 'object ' : (is_string($item) ? strlen($item) === (int) $length : count($item));
        }
        echo 'read';
    } catch (RuntimeException $error) {
        echo 'exception';
    }
    PHP;
$seen = [];
foreach (range(6, 30, 1) as $limit) {
    $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('STRINGMILL_EXTENSION'), '-d', 'log_errors=0', '-d', 'display_errors=1', '-d', 'html_errors=0',
        '-r', $program, '--', (string) ($limit << 19), '3000000'];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $said = trim(stream_get_contents($pipes[1]));
    proc_close($process);
    $seen[] = match (true) {
        $said === 'object 13001read after' => 'read',
        $said === 'object exception after' => 'exception',
        (bool) preg_match('/Fatal error: +Allowed memory size of \d+ bytes exhausted.* after$/s', $said) => 'fatal',
        default => "limit $limit: $said",
    };
}
echo implode(', ', array_values(array_unique($seen))), "\n";
?>
--EXPECT--
fatal, exception, read
