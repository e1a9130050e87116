--TEST--
After a fatal error in user code nothing stays marked as being encoded
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') {
    die('skip without its memory manager PHP has no limit');
}
?>
--INI--
memory_limit=16M
--FILE--
<?php
class Greedy implements JsonSerializable
{
    public static bool $greedy = true;

    public function jsonSerialize(): mixed
    {
        return self::$greedy ? str_repeat('x', 1 << 28) : $this;
    }
}

class Holder
{
    public $held;
}

// Deeper than what is noted without an allocation.
$array = [new Greedy()];
for ($i = 0; $i < 40; $i++) {
    $array = [$array];
}
$holder = new Holder();
$holder->held = $array;
$dynamic = new stdClass();
$dynamic->holder = $holder;

register_shutdown_function(function () use ($dynamic, $holder, $array) {
    Greedy::$greedy = false;
    foreach ([$dynamic, $holder, $array] as $value) {
        var_dump(strlen(json_encode($value)), json_last_error_msg());
    }
});
json_encode($dynamic);
?>
--EXPECTF--
Fatal error: Allowed memory size of 16777216 bytes exhausted%s(tried to allocate %d bytes) in %s on line %d
%Aint(104)
string(8) "No error"
int(93)
string(8) "No error"
int(84)
string(8) "No error"
