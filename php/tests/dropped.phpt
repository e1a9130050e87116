--TEST--
An object that its own jsonSerialize drops ends before what it returned is encoded
--EXTENSIONS--
stringmill
--FILE--
<?php
class Dropped implements JsonSerializable
{
    public static array $holder = [];
    public static bool $throws = false;

    public function jsonSerialize(): mixed
    {
        self::$holder[0] = null;
        return ['first' => 1, 'then' => new Asked()];
    }

    public function __destruct()
    {
        echo "freed\n";
        if (self::$throws) {
            throw new Exception('from the destructor');
        }
    }
}

class Asked implements JsonSerializable
{
    public function jsonSerialize(): mixed
    {
        echo "asked\n";
        return 2;
    }
}

function encode(int $flags = 0): void
{
    Dropped::$holder = [new Dropped()];
    // The list refers to the only place where the object is.
    $list = [&Dropped::$holder[0], 'after'];
    try {
        var_dump(json_encode($list, $flags));
    } catch (Exception $exception) {
        echo $exception->getMessage(), "\n";
    }
}

encode();
Dropped::$throws = true;
encode();
encode(JSON_PARTIAL_OUTPUT_ON_ERROR);
?>
--EXPECT--
freed
asked
string(30) "[{"first":1,"then":2},"after"]"
freed
from the destructor
freed
from the destructor
