<?php

declare(strict_types=1);

namespace Rubrica;

use Psr\Http\Message\ResponseInterface;

/** @internal */
final class Json
{
    /**
     * @param array<string, mixed> $body
     * @param list<string> $maps see Operation
     */
    public static function encode(array $body, array $maps): string
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
        return json_encode((object) self::withObjects($body, $maps), $flags);
    }

    /**
     * @param array<mixed> $value
     * @param list<string> $maps
     * @return array<mixed>
     */
    private static function withObjects(array $value, array $maps): array
    {
        foreach ($value as $name => $inner) {
            if ($inner instanceof Model) {
                $inner = $inner->toArray();
            }
            if (is_array($inner)) {
                $inner = self::withObjects($inner, $maps);
                $value[$name] = in_array($name, $maps, true) ? (object) $inner : $inner;
            }
        }
        return $value;
    }

    /**
     * The JSON object of an answer, or null if it is none.
     *
     * @return array<string, mixed>|null
     */
    public static function objectOf(ResponseInterface $response): ?array
    {
        $kind = strtolower(trim(explode(';', $response->getHeaderLine('content-type'))[0]));
        if ($kind !== 'application/json' && $kind !== 'application/problem+json') {
            return null;
        }
        $text = (string) $response->getBody();
        $body = json_decode($text, true);
        return is_array($body) && str_starts_with(ltrim($text), '{') ? $body : null;
    }
}
