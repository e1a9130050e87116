--TEST--
Stringmill\json_encode_to_stream() says what went wrong, and with what
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\json_encode_to_stream;

class Closer implements JsonSerializable
{
    public static $stream;

    public function jsonSerialize(): mixed
    {
        fclose(self::$stream);
        return str_repeat('x', 100);
    }
}

class Thrower implements JsonSerializable
{
    public function jsonSerialize(): mixed
    {
        throw new Exception('no');
    }
}

// A stream that takes some bytes and then no more.
class Narrow
{
    public $context;
    private int $room = 70000;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(string $text): int
    {
        $taken = min($this->room, strlen($text));
        $this->room -= $taken;
        return $taken;
    }
}
stream_wrapper_register('narrow', Narrow::class);

echo "-- an error of the value\n";
$memory = fopen('php://memory', 'w+');
var_dump(json_encode_to_stream(['a', NAN], $memory), json_last_error_msg(), ftell($memory));
try {
    json_encode_to_stream("\xff", $memory, JSON_THROW_ON_ERROR);
} catch (JsonException $error) {
    var_dump($error->getMessage(), $error->getCode(), json_last_error());
}
echo "-- an exception of user code\n";
try {
    json_encode_to_stream([new Thrower()], $memory);
} catch (Exception $error) {
    var_dump($error->getMessage(), ftell($memory));
}
echo "-- full\n";
$narrow = fopen('narrow://', 'w');
var_dump(json_encode_to_stream(array_fill(0, 50000, [1]), $narrow), json_last_error());
echo "-- closed meanwhile\n";
Closer::$stream = fopen('php://memory', 'w+');
var_dump(json_encode_to_stream([new Closer()], Closer::$stream), json_last_error());
echo "-- no stream\n";
foreach ([Closer::$stream, 'stdout', stream_context_create()] as $other) {
    try {
        json_encode_to_stream(1, $other);
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECTF--
-- an error of the value
bool(false)
string(34) "Inf and NaN cannot be JSON encoded"
int(0)
string(56) "Malformed UTF-8 characters, possibly incorrectly encoded"
int(5)
int(7)
-- an exception of user code
string(2) "no"
int(0)
-- full

Warning: Stringmill\json_encode_to_stream(): The stream took 70000 bytes and no more in %s on line %d
bool(false)
int(0)
-- closed meanwhile

Warning: Stringmill\json_encode_to_stream(): The stream was closed before all was written in %s on line %d
bool(false)
int(0)
-- no stream
Stringmill\json_encode_to_stream(): supplied resource is not a valid stream resource
Stringmill\json_encode_to_stream(): Argument #2 ($stream) must be of type resource, string given
Stringmill\json_encode_to_stream(): supplied resource is not a valid stream resource
