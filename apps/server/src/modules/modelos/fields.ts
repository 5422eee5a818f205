import type { CampoModelo, CampoModeloEntrada, PapelModelo } from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf';
import type { FieldProblem } from '../../core/problem.ts';
import {
  byKey,
  fieldsOfTags,
  keyOfLabel,
  type Marca,
  type Marcas,
  madeByTags,
  ofEntries,
  type PageText,
  placeFields,
  tagsIn,
  tagsLeft,
} from '../documentos/index.ts';
import { checkModelo, refuseTooMany, toCampo } from './rules.ts';
import type { ModeloRow } from './store.ts';

/** A template's fields, and the tags of its file if those made them, or did before the sender placed the fields. */
export type TemplateFields = Pick<ModeloRow, 'campos' | 'marcas'>;

/** A template's file, as far as its fields depend on it. */
interface TemplateFile {
  readonly paginas: number;
  readonly geometria: readonly PageGeometry[];
}

/** Keys by which the tags of a file call roles. */
export const keysOf = (papeis: readonly PapelModelo[]) =>
  papeis.map(({ id, rotulo }) => ({ id, chave: keyOfLabel(rotulo) }));

/** The fields of a creation or change that has them, with every problem of roles and fields. @throws 422 over 500 */
export function ownFields(
  entries: readonly CampoModeloEntrada[],
  papeis: readonly PapelModelo[],
  file: TemplateFile,
  text: PageText | null,
  before: Marcas | null,
): TemplateFields & { problems: FieldProblem[] } {
  const onlyRole = papeis.length === 1 ? (papeis[0]?.id ?? null) : null;
  const placed = placeFields(entries, text, file.geometria);
  const campos = placed.campos.map((campo) => toCampo(campo, onlyRole));
  refuseTooMany(papeis, campos);
  const problems = [...placed.problems, ...ofEntries(checkModelo(papeis, campos, file.paginas), placed.origins)];
  return { campos, marcas: before && tagsLeft(before), problems };
}

/** The fields that the tags of a file make with these roles. @throws 422 over 500 */
export function tagFields(marcas: Marcas | null, papeis: readonly PapelModelo[], file: TemplateFile): TemplateFields {
  if (!marcas) return { campos: [], marcas };
  const { fields, itens } = fieldsOfTags(marcas.itens, byKey(keysOf(papeis)), file.geometria);
  refuseTooMany(papeis, fields);
  const campos = fields.map(({ owner, ...field }): CampoModelo => {
    return { ...field, papelId: owner, z: 0, rotulo: null, valorPadrao: null };
  });
  return { campos, marcas: { ...marcas, itens } };
}

export const tagsOfFile = (sha256: string, text: PageText | null): Marcas | null =>
  text?.findings ? { arquivo: sha256, itens: tagsIn(text) } : null;

/** Whether a template has the fields that its tags make. */
export const followsTags = ({ marcas, campos }: TemplateFields): boolean =>
  marcas !== null && madeByTags(marcas, campos);

/** A template's fields after a change: those of the request, or as they were; its tags follow the new roles. */
export function changedFields(
  row: ModeloRow,
  entries: readonly CampoModeloEntrada[] | undefined,
  papeis: readonly PapelModelo[],
  text: PageText | null,
): TemplateFields & { problems: FieldProblem[] } {
  if (entries) return ownFields(entries, papeis, row, text, row.marcas);
  if (row.marcas && followsTags(row)) return { ...tagFields(row.marcas, papeis, row), problems: rolesOnly(papeis) };
  refuseTooMany(papeis, row.campos);
  const { campos, marcas } = row;
  return { campos, marcas, problems: checkModelo(papeis, campos, row.paginas) };
}

const rolesOnly = (papeis: readonly PapelModelo[]): FieldProblem[] => checkModelo(papeis, [], 1);

/** The tags that a document made from a template begins with; its own fields are not made yet. */
export const tagsForUse = ({ marcas }: Pick<ModeloRow, 'marcas'>): { tags?: Marca[] } =>
  marcas ? { tags: marcas.itens.map((tag) => ({ ...tag, campoId: null })) } : {};
