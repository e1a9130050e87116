<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/* Classes of every shape, none of which runs code when it is encoded. */

enum Suit: string
{
    case Hearts = 'H/<"é';
    case Number = '12.0';
}

enum Level: int
{
    case Low = -1;
    case High = PHP_INT_MAX;
}

enum Unit
{
    case None;
}

enum Told: string implements \JsonSerializable
{
    case Yes = 'yes';

    public function jsonSerialize(): mixed
    {
        return ['told' => $this->value, 'name' => $this->name];
    }
}

class Nothing
{
}

class Hidden
{
    protected $a = 1;
    private $b = 2;
}

class Seen
{
    public static $static = 'never';
    public const CONSTANT = 'never';
    public $first = 1;
    protected $kept = 2;
    private $own = 3;
    public ?array $typed;
    public string $text = "\u{e9}/<\"";
    public float $float = 1.0;
    public readonly int $once;
    public mixed $null = null;
}

class Inheriting extends Seen
{
    public $first = 'again';
    private $own = 'mine';
    public $kept = 'shown now';
    public array $last = [];

    public function __construct()
    {
        unset($this->null);
    }
}

final class Once
{
    public function __construct(public readonly int $number, public readonly ?Once $next = null, protected int $hidden = 0)
    {
    }
}

#[\AllowDynamicProperties]
class Open
{
    public $declared = 'd';
    private $own = 'o';

    public function __construct(array $properties = [])
    {
        foreach ($properties as $name => $value) {
            $this->{$name} = $value;
        }
    }
}

class Magic
{
    public $shown = 1;
    public ?int $typed;

    public function __construct()
    {
        unset($this->shown);
    }

    public function __get(string $name): mixed
    {
        Outcome::$log[] = "get $name";
        return 'from __get';
    }

    public function __isset(string $name): bool
    {
        Outcome::$log[] = "isset $name";
        return true;
    }

    public function __serialize(): array
    {
        Outcome::$log[] = 'serialize';
        return [];
    }

    public function __debugInfo(): array
    {
        Outcome::$log[] = 'debugInfo';
        return [];
    }

    public function __toString(): string
    {
        Outcome::$log[] = 'toString';
        return 'text';
    }
}

class Collection extends \ArrayObject
{
    public $own = 'property';
}
