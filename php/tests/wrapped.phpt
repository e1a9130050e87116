--TEST--
Beside an extension that wraps json_encode, in both orders of loading
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (getenv('STRINGMILL_ODD') === false || getenv('STRINGMILL_EXTENSION') === false) {
    die('skip STRINGMILL_ODD and STRINGMILL_EXTENSION do not say where the extensions are');
}
?>
--FILE--
<?php
/** What a process says that loads these extensions in this order. */
function said(array $extensions, string ...$settings): string
{
    $command = [PHP_BINARY, '-n', '-d', 'display_startup_errors=1', '-d', 'html_errors=0'];
    foreach ($extensions as $name) {
        array_push($command, '-d', 'extension=' . getenv($name));
    }
    foreach ($settings as $setting) {
        array_push($command, '-d', $setting);
    }
    array_push($command, '-r', <<<'PHP'
        $log = [];
        Odd\listen($log);
        $results = [json_encode(["\u{e9}", 1.5, ['a' => "\xff"]]), json_encode([NAN], JSON_PARTIAL_OUTPUT_ON_ERROR)];
        echo $log ? implode(', ', $log) . "\n" : '';
        $log = [];
        $ours = [Stringmill\json_encode(["\u{e9}", 1.5, ['a' => "\xff"]]), Stringmill\json_encode([NAN], JSON_PARTIAL_OUTPUT_ON_ERROR)];
        echo $results === $ours ? "same\n" : "DIFFERS\n", $log ? "ours was wrapped\n" : '';
        ob_start();
        phpinfo(INFO_MODULES);
        preg_match('/json_encode replaced.*/', ob_get_clean(), $match);
        echo $match[0], "\n";
        PHP);
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $text = stream_get_contents($pipes[1]);
    return trim($text) . "\nstatus " . proc_close($process) . "\n";
}

$odd = 'STRINGMILL_ODD';
$ours = 'STRINGMILL_EXTENSION';
echo "-- it wraps ours\n", said([$ours, $odd], 'odd.wrap=1');
echo "-- it has wrapped PHP's own before\n", said([$odd, $ours], 'odd.wrap=1');
echo "-- the same, and ours does not replace it\n", said([$odd, $ours], 'odd.wrap=1', 'stringmill.override=0');
echo "-- it does not wrap\n", said([$odd, $ours]);
?>
--EXPECT--
-- it wraps ours
wraps another, wraps another
same
json_encode replaced => yes, and wrapped by another extension
status 0
-- it has wrapped PHP's own before
Warning: stringmill: another extension has already replaced json_encode, which is left as it is; load stringmill before that extension, or set stringmill.override=0 in Unknown on line 0
wraps PHP's own, wraps PHP's own
same
json_encode replaced => no
status 0
-- the same, and ours does not replace it
wraps PHP's own, wraps PHP's own
same
json_encode replaced => no
status 0
-- it does not wrap
same
json_encode replaced => yes
status 0
