<?php

declare(strict_types=1);

namespace Rubrica;

use Psr\Http\Message\StreamInterface;

/** A PDF to upload, read whole, so that an attempt can be repeated; the service takes 20 MB. */
final class Arquivo
{
    private const DEFAULT_NAME = 'documento.pdf';

    private function __construct(public readonly string $bytes, public readonly string $name)
    {
    }

    /** The bytes of a PDF, which PHP does not tell apart from the path of one. */
    public static function bytes(string $bytes, string $name = self::DEFAULT_NAME): self
    {
        return new self($bytes, $name);
    }

    /**
     * @param mixed $arquivo the path of a file, an open file, a stream of PSR-7, or `Arquivo::bytes`
     * @param string|null $name what it is called, where that is not its own name
     */
    public static function read(mixed $arquivo, ?string $name): self
    {
        if ($arquivo instanceof self) {
            return new self($arquivo->bytes, $name ?? $arquivo->name);
        }
        if ($arquivo instanceof StreamInterface) {
            return new self((string) $arquivo, $name ?? self::DEFAULT_NAME);
        }
        if (is_resource($arquivo)) {
            return new self((string) stream_get_contents($arquivo), $name ?? self::DEFAULT_NAME);
        }
        $path = $arquivo instanceof \SplFileInfo ? $arquivo->getPathname() : $arquivo;
        if (!is_string($path)) {
            throw new \InvalidArgumentException('arquivo: a path, an open file, a stream, or Arquivo::bytes()');
        }
        $bytes = is_file($path) ? file_get_contents($path) : false;
        if ($bytes === false) {
            throw new \InvalidArgumentException("arquivo: there is no file to read at {$path}");
        }
        return new self($bytes, $name ?? basename($path));
    }
}
