<?php

declare(strict_types=1);

namespace Rubrica\Errors;

/** The delivery is not what the service sent, or is too old to trust: answer 401. */
final class WebhookSignatureError extends RubricaError
{
}
