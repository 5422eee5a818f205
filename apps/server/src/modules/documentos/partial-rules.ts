import type { Ambiente, CampoEntrada, DocumentoEntrada, SignatarioEntrada } from '@rubrica/contract';
import type { FieldProblem } from '../../core/problem.ts';
import { type Placed, SOMEWHERE } from './anchors.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftField, draftSigner, toDate, toField, toSigner } from './entrada.ts';
import { checkDocument, checkDrawable, checkFields, checkKeys, checkSigner } from './rules.ts';

type Item = Record<string, unknown>;

/** Substitutes for malformed or missing properties, chosen so that no rule complains about them. */
const DOCUMENT: Item = { titulo: 'x', nivelAssinatura: 'ELETRONICA', fatoresExigidos: [] };
const SIGNER: Item = { funcao: 'ASSINAR', metodoEntrega: 'LINK' };
const FIELD: Item = { tipo: 'TEXTO', ...SOMEWHERE };

const isItem = (value: unknown): value is Item => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * The object without its malformed properties; essential ones are substituted. Ids are kept, because other properties
 * refer to them.
 * @param bad the first segment of each location reported by the schema
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

/** The properties of an object with problems: for `campos[0].x` under `campos[0].`, that is `x`. */
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
 * What the rules report about a creation whose shape is already invalid, so that the caller learns everything at once.
 * Only problems that do not depend on a malformed property are reported, and none that the file itself would reveal.
 * @param shape the schema's problems; their locations are not reported again
 */
export function rulesDespite(
  body: unknown,
  shape: readonly FieldProblem[],
  now: Date,
  ambiente: Ambiente,
  undrawable: DocumentosDeps['undrawable'],
): FieldProblem[] {
  if (!isItem(body)) return [];
  const entrada = mend(body, membersUnder('', shape), DOCUMENT) as unknown as DocumentoEntrada;
  const people = mendList(body, 'signatarios', shape, SIGNER) as unknown as SignatarioEntrada[] | null;
  const fields = mendList(body, 'campos', shape, FIELD) as unknown as CampoEntrada[] | null;
  if (!people || !fields) return [];

  const signatarios = people.map(toSigner);
  // Where an anchored field comes to be, the file itself reveals.
  const placed = fields.map((campo) => (campo.ancora ? { ...campo, ...SOMEWHERE } : campo) as Placed<CampoEntrada>);
  const campos = placed.map((campo) => toField(campo, signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null));
  const draft = draftDocument({
    ambiente,
    nivel_assinatura: entrada.nivelAssinatura ?? 'ELETRONICA',
    fatores_exigidos: entrada.fatoresExigidos ?? ['EMAIL'],
    prazo_em: toDate(entrada.prazoEm),
    expira_em: toDate(entrada.expiraEm),
  });
  const problems = [
    ...checkDocument(draft, now),
    ...signatarios.flatMap((signer, index) => checkSigner(draftSigner(signer), draft, `signatarios[${index}]`, now)),
    ...checkKeys(signatarios, (index) => `signatarios[${index}].chave`),
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

/** Whether one location equals the other or is inside it. */
function touches(one: string, other: string): boolean {
  const within = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length));
  return (one.startsWith(other) && within(one, other)) || (other.startsWith(one) && within(other, one));
}
