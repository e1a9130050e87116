--TEST--
json_decode in fibers, in destructors and error handlers, and after exceptions
--EXTENSIONS--
stringmill
--INI--
zend.fiber.stack_size=128k
--FILE--
<?php
$deep = str_repeat('{"a":[', 700) . '1' . str_repeat(']}', 700);
$fibers = [];
for ($i = 0; $i < 5; $i++) {
    $fibers[] = $fiber = new Fiber(function () use ($i, $deep): int {
        $value = json_decode("{\"i\":$i,\"list\":[1,2,3]}");
        Fiber::suspend($value->i);
        try {
            json_decode('[1', flags: JSON_THROW_ON_ERROR);
        } catch (JsonException $thrown) {
            Fiber::suspend($thrown->getCode());
        }
        // More levels than are held on the stack of the fiber.
        return strlen(json_encode(json_decode($deep, true, 2000), 0, 2000)) + $i;
    });
    echo $fiber->start(), ' ';
}
foreach ($fibers as $fiber) {
    echo $fiber->resume(), ' ';
}
foreach ($fibers as $fiber) {
    $fiber->resume();
    echo $fiber->getReturn() - strlen($deep), ' ';
}
echo "\n";

final class Text
{
    public function __toString(): string
    {
        json_decode('[1}');
        return '{"inner":' . json_last_error() . '}';
    }

    public function __destruct()
    {
        var_dump(json_decode('{"destructor":true}', true));
    }
}
var_dump(json_decode(new Text(), true), json_last_error());
set_error_handler(function (int $level, string $message): bool {
    echo $message, ' ', json_encode(json_decode('{"handler":[1]}')), "\n";
    return true;
});
var_dump(json_decode('{"a":1}', true, 512.5), json_decode(null), json_last_error());
?>
--EXPECT--
0 1 2 3 4 4 4 4 4 4 0 1 2 3 4 
array(1) {
  ["destructor"]=>
  bool(true)
}
array(1) {
  ["inner"]=>
  int(2)
}
int(0)
Implicit conversion from float 512.5 to int loses precision {"handler":[1]}
json_decode(): Passing null to parameter #1 ($json) of type string is deprecated {"handler":[1]}
array(1) {
  ["a"]=>
  int(1)
}
NULL
int(4)
