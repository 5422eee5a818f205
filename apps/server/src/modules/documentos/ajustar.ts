import { isDeepStrictEqual } from 'node:util';
import { type AjusteEntrada, DEADLINE_CHANGES_PER_HOUR, rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { Problem, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { sendLink } from './convites.ts';
import { draftDocument, toDate } from './entrada.ts';
import { transition } from './estado.ts';
import type { LinkTokens } from './links.ts';
import { ownReferenceChanges } from './own-reference.ts';
import { isPending } from './people.ts';
import { nextReminder } from './reminders.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { checkDeadlines, concerns } from './rules.ts';
import { type DocumentoChanges, listSignatarios, updateDocumento } from './store.ts';

/** The adjustable columns that decide until when and how often signers are asked. */
const UNTIL_WHEN = { lembrete: 'lembrete', prazo_em: 'prazoEm', expira_em: 'expiraEm' } as const;
const MEMBERS = {
  descricao: 'descricao',
  responder_para: 'responderPara',
  referencia_externa: 'referenciaExterna',
  metadados: 'metadados',
  ...UNTIL_WHEN,
} as const;

type Column = keyof typeof MEMBERS;
type Changes = Partial<Pick<DocumentoRow, Column>>;

const text = (value: Date | string | null): string | null => (value instanceof Date ? value.toISOString() : value);

/** The requested values that differ from the current ones. */
function changesOf(documento: DocumentoRow, body: AjusteEntrada): Changes {
  const given: { [K in Column]: DocumentoRow[K] | undefined } = {
    descricao: body.descricao,
    responder_para: body.responderPara,
    ...ownReferenceChanges(body),
    lembrete: body.lembrete,
    prazo_em: body.prazoEm === undefined ? undefined : toDate(body.prazoEm),
    expira_em: body.expiraEm === undefined ? undefined : toDate(body.expiraEm),
  };
  return Object.fromEntries(
    Object.entries(given).filter(
      ([column, value]) => value !== undefined && !isDeepStrictEqual(value, documento[column as Column]),
    ),
  ) as Changes;
}

/**
 * Adjusts what is not content of a sent document. A new deadline is announced to people who were invited by e-mail and
 * have not signed.
 * @throws 400, 409 CONFLITO for a draft, and for deadline and reminder once the document has ended, 429 over 3
 * deadlines an hour
 */
export async function ajustarDocumento(
  tx: Tx,
  tokens: LinkTokens,
  origin: Origin,
  documento: DocumentoRow,
  body: AjusteEntrada,
): Promise<DocumentoRow> {
  transition(documento, 'ADJUST', tx.now);
  if (Object.values(UNTIL_WHEN).some((member) => member in body)) transition(documento, 'ADJUST_DEADLINE', tx.now);
  const changes = changesOf(documento, body);
  const problems = checkDeadlines(draftDocument({ ...documento, ...changes }), tx.now);
  refuseInvalid(problems.filter((problem) => concerns(problem, body)));
  const columns = Object.keys(changes) as Column[];
  if (columns.length === 0) return documento;
  if (changes.prazo_em !== undefined) await refuseTooManyDeadlines(tx, documento.id);

  const row = await updateDocumento(tx, documento.id, withReminder(tx, changes));
  const told = columns.filter((column) => column in UNTIL_WHEN) as (keyof typeof UNTIL_WHEN)[];
  await recordEvent(tx, documento.id, origin, {
    acao: 'DOCUMENTO_AJUSTADO',
    detalhe: {
      campos: columns.map((column) => MEMBERS[column]).sort(),
      // Internal details are named, but their values are not shown to readers of the trail.
      alteracoes: Object.fromEntries(
        told.map((column) => [MEMBERS[column], { de: text(documento[column]), para: text(row[column]) }]),
      ),
    },
  });
  if (changes.prazo_em !== undefined) {
    for (const signatario of (await listSignatarios(tx, documento.id)).filter(hearsOfDeadline)) {
      await sendLink(tx, tokens, row, signatario, 'PRAZO');
    }
  }
  return row;
}

/** A new or changed reminder counts from now. */
function withReminder({ now }: Tx, changes: Changes): DocumentoChanges {
  if (changes.lembrete === undefined) return changes;
  return { ...changes, lembrete_em: changes.lembrete && nextReminder(changes.lembrete, now, now) };
}

function hearsOfDeadline(signatario: SignatarioRow): boolean {
  const { metodo_entrega, status, convidado_em } = signatario;
  return isPending(signatario) && metodo_entrega === 'EMAIL' && status !== 'FALHA_ENTREGA' && convidado_em !== null;
}

const HOUR_MS = 3600_000;

/** Counted from the trail, which records every new deadline. @throws 429 if there were three within the last hour */
async function refuseTooManyDeadlines({ sql, now, here }: Tx, documentoId: string): Promise<void> {
  const recent = await sql<{ em: Date }[]>`
    select (corpo::jsonb ->> 'ocorridoEm')::timestamptz as em
      from evento_auditoria
     where documento_id = ${documentoId}
       and ${here()}
       and corpo::jsonb ->> 'acao' = 'DOCUMENTO_AJUSTADO'
       and corpo::jsonb #> '{detalhe,alteracoes,prazoEm}' is not null
       and (corpo::jsonb ->> 'ocorridoEm')::timestamptz > ${new Date(now.getTime() - HOUR_MS)}
     order by em`;
  const oldest = recent[0];
  if (recent.length < DEADLINE_CHANGES_PER_HOUR || !oldest) return;
  const wait = Math.max(1, Math.ceil((oldest.em.getTime() + HOUR_MS - now.getTime()) / 1000));
  throw new Problem('429 LIMITE_EXCEDIDO', rule('deadlineLimit', { n: DEADLINE_CHANGES_PER_HOUR }), {
    headers: { 'retry-after': String(wait) },
  });
}
