<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/* Classes of PHP whose handlers are those of the extension php/tests/odd/odd.c. */

class OddTable extends \Odd\Table
{
    public $own = 'own';
    private $hidden = 'never';
}

class OddTableFor extends \Odd\TableFor
{
    public $own = 'own';
}

class OddAccess extends \Odd\Access
{
    public $own = 'own';
    public ?int $unset;
    protected $kept = 'never';
}

class OddEvery extends \Odd\Every
{
    public $own = 'own';
}

/** Gives what a closure does, and says when it is freed. */
trait Serializes
{
    public ?\Closure $call = null;

    public function jsonSerialize(): mixed
    {
        Outcome::$log[] = 'asked';
        return ($this->call)($this);
    }

    public function __destruct()
    {
        Outcome::$log[] = 'freed ' . self::class;
    }
}

class OddTableGiving extends OddTable implements \JsonSerializable
{
    use Serializes;
}

class OddTableForGiving extends OddTableFor implements \JsonSerializable
{
    use Serializes;
}

class OddAccessGiving extends OddAccess implements \JsonSerializable
{
    use Serializes;
}

class OddEveryGiving extends OddEvery implements \JsonSerializable
{
    use Serializes;
}

/** Its get_properties lets go of what its elements were before. */
class FixedGiving extends \SplFixedArray implements \JsonSerializable
{
    public function jsonSerialize(): array
    {
        Outcome::$log[] = 'asked';
        $this[0] = new Mortal('late');
        return ['given' => new Mortal('given'), 'size' => $this->getSize()];
    }
}
