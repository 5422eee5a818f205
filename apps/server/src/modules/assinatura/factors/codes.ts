import type { CodigoSolicitado } from '@rubrica/contract';
import { OTP_PER_HOUR, OTP_RESEND_MS, OTP_TTL_MS, type Rule, rule, TEST_CODES } from '@rubrica/contract';
import { BY_SYSTEM } from '../../../core/actor.ts';
import { conflict, Problem } from '../../../core/problem.ts';
import type { Row } from '../../../core/row.ts';
import type { Tx } from '../../../core/sql.ts';
import { isOfTest, testFailure } from '../../../core/test-people.ts';
import { recordEvent } from '../../auditoria/index.ts';
import { meter } from '../../consumo/index.ts';
import { type OwnData, PROVABLE, sameCase } from '../../documentos/index.ts';
import { QUEUES } from '../queues.ts';
import type { SigningSession } from '../sessao.ts';
import type { Codes } from './code-digits.ts';
import type { Goal, Proven } from './factor.ts';

export type CodeFactor = 'EMAIL' | 'SMS_OTP';

/** A document for which a code counts, with the person's signer row in it. */
export interface CodePlace {
  readonly signatarioId: string;
  readonly documentoId: string;
}

export type CodeRow = Row<
  'codigo_otp',
  {
    id: string;
    fator: CodeFactor;
    /** As spelled in the signer's row when the code was issued. */
    destino: string;
    criado_em: Date;
    expira_em: Date;
    encerrado_em: Date | null;
    lugares: CodePlace[];
    /** Documents whose trail records what became of it. */
    contado_em: string[];
  }
>;

const tooSoon = (said: Rule, until: number, now: Date) =>
  new Problem('429 LIMITE_EXCEDIDO', said, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until - now.getTime()) / 1000))) },
  });

const addressOf = (fator: CodeFactor, { email, telefone }: OwnData) => (fator === 'EMAIL' ? email : telefone);

const signersOf = ({ entries }: SigningSession) => entries.map(({ signatario }) => signatario.id);

/**
 * Codes sent within the last hour to the address of a goal, whichever of the person's documents they were issued in.
 */
async function recentCodes(tx: Tx, session: SigningSession, { fator, entries }: Goal<CodeFactor>): Promise<CodeRow[]> {
  const address = addressOf(fator, entries[0].signatario) ?? '';
  const rows = await tx.sql<CodeRow[]>`
    select id, fator, destino, criado_em, expira_em, encerrado_em, lugares, contado_em
      from codigo_otp
     where ${tx.here()}
       and ${tx.oneOf('signatario_id', signersOf(session))} and fator = ${fator}
       and criado_em > ${new Date(tx.now.getTime() - 3600_000)}
     order by criado_em desc`;
  // A person newly set by a corrected contact has not been sent anything yet.
  return rows.filter(({ destino }) => sameCase(destino) === sameCase(address));
}

/**
 * Issues a code and queues its dispatch; the previous code stops working. It counts for the goal's documents.
 * @throws 409 without a destination, 429 within 60 s of the last one or beyond 5 per hour
 */
export async function issueCode(
  tx: Tx,
  codes: Codes,
  session: SigningSession,
  goal: Goal<CodeFactor>,
  masked: (signer: OwnData) => string | null,
): Promise<CodigoSolicitado> {
  const { fator, entries } = goal;
  const { signatario } = entries[0];
  const destino = addressOf(fator, signatario);
  if (!destino) throw conflict(rule('codeNowhere'));
  const recent = await recentCodes(tx, session, goal);
  const [last] = recent;
  if (last && last.criado_em.getTime() + OTP_RESEND_MS > tx.now.getTime()) {
    throw tooSoon(rule('codeJustSent'), last.criado_em.getTime() + OTP_RESEND_MS, tx.now);
  }
  const oldest = recent[OTP_PER_HOUR - 1];
  if (oldest) {
    throw tooSoon(rule('codesPerHour', { n: OTP_PER_HOUR }), oldest.criado_em.getTime() + 3600_000, tx.now);
  }

  const { organizacaoId, ambiente } = tx.scope;
  const id = codes.newId();
  const expiraEm = new Date(tx.now.getTime() + OTP_TTL_MS);
  const lugares: CodePlace[] = entries.map((entry) => ({
    signatarioId: entry.signatario.id,
    documentoId: entry.documento.id,
  }));
  await tx.sql`
    update codigo_otp
       set encerrado_em = ${tx.now}
     where ${tx.here()}
       and ${tx.oneOf('signatario_id', signersOf(session))}
       and fator = ${fator} and encerrado_em is null`;
  await tx.sql`
    insert into codigo_otp ${tx.rows({
      id,
      link_id: session.link.id,
      signatario_id: signatario.id,
      fator,
      destino,
      criado_em: tx.now,
      expira_em: expiraEm,
      lugares: tx.json(lugares),
    })}`;
  await tx.enqueue(QUEUES.SEND_CODE, { organizacaoId, ambiente, id });
  return {
    fator,
    destinoMascarado: masked(signatario) ?? '',
    expiraEm: expiraEm.toISOString(),
    reenvioEm: new Date(tx.now.getTime() + OTP_RESEND_MS).toISOString(),
  };
}

