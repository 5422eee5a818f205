<?php

declare(strict_types=1);

namespace Rubrica;

use Rubrica\Errors\WebhookSignatureError;
use Rubrica\Models\EventoWebhookEnvelope;

/** The verifier of what webhooks deliver. It needs no key: `Webhook::verificar($body, $headers, $segredo)`. */
final class Webhook
{
    public const TOLERANCE_SECONDS = 300;
    private const PREFIX = 'whsec_';

    /**
     * Checks that a delivery is the service's, before any of it is interpreted, and returns its event. By `X-Service-Signature`
     * where it is there, else by the headers of Standard Webhooks. Deduplicate by `eventoId`.
     *
     * @param string $body the body as it came, never JSON that was read and written again
     * @param iterable<string, string|iterable<string>> $headers by name, as `getallheaders()` or PSR-7 has them
     * @param string $segredo the webhook's `segredo`, the whole text
     * @param int $toleranceSeconds how many seconds the delivery's time may be from the receiver's clock
     * @param int|null $now the receiver's clock in Unix seconds, where it is not this machine's
     * @throws WebhookSignatureError if the delivery is not the service's, or too old to trust, or the secret is empty
     */
    public static function verificar(
        string $body,
        iterable $headers,
        #[\SensitiveParameter]
        string $segredo,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): Model {
        if ($segredo === '' || $segredo === self::PREFIX) {
            // Under it anybody could sign.
            throw new WebhookSignatureError('the secret is empty');
        }
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = is_string($value) ? $value : implode(',', [...$value]);
        }
        if (isset($given['x-service-signature'])) {
            [$timestamp, $signatures] = self::ownForm($given['x-service-signature']);
            $expected = hash_hmac('sha256', "{$timestamp}.{$body}", $segredo);
        } else {
            [$event, $timestamp, $signatures] = self::standardForm($given);
            $mac = hash_hmac('sha256', "{$event}.{$timestamp}.{$body}", self::keyOf($segredo), true);
            $expected = base64_encode($mac);
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw new WebhookSignatureError("the delivery's time is too far from this clock");
        }
        $matches = array_filter($signatures, static fn (string $one) => hash_equals($expected, $one));
        if ($matches === []) {
            throw new WebhookSignatureError('no signature matches');
        }
        return EventoWebhookEnvelope::from(json_decode($body, true, 512, JSON_THROW_ON_ERROR));
    }

    /**
     * `t=<seconds>,v1=<hex>`: pairs of other versions are left aside, during a rotation there are two of v1.
     *
     * @return array{string, list<string>}
     */
    private static function ownForm(string $header): array
    {
        $times = [];
        $signatures = [];
        foreach (explode(',', $header) as $pair) {
            [$name, $value] = explode('=', trim($pair), 2) + [1 => ''];
            if ($name === 't') {
                $times[] = $value;
            } elseif ($name === 'v1' && preg_match('/^[0-9a-f]{64}$/D', $value)) {
                $signatures[] = $value;
            }
        }
        if (count($times) !== 1 || !self::isSeconds($times[0])) {
            throw new WebhookSignatureError('the signature has no single time');
        }
        return [$times[0], $signatures];
    }

    /**
     * Standard Webhooks 1.0: the event's id, the time, and the signatures `v1,<base64>` divided by blanks.
     *
     * @param array<string, string> $headers
     * @return array{string, string, list<string>}
     */
    private static function standardForm(array $headers): array
    {
        $event = $headers['webhook-id'] ?? '';
        $timestamp = $headers['webhook-timestamp'] ?? '';
        if ($event === '' || !self::isSeconds($timestamp)) {
            throw new WebhookSignatureError('the delivery is not signed');
        }
        $signatures = [];
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
            if (str_starts_with($one, 'v1,')) {
                $signatures[] = substr($one, 3);
            }
        }
        return [$event, $timestamp, $signatures];
    }

    private static function isSeconds(string $text): bool
    {
        return preg_match('/^[0-9]{1,12}$/D', $text) === 1;
    }

    /** The bytes of a secret for Standard Webhooks, which is `whsec_` and standard base64. */
    private static function keyOf(#[\SensitiveParameter] string $segredo): string
    {
        $encoded = str_starts_with($segredo, self::PREFIX) ? substr($segredo, strlen(self::PREFIX)) : $segredo;
        $key = base64_decode($encoded, true);
        if ($key === false || base64_encode($key) !== $encoded) {
            throw new WebhookSignatureError('the secret is not one of Standard Webhooks: renew it');
        }
        return $key;
    }
}
