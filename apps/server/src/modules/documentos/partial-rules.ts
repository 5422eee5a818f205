import type { CampoEntrada, DocumentoEntrada, SignatarioEntrada } from '@rubrica/contract';
import type { FieldProblem } from '../../core/problem.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftField, draftSigner, toDate, toField, toSigner } from './entrada.ts';
import { checkDocument, checkDrawable, checkFields, checkSigner } from './rules.ts';

type Item = Record<string, unknown>;

/** What stands in for a malformed or missing member, chosen so that no rule complains of it. */
const DOCUMENT: Item = { titulo: 'x', nivelAssinatura: 'ELETRONICA', fatoresExigidos: [] };
const SIGNER: Item = { funcao: 'ASSINAR', metodoEntrega: 'LINK' };
const FIELD: Item = { tipo: 'TEXTO', pagina: 1, x: 0, y: 0, largura: 1e-6, altura: 1e-6 };

const isItem = (value: unknown): value is Item => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * The object without its malformed members, those without which it means nothing replaced. Ids stay as they are: other
 * members point at them.
 * @param bad first members of the places the schema complained of
 */
function mend(item: Item, bad: readonly string[], standIns: Item): Item {
  const mended = { ...item };
  for (const member of bad) {
    if (['id', 'signatarioId'].includes(member) && typeof item[member] === 'string') continue;
    delete mended[member];
    if (member in standIns) mended[member] = standIns[member];
  }
  return mended;
}

/** The members of an object that hold problems: of `campos[0].x` under `campos[0].`, it is `x`. */
function membersUnder(prefix: string, shape: readonly FieldProblem[]): string[] {
  return shape.flatMap(({ campo }) => {
    const rest = campo.startsWith(prefix) ? campo.slice(prefix.length) : '';
    const member = /^[^.[]+/.exec(rest)?.[0];
    return member === undefined ? [] : [member];
  });
}

function mendList(body: Item, name: 'signatarios' | 'campos', shape: readonly FieldProblem[], standIns: Item) {
  const list = body[name] ?? [];
  if (!Array.isArray(list) || !list.every(isItem)) return null;
  return list.map((item, index) => mend(item, membersUnder(`${name}[${index}].`, shape), standIns));
}

/**
 * What the rules say of a document's creation whose shape is wrong already, so that the caller learns everything at
 * once. Only what does not hang on a malformed member is told, and nothing that the file itself would tell.
 * @param shape the schema's problems; the answer names none of their places again
 */
export function rulesDespite(
  body: unknown,
  shape: readonly FieldProblem[],
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): FieldProblem[] {
  if (!isItem(body)) return [];
  const entrada = mend(body, membersUnder('', shape), DOCUMENT) as unknown as DocumentoEntrada;
  const people = mendList(body, 'signatarios', shape, SIGNER) as unknown as SignatarioEntrada[] | null;
  const fields = mendList(body, 'campos', shape, FIELD) as unknown as CampoEntrada[] | null;
  if (!people || !fields) return [];

  const signatarios = people.map(toSigner);
  const campos = fields.map((campo) => toField(campo, signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null));
  const draft = draftDocument({
    nivel_assinatura: entrada.nivelAssinatura ?? 'ELETRONICA',
    fatores_exigidos: entrada.fatoresExigidos ?? ['EMAIL'],
    prazo_em: toDate(entrada.prazoEm),
    expira_em: toDate(entrada.expiraEm),
  });
  const problems = [
    ...checkDocument(draft, now),
    ...signatarios.flatMap((signer, index) => checkSigner(draftSigner(signer), draft, `signatarios[${index}]`, now)),
    ...checkFields(campos.map(draftField), signatarios.map(draftSigner), Number.POSITIVE_INFINITY),
    ...checkDrawable(
      [
        ['titulo', entrada.titulo],
        ...signatarios.map(({ nome }, index) => [`signatarios[${index}].nome`, nome] as const),
        ...campos.map(({ valor_padrao }, index) => [`campos[${index}].valorPadrao`, valor_padrao] as const),
      ],
      undrawable,
    ),
  ];
  return problems.filter(({ campo }) => !shape.some((known) => touches(known.campo, campo)));
}

/** Whether one place is the other or lies within it. */
function touches(one: string, other: string): boolean {
  const within = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length));
  return (one.startsWith(other) && within(one, other)) || (other.startsWith(one) && within(other, one));
}
