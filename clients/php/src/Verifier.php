<?php

declare(strict_types=1);

namespace Rubrica;

/** `$rubrica->webhooks->verificar` of a client: `Webhook::verificar`. */
trait Verifier
{
    /**
     * @param iterable<string, string|iterable<string>> $headers
     * @see Webhook::verificar
     */
    public function verificar(
        string $body,
        iterable $headers,
        #[\SensitiveParameter]
        string $segredo,
        int $toleranceSeconds = Webhook::TOLERANCE_SECONDS,
        ?int $now = null,
    ): Model {
        return Webhook::verificar($body, $headers, $segredo, $toleranceSeconds, $now);
    }
}
