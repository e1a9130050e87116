--TEST--
JsonItems: exit and fatal errors while code of the program runs; shutdown functions use the iterator
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('STRINGMILL_EXTENSION') === false) {
    die('skip STRINGMILL_EXTENSION does not say where the extension is');
}
?>
--FILE--
<?php
$program = <<<'PHP'
    [, $way, $ending] = $argv;
    $end = function () use ($ending) {
        match ($ending) {
            'exit' => exit("exit "),
            'fatal' => eval('function strlen() {}'),
        };
    };
    $chunks = (function () use ($end) {
        yield '[1,{"a":2},';
        $end();
    })();
    final class Ending {
        public static Closure $end;
        public $context;
        private $first = true;
        function stream_open() { return true; }
        function stream_eof() { return false; }
        function stream_read() { if ($this->first) { $this->first = false; return '[1,{"a":2},'; } (self::$end)(); }
    }
    Ending::$end = $end;
    stream_wrapper_register('ending', Ending::class);
    $items = match ($way) {
        'generator' => Stringmill\json_items($chunks),
        'stream' => Stringmill\json_items(fopen('ending://', 'r')),
        'writer' => null,
        'callback' => Stringmill\ndjson_items("1\n2\n?\n3\n", 0, 512, fn () => $end()),
    };
    if ($way === 'writer') {
        Stringmill\ndjson_write((function () use ($end) { yield 'written'; $end(); })(), fopen('php://output', 'w'));
    }
    register_shutdown_function(function () use ($items) {
        try {
            echo $items->offset(), json_encode(Stringmill\json_items('[1]')->current()), ' ';
            $items->next();
        } catch (Throwable $error) {
            echo $error->getMessage(), "\n";
        }
    });
    foreach ($items as $item) {
        echo json_encode($item), ' ';
    }
    PHP;
foreach (['exit' => ['generator', 'stream', 'callback', 'writer'], 'fatal' => ['stream']] as $ending => $ways) {
    foreach ($ways as $way) {
        $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('STRINGMILL_EXTENSION'), '-d', 'log_errors=0', '-d', 'display_errors=0',
            '-r', $program, '--', $way, $ending];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        echo "$way, $ending: ", trim(stream_get_contents($pipes[1])), ' ', proc_close($process), "\n";
    }
}
?>
--EXPECT--
generator, exit: 1 {"a":2} exit 111 Syntax error (item 3, byte 11) 0
stream, exit: 1 {"a":2} exit 111 exit 0
callback, exit: 1 2 exit 61 0
writer, exit: exit "written" 0
stream, fatal: 1 {"a":2} 111 JsonItems is reading already 255
