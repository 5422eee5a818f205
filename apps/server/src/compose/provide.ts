import type { KeyObject } from 'node:crypto';
import { operations } from '@rubrica/contract';
import { undrawable } from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import type { Seal } from '../adapters/seal.ts';
import { createWitness } from '../adapters/witness.ts';
import type { Config } from '../config/index.ts';
import { createCursors } from '../core/cursor.ts';
import type { Logger } from '../core/log.ts';
import type { Metrics } from '../core/metrics/index.ts';
import type { Secrets } from '../core/ports.ts';
import type { Scope } from '../core/scope.ts';
import type { Database, Sql } from '../core/sql.ts';
import { type Ended, watched } from '../core/watch.ts';
import { SESSION_COOKIE } from '../http/authenticate.ts';
import type { ServerDeps } from '../http/server.ts';
import { loadVerifier, ownVerifier } from '../http/site/index.ts';
import {
  createDerivedFiles,
  createInkMaps,
  createPictures,
  createPreviews,
  type InkMaps,
} from '../modules/arquivos/index.ts';
import { createCodes, createLinkResolver, createPreparation, previewHandler } from '../modules/assinatura/index.ts';
import { createCompletion, type SealIdentity, TimestampPending } from '../modules/certificados/index.ts';
import { createCallRecorder } from '../modules/chamadas/index.ts';
import { createRequestMeter } from '../modules/consumo/index.ts';
import {
  createEditingTokens,
  createLinkTokens,
  createTicketFinders,
  createTicketResolvers,
  rulesDespite,
} from '../modules/documentos/index.ts';
import { createFeed } from '../modules/eventos/index.ts';
import { createPaymentTokens } from '../modules/faturamento/index.ts';
import { createFormRequestTokens } from '../modules/formularios/index.ts';
import { createMailbox, createMessenger } from '../modules/mensagens/index.ts';
import { createInvitationTokens } from '../modules/organizacao/index.ts';
import { createDayHeads, createProofs } from '../modules/registro/index.ts';
import {
  cookieIsSecure,
  createConfirmationTokens,
  createEmailChangeTokens,
  createResetTokens,
} from '../modules/sessoes/index.ts';
import { createValidator } from '../modules/validacao/index.ts';
import type { Needs } from './modules.ts';
import { createAnnouncements, createStamper } from './open-log.ts';
import { tellingOperator } from './sealing.ts';
import { createSealCheck, listSeals } from './seals.ts';
import type { World } from './world.ts';

/** The dependencies of all modules by name, and what the processes need in addition. */
export function provide(
  config: Config,
  world: World,
  { db, clock, queue, due }: Pick<Needs, 'db' | 'clock' | 'queue' | 'due'>,
  log: Logger,
  metrics: Metrics,
) {
  const { secrets, files, painter, limiter, workDirectory, examiner, finder, geo, webhookHttp, temporary } = world;
  const links = linksOf(secrets, config.publicUrl);
  const fonts = loadNodeFonts();
  const stopping = new AbortController();
  const validate = createValidator({ db, limiter });
  const derived = createDerivedFiles(files, workDirectory, secrets);
  const ink = createInkMaps({ files, painter, derived, db, log, stopping: stopping.signal });
  const { refusals, ...completing } = completion(config, world, db, log, ink, metrics);
  const needs: Needs = {
    ...settingsOf(config),
    ...links,
    ...completing,
    ...{ secrets, files, painter, limiter, workDirectory, examiner, finder, geo, webhookHttp, temporary },
    ...{ db, clock, queue, due },
    log,
    metrics,
    ink,
    verifierPage: verifierPage(db.sql, config.publicUrl),
    proofs: createProofs(db),
    announcements: createAnnouncements(db.sql, () => clock.now()),
    witnesses: config.witnesses.map(createWitness),
    stampText: createStamper(world.timestamps, () => clock.now()),
    pictures: createPictures({ files, painter, limiter, derived, log }),
    validate,
    cursors: createCursors(...(secrets.deriveAll('cursor') as [KeyObject, ...KeyObject[]])),
    codes: createCodes(secrets),
    messenger: createMessenger(db, world.mail, world.sms, config.mailFrom),
    mailbox: createMailbox(db, log, stopping.signal),
    feed: createFeed(db, log, stopping.signal),
    requests: createRequestMeter(db, log),
    calls: createCallRecorder(db, log),
    baseUrlOf: (scope) => (scope.ambiente === 'TESTE' ? `${config.baseUrl}/sandbox` : config.baseUrl),
    undrawable: (text) => undrawable(fonts, text),
    filler: world.engine,
    random: Math.random,
    stopping: stopping.signal,
  };
  const resolveLink = createLinkResolver(db, links.tokens);
  const findTicket = createTicketFinders(db);
  const previews = createPreviews({ files, painter, derived, log });
  const beside: ServerDeps['beside'] = [
    {
      // What a signer's page shows before it has the file, with the same checks as for the file.
      operation: { ...operations.baixarArquivoAssinatura, path: '/assinar/{token}/previa' },
      handler: previewHandler(previews),
    },
  ];
  const alsoChecks: ServerDeps['alsoChecks'] = {
    criarDocumento: (body, shape, now, ambiente) => rulesDespite(body, shape, now, ambiente, needs.undrawable),
  };
  return {
    needs,
    beside,
    alsoChecks,
    validate,
    resolveLink,
    findTicket,
    resolveTicket: createTicketResolvers(findTicket),
    /** Pairs of files that the offline verifier rejected, since the process started. */
    refusals,
    /** Sends deliberately delayed responses at once. */
    release: () => stopping.abort(),
    /** Done while the signing page is being sent to the holder of a token. */
    prepareSigning: createPreparation({ db, resolveLink, previews, log }),
  };
}

