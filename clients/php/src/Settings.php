<?php

declare(strict_types=1);

namespace Rubrica;

use Rubrica\Errors\RubricaError;

/** How a client reaches the service. */
final class Settings
{
    private const DEFAULT_URL = 'http://localhost:3000';

    /** Where calls go: the root of the API, `/sandbox` included for a test key. */
    public readonly string $root;
    /** Where public validation is. */
    public readonly string $publicRoot;

    /** @var 'PRODUCAO'|'TESTE' */
    public readonly string $ambiente;
    /** An API key. */
    public readonly string $chave;
    public readonly string $userAgent;

    /** The key says the environment; an address with a path is that of the API itself. */
    public function __construct(
        #[\SensitiveParameter]
        ?string $chave,
        ?string $url,
        ?string $publicUrl,
        public readonly int $retries,
        ?string $userAgent,
    ) {
        $this->chave = $chave ?? (string) getenv('RUBRICA_CHAVE');
        if (!preg_match('/^svc_(live|test)_\S+$/D', $this->chave, $found)) {
            throw new RubricaError('an API key begins with svc_live_ or svc_test_');
        }
        $address = rtrim($url ?? (getenv('RUBRICA_URL') ?: self::DEFAULT_URL), '/');
        $parts = parse_url($address);
        if (!in_array($parts['scheme'] ?? '', ['http', 'https'], true) || !isset($parts['host'])) {
            throw new RubricaError('url is no address: https://rubrica.exemplo.com.br');
        }
        $origin = "{$parts['scheme']}://{$parts['host']}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
        $api = isset($parts['path']) ? $address : "{$address}/v1";
        $this->ambiente = $found[1] === 'test' ? 'TESTE' : 'PRODUCAO';
        $this->root = $found[1] === 'test' ? "{$api}/sandbox" : $api;
        $this->publicRoot = rtrim($publicUrl ?? $origin, '/') . '/api/v1';
        $agent = 'rubrica-php/' . Rubrica::VERSION;
        $this->userAgent = $userAgent === null ? $agent : "{$userAgent} {$agent}";
    }
}
