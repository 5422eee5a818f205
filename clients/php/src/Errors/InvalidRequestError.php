<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** 400, 413, 415, 422: what was sent does not fulfil the contract; see `erros`. */
final class InvalidRequestError extends ApiError
{
}
