<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 403: the key's scope or role does not reach. */
final class PermissionDeniedError extends ApiError
{
}
