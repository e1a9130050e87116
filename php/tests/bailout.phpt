--TEST--
After a fatal error in user code nothing stays marked as being encoded
--EXTENSIONS--
stringmill
--FILE--
<?php
class Failing implements JsonSerializable
{
    public static bool $fails = true;

    public function jsonSerialize(): mixed
    {
        // Not caught and not unwound, as errors of memory are in some builds of PHP.
        return self::$fails ? eval('function strlen() {}') : $this;
    }
}

class Holder
{
    public $held;
}

// Deeper than what is noted without an allocation.
$array = [new Failing()];
for ($i = 0; $i < 40; $i++) {
    $array = [$array];
}
$holder = new Holder();
$holder->held = $array;
$dynamic = new stdClass();
$dynamic->holder = $holder;

register_shutdown_function(function () use ($dynamic, $holder, $array) {
    Failing::$fails = false;
    foreach ([$dynamic, $holder, $array] as $value) {
        var_dump(strlen(json_encode($value)), json_last_error_msg());
    }
});
json_encode($dynamic);
?>
--EXPECTF--
Fatal error: Cannot redeclare %Astrlen()%A in %s on line %d
%Aint(104)
string(8) "No error"
int(93)
string(8) "No error"
int(84)
string(8) "No error"
