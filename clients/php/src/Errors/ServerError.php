<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 5xx: the service, or something before it, failed. */
final class ServerError extends ApiError
{
}
