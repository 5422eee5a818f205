<?php

declare(strict_types=1);

namespace Rubrica\Errors;

use Psr\Http\Message\ResponseInterface;
use Rubrica\Json;
use Rubrica\Models\Erro;
use Rubrica\Models\ErroDeCampo;

/** A refusal or failure of the service. Branch on `codigo`; log `requestId`. */
class ApiError extends RubricaError
{
    private const CLASSES = [
        400 => InvalidRequestError::class,
        401 => AuthenticationError::class,
        402 => QuotaExceededError::class,
        403 => PermissionDeniedError::class,
        404 => NotFoundError::class,
        409 => ConflictError::class,
        410 => NotFoundError::class,
        413 => InvalidRequestError::class,
        415 => InvalidRequestError::class,
        422 => InvalidRequestError::class,
        429 => RateLimitError::class,
    ];

    /** The HTTP status. */
    public readonly int $status;
    /** The stable code; null if the answer is not the service's but, say, a proxy's. */
    public readonly ?string $codigo;
    /** What happened, in a Portuguese sentence. */
    public readonly ?string $detail;
    /** Identifies the call. */
    public readonly ?string $requestId;
    /** Seconds to wait before repeating, where the service says so. */
    public readonly ?int $retryAfter;
    /** @var list<ErroDeCampo> for invalid input, every problem with its place */
    public readonly array $erros;
    /** The whole body, if it was problem details. */
    public readonly ?Erro $problem;

    /** @param string $operation what was called: `documentos.criar` */
    final public function __construct(public readonly string $operation, public readonly ResponseInterface $response)
    {
        $body = Json::objectOf($response);
        $this->problem = isset($body['codigo']) ? new Erro($body) : null;
        $this->status = $response->getStatusCode();
        $this->codigo = $this->told('codigo');
        $this->detail = $this->told('detail');
        $this->requestId = $this->told('requestId') ?? ($response->getHeaderLine('x-request-id') ?: null);
        $this->retryAfter = self::retryAfterOf($response);
        $erros = $this->problem['erros'] ?? null;
        $this->erros = is_array($erros) ? array_values($erros) : [];
        $told = $this->detail === null ? '' : ": {$this->detail}";
        $what = $this->codigo ?? $response->getReasonPhrase();
        parent::__construct("{$operation}: {$this->status} {$what}{$told}", $this->status);
    }

    /** What the problem says, where it is text: it may be of something that only looks like the service. */
    private function told(string $member): ?string
    {
        $value = $this->problem[$member] ?? null;
        return is_string($value) ? $value : null;
    }

    /** The error of an answer, of the class of its status. */
    public static function of(string $operation, ResponseInterface $response): self
    {
        $status = $response->getStatusCode();
        $class = self::CLASSES[$status] ?? ($status >= 500 ? ServerError::class : self::class);
        return new $class($operation, $response);
    }

    /** The seconds of `Retry-After`; a date, which the service never sends, is not read. */
    public static function retryAfterOf(ResponseInterface $response): ?int
    {
        $value = $response->getHeaderLine('retry-after');
        return preg_match('/^[0-9]{1,9}$/D', $value) ? (int) $value : null;
    }
}
