<?php

declare(strict_types=1);

namespace Rubrica;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Rubrica\Errors\RubricaError;

/** The client: `$rubrica->documentos->criar([...])`. */
final class Rubrica extends Resources
{
    public const VERSION = '0.1.0';

    /** Where calls go: the root of the API, the sandbox's for a test key. */
    public readonly string $root;
    /** @var 'PRODUCAO'|'TESTE' */
    public readonly string $ambiente;
    private readonly Caller $caller;

    /**
     * @param string|null $chave an API key, RUBRICA_CHAVE where it is absent; `svc_test_…` calls the sandbox, `svc_live_…`
     *     production
     * @param string|null $url where the service is, `https://rubrica.exemplo.com.br`, or the root of its API, ending in `/v1`;
     *     RUBRICA_URL where it is absent, else `http://localhost:3000`
     * @param string|null $publicUrl where public validation is, if not at `url`
     * @param int $retries how often a call is repeated that failed for a while
     * @param float $timeout seconds to wait for an answer, where the HTTP client is not given
     * @param string|null $userAgent the name of the system that calls, as in `erp/2.1`
     * @param ClientInterface|null $http any client of PSR-18, with a time limit of its own; absent, Guzzle or Symfony's
     * @param RequestFactoryInterface|null $requests of PSR-17, to be given with `http`
     * @param StreamFactoryInterface|null $streams of PSR-17, to be given with `http`
     * @param (\Closure(float): mixed)|null $sleep waits that many seconds before a repetition
     */
    public function __construct(
        #[\SensitiveParameter]
        ?string $chave = null,
        ?string $url = null,
        ?string $publicUrl = null,
        int $retries = 2,
        float $timeout = 60.0,
        ?string $userAgent = null,
        ?ClientInterface $http = null,
        ?RequestFactoryInterface $requests = null,
        ?StreamFactoryInterface $streams = null,
        ?\Closure $sleep = null,
    ) {
        $settings = new Settings($chave, $url, $publicUrl, $retries, $userAgent);
        $this->root = $settings->root;
        $this->ambiente = $settings->ambiente;
        if ($http === null || $requests === null || $streams === null) {
            $http ??= self::foundClient($timeout);
            [$requests, $streams] = [$requests ?? self::foundFactory($http), $streams ?? self::foundFactory($http)];
        }
        $sleep ??= static fn (float $seconds) => usleep((int) round($seconds * 1_000_000));
        $this->caller = new Caller($settings, $http, $requests, $streams, $sleep);
        parent::__construct($this->caller);
    }

    /**
     * Calls what this version has no method for, with the same patience: `$rubrica->chamar('GET', '/documentos')`.
     *
     * @param string $path below the root, without a query
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body sent as JSON
     * @param array{idempotencyKey?: string} $opcoes
     * @throws RubricaError
     */
    public function chamar(string $method, string $path, array $query = [], ?array $body = null, array $opcoes = []): ?Model
    {
        $verb = strtoupper($method);
        $kind = $body === null ? null : 'json';
        $operation = new Operation("{$verb} {$path}", $verb, $path, body: $kind, idempotent: $verb === 'POST');
        $answer = $this->caller->anything($operation, new Call(query: $query, body: $body, options: $opcoes));
        return $answer === null ? null : new Model($answer);
    }

    /** The client of PSR-18 that is installed. Neither follows redirects: a key goes nowhere but where it was sent. */
    private static function foundClient(float $timeout): ClientInterface
    {
        if (class_exists(\GuzzleHttp\Client::class)) {
            return new \GuzzleHttp\Client(['timeout' => $timeout, 'connect_timeout' => min(10.0, $timeout)]);
        }
        if (class_exists(\Symfony\Component\HttpClient\Psr18Client::class)) {
            $options = ['timeout' => $timeout, 'max_duration' => $timeout, 'max_redirects' => 0];
            return new \Symfony\Component\HttpClient\Psr18Client(\Symfony\Component\HttpClient\HttpClient::create($options));
        }
        throw new \LogicException('no client of PSR-18 is installed: composer require guzzlehttp/guzzle, or give http');
    }

    private static function foundFactory(ClientInterface $http): RequestFactoryInterface&StreamFactoryInterface
    {
        if ($http instanceof RequestFactoryInterface && $http instanceof StreamFactoryInterface) {
            return $http;
        }
        foreach ([\GuzzleHttp\Psr7\HttpFactory::class, \Nyholm\Psr7\Factory\Psr17Factory::class] as $class) {
            if (class_exists($class)) {
                return new $class();
            }
        }
        throw new \LogicException('no factory of PSR-17 is installed: composer require nyholm/psr7, or give requests and streams');
    }
}
