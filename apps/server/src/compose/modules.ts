import { operations } from '@rubrica/contract';
import { undrawable } from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import type { Seal } from '../adapters/seal.ts';
import type { Config } from '../config/index.ts';
import type { Handlers } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import { createCursors } from '../core/cursor.ts';
import { handler, type JobHandler } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import type { MailedTokens } from '../core/mailed-tokens.ts';
import { type Scope, scopeOf } from '../core/scope.ts';
import type { Database } from '../core/sql.ts';
import { SESSION_COOKIE } from '../http/authenticate.ts';
import type { ServerDeps } from '../http/server.ts';
import { arquivosHandlers, createInkMaps, createPreviews, findFile, MAP_INK } from '../modules/arquivos/index.ts';
import {
  assinaturaHandlers,
  createCodeSender,
  createCodes,
  createForgottenSender,
  createLinkResolver,
  createPreparation,
  previewHandler,
  SEND_CODE,
  SEND_FORGOTTEN,
} from '../modules/assinatura/index.ts';
import {
  COMPLETE_DOCUMENT,
  certificadosHandlers,
  createCompletion,
  type SealIdentity,
  TimestampPending,
} from '../modules/certificados/index.ts';
import { type CallRecorder, chamadasHandlers, createCallRecorder } from '../modules/chamadas/index.ts';
import { chavesApiHandlers } from '../modules/chaves-api/index.ts';
import { consumoHandlers, createRequestMeter, type RequestMeter } from '../modules/consumo/index.ts';
import { contatosHandlers, createContactSender, SEND_CONTACT } from '../modules/contatos/index.ts';
import {
  createInvitationSender,
  createLinkTokens,
  createNoticeSender,
  documentosHandlers,
  type LinkTokens,
  rulesDespite,
  SEND_INVITATION,
  SEND_OUTCOME,
} from '../modules/documentos/index.ts';
import { envelopesHandlers } from '../modules/envelopes/index.ts';
import { createPaymentTokens, faturamentoHandlers } from '../modules/faturamento/index.ts';
import { exportar, GATHER_DATA, lgpdHandlers } from '../modules/lgpd/index.ts';
import { createMessenger, mensagensHandlers } from '../modules/mensagens/index.ts';
import { modelosHandlers } from '../modules/modelos/index.ts';
import { modelosEmailHandlers } from '../modules/modelos-email/index.ts';
import { oauthHandlers } from '../modules/oauth/index.ts';
import {
  createInvitationTokens,
  createMemberInvitationSender,
  membrosHandlers,
  organizacaoHandlers,
  SEND_MEMBER_INVITATION,
} from '../modules/organizacao/index.ts';
import { pastasHandlers } from '../modules/pastas/index.ts';
import {
  cookieIsSecure,
  createConfirmationTokens,
  createResetTokens,
  posseHandlers,
  sessoesHandlers,
  sessoesJobs,
} from '../modules/sessoes/index.ts';
import { createValidator, type Validate, validacaoHandlers } from '../modules/validacao/index.ts';
import { webhooksHandlers, webhooksJobs } from '../modules/webhooks/index.ts';
import { tellingOperator } from './sealing.ts';
import { createSealCheck, listSeals } from './seals.ts';
import type { World } from './world.ts';

/** What the modules give the processes. */
export interface Parts {
  readonly handlers: Handlers;
  readonly alsoChecks: ServerDeps['alsoChecks'] & object;
  readonly beside: ServerDeps['beside'] & object;
  readonly jobs: readonly JobHandler[];
  readonly complete: (scope: Scope, documentoId: string) => Promise<void>;
  /** Pairs of files that the offline verifier refused since the process started. */
  readonly refusals: () => number;
  /** Answers that are held back on purpose are given at once. */
  readonly release: () => void;
  readonly requests: RequestMeter;
  readonly calls: CallRecorder;
  readonly tokens: LinkTokens;
  /** Of the pages at which invoices are paid. */
  readonly payments: MailedTokens;
  readonly validate: Validate;
  readonly resolveLink: ReturnType<typeof createLinkResolver>;
  /** Done while the signing page is on its way to whoever holds a token. */
  readonly prepareSigning: ReturnType<typeof createPreparation>;
}

