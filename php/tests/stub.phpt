--TEST--
stringmill.stub.php, which static analysers read, has the functions and classes of the extension
--EXTENSIONS--
stringmill
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../stringmill.stub.php')) die('skip the stub is not beside the tests');
?>
--FILE--
<?php
// The same declarations in another namespace, as code of PHP.
$code = preg_replace('/^namespace Stringmill;/m', 'namespace Stub;', file_get_contents(__DIR__ . '/../stringmill.stub.php'), 1, $count);
$count === 1 || die('no namespace');
eval('?>' . $code);

function signature(ReflectionFunctionAbstract $function): string
{
    $parameters = array_map(fn (ReflectionParameter $one): string => trim($one->getType() . ' $' . $one->getName()
        . ($one->isOptional() ? ' = ' . var_export($one->getDefaultValue(), true) : '')), $function->getParameters());
    // The name of this type differs between releases of PHP.
    $parameters = str_replace('Traversable|array', 'iterable', $parameters);
    return $function->getShortName() . '(' . implode(', ', $parameters) . '): ' . ($function->getReturnType() ?? 'nothing');
}

function shape(ReflectionClass $class, array $methods): array
{
    $shape = [$class->getShortName(), $class->isFinal() ? 'final' : '', $class->getParentClass() ? $class->getParentClass()->getName() : ''];
    foreach ($class->getProperties() as $property) {
        if ($property->class === $class->name) {
            $shape[] = $property->getType() . ' $' . $property->getName() . ($property->isReadOnly() ? ' readonly' : '');
        }
    }
    foreach ($methods as $method) {
        $shape[] = implode(' ', Reflection::getModifierNames($class->getMethod($method)->getModifiers())) . ' ' . signature($class->getMethod($method));
    }
    return $shape;
}

$extension = new ReflectionExtension('stringmill');
$functions = $classes = 0;
foreach ($extension->getFunctions() as $function) {
    $stub = str_replace('Stub\\', 'Stringmill\\', signature(new ReflectionFunction('Stub\\' . $function->getShortName())));
    $stub === signature($function) ? $functions++ : print("$stub\n" . signature($function) . "\n");
}
foreach ($extension->getClasses() as $class) {
    $methods = array_map(fn (ReflectionMethod $method): string => $method->getName(),
        array_filter($class->getMethods(), fn (ReflectionMethod $method): bool => $method->class === $class->name));
    $stub = shape(new ReflectionClass('Stub\\' . $class->getShortName()), $methods);
    $stub = str_replace('Stub\\', 'Stringmill\\', $stub);
    $stub === shape($class, $methods) ? $classes++ : print_r([$stub, shape($class, $methods)]);
}
$declared = preg_match_all('/^function /m', $code);
var_dump($functions === $declared, $classes === preg_match_all('/^final class /m', $code));
?>
--EXPECT--
bool(true)
bool(true)
