<?php

declare(strict_types=1);

namespace Stringmill\Differential;

/* Properties with hooks are read by the handler read_property, which may return a value of its own. */

class OddHooked extends \Odd\Access
{
    public string $virtual {
        get {
            Outcome::$log[] = 'hook';
            return 'from a hook';
        }
    }
    public int $backed = 1 {
        set => $value;
    }
    public string $plain = 'plain';
}

class OddHookedEvery extends \Odd\Every
{
    public string $virtual {
        get => 'from a hook';
    }
    public string $plain = 'plain';
}
