import type { JobContext } from '../../core/job.ts';
import type { MailMessage, TextAttachment } from '../../core/ports.ts';
import { type Columns, columnsOf } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import {
  type About,
  type EndedDocument,
  type FileHashes,
  type Messenger,
  mailNotice,
  type Outcome,
  type OwnedDocument,
  type Rendered,
  renderOwnerNotice,
  renderSignerNotice,
} from '../mensagens/index.ts';
import type { LogKeys, Proofs } from '../registro/index.ts';
import type { LinkTokens } from './links.ts';
import { proofsOf, readLabel, readReceipts, receiptsOf, waitsOn } from './notice-proofs.ts';
import { activeMember } from './notices.ts';
import { OUTCOME_RETRIES, type OutcomePayload } from './queues.ts';
import { answersTo, readSender, type SenderDetails } from './remetente.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { listSignatarios } from './store.ts';
import { validationUrl } from './validation-url.ts';

export interface NoticeSenderDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  readonly tokens: LinkTokens;
  /** `{public_url}` */
  readonly publicUrl: string;
  readonly logKeys: LogKeys;
  readonly proofs: Proofs;
}

type NoticeRow = Columns<'aviso', 'documento_id' | 'signatario_id' | 'membro_id' | 'link_id' | 'ator' | 'motivo'>;

/** A notice with the ended document it is about. */
export interface Told {
  readonly notice: NoticeRow;
  readonly documento: DocumentoRow & { status: Outcome };
  readonly signatarios: readonly SignatarioRow[];
  readonly hashes: FileHashes | null;
  /** The receipts of the signer's acts, if the notice is a signer's. */
  readonly receipts: readonly string[];
  /** What the proof of the document's conclusion is found by. */
  readonly label: Buffer | null;
}

type Addressed = Rendered &
  Pick<MailMessage, 'to' | 'fromName' | 'replyTo' | 'attachments'> & { readonly leadsTo: string | null };

const aboutOf = (told: readonly Told[], { leadsTo }: Addressed): About => ({
  tipo: 'DESFECHO',
  documentos: [...new Set(told.map(({ documento }) => documento.id))],
  signatarioId: told[0]?.notice.signatario_id ?? null,
  link: leadsTo,
});

/**
 * Sends a message with its notices, and deletes them once it was accepted or finally rejected. Safe to rerun: a retry
 * has the same message id, and none is made once the notices are deleted.
 */
export function createNoticeSender(deps: NoticeSenderDeps) {
  return async (payload: OutcomePayload, { retries }: Pick<JobContext, 'retries'>): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const found = await deps.db.read(scope, (tx) => readNotices(tx, deps.logKeys, payload.id));
    const [first] = found;
    if (!first) return;
    const proofs = await proofsOf(deps, scope, found);
    if (proofs === 'waiting' && (await waitsOn(deps, scope, payload))) return;
    const attachments = [...receiptsOf(found), ...(proofs === 'waiting' ? [] : proofs)];
    const message = await deps.db.read(scope, (tx) => messageOf(tx, deps, found, attachments));
    // Nobody is left to notify if the member was removed or the person's data were erased meanwhile.
    if (!message) return deps.db.write(scope, (tx) => forget(tx, payload.id));
    try {
      await mailNotice(
        deps,
        scope,
        { ...message, messageId: payload.id },
        {
          about: aboutOf(found, message),
          counted: {
            referencia: `aviso:${payload.id}`,
            documentoId: first.documento.id,
            descricao: 'Aviso de desfecho',
          },
          settle: (tx) => forget(tx, payload.id),
        },
      );
    } catch (error) {
      if (retries >= OUTCOME_RETRIES) await deps.db.write(scope, (tx) => forget(tx, payload.id));
      throw error;
    }
  };
}

/** The notices of a message, in the order of their documents, including deleted documents. */
async function readNotices(tx: Tx, keys: LogKeys, mensagemId: string): Promise<Told[]> {
  const notices = await tx.sql<NoticeRow[]>`
    select documento_id, signatario_id, membro_id, link_id, ator, motivo
      from aviso
     where mensagem_id = ${mensagemId} and ${tx.here()}`;
  const documentos = await tx.sql<Told['documento'][]>`
    select ${columnsOf('documento')}
      from documento
     where ${tx.oneOf(
       'id',
       notices.map(({ documento_id }) => documento_id),
     )}
       and ${tx.here()}
     order by envelope_posicao, criado_em, id`;
  const told: Told[] = [];
  for (const documento of documentos) {
    const signatarios = await listSignatarios(tx, documento.id);
    const [hashes, label] = await Promise.all([hashesOf(tx, documento), readLabel(tx, documento)]);
    for (const notice of notices.filter(({ documento_id }) => documento_id === documento.id)) {
      const { signatario_id } = notice;
      const receipts = signatario_id === null ? [] : await readReceipts(tx, keys, documento.id, signatario_id);
      told.push({ notice, documento, signatarios, hashes, receipts, label });
    }
  }
  return told;
}

