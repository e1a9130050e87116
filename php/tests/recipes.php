<?php
/**
 * The recipes of docs/php.md, with classes that have the methods of Symfony's and Laravel's which they call.
 *
 *   php -d extension=stringmill recipes.php docs/php.md
 *
 * The memory that a response needs must not grow with its rows.
 */

declare(strict_types=1);

namespace Symfony\Component\HttpFoundation {
    final class StreamedResponse
    {
        public function __construct(private \Closure $callback, int $status = 200, public array $headers = [])
        {
        }

        public function sendContent(): void
        {
            ($this->callback)();
        }
    }
}

namespace {
    final class ResponseFactory
    {
        public function stream(Closure $callback, int $status = 200, array $headers = []): Symfony\Component\HttpFoundation\StreamedResponse
        {
            return new Symfony\Component\HttpFoundation\StreamedResponse($callback, $status, $headers);
        }
    }

    function response(): ResponseFactory
    {
        return new ResponseFactory();
    }

    /** A row as an ORM gives it. */
    final class Model implements JsonSerializable
    {
        public function __construct(private int $id)
        {
        }

        public function jsonSerialize(): array
        {
            return ['id' => $this->id, 'name' => str_repeat('n', 40)];
        }
    }

    /** A repository, and a query, whose rows are made when they are asked for. */
    final class Rows
    {
        public function __construct(private int $count)
        {
        }

        public function rows(): Generator
        {
            for ($id = 1; $id <= $this->count; $id++) {
                yield new Model($id);
            }
        }

        public function cursor(): IteratorAggregate
        {
            return new class ($this) implements IteratorAggregate {
                public function __construct(private Rows $rows)
                {
                }

                public function getIterator(): Traversable
                {
                    return $this->rows->rows();
                }
            };
        }
    }

    final class Client
    {
        /** @param list<string> $response */
        public function stream(array $response): Generator
        {
            foreach ($response as $content) {
                yield new class ($content) {
                    public function __construct(private string $content)
                    {
                    }

                    public function getContent(): string
                    {
                        return $this->content;
                    }
                };
            }
        }
    }

    function fail(string $what): never
    {
        fwrite(STDERR, "recipes: FAILED: $what\n");
        exit(1);
    }

    preg_match_all('/<!-- recipe: (\w+) -->\n```php\n(.*?)```/s', file_get_contents($argv[1]), $found, PREG_SET_ORDER);
    $recipes = array_column($found, 2, 1);
    array_keys($recipes) === ['plain', 'symfony', 'laravel', 'client'] || fail('other recipes: ' . json_encode(array_keys($recipes)));

    /** Runs a recipe with `$count` rows. Returns the peak of memory, and the two ends of the output. */
    function sent(string $recipe, int $count, string &$begin, string &$end): int
    {
        $repository = $query = new Rows($count);
        $rows = $repository->rows();
        $begin = $end = '';
        ob_start(function (string $output) use (&$begin, &$end): string {
            $begin = substr($begin . $output, 0, 60);
            $end = substr($end . $output, -80);
            return '';
        }, 4096);
        gc_collect_cycles();
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $response = eval($recipe);
        $response?->sendContent();
        $peak = memory_get_peak_usage() - $before;
        ob_end_clean();
        return $peak;
    }

    foreach (['plain' => ["{\"id\":1,", "}\n"], 'symfony' => ['[{"id":1,', '}]'], 'laravel' => ['[{"id":1,', '}]']] as $name => [$first, $last]) {
        $begin = $end = '';
        sent($recipes[$name], 1000, $begin, $end);
        $peaks = [sent($recipes[$name], 5000, $begin, $end), sent($recipes[$name], 50000, $begin, $end)];
        str_starts_with($begin, $first) && str_ends_with($end, $last) && str_contains($end, '"id":50000,') || fail("$name sent $begin ... $end");
        $peaks[1] - $peaks[0] <= 65536 || fail("$name needs " . implode(' and ', $peaks) . ' bytes');
    }
    [$client, $response] = [new Client(), str_split('{"next":"/2","results":[{"id":1},{"id":2},{"id":3}]}', 7)];
    $used = [];
    $use = function (mixed $item) use (&$used): void {
        $used[] = $item->id;
    };
    eval($recipes['client']);
    $used === [1, 2, 3] || fail('the client got ' . json_encode($used));
    echo 'recipes: ', count($recipes), " of docs/php.md run, at constant memory\n";
}
