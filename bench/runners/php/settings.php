<?php

declare(strict_types=1);

namespace Stringmill\Bench;

/** Flags, by the names that cases give them. */
const SETTINGS = [
    'none' => 0,
    'symfony' => JSON_HEX_TAG | JSON_HEX_APOS | JSON_HEX_AMP | JSON_HEX_QUOT,
    'unescaped' => JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
    'unicode' => JSON_UNESCAPED_UNICODE,
    'monolog' => JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_PARTIAL_OUTPUT_ON_ERROR,
    'pretty' => JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
    'substitute' => JSON_INVALID_UTF8_SUBSTITUTE,
    'ignore' => JSON_INVALID_UTF8_IGNORE,
    'zero-fraction' => JSON_PRESERVE_ZERO_FRACTION,
    'numeric' => JSON_NUMERIC_CHECK,
];
