<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** The base of every error of this client. */
class RubricaError extends \RuntimeException
{
}
