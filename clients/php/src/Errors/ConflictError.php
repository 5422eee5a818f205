<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 409: the state of the thing does not allow this. */
final class ConflictError extends ApiError
{
}
