--TEST--
Stringmill\json_encode_to_stream() needs the same memory for any length
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (!function_exists('memory_reset_peak_usage')) die('skip before PHP 8.2');
?>
--FILE--
<?php
$value = array_fill(0, 200000, 'a string of many');
$stream = fopen('/dev/null', 'w');
memory_reset_peak_usage();
$before = memory_get_usage();
$written = Stringmill\json_encode_to_stream($value, $stream);
var_dump($written, memory_get_peak_usage() - $before < 100000);
?>
--EXPECT--
int(3800001)
bool(true)
