<?php
/**
 * Our encoder beside PHP's own in one process: the same values, flags and depths into both, and everything that a
 * program could see of the calls compared: bytes, false, exceptions, the last error, what user code was called for.
 *
 *   php -d extension=stringmill -d stringmill.override=0 differential.php [--seed=N] [--share=N] [PART...]
 *
 * --seed    where the random numbers begin; the same number gives the same cases
 * --share   only about one in N of the generated cases, for slow surroundings such as valgrind
 * PART      only these parts; they are listed below
 *
 * A case that differs is made as small as it can be and printed as PHP that can be pasted; then status 1.
 */

declare(strict_types=1);

namespace Stringmill\Differential;

foreach (['Outcome', 'Source', 'Flags', 'Strings', 'Numbers', 'Containers', 'Endings', 'Memory', 'Shrink', 'Judge', 'Values'] as $file) {
    require __DIR__ . "/differential/$file.php";
}
require __DIR__ . '/differential/Classes.php';
require __DIR__ . '/differential/UserCode.php';
require __DIR__ . '/differential/Objects.php';
require __DIR__ . '/differential/Serializing.php';
require __DIR__ . '/differential/Odd.php';
if (PHP_VERSION_ID >= 80400) {
    require __DIR__ . '/differential/Php84.php';
}

const PARTS = [
    'ill-formed' => [Strings::class, 'illFormed'],
    'characters' => [Strings::class, 'characters'],
    'places' => [Strings::class, 'places'],
    'short' => [Strings::class, 'short'],
    'texts' => [Strings::class, 'texts'],
    'flags' => [Flags::class, 'all'],
    'integers' => [Numbers::class, 'integers'],
    'floats' => [Numbers::class, 'floats'],
    'doubles' => [Numbers::class, 'doubles'],
    'numeric-strings' => [Numbers::class, 'numericStrings'],
    'keys' => [Containers::class, 'keys'],
    'nested' => [Containers::class, 'nested'],
    'depths' => [Containers::class, 'depths'],
    'references' => [Containers::class, 'references'],
    'objects' => [Objects::class, 'all'],
    'serializing' => [Serializing::class, 'all'],
    'arguments' => [Objects::class, 'arguments'],
    'odd' => [Odd::class, 'all'],
    'memory' => [Memory::class, 'all'],
    'endings' => [Endings::class, 'all'],
];

/** @param list<string> $words */
function main(array $words): int
{
    if (!\function_exists('Stringmill\json_encode')) {
        fwrite(STDERR, "the extension stringmill is not loaded\n");
        return 2;
    }
    if (\ini_get('stringmill.override')) {
        fwrite(STDERR, "there is nothing to compare with: start PHP with -d stringmill.override=0\n");
        return 2;
    }
    $seed = 20261122;
    $share = 1;
    $parts = [];
    foreach ($words as $word) {
        if (preg_match('/^--(seed|share)=([1-9]\d*)$/', $word, $option)) {
            ${$option[1]} = (int) $option[2];
        } elseif (isset(PARTS[$word])) {
            $parts[] = $word;
        } else {
            fwrite(STDERR, "what is $word? The parts are " . implode(', ', array_keys(PARTS)) . "\n");
            return 2;
        }
    }
    echo 'PHP ', PHP_VERSION, ', tier ', \Stringmill\tier(), ", seed $seed", $share > 1 ? ", share 1/$share" : '', "\n";
    ini_set('memory_limit', '2G');
    $judge = new Judge($share);
    foreach ($parts ?: array_keys(PARTS) as $part) {
        // Each part has its own seed, so that it generates the same cases when it runs alone.
        mt_srand($seed);
        ini_set('serialize_precision', '-1');
        $before = $judge->cases;
        $start = hrtime(true);
        $judge->part = $part;
        $said = (PARTS[$part])($judge);
        // Circles of values would look like leaks at the end.
        gc_collect_cycles();
        printf("%-16s %9s cases  %5.1f s%s\n", $part, number_format($judge->cases - $before),
            (hrtime(true) - $start) / 1e9, $said === null ? '' : "  $said");
    }
    $verdict = $judge->failures === 0 ? 'all agree' : "{$judge->failures} DIFFER";
    printf("differential: %s cases, %s (%s)\n", number_format($judge->cases), $verdict, \Stringmill\tier());
    return $judge->failures === 0 ? 0 : 1;
}

exit(main(\array_slice($argv, 1)));
