<?php

declare(strict_types=1);

// Whether the client takes deliveries, and what it says of them. Usage: verify.php < [{"body", "headers", "secret"}, …]

use Rubrica\Errors\WebhookSignatureError;
use Rubrica\Webhook;

require __DIR__ . '/autoload.php';

$told = static function (array $delivery): ?array {
    try {
        $evento = Webhook::verificar($delivery['body'], $delivery['headers'], $delivery['secret']);
        return [$evento->evento, $evento->eventoId, $evento->dados->documento->titulo];
    } catch (WebhookSignatureError) {
        return null;
    }
};
echo json_encode(array_map($told, json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR)));