/** The modules, each given what it asks for. */
export function assemble(config: Config, world: World, db: Database, clock: Clock, log: Logger): Parts {
  const { secrets, files, limiter } = world;
  const baseUrlOf = (scope: Scope) => (scope.ambiente === 'TESTE' ? `${config.baseUrl}/sandbox` : config.baseUrl);
  const tokens = createLinkTokens(secrets, config.publicUrl);
  const cursors = createCursors(...(secrets.deriveAll('cursor') as [Buffer, ...Buffer[]]));
  const codes = createCodes(secrets);
  const messenger = createMessenger(db, world.mail, world.sms);
  const fonts = loadNodeFonts();
  const drawable = (text: string) => undrawable(fonts, text);
  const pdf = tellingOperator(world.engine, log);
  const ink = createInkMaps({ files, painter: world.painter, workDirectory: world.workDirectory });
  const completion = {
    db,
    clock,
    files,
    pdf,
    seals: { PRODUCAO: identityOf(world.seals.PRODUCAO), TESTE: identityOf(world.seals.TESTE) },
    operator: { nome: config.operator.name, documento: config.operator.document },
    checkSeal: createSealCheck(db.sql, world.seals),
    knownSeals: async () => (await listSeals(db.sql)).map(({ impressao }) => impressao),
    publicUrl: config.publicUrl,
    workDirectory: world.workDirectory,
    ink,
  };
  const complete = createCompletion(completion);
  const completeNow = (scope: Scope, documentoId: string) =>
    complete(scope, documentoId).catch((error) => {
      if (error instanceof TimestampPending)
        log.warn({ reason: error.message, documentoId }, 'completion waits for a time stamp');
      else log.error({ err: error, documentoId }, 'completion failed; its job will finish it');
    });
  const requests = createRequestMeter(db, log);
  const calls = createCallRecorder(db, log);
  const validate = createValidator({ db, limiter });
  const delivery = {
    db,
    clock,
    secrets,
    webhookHttp: world.webhookHttp,
    retrySeconds: config.webhookRetrySeconds,
    random: Math.random,
    messenger,
    panelUrl: `${config.publicUrl}/painel`,
  };
  const documents = {
    db,
    files,
    examiner: world.examiner,
    tokens,
    cursors,
    secrets,
    messenger,
    baseUrlOf,
    undrawable: drawable,
  };
  const resolveLink = createLinkResolver(db, tokens);
  const previews = createPreviews({ files, painter: world.painter, workDirectory: world.workDirectory, log });
  const invitations = createInvitationTokens(secrets, config.publicUrl);
  const resets = createResetTokens(secrets, config.publicUrl);
  const confirmations = createConfirmationTokens(secrets, config.publicUrl);
  const payments = createPaymentTokens(secrets, config.publicUrl);
  const stopping = new AbortController();
  const accounts = { db, clock, secrets, invitations, resets, confirmations, stopping: stopping.signal };
  return {
    handlers: {
      ...arquivosHandlers({ db, files }),
      ...assinaturaHandlers({ tokens, files, secrets, codes, undrawable: drawable, completeNow }),
      ...certificadosHandlers({ ...completion, baseUrlOf }),
      ...chamadasHandlers({ cursors, calls }),
      ...chavesApiHandlers({ cursors, baseUrlOf, undrawable: drawable }),
      ...consumoHandlers({ cursors, requests }),
      ...contatosHandlers({ limiter }),
      ...documentosHandlers(documents),
      ...envelopesHandlers({ cursors, tokens, baseUrlOf }),
      ...lgpdHandlers({ cursors, files, baseUrlOf }),
      ...faturamentoHandlers({ cursors, payments: config.pix === null ? null : payments }),
      ...mensagensHandlers({ cursors }),
      ...modelosEmailHandlers({ cursors }),
      ...modelosHandlers({ documents, files, filler: world.engine, workDirectory: world.workDirectory }),
      ...oauthHandlers({ db, cursors }),
      ...organizacaoHandlers({ cursors, undrawable: drawable }),
      ...pastasHandlers({ cursors, baseUrlOf }),
      ...membrosHandlers({ cursors, invitations, baseUrlOf }),
      ...sessoesHandlers({
        ...accounts,
        cursors,
        geo: world.geo,
        cookie: { name: SESSION_COOKIE, secure: cookieIsSecure(config.publicOrigin) },
        baseUrl: config.baseUrl,
        undrawable: drawable,
      }),
      ...posseHandlers(accounts),
      ...validacaoHandlers(validate),
      ...webhooksHandlers({
        cursors,
        secrets,
        webhookHttp: world.webhookHttp,
        baseUrlOf,
      }),
    },
    beside: [
      {
        // What a signer's page shows before it has the file, checked like the file.
        operation: { ...operations.baixarArquivoAssinatura, path: '/assinar/{token}/previa' },
        handler: previewHandler(previews),
      },
    ],
    alsoChecks: { criarDocumento: (body, shape, now) => rulesDespite(body, shape, now, drawable) },
    jobs: [
      ...webhooksJobs(delivery),
      ...sessoesJobs({ ...accounts, messenger, publicUrl: config.publicUrl }),
      handler({
        job: SEND_MEMBER_INVITATION,
        concurrency: 2,
        handle: createMemberInvitationSender({ db, messenger, tokens: invitations }),
      }),
      handler({ job: SEND_INVITATION, concurrency: 4, handle: createInvitationSender({ db, messenger, tokens }) }),
      handler({
        job: SEND_OUTCOME,
        concurrency: 2,
        handle: createNoticeSender({ db, messenger, tokens, publicUrl: config.publicUrl }),
      }),
      handler({ job: SEND_CODE, concurrency: 4, handle: createCodeSender({ db, messenger, codes }) }),
      handler({ job: SEND_FORGOTTEN, concurrency: 1, handle: createForgottenSender({ db, messenger }) }),
      handler({
        job: GATHER_DATA,
        concurrency: 1,
        handle: ({ organizacaoId, ambiente, id }) =>
          exportar({ db, files, workDirectory: world.workDirectory }, scopeOf(organizacaoId, ambiente), id),
      }),
      handler({
        job: SEND_CONTACT,
        concurrency: 1,
        handle: createContactSender({ db, clock, messenger, contactEmail: config.contactEmail }),
      }),
      handler({
        job: COMPLETE_DOCUMENT,
        concurrency: 2,
        handle: ({ organizacaoId, ambiente, id }) => complete(scopeOf(organizacaoId, ambiente), id),
      }),
      handler({
        job: MAP_INK,
        concurrency: 1,
        handle: async ({ organizacaoId, ambiente, id }) => {
          await ink.read(await db.read(scopeOf(organizacaoId, ambiente), (tx) => findFile(tx, id)));
        },
      }),
    ],
    complete,
    refusals: pdf.refusals,
    release: () => stopping.abort(),
    tokens,
    payments,
    requests,
    calls,
    validate,
    resolveLink,
    prepareSigning: createPreparation({ db, resolveLink, previews, log }),
  };
}

/** A seal as the evidence names it. */
const identityOf = ({ certificate }: Seal): SealIdentity => ({
  titular: certificate.subject,
  emissor: certificate.issuer,
  numeroSerie: certificate.serial,
  impressaoDigital: certificate.fingerprint,
  validoDe: certificate.notBefore,
  validoAte: certificate.notAfter,
});
