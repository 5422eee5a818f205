import type { TSchema } from 'typebox';
import {
  BODY_MAX_BYTES,
  FILE_MAX_PAGES,
  PICTURE_WIDTH_DEFAULT,
  PICTURE_WIDTHS,
  PICTURES_PER_MINUTE,
  UPLOAD_BODY_MAX_BYTES,
} from '../limits.ts';
import { ImagemQuery } from '../schemas/index.ts';
import { inline, text, uuid } from '../schemas/kit.ts';

/** A success with a JSON body. */
export const json = <S extends TSchema>(schema: S) => ({ kind: 'json', schema }) as const;

/** A success without a body. */
export const empty = { kind: 'empty' } as const;

/** A JSON body. @param maxBytes more than the default if it contains pictures */
export const body = <S extends TSchema>(schema: S, maxBytes: number = BODY_MAX_BYTES) =>
  ({ kind: 'json', schema, maxBytes }) as const;

/** A JSON body the caller may omit. */
export const optionalBody = <S extends TSchema>(schema: S) => ({ ...body(schema), optional: true }) as const;

/** A JSON body that brings a file. */
export const bodyWithFile = <S extends TSchema>(schema: S) =>
  ({ ...body(schema, UPLOAD_BODY_MAX_BYTES), withFile: true }) as const;

export const documentoParams = inline({ documentoId: uuid() });
export const signatarioParams = inline({ documentoId: uuid(), signatarioId: uuid() });

/** The number of a page, as a path has it. */
export const pageNumber = () => text({ pattern: '^[1-9][0-9]{0,2}$' }, `O número da página, de 1 a ${FILE_MAX_PAGES}.`);

/** A picture of a page: of a document, and of a template. Lists ask for dozens, so only refusals are recorded. */
export const picture = {
  method: 'GET',
  added: true,
  recorded: 'refusals',
  query: ImagemQuery,
  success: 200,
  answer: { kind: 'png' },
} as const;

/** What `picture` says of itself. @param of which file is drawn */
export const pictureDescription = (of: string) =>
  `Um PNG. ${of} A \`largura\` pedida sobe para a próxima de ${PICTURE_WIDTHS.join(', ')} pixels (ausente, ${PICTURE_WIDTH_DEFAULT}); uma página muito comprida sai menor. Guarde o \`ETag\`: com \`If-None-Match\`, o que não mudou responde 304. Até ${PICTURES_PER_MINUTE} páginas por minuto são desenhadas para uma organização; além disso, 429. Uma página que não se consegue desenhar responde 404.`;

/** Tokens are opaque and part of the path; the limit only rejects absurd paths. */
export const tokenParams = (description: string) =>
  inline({ token: text({ minLength: 1, maxLength: 512 }, description) });
