<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/** One call, and everything that a program could see of it. */
final class Outcome
{
    /** What user code noted while it was called; see Classes.php. */
    public static array $log = [];
    /** The encoder that runs now, so that user code calls the same one from inside. */
    public static string $encoder = 'json_encode';

    /** Notices and warnings, which an encoder gives in the name of the function that was called. */
    public static function note(int $level, string $message): bool
    {
        self::$log[] = "level $level: " . self::unnamed($message);
        return true;
    }

    /** What comes of a call of ours. @see of */
    public static function ours(bool $failed_before, mixed $value, int $flags, int $depth): array
    {
        self::$encoder = 'Stringmill\json_encode';
        return self::of($failed_before, fn () => \Stringmill\json_encode($value, $flags, $depth));
    }

    /** What comes of a call of PHP's own. @see of */
    public static function original(bool $failed_before, mixed $value, int $flags, int $depth): array
    {
        self::$encoder = 'json_encode';
        return self::of($failed_before, fn () => \json_encode($value, $flags, $depth));
    }

    /**
     * The outcome of a call: result, last error, its message, exception, log.
     *
     * @param bool $failed_before whether the last error was one before the call, which some calls leave as it is
     * @return array{mixed, int, string, ?array, array}
     */
    private static function of(bool $failed_before, \Closure $call): array
    {
        self::$log = [];
        $thrown = null;
        json_decode($failed_before ? '[' : '0');
        try {
            $result = $call();
        } catch (\Throwable $exception) {
            $result = null;
            $thrown = self::described($exception);
        }
        return [$result, json_last_error(), json_last_error_msg(), $thrown, self::$log];
    }

    /** What the exception is, and those before it. */
    public static function described(\Throwable $exception): array
    {
        $all = [];
        for ($one = $exception; $one !== null; $one = $one->getPrevious()) {
            $all[] = [$one::class, self::unnamed($one->getMessage()), $one->getCode()];
        }
        return $all;
    }

    private static function unnamed(string $message): string
    {
        return str_replace('Stringmill\json_encode', 'json_encode', $message);
    }
}