/** The hashes of a completed document's files, with its current certificate. */
async function hashesOf({ sql, here }: Tx, documento: DocumentoRow): Promise<FileHashes | null> {
  const [row] = await sql<
    (Columns<'certificado', 'codigo' | 'versao' | 'hash_documento'> & Columns<'arquivo', 'sha256'>)[]
  >`
    select c.codigo, c.versao, c.hash_documento, a.sha256
      from certificado c
      join arquivo a on a.id = c.arquivo_id
     where c.documento_id = ${documento.id}
       and ${here('c')}
     order by c.versao desc
     limit 1`;
  return row
    ? {
        codigo: documento.codigo_validacao ?? '',
        assinado: row.hash_documento,
        codigoCertificado: row.codigo,
        versaoCertificado: row.versao,
        certificado: row.sha256,
      }
    : null;
}

async function messageOf(
  tx: Tx,
  deps: NoticeSenderDeps,
  told: readonly Told[],
  attachments: readonly TextAttachment[],
): Promise<Addressed | null> {
  const sender = await readSender(tx, told[0]?.documento);
  const member = told[0]?.notice.membro_id ?? null;
  const brings = attachments.length > 0;
  const message =
    member === null ? toSigner(tx, deps, sender, told, brings) : await toOwner(tx, deps, sender, told, member, brings);
  return message && { ...message, attachments };
}

const endedOf = ({ publicUrl }: NoticeSenderDeps, { documento, hashes }: Told): EndedDocument => ({
  titulo: documento.titulo,
  outcome: documento.status,
  hashes,
  validationUrl: validationUrl(publicUrl, documento.ambiente, documento.codigo_validacao ?? ''),
});

function toSigner(
  tx: Tx,
  deps: NoticeSenderDeps,
  sender: SenderDetails,
  told: readonly Told[],
  brings: boolean,
): Addressed | null {
  const own = told.flatMap(
    ({ notice, signatarios }) => signatarios.find(({ id }) => id === notice.signatario_id) ?? [],
  );
  const to = own.find(({ email }) => email !== null)?.email;
  if (!to) return null;
  const links = told.flatMap(({ notice }) => notice.link_id ?? []);
  const replyTo = answersTo(
    sender,
    told.map(({ documento }) => documento),
  );
  const newest = links.at(-1);
  const copyUrl = newest && deps.tokens.knows(newest) ? deps.tokens.urlOf(newest) : null;
  // One mailbox may belong to two signers of the same document.
  const documents = told.filter(
    ({ documento }, at) => told.findIndex((one) => one.documento.id === documento.id) === at,
  );
  return {
    to,
    leadsTo: copyUrl,
    fromName: sender.nomeRemetente,
    ...(replyTo ? { replyTo } : {}),
    ...renderSignerNotice(
      {
        sender: sender.shown,
        nome: own.find(({ nome }) => nome !== null)?.nome ?? null,
        documentos: documents.map((one) => endedOf(deps, one)),
        copyUrl,
        refused: own.some(({ status }) => status === 'RECUSADO'),
        brings,
        teste: tx.scope.ambiente === 'TESTE',
      },
      own[0]?.idioma,
    ),
  };
}

async function toOwner(
  tx: Tx,
  deps: NoticeSenderDeps,
  sender: SenderDetails,
  told: readonly Told[],
  membroId: string,
  brings: boolean,
): Promise<Addressed | null> {
  const member = await activeMember(tx, membroId);
  if (!member) return null;
  const documentos = told.map((one) => ownedOf(panelOf(deps, tx.scope), one));
  return {
    to: member.email,
    leadsTo: documentos[0]?.panelUrl ?? null,
    ...renderOwnerNotice({
      sender: sender.shown,
      nome: member.nome,
      documentos,
      brings,
      teste: tx.scope.ambiente === 'TESTE',
    }),
  };
}

const nameOf = ({ nome, email, telefone }: SignatarioRow) => nome ?? email ?? telefone ?? 'Signatário sem nome';

/** The panel's URL for an environment. */
export const panelOf = ({ publicUrl }: Pick<NoticeSenderDeps, 'publicUrl'>, { ambiente }: Scope) =>
  `${publicUrl}/painel${ambiente === 'TESTE' ? '/sandbox' : ''}`;

function ownedOf(panel: string, { documento, signatarios, notice, hashes }: Told): OwnedDocument {
  const refused = signatarios.filter(({ status }) => status === 'RECUSADO');
  const [last] = refused.toSorted((a, b) => Number(b.recusado_em) - Number(a.recusado_em));
  const stopped = documento.status === 'RECUSADO' ? last : undefined;
  const listed = documento.status === 'ASSINADO' ? 'ASSINADO' : 'CANCELADO';
  return {
    titulo: documento.titulo,
    outcome: documento.status,
    hashes,
    panelUrl: `${panel}/documentos/${documento.id}`,
    people: signatarios.filter(({ status }) => status === listed).map(nameOf),
    ator: stopped ? nameOf(stopped) : notice.ator,
    motivo: stopped ? stopped.motivo_recusa : notice.motivo,
  };
}

async function forget(tx: Tx, mensagemId: string): Promise<void> {
  await tx.sql`
    delete from aviso
     where mensagem_id = ${mensagemId}
       and ${tx.here()}`;
}
