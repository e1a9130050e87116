--TEST--
Observers see no call that the program did not make
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('STRINGMILL_ODD') === false || getenv('STRINGMILL_EXTENSION') === false) {
    die('skip STRINGMILL_ODD and STRINGMILL_EXTENSION do not say where the extensions are');
}
?>
--FILE--
<?php
$program = <<<'PHP'
    class Asked implements JsonSerializable
    {
        public function jsonSerialize(): mixed
        {
            return [1.5];
        }
    }

    function encode(mixed $value, int $flags = 0): void
    {
        try {
            json_encode($value, $flags);
        } catch (Exception $exception) {
        }
    }

    $log = [];
    Odd\listen($log);
    foreach (["\xff", NAN, new Asked(), new DateTime('@0'), [1 => "\u{e9}"]] as $value) {
        $log = [];
        encode($value);
        encode($value, JSON_THROW_ON_ERROR);
        encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_NUMERIC_CHECK);
        echo str_replace('call of ', '', implode(' ', $log)), "\n";
    }
    PHP;
$said = [];
foreach ([['STRINGMILL_ODD'], ['STRINGMILL_EXTENSION', 'STRINGMILL_ODD']] as $extensions) {
    $command = [PHP_BINARY, '-n', '-d', 'odd.observe=1'];
    foreach ($extensions as $name) {
        array_push($command, '-d', 'extension=' . getenv($name));
    }
    $process = proc_open([...$command, '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $said[] = stream_get_contents($pipes[1]) . 'status ' . proc_close($process) . "\n";
}
echo $said[0], $said[0] === $said[1] ? "the same with ours\n" : $said[1];
?>
--EXPECT--
encode json_encode encode json_encode encode json_encode
encode json_encode encode json_encode encode json_encode
encode json_encode jsonSerialize encode json_encode jsonSerialize encode json_encode jsonSerialize
encode json_encode encode json_encode encode json_encode
encode json_encode encode json_encode encode json_encode
status 0
the same with ours
