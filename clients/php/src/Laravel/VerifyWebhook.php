<?php

declare(strict_types=1);

namespace Rubrica\Laravel;

use Illuminate\Http\Request;
use Rubrica\Errors\WebhookSignatureError;
use Rubrica\Model;
use Rubrica\Webhook;
use Symfony\Component\HttpKernel\Exception\HttpException;

/**
 * Lets through what the service delivers, and answers 401 to anything else. The event is then `VerifyWebhook::evento($request)`.
 * A route of it needs no CSRF token: put it in `routes/api.php`.
 */
final class VerifyWebhook
{
    private const ATTRIBUTE = 'rubrica.evento';

    public function __construct(
        #[\SensitiveParameter]
        private readonly string $segredo,
    ) {
        if ($segredo === '') {
            // Under an empty secret anybody could sign.
            throw new \LogicException('RUBRICA_SEGREDO is missing');
        }
    }

    /** @param \Closure(Request): mixed $next */
    public function handle(Request $request, \Closure $next): mixed
    {
        try {
            $evento = Webhook::verificar($request->getContent(), $request->headers->all(), $this->segredo);
        } catch (WebhookSignatureError $refused) {
            throw new HttpException(401, 'Assinatura inválida.', $refused);
        }
        $request->attributes->set(self::ATTRIBUTE, $evento);
        return $next($request);
    }

    /** The event of a request that came through here. */
    public static function evento(Request $request): Model
    {
        return $request->attributes->get(self::ATTRIBUTE)
            ?? throw new \LogicException('the route has no middleware rubrica.webhook');
    }
}
