--TEST--
phpinfo says version, tier and what is replaced
--EXTENSIONS--
stringmill
--FILE--
<?php
$extension = new ReflectionExtension('stringmill');
ob_start();
$extension->info();
echo ob_get_clean();
var_dump($extension->getVersion() === phpversion('stringmill'), $extension->getDependencies());
?>
--EXPECTF--
stringmill

stringmill support => enabled
Version => %d.%d.%d
Tier => %s
json_encode replaced => yes
json_decode replaced => yes%A
Directive => Local Value => Master Value
stringmill.override => On => On
stringmill.override_decode => On => On
stringmill.override_encode => On => On
bool(true)
array(1) {
  ["json"]=>
  string(8) "Required"
}
