<?php

declare(strict_types=1);

// A Laravel application with the provider and a route behind the middleware. Tells what it answers to a delivery, as JSON.
// Usage: laravel.php <secret> <origin> <key> < {"body", "headers"}

use Illuminate\Config\Repository;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Rubrica\Laravel\RubricaServiceProvider;
use Rubrica\Laravel\VerifyWebhook;
use Rubrica\Rubrica;
use Symfony\Component\HttpKernel\Exception\HttpException;

require __DIR__ . '/autoload.php';
if (!class_exists(Application::class)) {
    require 'Illuminate/autoload.php';
}

[, $secret, $origin, $key] = $argv;
['body' => $body, 'headers' => $headers] = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
foreach (['RUBRICA_CHAVE' => $key, 'RUBRICA_URL' => $origin, 'RUBRICA_SEGREDO' => $secret] as $name => $value) {
    putenv("{$name}={$value}");
    $_SERVER[$name] = $_ENV[$name] = $value;
}

$app = new Application(sys_get_temp_dir());
$app->instance('config', new Repository());
Facade::setFacadeApplication($app);
$app->register(RubricaServiceProvider::class);
$app->boot();

$router = $app->make('router');
$router->post('/rubrica', static fn (Request $request) => VerifyWebhook::evento($request)->eventoId)
    ->middleware('rubrica.webhook');

$deliver = static function (string $body, array $headers) use ($app, $router): array {
    $request = Request::create('/rubrica', 'POST', content: $body);
    foreach ($headers as $name => $value) {
        $request->headers->set($name, $value);
    }
    $app->instance('request', $request);
    try {
        $response = $router->dispatch($request);
        return [$response->getStatusCode(), $response->getContent()];
    } catch (HttpException $refused) {
        return [$refused->getStatusCode(), ''];
    }
};

echo json_encode([
    'delivered' => $deliver($body, $headers),
    'changed' => $deliver("{$body} ", $headers),
    'unsigned' => $deliver($body, []),
    'same' => $app->make(Rubrica::class) === $app->make(Rubrica::class),
    'root' => $app->make(Rubrica::class)->root,
    'found' => $app->make(Rubrica::class)->documentos->listar()->pagina()->total,
], JSON_THROW_ON_ERROR);
