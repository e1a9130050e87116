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

if (class_exists(\SimpleXMLElement::class)) {
    /** Its get_properties fills the same table again each time. */
    class XmlGiving extends \SimpleXMLElement implements \JsonSerializable
    {
        public static string $gives = '';

        public function jsonSerialize(): mixed
        {
            Outcome::$log[] = 'asked ' . $this->getName();
            return match (self::$gives) {
                'itself' => $this,
                'an array' => (array) $this,
                'its properties' => get_object_vars($this),
                'a list of itself' => [$this],
                'what it encodes' => inside([$this], JSON_PARTIAL_OUTPUT_ON_ERROR),
            };
        }
    }
}
