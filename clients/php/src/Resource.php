<?php

declare(strict_types=1);

namespace Rubrica;

/**
 * The base of what a client's methods are grouped by.
 *
 * @internal
 */
abstract class Resource
{
    public function __construct(protected readonly Caller $caller)
    {
    }
}
