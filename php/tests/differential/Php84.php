<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/* What came with PHP 8.4: properties with hooks, limited visibility of writing, lazy objects. */

class Hooked
{
    public string $first = 'f';
    public string $virtual {
        get {
            Outcome::$log[] = 'hook virtual';
            return "from a hook \u{e9}";
        }
    }
    public int $written {
        set => $value;
    }
    public string $backed = 'b' {
        get {
            Outcome::$log[] = 'hook backed';
            return strtoupper($this->backed);
        }
    }
    public int $setOnly {
        set {
            Outcome::$log[] = 'never';
        }
    }
    protected string $kept {
        get => 'never';
    }
    public private(set) int $limited = 7;
    public array $last = [1];
}

class HookedChild extends Hooked
{
    public string $first {
        get => parent::$first::get() . ' again';
    }
    public string $own = 'o';
}

class HookThrows
{
    public int $before = 1;
    public int $throws {
        get => throw new Refused('from a hook');
    }
    public int $after = 2;
}

class HookEncodes
{
    public mixed $inner {
        get => [inside("\xff"), inside($this, JSON_PARTIAL_OUTPUT_ON_ERROR)];
    }
}

class HookChanges
{
    public array $list = [1];
    public mixed $changes {
        get {
            unset($this->late);
            $this->list[] = 2;
            return 'changed';
        }
    }
    public mixed $late = 'late';
}

class Plain
{
    public int $a = 1;
    public array $b = [2];
    private int $c = 3;
}

final class Php84
{
    /** @return array<string, \Closure> */
    public static function makers(): array
    {
        $class = new \ReflectionClass(Plain::class);
        $noted = function (Plain $plain): void {
            Outcome::$log[] = 'initialised';
            $plain->a = 5;
        };
        return [
            'hooks' => fn () => new Hooked(), 'hooks inherited' => fn () => new HookedChild(), 'a hook throws' => fn () => new HookThrows(),
            'a hook encodes' => fn () => new HookEncodes(), 'a hook changes' => fn () => new HookChanges(),
            'lazy' => fn () => $class->newLazyGhost($noted),
            'lazy proxy' => fn () => $class->newLazyProxy(function () {
                Outcome::$log[] = 'made';
                return new Plain();
            }),
            'lazy, throws' => fn () => $class->newLazyGhost(fn () => throw new Refused('not now')),
            'lazy, initialised' => function () use ($class, $noted) {
                $ghost = $class->newLazyGhost($noted);
                $class->initializeLazyObject($ghost);
                return $ghost;
            },
            'lazy, a property set' => function () use ($class, $noted) {
                $ghost = $class->newLazyGhost($noted);
                $class->getProperty('b')->setRawValueWithoutLazyInitialization($ghost, ['raw']);
                return $ghost;
            },
            'lazy proxy with a property' => fn () => $class->newLazyProxy(function () {
                $plain = new Plain();
                $plain->b = [new Given('deep')];
                return $plain;
            }),
        ];
    }
}
