<?php

declare(strict_types=1);

// The client and an HTTP client: from Composer where it installed them, else as Debian has them. HTTP_CLIENT=symfony takes
// Symfony's (php-symfony-http-client, php-nyholm-psr7) instead of Guzzle (php-guzzlehttp-guzzle).
set_error_handler(static fn (int $level, string $message, string $file, int $line) => throw new ErrorException($message, 0, $level, $file, $line));
$composer = __DIR__ . '/../vendor/autoload.php';
if (is_file($composer)) {
    require $composer;
} else {
    spl_autoload_register(static function (string $class): void {
        $path = __DIR__ . '/../src/' . str_replace('\\', '/', substr($class, strlen('Rubrica\\'))) . '.php';
        if (str_starts_with($class, 'Rubrica\\') && is_file($path)) {
            require $path;
        }
    });
    // Code of others, older than this PHP, may use what is deprecated since.
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    if (getenv('HTTP_CLIENT') === 'symfony') {
        require 'Psr/Http/Client/autoload.php';
        require 'Symfony/Component/HttpClient/autoload.php';
        require 'Nyholm/Psr7/autoload.php';
    } else {
        require 'GuzzleHttp/autoload.php';
    }
}
