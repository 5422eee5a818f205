import { FIELD_KINDS, type FieldKind, type ValorDeCampo } from '@rubrica/contract';
import type { CampoRow, SignatarioRow } from '../documentos/index.ts';

/** The smallest possible PNG: one transparent pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const TEXTS = { CPF: '529.982.247-25', CNPJ: '11.222.333/0001-81', EMAIL: 'pessoa@exemplo.com.br' } as const;

function sampleOf(kind: FieldKind, signer: SignatarioRow): string | boolean | null {
  switch (kind.holds) {
    case 'CHECK':
      return true;
    case 'PICTURE':
      return PNG;
    case 'TEXT':
      if (kind.from && signer[kind.from]) return null;
      return kind.format === null ? 'Texto de teste' : TEXTS[kind.format];
    case 'MARK':
    case 'SIGNING_DAY':
      return null;
  }
}

/** What a simulated signer fills in: what was given, and an example where a required field would be left empty. */
export function withSamples(
  campos: readonly CampoRow[],
  signer: SignatarioRow,
  given: readonly ValorDeCampo[],
): ValorDeCampo[] {
  const known = new Set(given.map(({ campoId }) => campoId));
  const empty = campos.filter(
    ({ id, obrigatorio, valor_padrao, tipo }) =>
      obrigatorio && !known.has(id) && (!valor_padrao || FIELD_KINDS[tipo].holds === 'CHECK'),
  );
  const samples = empty.flatMap(({ id, tipo }) => {
    const valor = sampleOf(FIELD_KINDS[tipo], signer);
    return valor === null ? [] : [{ campoId: id, valor }];
  });
  return [...given, ...samples];
}
