import type { Static } from 'typebox';
import { TITLE_MAX_CHARS } from '../limits.ts';
import { DocumentoResumo } from './documento.ts';
import { Enum } from './enums.ts';
import { CRIADO_EM, ENVELOPE_ID } from './example-values.ts';
import { dateTime, listOf, named, nullable, pagina, ref, text, uuid, writtenText } from './kit.ts';

export const EnvelopeEntrada = named(
  'EnvelopeEntrada',
  { titulo: writtenText(TITLE_MAX_CHARS, 'Nome do conjunto.') },
  { examples: [{ titulo: 'Admissão — Marina Duarte Leal' }] },
);
export type EnvelopeEntrada = Static<typeof EnvelopeEntrada>;

export const Envelope = named(
  'Envelope',
  {
    id: uuid(),
    titulo: text(),
    status: ref(Enum.StatusEnvelope),
    criadoEm: dateTime(),
    enviadoEm: nullable(dateTime()),
    documentos: listOf(DocumentoResumo),
  },
  {
    description: 'Documentos enviados em um só ato: cada pessoa assina o conjunto com um link, e a franquia conta um.',
    examples: [
      {
        id: ENVELOPE_ID,
        titulo: 'Admissão — Marina Duarte Leal',
        status: 'RASCUNHO',
        criadoEm: CRIADO_EM,
        enviadoEm: null,
        documentos: [],
      },
    ],
  },
);
export type Envelope = Static<typeof Envelope>;

export const PaginaDeEnvelope = pagina(Envelope);
export type PaginaDeEnvelope = Static<typeof PaginaDeEnvelope>;
