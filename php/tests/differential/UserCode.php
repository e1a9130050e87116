<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/* Classes whose code runs while they are encoded. What it sees goes to Outcome::$log, so both encoders must show it
 * the same. */

/** Encodes inside a call, by the encoder that runs. */
function inside(mixed $value, int $flags = 0, int $depth = 512): string|false
{
    return (Outcome::$encoder)($value, $flags, $depth);
}

/** Gives what it was given. */
class Given implements \JsonSerializable
{
    public $public = 'only where it gives itself';

    public function __construct(protected mixed $given, private string $name = '')
    {
    }

    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = "asked {$this->name}, last error " . json_last_error();
        return $this->given;
    }
}

/** Gives itself, so that its properties are written. */
class Itself implements \JsonSerializable
{
    public $a = 1;
    protected $b = 2;
    public $inner;

    public function __construct(mixed $inner = null)
    {
        $this->inner = $inner;
    }

    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = 'asked for itself';
        return $this;
    }
}

/** Gives what has itself in it. */
class Circular implements \JsonSerializable
{
    public $other;

    public function __construct(private int $levels = 0)
    {
    }

    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = 'asked, in a circle';
        return $this->levels-- > 0 ? new Given([$this->other ?? $this]) : [$this->other ?? $this];
    }
}

class Refused extends \RuntimeException
{
}

class Throwing implements \JsonSerializable
{
    public function __construct(private ?string $class = Refused::class, private bool $encodes_before = false)
    {
    }

    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = 'asked, and throws';
        if ($this->encodes_before) {
            inside("\xff");
        }
        throw new $this->class('no', 42);
    }
}

/** Calls a closure, and gives what that gives. */
class Calling implements \JsonSerializable
{
    public function __construct(private \Closure $closure)
    {
    }

    public function jsonSerialize(): mixed
    {
        return ($this->closure)($this);
    }
}

/** Says when it is freed. */
class Mortal
{
    public $alive = true;

    public function __construct(private string $name)
    {
    }

    public function __destruct()
    {
        Outcome::$log[] = "freed {$this->name}";
    }
}

/** Says when it is freed, and gives what dies with it. */
class MortalGiven extends Mortal implements \JsonSerializable
{
    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = 'asked, mortal';
        return [new Mortal('given'), 'x' => new Mortal('given by name')];
    }
}

/** Code that runs when notices are turned into exceptions, or when a value is destroyed in the middle. */
class DestroyingThrower
{
    public $alive = true;

    public function __destruct()
    {
        Outcome::$log[] = 'throws while freed';
        throw new Refused('from the end');
    }
}
