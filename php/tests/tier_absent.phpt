--TEST--
A tier that this machine does not have is said at the start
--EXTENSIONS--
stringmill
--ENV--
STRINGMILL_TIER=abacus
--FILE--
<?php
var_dump(json_encode(['still' => 'works']));
?>
--EXPECTF--
%A this machine has no tier "abacus", which STRINGMILL_TIER names; using %s in Unknown on line 0
%Astring(17) "{"still":"works"}"
