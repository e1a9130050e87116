--TEST--
The shared vectors, on the tier of this machine
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (!is_dir(getenv('STRINGMILL_VECTORS') ?: dirname(__DIR__, 2) . '/vectors')) {
    die('skip the vectors are in the repository, not in this package');
}
?>
--INI--
stringmill.override=0
--FILE--
<?php
require __DIR__ . '/run_vectors.php';
?>
--EXPECTF--
json_escape %d/%d skipped 0 (%s)
json_canonical %d/%d skipped 0 (%s)
utf8_validate %d/%d skipped 0 (%s)
float64_write %d/%d skipped 0 (%s)
int64_write %d/%d skipped 0 (%s)
