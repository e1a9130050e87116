--TEST--
JsonItems and streams: closed, non-blocking, failing, filtered, and never closed by it
--EXTENSIONS--
stringmill
--FILE--
<?php
use function Stringmill\{json_items, ndjson_items};
use Stringmill\WouldBlockException;

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

echo "-- closed in the loop: an error when bytes are missing\n";
$name = tempnam(sys_get_temp_dir(), 'smill');
foreach (['json_items' => '[' . str_repeat('["item"],', 20000) . '1]', 'ndjson_items' => str_repeat("[\"item\"]\n", 20000)] as $items => $text) {
    file_put_contents($name, $text);
    $stream = fopen($name, 'r');
    $count = 0;
    try {
        foreach ("Stringmill\\$items"($stream) as $item) {
            is_resource($stream) && fclose($stream);
            $count++;
        }
        echo "end ";
    } catch (RuntimeException $error) {
        echo get_class($error), ': ', $error->getMessage(), ' ';
    }
    echo $count > 0 && $count < 20000 ? 'early' : $count, "\n";
}
try {
    json_items($stream);
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}

echo "-- the stream stays open\n";
$stream = fopen($name, 'r');
foreach (ndjson_items($stream) as $item);
var_dump(feof($stream), rewind($stream), fgets($stream));
$items = ndjson_items($stream);
$items->current();
unset($items);
var_dump(is_resource($stream));
foreach (ndjson_items(fopen($name, 'r')) as $line => $item);
var_dump($line);
unlink($name);

echo "-- a socket that does not block: each item when it is whole, and no waiting\n";
[$ours, $theirs] = pair();
stream_set_blocking($ours, false);
$items = json_items($ours);
$said = [];
foreach (['', '[', '1', ',{"a":', '"b"}', ',', '[]', ',2]', ' '] as $bytes) {
    fwrite($theirs, $bytes);
    try {
        $said[] = $items->valid() ? $items->key() . '=' . json_encode($items->current()) : 'end';
        $items->next();
    } catch (WouldBlockException $error) {
        $said[] = 'later';
    }
}
fclose($theirs);
echo implode(' ', $said), ' ', json_encode($items->valid()), "\n", $error->getMessage(), "\n";
[$ours, $theirs] = pair();
stream_set_blocking($ours, false);
$items = ndjson_items($ours);
$said = [];
foreach (["{\"a\":1}\n[", "2]\r", "\n\n", '3', "4\n5", "\n"] as $bytes) {
    fwrite($theirs, $bytes);
    try {
        while ($items->valid()) {
            $said[] = $items->key() . '=' . json_encode($items->current());
            $items->next();
        }
    } catch (WouldBlockException) {
        $said[] = 'later';
    }
}
echo implode(' ', $said), "\n";

echo "-- a blocking socket: items as they come\n";
[$ours, $theirs] = pair();
stream_set_timeout($ours, 0, 20000);
fwrite($theirs, "[1,\"two\",[3]");
$items = json_items($ours);
try {
    foreach ($items as $item) {
        echo json_encode($item), ' ';
    }
} catch (RuntimeException $error) {
    echo $error->getMessage(), ' ', json_encode(stream_get_meta_data($ours)['timed_out']), ' ';
}
fwrite($theirs, ",4");
fclose($theirs);
echo json_encode($items->current()), ' ';
try {
    $items->next();
} catch (Stringmill\JsonItemsException $error) {
    echo $error->getMessage(), "\n";
}

echo "-- a pipe\n";
$pipe = popen('printf "1\n2\n"; sleep 0.05; printf "3\n"', 'r');
foreach (ndjson_items($pipe) as $line => $item) {
    echo "$line=$item ";
}
pclose($pipe);
echo "\n-- reads that fail\n";
final class Failing
{
    public $context;
    public static mixed $result = false;
    public function stream_open(): bool { return true; }
    public function stream_read(): mixed { return self::$result; }
    public function stream_eof(): bool { return false; }
}
stream_wrapper_register('failing', Failing::class);
foreach ([false, ''] as Failing::$result) {
    try {
        foreach (json_items(fopen('failing://', 'r')) as $item);
    } catch (RuntimeException $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
try {
    foreach (json_items(fopen('php://output', 'w')) as $item);
} catch (Exception $error) {
    echo get_class($error), "\n";
}

echo "-- memory, filters, data\n";
$memory = fopen('php://memory', 'w+');
fwrite($memory, '[1,2]');
rewind($memory);
echo json_encode([...json_items($memory)]), ftell($memory), ' ';
$memory = fopen('php://temp', 'w+');
fwrite($memory, '[' . str_repeat('12345,', 100000) . '1]');
rewind($memory);
echo iterator_count(json_items($memory)), ' ';
echo json_encode([...json_items(fopen('php://filter/read=convert.base64-decode/resource=data:,WzEsIHsiYSI6ICJcdTAwZTkifV0=', 'r'))]), ' ';
$memory = fopen('php://memory', 'w+');
fwrite($memory, 'jbeq ["jbeq", 1]');
rewind($memory);
fread($memory, 5);
stream_filter_append($memory, 'string.rot13', STREAM_FILTER_READ);
stream_set_chunk_size($memory, 1);
echo json_encode([...json_items($memory)]), "\n";
?>
--EXPECT--
-- closed in the loop: an error when bytes are missing
RuntimeException: The stream was closed before all was read early
RuntimeException: The stream was closed before all was read early
Stringmill\json_items(): supplied resource is not a valid stream resource
-- the stream stays open
bool(true)
bool(true)
string(9) "["item"]
"
bool(true)
int(20000)
-- a socket that does not block: each item when it is whole, and no waiting
later later later 0=1 later 1={"a":"b"} later later 2=[] later 3=2 later later false
The stream has no bytes now; next() continues when it has
1={"a":1} later later 2=[2] later later 4=34 later 5=5 later
-- a blocking socket: items as they come
1 "two" [3] The stream could not be read, or timed out; next() tries again true 4 Syntax error (item 5, byte 14)
-- a pipe
1=1 2=2 3=3 
-- reads that fail
RuntimeException: The stream could not be read, or timed out; next() tries again
Stringmill\WouldBlockException: The stream has no bytes now; next() continues when it has
RuntimeException
-- memory, filters, data
[1,2]5 100001 [1,{"a":"\u00e9"}] ["word",1]
