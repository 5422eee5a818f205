import { LOG_PATHS } from '@rubrica/contract';
import { isDay } from '@rubrica/contract/brazil';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AskedLog,
  type LogHead,
  type ProofOf,
  type Proofs,
  readTilePath,
  type ServedLogs,
} from '../../modules/registro/index.ts';

export interface OpenLogPages {
  readonly logs: ServedLogs;
  readonly proofs: Proofs;
  /** The policy that the installation proposes for a log. */
  readonly policyOf: (log: AskedLog, head: LogHead) => string;
  /** Counts a question by a code, as public validation does. @throws 429 */
  readonly countConsult: (request: FastifyRequest) => Promise<void>;
}

/** Everybody may read these, from any page; what never changes is kept for a year. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const FOREVER = 'public, max-age=31536000, immutable';
const A_MOMENT = 'public, max-age=2';
const AN_HOUR = 'public, max-age=3600';

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
/** The name of a log that began after a restore: when the one before it ended. */
const NAME = /^\d{8}t\d{6}z$/;
const OF_DAY = /^([\d-]{10})\.(checkpoint|tst)$/;
const NOTHING = 'Não há isto no registro.\n';
const SOON = 'Ainda não está no registro: tente de novo em um momento.\n';

/** Of a later log than an environment's first, its name is in the path. */
type Asked = FastifyRequest<{ Params: { geracao?: string } }>;

const send = (reply: FastifyReply, type: string, cache: string, body: string | Buffer) =>
  reply
    .headers({ ...OPEN, 'cache-control': cache })
    .type(type)
    .send(body);
const nothing = (reply: FastifyReply) => send(reply.code(404), TEXT, 'no-store', NOTHING);

/** Serves the open logs as static files (C2SP tlog-tiles), and proofs by validation code (ADR 0085). */
export function addOpenLogs(app: FastifyInstance, deps: OpenLogPages): void {
  for (const ambiente of ['PRODUCAO', 'TESTE'] as const) {
    const logOf = async ({ params: { geracao = '' } }: Asked): Promise<Found | null> => {
      if (geracao !== '' && !NAME.test(geracao)) return null;
      const log = { ambiente, geracao };
      const head = await deps.logs.head(log);
      return head && { log, head };
    };
    for (const at of [LOG_PATHS[ambiente], `${LOG_PATHS[ambiente]}/:geracao`]) {
      addFiles(app, deps, at, logOf);
      addProof(app, deps, at, logOf);
    }
  }
}

interface Found {
  readonly log: AskedLog;
  readonly head: LogHead;
}

type LogOf = (request: Asked) => Promise<Found | null>;

function addFiles(app: FastifyInstance, { logs, policyOf }: OpenLogPages, at: string, logOf: LogOf): void {
  app.get<{ Params: { geracao?: string } }>(`${at}/checkpoint`, async (request, reply) => {
    const { publicado = null } = (await logOf(request))?.head ?? {};
    return publicado === null ? nothing(reply) : send(reply, TEXT, A_MOMENT, publicado);
  });
  app.get<{ Params: { geracao?: string } }>(`${at}/chave.vkey`, async (request, reply) => {
    const found = await logOf(request);
    return found ? send(reply, TEXT, AN_HOUR, `${found.head.vkey}\n`) : nothing(reply);
  });
  app.get<{ Params: { geracao?: string } }>(`${at}/politica.txt`, async (request, reply) => {
    const found = await logOf(request);
    return found ? send(reply, TEXT, AN_HOUR, policyOf(found.log, found.head)) : nothing(reply);
  });
  app.get<{ Params: { geracao?: string; '*': string } }>(`${at}/tile/*`, async (request, reply) => {
    const asked = readTilePath(request.params['*']);
    const found = asked && (await logOf(request));
    const tile = found && (await logs.tile(found.log, asked));
    return tile ? send(reply, BYTES, FOREVER, tile) : nothing(reply);
  });
  app.get<{ Params: { geracao?: string; name: string } }>(`${at}/dias/:name`, async (request, reply) => {
    const [, day, kind] = OF_DAY.exec(request.params.name) ?? [];
    if (day === undefined || !isDay(day)) return nothing(reply);
    const asked = await logOf(request);
    const found = asked && (await logs.day(asked.log, day));
    if (kind === 'checkpoint') return found ? send(reply, TEXT, FOREVER, found.nota) : nothing(reply);
    return found?.carimbo ? send(reply, 'application/timestamp-reply', FOREVER, found.carimbo) : nothing(reply);
  });
}

function addProof(app: FastifyInstance, deps: OpenLogPages, at: string, logOf: LogOf): void {
  const { proofs, countConsult } = deps;
  app.get<{ Params: { geracao?: string; code: string }; Querystring: { de?: unknown; dia?: unknown } }>(
    `${at}/prova/:code`,
    async (request, reply) => {
      const of = readProofOf(request.query.de);
      const { dia = null } = request.query;
      if (of === null || (dia !== null && (typeof dia !== 'string' || !isDay(dia)))) {
        const text = 'de é CONCLUSAO, CERTIFICADO ou o número de um ato na trilha; dia, AAAA-MM-DD.\n';
        return send(reply.code(400), TEXT, 'no-store', text);
      }
      await countConsult(request);
      const found = await logOf(request);
      const answer = found && (await proofs.byCode(found.log, request.params.code, of, dia));
      if (answer === null) return nothing(reply);
      if (answer === 'waiting') return send(reply.code(404).header('retry-after', '1'), TEXT, 'no-store', SOON);
      return send(reply, TEXT, 'no-store', answer.proof);
    },
  );
}

function readProofOf(given: unknown): ProofOf | null {
  if (given === undefined || given === 'CONCLUSAO') return 'CONCLUSAO';
  if (given === 'CERTIFICADO') return given;
  return typeof given === 'string' && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : null;
}
