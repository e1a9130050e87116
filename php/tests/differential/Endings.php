<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/**
 * Programs that end during a call, or show the caller: each runs in a process without the extension and in one with it.
 * Output and status must agree.
 */
final class Endings
{
    private const CLASSES = <<<'PHP'
        class Doing implements JsonSerializable {
            public $list = [1, 2];
            public function __construct(private Closure $closure) {}
            public function jsonSerialize(): mixed { return ($this->closure)($this); }
        }
        function afterwards(mixed $value): void {
            register_shutdown_function(function () use ($value) {
                echo "\n-- ", json_last_error(), ' ', json_encode([1, "é"]), ' ', strlen(print_r($value, true)) > 0 ? 'shown' : '', "\n";
            });
        }
        PHP;

    private const PROGRAMS = [
        'exit inside' => '$d = new Doing(fn () => exit("left")); afterwards($d); json_encode([1, [$d]]);',
        'exit, deep inside' => '$d = new Doing(fn () => [new Doing(fn () => exit(3))]); afterwards($d); echo json_encode(["k" => $d, "\xff"]);',
        'not caught' => '$d = new Doing(fn () => throw new LogicException("no", 3)); afterwards($d); json_encode([1, "k" => [$d]], 0, 9);',
        'not caught, refused text' => 'afterwards(1); json_encode([1, "\xff"], JSON_THROW_ON_ERROR);',
        'not caught, wrong type' => 'afterwards(1); json_encode(1, "x");',
        'who called' => 'json_encode(["k" => new Doing(function () { debug_print_backtrace(); throw new Exception("x"); })], 128);',
        'who called, by name' => 'array_map("json_encode", [new Doing(function () { debug_print_backtrace(); return 1; })]);',
        'trace' => 'try { json_encode([[NAN]], JSON_THROW_ON_ERROR, 5); } catch (Exception $e) { echo $e, get_class($e); }',
        'memory, inside' => 'ini_set("memory_limit", "32M"); $d = new Doing(fn () => str_repeat("x", 1 << 26)); afterwards($d); echo json_encode([$d, $d]);',
        'memory, by the encoder' => 'ini_set("memory_limit", "32M"); $t = [str_repeat("\x01", 1 << 23)]; afterwards(1); echo strlen(json_encode($t));',
        'memory, by a list' => 'ini_set("memory_limit", "64M"); $t = array_fill(0, 200, str_repeat("\x01é", 1 << 17)); afterwards(1); echo strlen(json_encode($t));',
        'fatal, inside' => '$d = new Doing(function () { class_exists("x"); undefined_function(); }); afterwards($d); json_encode([$d]);',
        'a fiber that never goes on' => '$f = new Fiber(fn () => json_encode([1, new Doing(fn () => Fiber::suspend())])); $f->start(); echo "end";',
        'a fiber freed' => '$f = new Fiber(fn () => json_encode([1, "k" => new Doing(function () { try { Fiber::suspend(); } finally { echo "finally"; } })]));'
            . ' $f->start(); unset($f); gc_collect_cycles(); echo json_encode([1]);',
        'a generator that never goes on' => 'function g() { try { yield json_encode([1]); } finally { echo json_encode([2]); } } foreach (g() as $x) { echo $x; exit; }',
        'output while encoding' => 'ob_start(fn ($b) => json_encode($b)); echo "a\"b"; echo json_encode([new Doing(function () { echo "in"; return 1; })]);',
        'a handler that throws' => 'set_error_handler(fn (...$all) => throw new ErrorException($all[1]));'
            . ' json_encode(new Doing(function () { return $undefined; }));',
        'whose it is' => 'echo function_exists("json_encode") ? "there" : "not there"; echo (new ReflectionFunction("json_encode"))->getExtensionName();',
        'at the very end' => 'class End { function __destruct() { echo json_encode(["end" => 1.5, "x" => $this]); } } $e = new End();',
    ];

    public static function all(Judge $judge): ?string
    {
        $extension = getenv('STRINGMILL_EXTENSION');
        if ($extension === false) {
            return 'not run: STRINGMILL_EXTENSION does not say which file the extension is';
        }
        foreach (self::PROGRAMS as $name => $program) {
            $judge->cases++;
            $without = self::said([], $program);
            $with = self::said(['-d', "extension=$extension"], $program);
            if ($with !== $without) {
                $judge->fail("$name\n  ours     " . Source::of($with) . "\n  original " . Source::of($without));
            }
        }
        return null;
    }

    /**
     * Status and output of a program, without the size and the place in C of a refused allocation (a debug build prints
     * the place), and without the second, hard memory limit of some builds of PHP.
     *
     * @return array{int, string}
     */
    private static function said(array $more, string $program): array
    {
        $command = [PHP_BINARY, '-n', ...$more, '-d', 'display_errors=1', '-d', 'memory_hard_limit_percent=100000', '-r', self::CLASSES . $program];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        $said = stream_get_contents($pipes[1]);
        return [proc_close($process), preg_replace('~(?: at /\S+:\d+)? \(tried to allocate \d+~', ' (tried to allocate', $said)];
    }
}
