--TEST--
Numbers are those of PHP, at every length and precision
--EXTENSIONS--
stringmill
--FILE--
<?php
$bad = 0;
$one = 1;
for ($digits = 0; $digits < 19; $digits++) {
    for ($near = -3; $near <= 3; $near++) {
        foreach ([$one + $near, -$one + $near, 9 * $one + $near, intdiv($one, 3) + $near, 1 << min(62, 3 * $digits)] as $number) {
            $bad += json_encode($number) !== (string) $number;
            $bad += json_encode([$number, [$number => 1]]) !== sprintf('[%d,%s]', $number, $number === 0 ? '[1]' : "{\"$number\":1}");
        }
    }
    $one *= $digits < 18 ? 10 : 1;
}
foreach ([PHP_INT_MAX, PHP_INT_MIN, 99999999, 100000000, 9999999999999999, 10000000000000000] as $number) {
    $bad += json_encode($number) !== (string) $number;
}
for ($number = 0; $number < 200000; $number += 7) {
    $bad += json_encode($number * 499) !== (string) ($number * 499);
}
// Decimals of up to eight places around every length, and their neighbours: read back they are the same, and none is
// shorter than its neighbour in length.
for ($places = 0; $places <= 8; $places++) {
    foreach ([0, 1, 9, 10, 99, 12345, 99999999, 100000000, 999999999, 1000000000, 123456789012] as $whole) {
        foreach ([0, 1, 5, 10, 25, 99, 100, 999999, 1000000, 12345678] as $part) {
            if ($part < 10 ** $places) {
                if (strlen($whole) + $places > 15 || ($whole === 0 && $part > 0 && $part / 10 ** $places < 1e-4)) {
                    continue;
                }
                $text = $places ? rtrim(rtrim(sprintf("%d.%0{$places}d", $whole, $part), '0'), '.') : (string) $whole;
                $bad += json_encode((float) $text) !== $text;
                $bad += $text !== '0' && json_encode(-(float) $text) !== "-$text";
                $bad += json_encode((float) $text, JSON_PRESERVE_ZERO_FRACTION) !== (str_contains($text, '.') ? $text : "$text.0");
                foreach ([1 - PHP_FLOAT_EPSILON / 2, 1 + PHP_FLOAT_EPSILON] as $off) {
                    $near = (float) $text * $off;
                    $bad += (float) json_encode($near) !== $near;
                }
            }
        }
    }
}
var_dump($bad);
foreach ([-1, 17, 5, 0, 100] as $precision) {
    ini_set('serialize_precision', $precision);
    echo $precision, ': ', json_encode([0.1, -0.0, 100000.0, 1e25, 1e-4, 1e-5, -0.00012, 5e-324, 1e15, 123456789.12345678]), "\n";
    echo $precision, ': ', json_encode([0.1, -0.0, 100000.0, 1e25], JSON_PRESERVE_ZERO_FRACTION), "\n";
}
?>
--EXPECT--
int(0)
-1: [0.1,-0,100000,1.0e+25,0.0001,1.0e-5,-0.00012,5.0e-324,1000000000000000,123456789.12345678]
-1: [0.1,-0.0,100000.0,1.0e+25]
17: [0.10000000000000001,-0,100000,1.0000000000000001e+25,0.0001,1.0000000000000001e-5,-0.00012,4.9406564584124654e-324,1000000000000000,123456789.12345678]
17: [0.10000000000000001,-0.0,100000.0,1.0000000000000001e+25]
5: [0.1,-0,1.0e+5,1.0e+25,0.0001,1.0e-5,-0.00012,4.9407e-324,1.0e+15,1.2346e+8]
5: [0.1,-0.0,1.0e+5,1.0e+25]
0: [0.1,-0.0e+0,1.0e+5,1.0e+25,0.0001,1.0e-5,-0.0001,5.0e-324,1.0e+15,1.0e+8]
0: [0.1,-0.0e+0,1.0e+5,1.0e+25]
100: [0.1000000000000000055511151231257827021181583404541015625,-0,100000,10000000000000000905969664,0.000100000000000000004792173602385929598312941379845142364501953125,1.0000000000000000818030539140313095458623138256371021270751953125e-5,-0.000120000000000000003040102891649354432956897653639316558837890625,4.940656458412465441765687928682213723650598026143247644255856825006755072702087518652998363616359924e-324,1000000000000000,123456789.123456776142120361328125]
100: [0.1000000000000000055511151231257827021181583404541015625,-0.0,100000.0,10000000000000000905969664.0]
