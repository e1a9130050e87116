--TEST--
After a fatal error no table of an extension stays marked as being encoded
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
    class Failing extends Odd\Table implements JsonSerializable
    {
        public static bool $fails = true;

        public function jsonSerialize(): mixed
        {
            // From now on the encoder alone holds the table that is marked.
            $this->add('written', 1);
            return self::$fails ? eval('function strlen() {}') : ['done' => 1];
        }
    }

    $object = (new Failing())->answer(['made' => hrtime(true) > 0]);
    $value = [$object, ['k' => [$object]]];
    register_shutdown_function(function () use ($value) {
        Failing::$fails = false;
        echo json_encode($value), ' ', json_last_error_msg(), "\n";
    });
    json_encode($value);
    PHP;
$command = [PHP_BINARY, '-n', '-d', 'display_errors=0', '-d', 'log_errors=0'];
foreach (['STRINGMILL_EXTENSION', 'STRINGMILL_ODD'] as $name) {
    array_push($command, '-d', 'extension=' . getenv($name));
}
$process = proc_open([...$command, '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
echo stream_get_contents($pipes[1]), 'status ', proc_close($process), "\n";
?>
--EXPECT--
[{"done":1},{"k":[{"done":1}]}] No error
status 255