/** The code that a correct answer to a goal gives; undefined if none was issued, or it was used, voided or too late. */
export const validCode = async (
  tx: Tx,
  session: SigningSession,
  goal: Goal<CodeFactor>,
): Promise<CodeRow | undefined> =>
  (await recentCodes(tx, session, goal)).find(
    ({ encerrado_em, expira_em }) => encerrado_em === null && expira_em > tx.now,
  );

/** What the message of a code says: its digits or, to a person of test, those that are known beforehand. */
export const digitsToSend = (tx: Tx, codes: Codes, id: string, signer: Pick<OwnData, 'email' | 'telefone'>): string =>
  isOfTest(tx.scope, signer) ? TEST_CODES.right : codes.digitsOf(id);

/** A person of test answers as agreed: right, wrong, or with a code that is over from then on. */
async function matches(tx: Tx, codes: Codes, code: CodeRow, signer: OwnData, given: string): Promise<boolean> {
  if (!isOfTest(tx.scope, signer)) return codes.matches(code.id, given);
  if (given === TEST_CODES.expired) await endCode(tx, code);
  // Nobody has a code that could not arrive.
  return given === TEST_CODES.right && testFailure(tx.scope, code.destino) === null;
}

const endCode = ({ sql, now, here }: Tx, { id }: CodeRow) => sql`
  update codigo_otp
     set encerrado_em = ${now}
   where id = ${id} and ${here()}`;

/**
 * Checks an answer against the valid code and uses the code up if it is correct. That proves its address in the
 * documents it was issued for, and in no others.
 */
export async function spendCode<F extends CodeFactor>(
  tx: Tx,
  codes: Codes,
  session: SigningSession,
  goal: Goal<F>,
  given: string,
): Promise<Proven<F> | null> {
  const code = await validCode(tx, session, goal);
  const entries = goal.entries.filter((entry) =>
    code?.lugares.some(({ signatarioId }) => signatarioId === entry.signatario.id),
  );
  const [first] = entries;
  const proof = first && (PROVABLE[goal.fator].provenFor(first.signatario) as Proven<F>['proof'] | null);
  if (!code || !proof || !(await matches(tx, codes, code, first.signatario, given))) return null;
  await endCode(tx, code);
  // Whoever has the digits received the message, whether or not that has been recorded yet.
  await tellDispatch(tx, code, true, new Set(session.entries.map(({ documento }) => documento.id)));
  await countDispatch(tx, code);
  return { proof, entries };
}

/** Meters a code that was sent, once. */
export function countDispatch(tx: Tx, { id, fator, lugares }: CodeRow): Promise<void> {
  const [first] = lugares;
  return meter(tx, {
    tipo: fator === 'SMS_OTP' ? 'SMS_ENVIADO' : 'EMAIL_ENVIADO',
    referencia: `codigo:${id}`,
    ...(first ? { documentoId: first.documentoId } : {}),
    descricao: 'Código de autenticação',
  });
}

/**
 * Records what became of a code in the trail of each of its documents, once per document.
 * @param locked the documents whose trail may be written now
 */
export async function tellDispatch(
  tx: Tx,
  code: CodeRow,
  accepted: boolean,
  locked: ReadonlySet<string>,
): Promise<void> {
  const due = code.lugares.filter(
    ({ documentoId }) => locked.has(documentoId) && !code.contado_em.includes(documentoId),
  );
  if (due.length === 0) return;
  for (const { signatarioId, documentoId } of due) {
    await recordEvent(tx, documentoId, BY_SYSTEM, {
      acao: accepted ? 'CODIGO_ENVIADO' : 'CODIGO_FALHOU',
      detalhe: { signatarioId, fator: code.fator, destino: code.destino },
    });
  }
  await tx.sql`
    update codigo_otp
       set contado_em = contado_em || ${due.map(({ documentoId }) => documentoId)}::uuid[]
     where id = ${code.id} and ${tx.here()}`;
}
