<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 401: no valid key. */
final class AuthenticationError extends ApiError
{
}
