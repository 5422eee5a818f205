<?php

declare(strict_types=1);

namespace Rubrica;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Rubrica\Errors\ApiError;
use Rubrica\Errors\ConnectionError;
use Rubrica\Errors\TimeoutError;

/**
 * Calls, and repeats what failed for a while.
 *
 * @internal
 */
final class Caller
{
    // How long to wait before a repetition, in seconds: `waiting` of packages/contract/vectors.json.
    private const FIRST = 0.5;
    private const LONGEST = 8.0;
    private const SPREAD = 0.25;
    private const LONGEST_RETRY_AFTER = 60;
    private const REPEATED = [500, 502, 503, 504];
    private const NOT_DONE = 429;
    private const FILE_TYPES = ['pdf' => 'application/pdf', 'png' => 'image/png', 'zip' => 'application/zip'];

    /** PSR-18 has no exception of its own for it. */
    private const TIMED_OUT = '/\btim(ed|e)[ -]?out\b|timeout/i';

    /** @param \Closure(float): mixed $sleep */
    public function __construct(
        private readonly Settings $settings,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
        private readonly \Closure $sleep,
    ) {
    }

    /**
     * The JSON object that an operation answers.
     *
     * @return array<string, mixed>
     */
    public function json(Operation $operation, Call $call): array
    {
        $response = $this->response($operation, $call);
        $body = Json::objectOf($response);
        return $body ?? throw ApiError::of($operation->name, $response);
    }

    /**
     * The JSON object of an answer that may have none.
     *
     * @return array<string, mixed>|null
     */
    public function anything(Operation $operation, Call $call): ?array
    {
        $response = $this->response($operation, $call);
        $isEmpty = $response->getStatusCode() === 204;
        return $isEmpty ? null : Json::objectOf($response) ?? throw ApiError::of($operation->name, $response);
    }

    /** The bytes of the file that an operation answers. */
    public function bytes(Operation $operation, Call $call): string
    {
        return (string) $this->response($operation, $call)->getBody();
    }

    /** An operation whose answer has no body. */
    public function nothing(Operation $operation, Call $call): void
    {
        $this->response($operation, $call);
    }

    /**
     * @template Page of Model
     * @param class-string<Page> $page
     * @return Listing<mixed, Page>
     */
    public function listing(Operation $operation, Call $call, string $page): Listing
    {
        $fetch = fn (array $query) => $page::from($this->json($operation, new Call($call->params, $query)));
        return new Listing($fetch, $call->query);
    }

    private function response(Operation $operation, Call $call): ResponseInterface
    {
        $request = $this->requestOf($operation, $call);
        $repeatable = $operation->method !== 'POST' || $request->hasHeader('idempotency-key');
        for ($attempt = 0; ; $attempt++) {
            $last = $attempt >= $this->settings->retries;
            try {
                $response = $this->http->sendRequest($request);
                if ($response->getStatusCode() >= 200 && $response->getStatusCode() < 300) {
                    return $response;
                }
                $seconds = $last ? null : self::waitAfter($response, $attempt, $repeatable);
                if ($seconds === null) {
                    throw ApiError::of($operation->name, $response);
                }
            } catch (ClientExceptionInterface $failure) {
                if ($last || !$repeatable) {
                    $class = preg_match(self::TIMED_OUT, $failure->getMessage()) ? TimeoutError::class : ConnectionError::class;
                    throw new $class("{$operation->name}: {$failure->getMessage()}", 0, $failure);
                }
                $seconds = self::ownWait($attempt);
            }
            ($this->sleep)($seconds);
            $request->getBody()->rewind();
        }
    }

    /** Between half of the growing wait and the whole, so that many clients do not come back at once. */
    private static function ownWait(int $attempt): float
    {
        return min(self::LONGEST, self::FIRST * 2 ** $attempt) * (1 + self::chance()) / 2;
    }

    /** Seconds before the next attempt, or null if this answer is final. */
    private static function waitAfter(ResponseInterface $response, int $attempt, bool $repeatable): ?float
    {
        $status = $response->getStatusCode();
        if ($status !== self::NOT_DONE && !($repeatable && in_array($status, self::REPEATED, true))) {
            return null;
        }
        $told = ApiError::retryAfterOf($response);
        if ($told === null) {
            return self::ownWait($attempt);
        }
        return $told <= self::LONGEST_RETRY_AFTER ? $told + self::SPREAD * self::chance() : null;
    }

    private static function chance(): float
    {
        return random_int(0, 1_000_000) / 1_000_000;
    }

    private function requestOf(Operation $operation, Call $call): RequestInterface
    {
        $request = $this->requests
            ->createRequest($operation->method, $this->urlOf($operation, $call))
            ->withHeader('accept', isset(self::FILE_TYPES[$operation->answer])
                ? self::FILE_TYPES[$operation->answer] . ', application/problem+json;q=0.9'
                : 'application/json, application/problem+json')
            ->withHeader('user-agent', $this->settings->userAgent);
        if ($operation->keyed) {
            $request = $request->withHeader('authorization', "Bearer {$this->settings->chave}");
        }
        if ($operation->idempotent) {
            $request = $request->withHeader('idempotency-key', $call->options['idempotencyKey'] ?? self::newKey());
        }
        return match ($operation->body) {
            'multipart' => $this->withUpload($request, $operation, $call->body ?? []),
            'json' => $request
                ->withHeader('content-type', 'application/json')
                ->withBody($this->streams->createStream(Json::encode($call->body ?? [], $operation->maps))),
            default => $request,
        };
    }

    /** A UUID of version 4. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private function urlOf(Operation $operation, Call $call): string
    {
        $path = $operation->path;
        foreach ($call->params as $name => $value) {
            if ($value === '') {
                throw new \InvalidArgumentException("{$name} is missing");
            }
            $path = str_replace("{{$name}}", rawurlencode($value), $path);
        }
        $query = array_map(
            static fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : (string) $value,
            array_filter($call->query, static fn ($value) => $value !== null),
        );
        $root = $operation->host === 'base' ? $this->settings->root : $this->settings->publicRoot;
        return $root . $path . ($query === [] ? '' : '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986));
    }

    /**
     * A multipart body (RFC 7578). `dados` goes first, so that the service can refuse it before it reads the file.
     *
     * @param array<string, mixed> $body
     */
    private function withUpload(RequestInterface $request, Operation $operation, array $body): RequestInterface
    {
        if (!isset($body['arquivo'])) {
            throw new \InvalidArgumentException('arquivo is missing');
        }
        $file = Arquivo::read($body['arquivo'], $body['nomeArquivo'] ?? null);
        unset($body['arquivo'], $body['nomeArquivo']);
        $boundary = 'rubrica-' . bin2hex(random_bytes(16));
        $name = str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $file->name);
        $parts = $operation->hasData
            ? "--{$boundary}\r\nContent-Disposition: form-data; name=\"dados\"\r\nContent-Type: application/json\r\n\r\n"
                . Json::encode($body, $operation->maps) . "\r\n"
            : '';
        $parts .= "--{$boundary}\r\nContent-Disposition: form-data; name=\"arquivo\"; filename=\"{$name}\"\r\n"
            . "Content-Type: application/pdf\r\n\r\n{$file->bytes}\r\n--{$boundary}--\r\n";
        return $request
            ->withHeader('content-type', "multipart/form-data; boundary={$boundary}")
            ->withBody($this->streams->createStream($parts));
    }
}
