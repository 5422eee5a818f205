<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 429: too many calls; see `retryAfter`. */
final class RateLimitError extends ApiError
{
}
