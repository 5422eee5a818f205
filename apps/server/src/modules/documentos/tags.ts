import { randomUUID } from 'node:crypto';
import { type ConteudoAtivo, FIELD_TYPES, rule, type TipoCampo } from '@rubrica/contract';
import { CONTENT_TELLINGS, contentSentence } from '@rubrica/contract/content';
import type { PageGeometry } from '@rubrica/pdf';
import type { Origin } from '../../core/actor.ts';
import { conflict, type FieldProblem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { type Coordinates, type PageText, placeBy } from './anchors.ts';
import { type NewField, refuseTooMany } from './entrada.ts';
import type { Aggregate, CampoRow, DocumentoRow, Marca, Marcas } from './rows.ts';
import { deleteCampos, insertInto, listCampos, loadAggregate, updateDocumento } from './store.ts';

const TYPES: ReadonlyMap<string, TipoCampo> = new Map(FIELD_TYPES.map((tipo) => [tipo.toLowerCase(), tipo]));

/** The tags that were found; a type that does not exist makes no tag. */
export function tagsIn(text: PageText | null): Marca[] {
  return (text?.findings?.tags ?? []).flatMap(({ page, at, name, type, optional, key }) => {
    const tipo = TYPES.get(type);
    if (!tipo) return [];
    const place = { pagina: page, x: at.x, y: at.y, largura: at.width, altura: at.height };
    return [{ nome: name, tipo, obrigatorio: !optional, chave: key, ...place, campoId: null }];
  });
}

/** The key by which tags call a template's role: its label without accents, in lower case; null if none is left. */
export function keyOfLabel(rotulo: string): string | null {
  const plain = rotulo.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const key = plain.replace(/[^a-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return key !== '' && key.length <= 50 ? key : null;
}

/** Owners by their keys; a key that several have is nobody's. */
export function byKey(owners: readonly { readonly id: string; readonly chave: string | null }[]): Map<string, string> {
  const keys = owners.map(({ chave }) => chave);
  return new Map(
    owners.flatMap(({ id, chave }) =>
      chave !== null && keys.indexOf(chave) === keys.lastIndexOf(chave) ? [[chave, id] as const] : [],
    ),
  );
}

/** What a tag makes: a field of its person, of its type's usual size, at the tag's place. */
export interface TagField extends Coordinates {
  readonly id: string;
  readonly tipo: TipoCampo;
  readonly obrigatorio: boolean;
  readonly owner: string;
}

/** The fields that tags make, and the tags with the fields they made; one without a person makes none. */
export function fieldsOfTags(
  tags: readonly Marca[],
  owners: ReadonlyMap<string, string>,
  pages: readonly PageGeometry[],
): { fields: TagField[]; itens: Marca[] } {
  const fields: TagField[] = [];
  const itens = tags.map((tag) => {
    const owner = owners.get(tag.chave);
    const place = placeBy(tag.tipo, { page: tag.pagina, at: tag }, {}, pages);
    if (owner === undefined || place === null) return { ...tag, campoId: null };
    const id = tag.campoId ?? randomUUID();
    fields.push({ id, tipo: tag.tipo, obrigatorio: tag.obrigatorio, owner, ...place });
    return { ...tag, campoId: id };
  });
  return { fields, itens };
}

/** A tag's field as stored. */
export const toTagField = ({ owner, ...field }: TagField): NewField => ({
  ...field,
  signatario_id: owner,
  z: 0,
  rotulo: null,
  valor_padrao: null,
});

/** The tags of the document's current file, if they were read. */
export const knownTags = ({ marcas, arquivo_hash }: Pick<DocumentoRow, 'marcas' | 'arquivo_hash'>) =>
  marcas?.arquivo === arquivo_hash ? marcas : null;

/** Whether all of these fields were made by tags. */
export function madeByTags(marcas: Marcas | null, campos: readonly { readonly id: string }[]): boolean {
  const made = new Set((marcas?.itens ?? []).map(({ campoId }) => campoId));
  return campos.every(({ id }) => made.has(id));
}

/** Whether a document has no fields but those its tags made, and so has those that its tags make. */
export const followsTags = (
  documento: Pick<DocumentoRow, 'marcas' | 'arquivo_hash'>,
  campos: readonly Pick<CampoRow, 'id'>[],
): boolean => madeByTags(knownTags(documento), campos);

/** What is left of tags when the sender places the fields: those that were fields stay off the signed file. */
export function tagsLeft(marcas: Marcas): Marcas {
  const were = marcas.itens.filter(({ campoId }) => campoId !== null);
  return { ...marcas, itens: were.map((tag) => ({ ...tag, campoId: null })) };
}

/**
 * Gives a draft that follows its tags the fields they make with the people it has now.
 * @param read the tags of its file, if they were not known when the draft was last looked at
 * @returns the draft as it is then, and a problem for each tag without its person; then nothing was written
 * @throws 409 if file or fields changed since then, 422 over 500 fields
 */
export async function followTags(
  tx: Tx,
  origin: Origin,
  documento: DocumentoRow,
  read: Marcas | null,
): Promise<{ aggregate: Aggregate; erros: FieldProblem[] }> {
  const aggregate = await loadAggregate(tx, documento);
  const { signatarios, campos } = aggregate;
  if (!followsTags(documento, campos)) return { aggregate, erros: [] };
  const known = knownTags(documento) ?? read;
  if (known?.arquivo !== documento.arquivo_hash) throw conflict(rule('movedMeanwhile'));
  refuseTooMany(0, known.itens.length);
  const { fields, itens } = fieldsOfTags(known.itens, byKey(signatarios), documento.geometria);
  const erros = withoutPerson(itens);
  const owners = new Map(campos.map(({ id, signatario_id }) => [id, signatario_id]));
  const same = fields.length === campos.length && fields.every(({ id, owner }) => owners.get(id) === owner);
  if (same || erros.length > 0) return { aggregate, erros };
  const row = await replaceFields(tx, origin, documento, { fields, marcas: { ...known, itens } });
  return { aggregate: { documento: row, signatarios, campos: await listCampos(tx, row.id) }, erros };
}

/** Puts the fields that tags make in the place of all the document has. */
export async function replaceFields(
  tx: Tx,
  origin: Origin,
  { id }: Pick<DocumentoRow, 'id'>,
  { fields, marcas }: { readonly fields: readonly TagField[]; readonly marcas: Marcas },
): Promise<DocumentoRow> {
  const before = await listCampos(tx, id);
  await deleteCampos(
    tx,
    before.map((campo) => campo.id),
  );
  await insertInto(
    tx,
    'campo',
    fields.map((field, posicao) => ({ ...toTagField(field), documento_id: id, posicao })),
  );
  await recordEvent(tx, id, origin, { acao: 'CAMPOS_DEFINIDOS', detalhe: { quantidade: fields.length } });
  return updateDocumento(tx, id, { marcas });
}

const braced = (nome: string) => `{{${nome}}}`;

function withoutPerson(itens: readonly Marca[]): FieldProblem[] {
  const lacking = itens.filter(({ campoId }) => campoId === null);
  const once = new Map(lacking.map((tag) => [tag.nome, tag]));
  return [...once.values()].map(({ nome, pagina, chave }) => ({
    campo: 'signatarios',
    ...rule('tagWithoutPerson', { marca: braced(nome), pagina, chave }),
  }));
}

/** The names of the tags that the signed file does not show. */
export const coveredTags = (documento: DocumentoRow): string[] => [
  ...new Set((knownTags(documento)?.itens ?? []).map(({ nome }) => nome)),
];

/** The same with their places, for the trail. */
export const coveredInDetail = (documento: DocumentoRow) =>
  (knownTags(documento)?.itens ?? []).map(({ nome, pagina, x, y, largura, altura }) => ({
    texto: braced(nome),
    ...{ pagina, x, y, largura, altura },
  }));

/** The most tags named in one sentence. */
const MOST_NAMED = 10;

/** What sender, signers and readers of the certificate are told of a file, and of the tags that it loses. */
export function toldOf(documento: DocumentoRow, ofFile: readonly ConteudoAtivo[]): ConteudoAtivo[] {
  const names = coveredTags(documento).map(braced);
  if (names.length === 0) return [...ofFile];
  const rest = names.length - MOST_NAMED;
  const named = `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` e mais ${rest}` : ''}`;
  const paginas = [...new Set((knownTags(documento)?.itens ?? []).map(({ pagina }) => pagina))].sort((a, b) => a - b);
  const { tipo, descricao } = CONTENT_TELLINGS.FIELD_TAGS;
  return [...ofFile, { tipo, descricao: contentSentence(descricao, named), paginas }];
}
