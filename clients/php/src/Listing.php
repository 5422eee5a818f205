<?php

declare(strict_types=1);

namespace Rubrica;

/**
 * A listing, from its first item to its last; pages are fetched as they are needed.
 *
 * @template Item
 * @template Page of Model
 * @implements \IteratorAggregate<int, Item>
 */
final class Listing implements \IteratorAggregate
{
    /**
     * @param \Closure(array<string, mixed>): Page $fetch
     * @param array<string, mixed> $query
     */
    public function __construct(private readonly \Closure $fetch, private readonly array $query)
    {
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->paginas() as $pagina) {
            // Without the keys of each page, which would repeat themselves.
            foreach ($pagina['itens'] as $item) {
                yield $item;
            }
        }
    }

    /**
     * The pages, one after the other. A short page is not the last one: one without a cursor is.
     *
     * @return \Generator<int, Page>
     */
    public function paginas(): \Generator
    {
        $query = $this->query;
        do {
            $pagina = ($this->fetch)($query);
            yield $pagina;
            $cursor = $pagina['proximoCursor'];
            $query['cursor'] = $cursor;
        } while ($cursor !== null);
    }

    /**
     * One page: `itens`, `total`, `proximoCursor`.
     *
     * @return Page
     */
    public function pagina(): Model
    {
        return ($this->fetch)($this->query);
    }
}
