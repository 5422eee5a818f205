<?php

declare(strict_types=1);

// What the client does with each vector of packages/contract/vectors.json, as JSON.
// Usage: vectors.php <vectors.json> <origin>, where <origin>/<part>/<number> answers what the vector says.

use Rubrica\Errors\ApiError;
use Rubrica\Errors\RubricaError;
use Rubrica\Errors\WebhookSignatureError;
use Rubrica\Rubrica;
use Rubrica\Webhook;

require __DIR__ . '/autoload.php';

const KEY = 'svc_live_a1b2c3d4.segredo';
// Long enough for a loaded machine to answer, short enough to wait for in vain.
const PATIENCE = 2.0;

[, $path, $origin] = $argv;
$vectors = json_decode(file_get_contents($path), true, 512, JSON_THROW_ON_ERROR);

function className(object $object): string
{
    return (new ReflectionClass($object))->getShortName();
}

function client(string $part, int $number, array &$waits, int $retries = 2, float $timeout = 60.0): Rubrica
{
    global $origin;
    return new Rubrica(
        KEY,
        url: "{$origin}/{$part}/{$number}/v1",
        publicUrl: "{$origin}/{$part}/{$number}",
        retries: $retries,
        timeout: $timeout,
        sleep: static function (float $seconds) use (&$waits): void {
            $waits[] = $seconds;
        },
    );
}

function methodOf(Rubrica $client, string $name): callable
{
    $parts = explode('.', $name);
    $method = array_pop($parts);
    $place = $client;
    foreach ($parts as $part) {
        $place = $place->$part;
    }
    return [$place, $method];
}

function call(Rubrica $client, array $vector): mixed
{
    $key = $vector['options']['idempotencyKey'] ?? null;
    return methodOf($client, $vector['call'])(...$vector['arguments'], ...($key === null ? [] : [['idempotencyKey' => $key]]));
}

function signature(array $vector): array
{
    try {
        $evento = Webhook::verificar($vector['body'], $vector['headers'], $vector['secret'], now: $vector['now']);
        return ['result' => 'accepted', 'eventoId' => $evento->eventoId];
    } catch (WebhookSignatureError) {
        return ['result' => 'refused'];
    }
}

function root(array $vector): ?string
{
    try {
        return (new Rubrica($vector['key'], $vector['url']))->root;
    } catch (RubricaError) {
        return null;
    }
}

function error(int $number): ?array
{
    $waits = [];
    try {
        client('errors', $number, $waits, retries: 0)->organizacao->obter();
        return null;
    } catch (ApiError $error) {
        return [
            'class' => className($error),
            'status' => $error->status,
            'codigo' => $error->codigo,
            'detail' => $error->detail,
            'requestId' => $error->requestId,
            'retryAfter' => $error->retryAfter,
            'erros' => $error->erros,
        ];
    }
}

function page(int $number, array $vector): array
{
    $waits = [];
    $ids = [];
    foreach (call(client('pages', $number, $waits), $vector) as $item) {
        $ids[] = $item->id;
    }
    return $ids;
}

function retry(int $number, array $vector): array
{
    $waits = [];
    $hangs = in_array('timeout', array_column($vector['answers'], 'failure'), true);
    $client = client('retries', $number, $waits, $vector['options']['retries'] ?? 2, $hangs ? PATIENCE : 60.0);
    try {
        call($client, $vector);
        $outcome = ['ok' => true];
    } catch (RubricaError $error) {
        $outcome = ['error' => className($error)];
    }
    return ['outcome' => $outcome, 'waits' => $waits];
}

$waits = [];
$methods = client('methods', 0, $waits);
$of = static fn (string $part, string $do) => array_map($do, array_keys($vectors[$part]), $vectors[$part]);
echo json_encode([
    'signatures' => array_map('signature', $vectors['signatures']),
    'roots' => array_map('root', $vectors['roots']),
    'errors' => array_map('error', array_keys($vectors['errors'])),
    'pages' => $of('pages', 'page'),
    'retries' => $of('retries', 'retry'),
    'methods' => array_values(array_filter(array_keys($vectors['methods']), static fn ($name) => is_callable(methodOf($methods, $name)))),
], JSON_THROW_ON_ERROR);
