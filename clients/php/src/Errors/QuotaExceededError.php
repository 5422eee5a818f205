<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 402: the plan has no envelopes left. */
final class QuotaExceededError extends ApiError
{
}
