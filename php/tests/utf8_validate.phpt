--TEST--
Stringmill\utf8_validate() gives the offset of the first byte that is not well-formed UTF-8
--EXTENSIONS--
stringmill
--FILE--
<?php
$cases = ['', 'abc', "caf\u{e9}", "\u{10ffff}", "\xff", "ab\x80", "\u{20ac}\xe2\x82", "\xc0\xaf", "\xed\xa0\x80",
    "\xf4\x90\x80\x80", str_repeat("\u{e9}", 1000) . "\xc3", str_repeat('a', 300) . "\xe2\x28\xa1"];
foreach ($cases as $case) {
    var_dump(Stringmill\utf8_validate($case));
}
// Every place.
for ($at = 0; $at < 200; $at++) {
    $text = str_repeat('x', 200);
    $text[$at] = "\xfe";
    assert(Stringmill\utf8_validate($text) === $at);
}
?>
--EXPECT--
NULL
NULL
NULL
NULL
int(0)
int(2)
int(3)
int(0)
int(0)
int(0)
int(2000)
int(300)
