<?php

declare(strict_types=1);

namespace Rubrica;

/**
 * What is given to an operation.
 *
 * @internal
 */
final class Call
{
    /**
     * @param array<string, string> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @param array{idempotencyKey?: string} $options
     */
    public function __construct(
        public readonly array $params = [],
        public readonly array $query = [],
        public readonly ?array $body = null,
        public readonly array $options = [],
    ) {
    }
}
