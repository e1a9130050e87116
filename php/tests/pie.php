<?php
/**
 * composer.json, from which PIE installs the extension: fields and types as PIE reads them, and what they say of the extension.
 *
 *   php -d extension=stringmill pie.php composer.json CONFIGURE
 *
 * CONFIGURE is the script that phpize made of config.m4.
 */

declare(strict_types=1);

function check(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, "pie: FAILED: composer.json: $what\n");
        exit(1);
    }
}

/** Whether a version is in a range of the form >=A,<B. */
function within(string $version, string $range): bool
{
    foreach (explode(',', $range) as $bound) {
        check((bool) preg_match('/^(>=|<)(\d+\.\d+)$/', $bound, $parts), "the range $range is not of the form >=A,<B");
        if (!version_compare($version, $parts[2], $parts[1])) {
            return false;
        }
    }
    return true;
}

[, $file, $configure] = $argv;
$package = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
check(preg_match('#^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$#', $package['name']) === 1, 'the name is no name of Composer');
check($package['type'] === 'php-ext', 'the type is not php-ext');
check(str_contains(file_get_contents(dirname($file) . '/LICENSE'), 'Apache License') && $package['license'] === 'Apache-2.0', 'another licence');

$about = $package['php-ext'];
$types = [
    'extension-name' => 'is_string', 'build-path' => 'is_string', 'priority' => 'is_int', 'support-zts' => 'is_bool', 'support-nts' => 'is_bool',
    'configure-options' => 'is_array', 'os-families' => 'is_array', 'os-families-exclude' => 'is_array', 'download-url-method' => 'is_array',
];
foreach ($about as $field => $value) {
    check(isset($types[$field]) && $types[$field]($value), "PIE has no field $field of this type");
}
check($about['extension-name'] === (new ReflectionExtension('stringmill'))->getName(), 'another extension-name');
check(is_file(dirname($file) . "/{$about['build-path']}/config.m4"), 'build-path has no config.m4');
check(!isset($about['os-families'], $about['os-families-exclude']), 'PIE takes os-families or os-families-exclude');
foreach ($about['os-families'] ?? $about['os-families-exclude'] as $family) {
    check(in_array($family, ['windows', 'bsd', 'darwin', 'solaris', 'linux', 'unknown'], true), "PIE has no family $family");
}
foreach ($about['download-url-method'] as $method) {
    check(in_array($method, ['composer-default', 'pre-packaged-source', 'pre-packaged-binary'], true), "PIE has no method $method");
}
check($about[PHP_ZTS ? 'support-zts' : 'support-nts'], 'this PHP is not supported, and runs it');

// The tests run with this PHP. The first that is refused is the next minor version after those of the documentation.
check(within(PHP_VERSION, $package['require']['php']), 'PHP ' . PHP_VERSION . ' is not in the range, and runs the extension');
preg_match('/supports PHP (\d+\.\d+) to (\d+)\.(\d+)/', file_get_contents(dirname($file) . '/php/README.md'), $said);
check(within($said[1] . '.0', $package['require']['php']) && within("$said[2].$said[3].0", $package['require']['php'])
    && !within("$said[2]." . ($said[3] + 1) . '.0', $package['require']['php']), 'the range is not that of php/README.md');

// Options of configure, and no others.
$help = shell_exec(escapeshellarg($configure) . ' --help');
preg_match_all('/^\s+--(with-stringmill|enable-stringmill)\S*/m', $help, $options);
check($options[0] !== [] && array_values(array_unique($options[1])) === array_column($about['configure-options'], 'name'), 'other configure-options');
foreach ($about['configure-options'] as $option) {
    check(array_diff_key($option, ['name' => 0, 'description' => 0, 'needs-value' => 0]) === [], 'PIE has no such field of an option');
    check(is_string($option['description']) && ($option['needs-value'] ?? false) === (bool) preg_match("/--{$option['name']}\[?=/", $help),
        "{$option['name']} has a value, or none");
}
echo 'pie: composer.json agrees with the extension and with configure, PHP ', PHP_VERSION, "\n";
