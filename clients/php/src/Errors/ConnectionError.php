<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** No answer came: the service could not be reached, or the connection broke. */
class ConnectionError extends RubricaError
{
}
