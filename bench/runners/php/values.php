<?php

declare(strict_types=1);

namespace Stringmill\Bench;

/** What one value of an object with public properties looks like in a program. */
final class Product
{
    /** @param list<string> $tags */
    public function __construct(
        public readonly int $id,
        public readonly string $name,
        public readonly float $price,
        public readonly array $tags,
        private bool $seen = false,
    ) {
    }
}

final class Serialized implements \JsonSerializable
{
    public function __construct(private int $id, private string $name)
    {
    }

    public function jsonSerialize(): array
    {
        return ['id' => $this->id, 'name' => $this->name];
    }
}

enum State: string
{
    case Open = 'open';
    case Closed = 'closed';
    case Waiting = 'waiting for an answer';
}

/** Values that are no texts: arrays of `$count` elements, the same on every machine. */
final class Values
{
    private const WORDS = [
        'river', 'stone', 'mill', 'wheel', 'flour', 'grain', 'water', 'hand', 'north', 'garden', 'winter', 'paper', 'letter', 'engine',
    ];

    public static function has(string $content): bool
    {
        return isset(self::makers()[$content]);
    }

    public static function make(string $content, int $count): array
    {
        mt_srand(20261122);
        $make = self::makers()[$content];
        $values = [];
        for ($number = 0; $number < $count; $number++) {
            $values[] = $make($number);
        }
        return $values;
    }

    /** @return array<string, \Closure(int): mixed> */
    private static function makers(): array
    {
        return [
            'strings-15' => fn () => substr(self::words(4), 0, 15),
            'ints' => fn () => mt_rand(-10 ** mt_rand(1, 18), 10 ** mt_rand(1, 18)),
            'floats-2' => fn () => mt_rand(0, 10_000_000) / 100,
            'floats-random' => fn () => mt_rand() / (mt_getrandmax() + 1) + mt_rand() * 2.0 ** -62,
            'floats-whole' => fn () => (float) mt_rand(0, 100_000),
            'digit-strings' => fn () => (string) mt_rand(0, 1_000_000_000),
            'stdclass' => fn (int $id) => (object) ['id' => $id, 'name' => self::words(2)],
            'objects' => fn (int $id) => new Product($id, self::words(3), mt_rand(0, 100_000) / 100, [self::words(1), self::words(1)]),
            'json-serializable' => fn (int $id) => new Serialized($id, self::words(2)),
            'enums' => fn () => State::cases()[mt_rand(0, 2)],
            'api' => self::record(...),
            'orders' => self::order(...),
            'log-records' => fn (int $id) => [
                'message' => 'request to /' . self::words(1) . ' took ' . mt_rand(1, 900) . ' ms', 'level' => 200, 'level_name' => 'INFO',
                'channel' => 'app', 'datetime' => '2026-11-22T06:00:00.123456+00:00', 'context' => ['id' => $id, 'user' => self::words(1)],
                'extra' => ['memory' => '4 MB', 'load' => 0.25],
            ],
            'small-maps' => fn (int $id) => ['id' => $id, 'name' => self::words(2), 'ok' => true],
        ];
    }

    private static function record(int $id): array
    {
        $name = self::words(1);
        return [
            'id' => 100_000 + $id,
            'uuid' => vsprintf('%04x%04x-%04x-4%03x-%04x-%04x%04x%04x', [...self::words16(3), mt_rand(0, 0xfff), mt_rand(0x8000, 0xbfff),
                ...self::words16(3)]),
            'email' => "$name." . self::words(1) . '@example.com',
            'url' => "https://example.com/users/$name/" . mt_rand(1, 9999),
            'created_at' => gmdate('Y-m-d\TH:i:s\Z', 1_700_000_000 + mt_rand(0, 50_000_000)),
            'score' => mt_rand(0, 10_000) / 100,
            'latitude' => mt_rand(-90_000_000, 90_000_000) / 1_000_000,
            'balance' => mt_rand(0, 10_000_000) / 100,
            'active' => mt_rand(0, 1) === 1,
            'parent' => null,
            'address' => ['street' => mt_rand(1, 200) . ' ' . self::words(2), 'city' => ucfirst(self::words(1)), 'zip' => (string) mt_rand(10_000, 99_999)],
            'tags' => [self::words(1), self::words(1), self::words(1)],
        ] + (mt_rand(0, 4) === 0 ? ['note' => 'Déjà vu: ' . self::words(6) . ' à côté de l’été'] : []);
    }

    /** Eight members: a float of two decimals, four strings, two integers, a boolean. */
    private static function order(int $id): array
    {
        return [
            'id' => 100_000 + $id,
            'sku' => strtoupper(self::words(1)) . '-' . mt_rand(100, 999),
            'name' => self::words(3),
            'price' => mt_rand(0, 1_000_000) / 100,
            'quantity' => mt_rand(1, 50),
            'in_stock' => mt_rand(0, 1) === 1,
            'category' => self::words(1),
            'updated_at' => gmdate('Y-m-d\TH:i:s\Z', 1_700_000_000 + mt_rand(0, 50_000_000)),
        ];
    }

    private static function words(int $count): string
    {
        for ($words = []; $count > 0; $count--) {
            $words[] = self::WORDS[mt_rand(0, \count(self::WORDS) - 1)];
        }
        return implode(' ', $words);
    }

    /** @return list<int> numbers of 16 bits */
    private static function words16(int $count): array
    {
        return array_map(fn () => mt_rand(0, 0xffff), array_fill(0, $count, 0));
    }
}
