<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 404, 410: there is no such thing, or no longer. */
final class NotFoundError extends ApiError
{
}
