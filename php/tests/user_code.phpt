--TEST--
User code may change, drop and encode again what is being encoded
--EXTENSIONS--
stringmill
--FILE--
<?php
class Calls implements JsonSerializable
{
    public function __construct(private Closure $call)
    {
    }

    public function jsonSerialize(): mixed
    {
        return ($this->call)($this);
    }
}

echo "-- the array is changed, emptied, dropped\n";
$array = [1, new Calls(function () use (&$array) { $array[] = 'new'; return 'called'; }), 2];
var_dump(json_encode($array), count($array));
$array = ['a' => new Calls(function () use (&$array) { $array = null; return 'called'; }), 'b' => [1, 2]];
$reference = &$array;
var_dump(json_encode([&$array]), $array);
echo "-- an object of the walk is dropped\n";
$outer = new stdClass();
$outer->inner = new stdClass();
$outer->inner->calls = new Calls(function () use ($outer) { $outer->inner = null; return str_repeat('x', 5); });
$outer->inner->after = 'still there';
var_dump(json_encode($outer));
echo "-- properties are added and taken away meanwhile\n";
class Declared
{
    public $first;
    public $second = 2;
    public $third = 3;
}
$declared = new Declared();
$declared->first = new Calls(function () use ($declared) { unset($declared->second); return 1; });
var_dump(json_encode($declared));
echo "-- json_encode of the same value inside\n";
$array = [];
$array[] = new Calls(function () use (&$array) { return [json_encode($array), json_last_error_msg()]; });
var_dump(json_encode($array), json_last_error());
$self = new Calls(fn ($self) => json_encode($self));
var_dump(json_encode($self), json_encode(new Calls(fn ($self) => $self)));
echo "-- a failure inside does not get out\n";
var_dump(json_encode(new Calls(fn () => json_encode(NAN))), json_last_error());
echo "-- the precision is read for each value\n";
var_dump(json_encode([0.1, new Calls(function () { ini_set('serialize_precision', 17); return 0.1; }), 0.1]));
ini_set('serialize_precision', -1);
echo "-- exceptions\n";
$throws = new Calls(function () { throw new Exception('thrown'); });
foreach ([0, JSON_PARTIAL_OUTPUT_ON_ERROR, JSON_THROW_ON_ERROR] as $flags) {
    try {
        json_encode(['a' => [$throws, $throws]], $flags);
    } catch (Exception $exception) {
        var_dump($exception->getMessage(), $exception->getPrevious(), json_last_error());
    }
}
// What refers to itself is let go of, so that a look for leaks finds none.
unset($array, $reference, $outer, $declared, $self, $exception);
gc_collect_cycles();
?>
--EXPECT--
-- the array is changed, emptied, dropped
string(14) "[1,"called",2]"
int(4)
string(26) "[{"a":"called","b":[1,2]}]"
NULL
-- an object of the walk is dropped
string(49) "{"inner":{"calls":"xxxxx","after":"still there"}}"
-- properties are added and taken away meanwhile
string(21) "{"first":1,"third":3}"
-- json_encode of the same value inside
string(30) "[[false,"Recursion detected"]]"
int(0)
string(5) "false"
string(2) "{}"
-- a failure inside does not get out
string(5) "false"
int(0)
-- the precision is read for each value
string(45) "[0.1,0.10000000000000001,0.10000000000000001]"
-- exceptions
string(6) "thrown"
NULL
int(0)
string(6) "thrown"
NULL
int(0)
string(6) "thrown"
NULL
int(0)
