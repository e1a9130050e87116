<?php
// Prints for each line of hexadecimal bytes what json_encode writes, under three flags, in hexadecimal; - is an error.

foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $hex) {
    $cells = [$hex];
    foreach ([0, JSON_INVALID_UTF8_SUBSTITUTE, JSON_INVALID_UTF8_IGNORE] as $flags) {
        $json = json_encode(hex2bin($hex), $flags);
        $cells[] = $json === false ? '-' : bin2hex(substr($json, 1, -1));
    }
    echo implode(' ', $cells), "\n";
}