/** The offline verifier with the seals of this installation, as the site hands it out. */
function verifierPage(sql: Sql, publicUrl: string) {
  const verifier = loadVerifier();
  return async () => (await ownVerifier({ verifier, publicUrl, readSeals: () => listSeals(sql) })).bytes;
}

/** Links sent by e-mail or in responses, by what they open. */
const linksOf = (secrets: Secrets, publicUrl: string) => ({
  tokens: createLinkTokens(secrets, publicUrl),
  editing: createEditingTokens(secrets),
  formRequests: createFormRequestTokens(secrets, publicUrl),
  invitations: createInvitationTokens(secrets, publicUrl),
  resets: createResetTokens(secrets, publicUrl),
  confirmations: createConfirmationTokens(secrets, publicUrl),
  emailChanges: createEmailChangeTokens(secrets, publicUrl),
  /** For the pages on which invoices are paid. */
  payments: createPaymentTokens(secrets, publicUrl),
});

/** Configuration values by the names the modules use. */
const settingsOf = (config: Config) => ({
  baseUrl: config.baseUrl,
  publicUrl: config.publicUrl,
  panelUrl: `${config.publicUrl}/painel`,
  contactEmail: config.contactEmail,
  operator: { nome: config.operator.name, documento: config.operator.document },
  pix: config.pix,
  purge: config.retentionPurge,
  retrySeconds: config.webhookRetrySeconds,
  cookie: { name: SESSION_COOKIE, secure: cookieIsSecure(config.publicOrigin) },
});

/** Sealing, and the completion that is attempted right after the last signature. */
function completion(config: Config, world: World, db: Database, log: Logger, ink: InkMaps, metrics: Metrics) {
  const { files, workDirectory, logKeys } = world;
  const openLog = { logKeys, readDayHead: createDayHeads(db) };
  const { operator, publicUrl } = settingsOf(config);
  const pdf = tellingOperator(world.engine, log);
  const seals = { PRODUCAO: identityOf(world.seals.PRODUCAO), TESTE: identityOf(world.seals.TESTE) };
  const checkSeal = createSealCheck(db.sql, world.seals);
  const unobserved = createCompletion({
    ...{ db, files, pdf, seals, operator, checkSeal, publicUrl, workDirectory, ink },
    ...openLog,
  });
  const complete: typeof unobserved = (...about) =>
    watched(
      metrics,
      {
        metric: 'rubrica_completion_duration_seconds',
        labels: (ended) => ({ outcome: completionOutcome(ended) }),
        span: ['complete document', 'internal'],
      },
      () => unobserved(...about),
    );
  return {
    ...openLog,
    pdf,
    seals,
    checkSeal,
    knownSeals: async () => (await listSeals(db.sql)).map(({ impressao }) => impressao),
    complete,
    completeNow: (scope: Scope, documentoId: string) =>
      complete(scope, documentoId).catch((error) => {
        if (error instanceof TimestampPending)
          log.warn({ reason: error.message, documentoId }, 'completion waits for a time stamp');
        else log.error({ err: error, documentoId }, 'completion failed; its job will finish it');
      }),
    refusals: pdf.refusals,
  };
}

function completionOutcome(ended: Ended<unknown>): 'done' | 'waits_for_time_stamp' | 'failed' {
  if ('value' in ended) return 'done';
  return ended.error instanceof TimestampPending ? 'waits_for_time_stamp' : 'failed';
}

/** A seal as named in the evidence. */
const identityOf = ({ certificate }: Seal): SealIdentity => ({
  titular: certificate.subject,
  emissor: certificate.issuer,
  numeroSerie: certificate.serial,
  impressaoDigital: certificate.fingerprint,
  validoDe: certificate.notBefore,
  validoAte: certificate.notAfter,
});
