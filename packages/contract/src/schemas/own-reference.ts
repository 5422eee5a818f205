import { type TUnsafe, Type } from 'typebox';
import { METADATA_KEY_MAX_CHARS, METADATA_KEYS_MAX, METADATA_VALUE_MAX_CHARS, REFERENCE_MAX_CHARS } from '../limits.ts';
import { nullable, text, writtenText } from './kit.ts';

/** Texts by names of the caller's own. */
type TextMap = Record<string, string>;

const INTERNAL = 'Quem assina e o público não veem.';

const referenciaExterna = writtenText(
  REFERENCE_MAX_CHARS,
  `Como o seu sistema chama isto: o número de um pedido, por exemplo. Pode repetir. ${INTERNAL}`,
);

const metadados: TUnsafe<TextMap> = Type.Unsafe<TextMap>({
  type: 'object',
  maxProperties: METADATA_KEYS_MAX,
  propertyNames: { pattern: `^[A-Za-z0-9_.-]{1,${METADATA_KEY_MAX_CHARS}}$` },
  additionalProperties: { type: 'string', maxLength: METADATA_VALUE_MAX_CHARS },
  description:
    `O que mais o seu sistema quer guardar aqui: até ${METADATA_KEYS_MAX} textos de até ${METADATA_VALUE_MAX_CHARS} ` +
    `caracteres, cada um sob um nome de até ${METADATA_KEY_MAX_CHARS} letras sem acento, números, \`_\`, \`.\` e \`-\`. ` +
    INTERNAL,
});

/** A client's own reference in the body of a creation. */
export const ownReference = {
  referenciaExterna: Type.Optional(referenciaExterna),
  metadados: Type.Optional(metadados),
};

/** The same in the body of a change: null erases, and what is given for `metadados` takes the place of all there were. */
export const ownReferenceChange = {
  referenciaExterna: Type.Optional(nullable(referenciaExterna)),
  metadados: Type.Optional(
    nullable(metadados, { description: 'Substitui todos os que havia; nulo os apaga. Mesmas regras da criação.' }),
  ),
};

/** The same in what the service answers and tells. */
export const ownReferenceShown = {
  referenciaExterna: nullable(text(), { description: 'A sua referência; só a sua organização a vê.' }),
  metadados: Type.Unsafe<TextMap>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Os seus metadados; vazio onde não há.',
  }),
};

export const OWN_REFERENCE_EXAMPLE = { referenciaExterna: 'pedido-48213', metadados: { filial: 'campinas' } };

/** The filter of a listing by the reference, exactly as it was given. */
export const ownReferenceFilter = {
  referenciaExterna: Type.Optional(
    text({ minLength: 1, maxLength: REFERENCE_MAX_CHARS }, 'Só os que têm exatamente esta referência.'),
  ),
};
