--TEST--
Stringmill\utf8_repair() repairs ill-formed UTF-8 as a named policy says
--EXTENSIONS--
stringmill
--FILE--
<?php
$text = "a\xed\xa0\x80b\xc3\xffc\xe2\x82d\"\\/\n\u{e9}";
foreach (['replace', 'replace-java', 'replace-php', 'ignore-php', 'visible'] as $policy) {
    $repaired = Stringmill\utf8_repair($text, $policy);
    printf("%-13s%s\n", $policy, addcslashes($repaired, "\0..\x1f\x7f..\xff"));
    assert(Stringmill\utf8_validate($repaired) === null);
}
var_dump(Stringmill\utf8_repair($text) === Stringmill\utf8_repair($text, policy: 'replace'));
// PHP's own pieces are those of json_encode.
$pieces = json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
var_dump(json_decode($pieces) === Stringmill\utf8_repair($text, 'replace-php'));
// Much longer than it was.
$long = str_repeat("\xff", 100000);
var_dump(strlen(Stringmill\utf8_repair($long)), strlen(Stringmill\utf8_repair($long, 'visible')));
var_dump(strlen(Stringmill\utf8_repair($long, 'ignore-php')));
// Where nothing is wrong, not a byte is copied.
$good = str_repeat("gr\u{fc}n ", 100000);
$before = memory_get_usage();
$same = Stringmill\utf8_repair($good);
var_dump(memory_get_usage() - $before < 1000, $same === $good);
try {
    Stringmill\utf8_repair('a', 'mend');
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
replace      a\357\277\275\357\277\275\357\277\275b\357\277\275\357\277\275c\357\277\275d"\/\n\303\251
replace-java a\357\277\275b\357\277\275\357\277\275c\357\277\275d"\/\n\303\251
replace-php  a\357\277\275b\357\277\275c\357\277\275d"\/\n\303\251
ignore-php   abcd"\/\n\303\251
visible      a\xED\xA0\x80b\xC3\xFFc\xE2\x82d"\/\n\303\251
bool(true)
bool(true)
int(300000)
int(400000)
int(0)
bool(true)
bool(true)
Stringmill\utf8_repair(): Argument #2 ($policy) must be one of "replace", "replace-java", "replace-php", "ignore-php", or "visible"
