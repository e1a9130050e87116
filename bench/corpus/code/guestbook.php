<?php
declare(strict_types=1);

namespace Example\Guestbook;

/** One entry; what a guest wrote is never trusted. */
final class Entry
{
    public function __construct(
        public readonly string $name,
        public readonly string $text,
        public readonly int $time,
    ) {
    }

    public function html(): string
    {
        $safe = static fn (string $s): string => htmlspecialchars($s, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
        return sprintf("<p title=\"%s\"><b>%s</b>: %s</p>\n", date('c', $this->time), $safe($this->name), $safe($this->text));
    }
}

function load(string $path): array
{
    $rows = json_decode((string) file_get_contents($path), true, 16, JSON_THROW_ON_ERROR);
    return array_map(static fn (array $r): Entry => new Entry($r['name'], $r['text'], (int) $r['time']), $rows);
}

foreach (load(__DIR__ . '\\..\\data\\guests.json') as $entry) {
    echo $entry->html();
}
