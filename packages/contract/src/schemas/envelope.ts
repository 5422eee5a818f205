import { type Static, Type } from 'typebox';
import { TITLE_MAX_CHARS } from '../limits.ts';
import { pageQuery } from './common.ts';
import { DocumentoResumo } from './documento.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, DOCUMENTO_ID, ENVELOPE_ID, MEMBRO_ID } from './example-values.ts';
import { dateTime, inline, listOf, named, nullable, pagina, ref, text, uuid, writtenText } from './kit.ts';
import {
  OWN_REFERENCE_EXAMPLE,
  ownReference,
  ownReferenceChange,
  ownReferenceFilter,
  ownReferenceShown,
} from './own-reference.ts';

const titulo = writtenText(TITLE_MAX_CHARS, 'Nome do conjunto.');

export const EnvelopeEntrada = named(
  'EnvelopeEntrada',
  { titulo, ...ownReference },
  { examples: [{ titulo: 'Admissão — Marina Duarte Leal', ...OWN_REFERENCE_EXAMPLE }] },
);
export type EnvelopeEntrada = Static<typeof EnvelopeEntrada>;

export const EnvelopeAlteracao = named(
  'EnvelopeAlteracao',
  {
    titulo: Type.Optional(titulo),
    ...ownReferenceChange,
    documentos: Type.Optional(
      Type.Array(uuid(), {
        uniqueItems: true,
        description: 'A nova ordem. Documentos do envelope que não vierem ficam depois destes, como estavam.',
      }),
    ),
  },
  { description: 'Só o que vier muda.', examples: [{ titulo: 'Admissão — Marina Leal', documentos: [DOCUMENTO_ID] }] },
);
export type EnvelopeAlteracao = Static<typeof EnvelopeAlteracao>;

export const Envelope = named(
  'Envelope',
  {
    id: uuid(),
    titulo: text(),
    ...ownReferenceShown,
    status: ref(Enum.StatusEnvelope),
    criadoPor: uuid('Vínculo, de GET /organizacoes, de quem criou; o de quem criou a chave, se foi por ela.'),
    criadoEm: dateTime(),
    enviadoEm: nullable(dateTime()),
    documentos: listOf(DocumentoResumo, { description: 'Na ordem em que quem assina passa por eles.' }),
  },
  {
    description: 'Documentos enviados em um só ato: cada pessoa assina o conjunto com um link, e a franquia conta um.',
    examples: [
      {
        id: ENVELOPE_ID,
        titulo: 'Admissão — Marina Duarte Leal',
        ...OWN_REFERENCE_EXAMPLE,
        status: 'RASCUNHO',
        criadoPor: MEMBRO_ID,
        criadoEm: CREATED_AT,
        enviadoEm: null,
        documentos: [],
      },
    ],
  },
);
export type Envelope = Static<typeof Envelope>;

export const PaginaDeEnvelope = pagina(Envelope);
export type PaginaDeEnvelope = Static<typeof PaginaDeEnvelope>;

export const EnvelopesQuery = inline({ ...pageQuery, ...ownReferenceFilter });
export type EnvelopesQuery = Static<typeof EnvelopesQuery>;
