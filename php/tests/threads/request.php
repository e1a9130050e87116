<?php
/*
 * A request of threads.c: both encoders must agree, under every set of flags that changes how strings are escaped. Some
 * requests end during a call; this must not affect the next request of the thread.
 *
 * Each request starts afresh with $request; the classes are anonymous so that it declares nothing.
 */

$compared = 0;
$expected = 0;
if (json_last_error() !== 0) {
    exit(101);
}
$texts = [
    '', 'plain', str_repeat('a clean text of some length ', 20), 'quotes " and \\ and / < > & \' in one', "\u{e9}t\u{e9} \u{20ac} \u{1f600} \u{2028}",
    str_repeat("<a href=\"/x\">l'\u{e9}t\u{e9} & \u{43c}\u{438}\u{440}</a>\n", 12), str_repeat("\x00\x1f\x7f\t", 30),
    "ill-formed \xff and \xc3 and \xed\xa0\x80", str_repeat('x', 300) . "\xe2\x82",
];
$values = [...$texts, $texts, ['key "/<é' => [1, 2.5, null, true], 'list' => [[], [0.1, 1e25]]], (object) ['a/b' => "\u{e9}", 'c' => [(object) []]]];
$sets = [];
foreach ([0, JSON_HEX_TAG] as $tag) {
    foreach ([0, JSON_HEX_AMP] as $amp) {
        foreach ([0, JSON_HEX_APOS] as $apos) {
            foreach ([0, JSON_HEX_QUOT] as $quot) {
                foreach ([0, JSON_UNESCAPED_SLASHES] as $slashes) {
                    foreach ([0, JSON_UNESCAPED_UNICODE] as $unicode) {
                        foreach ([0, JSON_UNESCAPED_LINE_TERMINATORS] as $lines) {
                            $sets[] = $tag | $amp | $apos | $quot | $slashes | $unicode | $lines;
                        }
                    }
                }
            }
        }
    }
}
if (count($sets) !== 128) {
    exit(102);
}
ob_start();
phpinfo(INFO_MODULES);
$replaced = preg_match('/json_encode replaced\W+yes/', strip_tags(ob_get_clean()));
if ($replaced !== (int) ini_get('stringmill.override')) {
    exit(105);
}
foreach ($sets as $set) {
    foreach ([0, JSON_INVALID_UTF8_IGNORE, JSON_INVALID_UTF8_SUBSTITUTE, JSON_PARTIAL_OUTPUT_ON_ERROR] as $policy) {
        foreach ($values as $index => $value) {
            $ours = [Stringmill\json_encode($value, $set | $policy), json_last_error()];
            $original = [json_encode($value, $set | $policy), json_last_error()];
            $compared++;
            if ($ours !== $original) {
                echo "DIFFERS: value $index, flags ", $set | $policy, "\n";
                exit(103);
            }
        }
    }
}
if (Stringmill\utf8_repair("a\xffb") !== "a\u{fffd}b" || Stringmill\utf8_validate("a\xffb") !== 1) {
    exit(104);
}

if (json_encode(["\u{e9}/", 1.5]) !== '["\u00e9\/",1.5]') {
    exit(106);
}

// How the request ends: whole, or inside of a call.
$endings = [
    function (): void {
    },
    function (): void {
        exit(7);
    },
    function (): void {
        throw new LogicException('not caught');
    },
    function (): void {
        str_repeat('x', 1 << 30);
    },
];
$ending = $endings[$request % 4];
$expected = [0, 7, 255, 255][$request % 4];
ini_set('display_errors', '0');
$calling = new class ($ending) implements JsonSerializable {
    public function __construct(private Closure $ending)
    {
    }

    public function jsonSerialize(): mixed
    {
        ($this->ending)();
        return ['done' => true];
    }
};
// The mark of an error in the thread, and a walk that is left in the middle.
Stringmill\json_encode("\xff");
Stringmill\json_encode(['a' => ['b' => $calling], 'c' => str_repeat('long ', 1000)]);
