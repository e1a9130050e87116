--TEST--
User code that runs while a request ends may encode
--EXTENSIONS--
simplexml
session
stringmill
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
/* Before PHP 8.3 a guard holds the property table that such an object makes for each call. */
class Element extends SimpleXMLElement implements JsonSerializable
{
    public function jsonSerialize(): mixed
    {
        return ['n' => (string) $this->n];
    }
}

/* Encodes twice, to use again what the first call left, and writes past the output layer, which may be gone. */
function encode(string $where): void
{
    $texts = [];
    for ($i = 1; $i <= 2; $i++) {
        $texts[] = json_encode([new Element("<e><n>$i</n></e>")]);
    }
    file_put_contents('php://fd/1', "$where: " . implode(' ', $texts) . "\n");
}

class Handler implements SessionHandlerInterface
{
    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        encode('session close');
        return true;
    }

    public function read(string $id): string|false
    {
        return '';
    }

    public function write(string $id, string $data): bool
    {
        encode('session write');
        return true;
    }

    public function destroy(string $id): bool
    {
        return true;
    }

    public function gc(int $lifetime): int|false
    {
        return 0;
    }
}

class Wrapper
{
    public $context;

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        return true;
    }

    public function stream_write(string $data): int
    {
        encode('stream write');
        return strlen($data);
    }

    public function stream_flush(): bool
    {
        encode('stream flush');
        return true;
    }

    public function stream_close(): void
    {
        encode('stream close');
    }
}

class Destroyed
{
    public function __destruct()
    {
        encode('destructor');
    }
}

encode('script');
session_set_save_handler(new Handler(), false);
session_id('one');
session_start();
$_SESSION['a'] = 1;
stream_wrapper_register('ending', Wrapper::class);
$stream = fopen('ending://', 'w');
register_shutdown_function('encode', 'shutdown function');
$destroyed = new Destroyed();
ob_start(function (string $text): string {
    encode('output callback');
    return $text;
});
fwrite($stream, 'text');
?>
--EXPECT--
script: [{"n":"1"}] [{"n":"2"}]
stream write: [{"n":"1"}] [{"n":"2"}]
shutdown function: [{"n":"1"}] [{"n":"2"}]
destructor: [{"n":"1"}] [{"n":"2"}]
output callback: [{"n":"1"}] [{"n":"2"}]
session write: [{"n":"1"}] [{"n":"2"}]
session close: [{"n":"1"}] [{"n":"2"}]
stream flush: [{"n":"1"}] [{"n":"2"}]
stream close: [{"n":"1"}] [{"n":"2"}]
