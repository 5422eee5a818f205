<?php

declare(strict_types=1);

namespace Rubrica;

/**
 * A JSON object of an answer. Its members are properties, and array elements too; those that are newer than this client are
 * kept as they came, and what is absent is null.
 *
 * @implements \ArrayAccess<string, mixed>
 */
class Model implements \ArrayAccess, \JsonSerializable
{
    /** The members that are objects (a class) or lists of them (a class in a list). */
    protected const NESTED = [];
    /** The members that are objects with names of their own, which PHP does not tell apart from a list where they are empty. */
    protected const MAPS = [];

    /** @var array<string, mixed> */
    private array $members = [];

    /** @param array<string, mixed> $dados */
    final public function __construct(array $dados)
    {
        foreach ($dados as $name => $value) {
            $this->members[$name] = is_array($value) ? self::read($value, static::NESTED[$name] ?? null) : $value;
        }
    }

    /** @param array<string, mixed> $dados */
    public static function from(array $dados): self
    {
        return new static($dados);
    }

    /**
     * @param array<mixed> $value
     * @param class-string|array{class-string}|null $class
     */
    private static function read(array $value, string|array|null $class): mixed
    {
        if (is_array($class)) {
            return array_map(static fn ($item) => is_array($item) ? $class[0]::from($item) : $item, $value);
        }
        return $class === null ? $value : $class::from($value);
    }

    public function __get(string $name): mixed
    {
        return $this->members[$name] ?? null;
    }

    public function __isset(string $name): bool
    {
        return isset($this->members[$name]);
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->members[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->members[$offset] ?? null;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw new \LogicException('an answer is not changed');
    }

    public function offsetUnset(mixed $offset): void
    {
        throw new \LogicException('an answer is not changed');
    }

    public function jsonSerialize(): object
    {
        $members = $this->members;
        foreach (static::MAPS as $name) {
            if (($members[$name] ?? null) === []) {
                $members[$name] = new \stdClass();
            }
        }
        return (object) $members;
    }

    /** @return array<string, mixed> all of it as arrays */
    public function toArray(): array
    {
        return self::plain($this->members);
    }

    /**
     * @param array<mixed> $value
     * @return array<mixed>
     */
    private static function plain(array $value): array
    {
        return array_map(
            static fn ($inner) => match (true) {
                $inner instanceof self => $inner->toArray(),
                is_array($inner) => self::plain($inner),
                default => $inner,
            },
            $value,
        );
    }
}
