import { expect, it } from 'vitest';
import { SIGNERS_MAX } from '../src/limits.ts';
import { signatureFields } from '../src/signature-fields.ts';

const people = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}` }));

it('places of signatures stand on the page and never on each other, for as many people as a document may have', () => {
  const fields = signatureFields({ paginas: 3, signatarios: people(SIGNERS_MAX) });
  expect(fields.map(({ signatarioId }) => signatarioId)).toEqual(people(SIGNERS_MAX).map(({ id }) => id));
  for (const [index, one] of fields.entries()) {
    expect(one.y).toBeGreaterThanOrEqual(0);
    expect([one.x + one.largura <= 1, one.y + one.altura <= 1]).toEqual([true, true]);
    const covered = fields.slice(index + 1).filter((other) => {
      const beside = one.x + one.largura <= other.x || other.x + other.largura <= one.x;
      const above = one.y + one.altura <= other.y || other.y + other.altura <= one.y;
      return one.pagina === other.pagina && !beside && !above;
    });
    expect(covered).toEqual([]);
  }
});

it('the first are at the foot of the last page, and on the only page they begin there again', () => {
  const [first, second] = signatureFields({ paginas: 4, signatarios: people(2) });
  expect([first?.pagina, second?.pagina, first?.y]).toEqual([4, 4, second?.y]);
  const only = signatureFields({ paginas: 1, signatarios: people(SIGNERS_MAX) });
  expect(only.every(({ pagina }) => pagina === 1)).toBe(true);
});
