import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../core/sql.ts';
import { knownLanguages } from './language.ts';
import { sameCase } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { updateSignatario } from './store.ts';

/** A signer's place in a document when another person, or another contact, comes into it: by the sender or by the signer. */

/** The person's identity and contact details, by their names in the contract: the same in all of their documents. */
export const PERSONAL = {
  nome: 'nome',
  cpf: 'cpf',
  data_nascimento: 'dataNascimento',
  email: 'email',
  telefone: 'telefone',
  metodo_entrega: 'metodoEntrega',
} as const;
export const CONTACT = ['email', 'telefone', 'metodo_entrega'] as const satisfies readonly (keyof typeof PERSONAL)[];

/** What is required of the signer in one document. */
const OF_DOCUMENT = {
  funcao: 'funcao',
  fatores_exigidos: 'fatoresExigidos',
  ordem: 'ordem',
  travar_dados: 'travarDados',
  presencial: 'presencial',
  cliente_id: 'clienteId',
} as const;
/** What of it the trail tells; the sender's own reference is neither the person nor what is asked of them. */
const TOLD = { ...PERSONAL, ...OF_DOCUMENT };
const OWN_REFERENCE = { referencia_externa: 'referenciaExterna', metadados: 'metadados' } as const;
/** What the tags of the file call the person, where they are sent back to, and whether they may pass their place on. */
const UNTOLD = { chave: 'chave', url_retorno: 'urlRetorno', delegavel: 'delegavel' } as const;
const MEMBERS = { ...TOLD, ...OWN_REFERENCE, ...UNTOLD };

export type Column = keyof typeof MEMBERS;
/** One document of the person, before and after. */
export interface Place {
  readonly documento: DocumentoRow;
  readonly before: SignatarioRow;
  readonly next: SignatarioRow;
}

export const changed = ({ before, next }: Place): Column[] =>
  (Object.keys(MEMBERS) as Column[]).filter((column) => !isDeepStrictEqual(before[column], next[column]));

/** What changes that the trail tells. */
export const corrected = (place: Place) =>
  changed(place).filter((column): column is keyof typeof TOLD => column in TOLD);

/** What is reported for a place: each changed property, with its old and new value. */
export const alterations = (place: Place) =>
  Object.fromEntries(
    corrected(place).map((column) => [MEMBERS[column], { de: place.before[column], para: place.next[column] }]),
  );

/**
 * Discards proofs, codes, reading and acceptance of the previous person. They stay in the trail, but no longer count
 * for anyone.
 */
export async function forgetActs(tx: Tx, { before, next }: Place, voided: boolean): Promise<void> {
  const { sql, now } = tx;
  const own = sql`signatario_id = ${before.id} and ${tx.here()}`;
  await sql`delete from fator_signatario where ${own}`;
  await sql`delete from autenticador where ${own}`;
  await sql`update codigo_otp set encerrado_em = ${now} where ${own} and encerrado_em is null`;
  // The language was chosen by the person of before; whoever it is now may have chosen one elsewhere.
  await updateSignatario(tx, before.id, { idioma: null });
  const known = next.email && (await knownLanguages(tx, [next])).get(sameCase(next.email));
  if (known) await updateSignatario(tx, before.id, { idioma: known });
  if (before.convidado_em === null) return;
  const handedOut = next.metodo_entrega === 'LINK';
  await updateSignatario(tx, before.id, {
    status: handedOut || voided ? 'ENVIADO' : 'PENDENTE',
    enviado_em: handedOut ? now : null,
    visualizado_em: null,
    autenticado_em: null,
    paginas_lidas: 0,
    leitura_segundos: 0,
    leitura_concluida_em: null,
    aceito_em: null,
    aceite: null,
  });
}
