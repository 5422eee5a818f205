<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** No answer came in time. */
final class TimeoutError extends ConnectionError
{
}
