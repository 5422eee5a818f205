import { CODE_ALPHABET, CURRENT_CERTIFICATE_SCHEMA, RESENDS_PER_HOUR, type Rule, rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { newSalt, saltedHash } from '../../core/chain.ts';
import { conflict, type FieldProblem, notFound, Problem } from '../../core/problem.ts';
import { randomText } from '../../core/random.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { InkMaps } from '../arquivos/index.ts';
import { recordEvent } from '../auditoria/index.ts';
import { consumeEnvelope } from '../consumo/index.ts';
import { wordsOf } from '../modelos-email/index.ts';
import { inviteWhoseTurn, sendLink } from './convites.ts';
import { draftDocument, draftField, draftSigner } from './entrada.ts';
import { transition } from './estado.ts';
import { emitDocumentEvent } from './eventos.ts';
import { refuseTooManySms } from './extra-sms.ts';
import type { LinkTokens } from './links.ts';
import { isPending } from './people.ts';
import { nextReminder } from './reminders.ts';
import type { Aggregate, DocumentoRow, Marcas } from './rows.ts';
import { checkReadyToSend } from './rules.ts';
import { fieldsAsSent, keepSentData } from './sent-data.ts';
import { loadAggregate, updateDocumento } from './store.ts';
import { coveredInDetail, followTags } from './tags.ts';

type InkPreparation = Pick<InkMaps, 'prepare'>;

/** What sending takes. */
export interface SendingDeps {
  readonly tokens: LinkTokens;
  readonly ink: InkPreparation;
}

/** `SVC-XXXX-XXXX-XXXX`: 12 characters of a 32-letter alphabet are 60 bits. */
export function newValidationCode(): string {
  const group = () => randomText(4, CODE_ALPHABET);
  return `SVC-${group()}-${group()}-${group()}`;
}

/**
 * Everything that prevents a draft from being sent, and the data needed to send it, with the fields that its tags make
 * by now.
 * @param tags of its file, see `followTags`
 */
export async function checkDraft(
  tx: Tx,
  origin: Origin,
  draft: DocumentoRow,
  tags: Marcas | null,
): Promise<{ erros: FieldProblem[]; aggregate: Aggregate }> {
  const { aggregate, erros: lacking } = await followTags(tx, origin, draft, tags);
  const { documento } = aggregate;
  const erros = checkReadyToSend(
    draftDocument(documento),
    aggregate.signatarios.map(draftSigner),
    aggregate.campos.map(draftField),
    documento.paginas,
    tx.now,
  );
  // Where a tag lacks its person, so does the signature.
  const others = lacking.length === 0 ? erros : erros.filter(({ regra }) => regra !== 'signatureNeeded');
  return { erros: [...lacking, ...others], aggregate };
}

/** @throws 422 with everything that is missing */
export function refuseUnready(detail: Rule, erros: readonly FieldProblem[]): void {
  if (erros.length > 0) throw new Problem('422 ENTRADA_INVALIDA', detail, { erros });
}

/**
 * Turns a ready draft into a document sent for signature: code, status, schema of its evidence, trail and event.
 * Invitations follow.
 */
export async function markSent(
  tx: Tx,
  ink: InkPreparation,
  origin: Origin,
  aggregate: Aggregate,
): Promise<DocumentoRow> {
  const { documento, signatarios, campos } = aggregate;
  const codigo = newValidationCode();
  const sal = newSalt();
  const marcas = coveredInDetail(documento);
  const { mensagemPadrao, ...organizacao } = await organizationOf(tx);
  const row = await updateDocumento(tx, documento.id, {
    status: transition(documento, 'SEND', tx.now),
    enviado_em: tx.now,
    remetente: organizacao.nome,
    mensagem_padrao: mensagemPadrao ?? '',
    codigo_validacao: codigo,
    hash_publico: documento.arquivo_hash,
    esquema: CURRENT_CERTIFICATE_SCHEMA,
    campos_sal: sal,
    // Whatever becomes of the template, everybody of this sending is invited in the same words.
    convite: documento.modelo_email_id === null ? null : await wordsOf(tx, documento.modelo_email_id),
    lembrete_em: documento.lembrete && nextReminder(documento.lembrete, tx.now, tx.now),
  });
  await recordEvent(tx, documento.id, origin, {
    acao: 'DOCUMENTO_ENVIADO',
    detalhe: {
      codigoValidacao: codigo,
      hashArquivo: documento.arquivo_hash,
      signatarios: signatarios.length,
      esquema: row.esquema,
      titulo: row.titulo,
      nivelAssinatura: row.nivel_assinatura,
      paginas: row.paginas,
      organizacao,
      dados: await keepSentData(tx, aggregate),
      hashCamposDoRemetente: saltedHash(sal, fieldsAsSent(campos, null)),
      ...(marcas.length > 0 ? { marcas } : {}),
    },
  });
  await emitDocumentEvent(tx, 'document.sent', row);
  tx.afterCommit(() => ink.prepare(tx.scope, row.arquivo_id));
  return row;
}

type Sending = Columns<'organizacao', 'nome' | 'documento'> & { readonly mensagemPadrao: string | null };

/** The sender as named in the evidence, and what its brand says where the document has no message, at the time of sending. */
async function organizationOf({ sql, scope }: Tx): Promise<Sending> {
  const [organizacao] = await sql<Sending[]>`
    select nome, documento, marca ->> 'mensagemPadrao' as "mensagemPadrao" from organizacao where id = ${scope.organizacaoId}`;
  if (!organizacao) throw new Error('a document without an organization');
  return { ...organizacao };
}

/**
 * Sends a draft: allowance, validation code, status, trail, event and invitations, all in one transaction.
 * @throws 422 with everything that is missing, 402 FRANQUIA_ESGOTADA, 409 if it is not a draft or is part of an
 * envelope
 */
export async function enviarDocumento(
  tx: Tx,
  { tokens, ink }: SendingDeps,
  origin: Origin,
  documento: DocumentoRow,
  tags: Marcas | null,
): Promise<DocumentoRow> {
  transition(documento, 'SEND', tx.now);
  if (documento.envelope_id) throw conflict(rule('sendTheEnvelope'));
  const { erros, aggregate } = await checkDraft(tx, origin, documento, tags);
  refuseUnready(rule('documentUnready'), erros);
  const row = await markSent(tx, ink, origin, aggregate);
  await inviteWhoseTurn(tx, tokens, row);
  consumeEnvelope(tx, `documento:${documento.id}`, documento.id, documento.titulo);
  return row;
}

const HOUR_MS = 3600_000;

/** @throws 429 if a signer had three resends within the last hour; counted in the database, so for all processes. */
async function refuseTooManyResends(tx: Tx, signatarioId: string): Promise<void> {
  const recent = await tx.sql<Columns<'link', 'criado_em'>[]>`
    select l.criado_em
      from link l
      join link_signatario ls on ls.link_id = l.id
     where ls.signatario_id = ${signatarioId}
       and ${tx.here('ls')}
       and l.motivo = 'REENVIO' and l.criado_em > ${new Date(tx.now.getTime() - HOUR_MS)}
     order by l.criado_em`;
  const oldest = recent[0];
  if (recent.length < RESENDS_PER_HOUR || !oldest) return;
  const wait = Math.max(1, Math.ceil((oldest.criado_em.getTime() + HOUR_MS - tx.now.getTime()) / 1000));
  throw new Problem('429 LIMITE_EXCEDIDO', rule('resendLimit', { n: RESENDS_PER_HOUR }), {
    headers: { 'retry-after': String(wait) },
  });
}

/**
 * Sends a new link to people who were invited and have not acted. Earlier links to the same contact keep working; no
 * envelope is consumed and no deadline changes.
 * @throws 404 for a signer not in this document, 409 if there is nobody to resend to, 429 over 3 per signer and hour,
 * and beyond the SMS of an envelope
 */
export async function reenviarConvites(
  tx: Tx,
  tokens: LinkTokens,
  origin: Origin,
  documento: DocumentoRow,
  signatarioId: string | undefined,
): Promise<void> {
  transition(documento, 'RESEND', tx.now);
  const { signatarios } = await loadAggregate(tx, documento);
  const chosen = signatarioId ? signatarios.filter(({ id }) => id === signatarioId) : signatarios;
  if (signatarioId && chosen.length === 0) throw notFound();
  const due = chosen.filter((signatario) => isPending(signatario) && signatario.convidado_em !== null);
  if (due.length === 0) {
    throw conflict(signatarioId ? rule('resendNotTheirs') : rule('resendNobody'));
  }
  for (const { id } of due) await refuseTooManyResends(tx, id);
  await refuseTooManySms(tx, documento, due.filter(({ metodo_entrega }) => metodo_entrega === 'SMS').length);
  for (const signatario of due) {
    await sendLink(tx, tokens, documento, signatario, 'REENVIO');
    await recordEvent(tx, documento.id, origin, {
      acao: 'CONVITE_REENVIADO',
      detalhe: { signatarioId: signatario.id, canal: signatario.metodo_entrega },
    });
  }
}
