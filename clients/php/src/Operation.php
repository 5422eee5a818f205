<?php

declare(strict_types=1);

namespace Rubrica;

/**
 * The facts of an operation that a call needs.
 *
 * @internal
 */
final class Operation
{
    /**
     * @param 'base'|'public' $host
     * @param 'json'|'multipart'|null $body
     * @param 'json'|'empty'|'pdf'|'png'|'zip' $answer
     * @param list<string> $maps members of the body, at any depth, that are objects with names of the caller's, which PHP does
     *     not tell apart from a list where they are empty
     */
    public function __construct(
        public readonly string $name,
        public readonly string $method,
        public readonly string $path,
        public readonly string $host = 'base',
        public readonly bool $keyed = true,
        public readonly ?string $body = null,
        public readonly string $answer = 'json',
        public readonly bool $idempotent = false,
        public readonly array $maps = [],
        /** Whether an upload has `dados` beside the file. */
        public readonly bool $hasData = false,
    ) {
    }
}
