--TEST--
A stream in PHP code may release the string that is being written
--EXTENSIONS--
stringmill
--INI--
stringmill.override=0
--FILE--
<?php
class Releasing
{
    public static ?Value $value = null;
    public static string $written = '';
    public static array $others = [];
    public $context;

    public function stream_open(): bool
    {
        self::$written = '';
        return true;
    }

    public function stream_write(string $data): int
    {
        self::$written .= $data;
        $length = strlen(self::$value->text ?? '');
        self::$value->text = null;
        // Memory that was released would be used for these.
        for ($i = 0; $length > 0 && $i < 4; $i++) {
            self::$others[] = str_repeat('?', $length);
        }
        return strlen($data);
    }
}

class Value
{
    public string $before = '';
    public ?string $text = '';
}

stream_wrapper_register('releasing', Releasing::class);
foreach ([["\u{e9}x", 30000], ["\u{e9}x", 60], ['"x', 20], ["12 ", 1], ["\xff", 50]] as [$piece, $times]) {
    foreach ([0, 60000, 65400, 65500] as $before) {
        foreach ([0, JSON_NUMERIC_CHECK, JSON_INVALID_UTF8_SUBSTITUTE] as $flags) {
            $value = Releasing::$value = new Value();
            $value->before = str_repeat('-', $before);
            $value->text = str_repeat($piece, $times);
            $expected = json_encode($value, $flags);
            $stream = fopen('releasing://', 'w');
            Stringmill\json_encode_to_stream($value, $stream, $flags);
            fclose($stream);
            // The stream may have been written to before the string was read.
            $without = $before > 0 ? json_encode(['before' => $value->before, 'text' => null], $flags) : null;
            if ($expected !== false && Releasing::$written !== $expected && Releasing::$written !== $without) {
                echo bin2hex($piece), " $times times after $before, flags $flags: other bytes\n";
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
