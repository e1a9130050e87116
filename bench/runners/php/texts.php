<?php

declare(strict_types=1);

namespace Stringmill\Bench;

const CORPUS = ['french' => 'fr', 'russian' => 'ru', 'chinese' => 'zh-hans'];
/** Contents that `tools/run bench --texts` does not know. */
const MADE_HERE = ['french', 'russian', 'chinese', 'slashes', 'ill-formed'];
/** The most texts, at most 64 KiB together: enough that a branch predictor cannot learn short ones. */
const TEXTS_MAX = 8192;

/**
 * Distinct texts of one content and of `$length` bytes each.
 *
 * @return list<string>
 */
function texts(string $folder, string $content, int $length): array
{
    $count = max(1, min(TEXTS_MAX, intdiv(65_536, $length)));
    return match (true) {
        isset(CORPUS[$content]) => of_corpus(CORPUS[$content], $length, $count),
        $content === 'slashes' => [str_repeat('/', $length)],
        $content === 'ill-formed' => ill_formed($folder, $length, $count),
        default => of_file($folder, $content, $length, $count),
    };
}

/** Texts by `tools/run bench --texts`: those of the next length, cut, or the longest ones, joined. */
function of_file(string $folder, string $content, int $length, int $count): array
{
    $files = glob("$folder/$content.*.utf8") ?: refuse("$folder has no $content");
    $lengths = preg_replace('/.*\.(\d+)\.utf8$/', '$1', $files);
    sort($lengths, SORT_NUMERIC);
    $from = (int) (array_values(array_filter($lengths, fn (string $one) => $one >= $length))[0] ?? end($lengths));
    $all = file_get_contents("$folder/$content.$from.utf8");
    $texts = [];
    foreach (\array_slice(str_split($all, $from), 0, $count) as $text) {
        $texts[] = whole(str_repeat($text, (int) ceil($length / $from)), $length);
    }
    return $texts;
}

/** Prose of the corpus, over and over, each text from another of its words on. */
function of_corpus(string $language, int $length, int $count): array
{
    $words = explode(' ', trim(file_get_contents(\dirname(__DIR__, 2) . "/corpus/text/$language.txt")));
    if (\count($words) < 20) {
        // A script without blanks.
        $words = pieces(implode('', $words), 7);
    }
    $glue = $language === 'zh-hans' ? '' : ' ';
    $texts = [];
    for ($number = 0; $number < $count; $number++) {
        $from = $number * 7 % \count($words);
        $text = implode($glue, [...\array_slice($words, $from), ...\array_slice($words, 0, $from)]) . $glue;
        $texts[] = whole(str_repeat($text, 1 + intdiv($length, \strlen($text))), $length);
    }
    return $texts;
}

/** Pieces of this many characters. @return list<string> */
function pieces(string $text, int $characters): array
{
    preg_match_all("/.{1,$characters}/us", $text, $pieces);
    return $pieces[0];
}

/** Two of a hundred characters are ill-formed. */
function ill_formed(string $folder, int $length, int $count): array
{
    return array_map(function (string $text): string {
        for ($at = 25; $at < \strlen($text); $at += 50) {
            $text[$at] = "\xff";
        }
        return $text;
    }, of_file($folder, 'clean', $length, $count));
}

/** The first `$length` bytes, without a character that would be cut, filled up with blanks. */
function whole(string $text, int $length): string
{
    for ($end = $length; $end > 0 && (\ord($text[$end] ?? 'a') & 0xc0) === 0x80; $end--);
    return str_pad(substr($text, 0, $end), $length);
}
