import type { Ambiente } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ProofOf, type Proofs, readTilePath, type ServedLogs } from '../../modules/registro/index.ts';

export interface OpenLogPages {
  readonly logs: ServedLogs;
  readonly proofs: Proofs;
  /** The policy that the installation proposes for each log. */
  readonly policyOf: (ambiente: Ambiente) => string;
  readonly paths: Readonly<Record<Ambiente, string>>;
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
const DAY = /^(\d{4}-\d\d-\d\d)\.(checkpoint|tst)$/;
const NOTHING = 'Não há isto no registro.\n';
const SOON = 'Ainda não está no registro: tente de novo em um momento.\n';

/** Serves the open logs as static files (C2SP tlog-tiles), and proofs by validation code (ADR 0085). */
export function addOpenLogs(app: FastifyInstance, deps: OpenLogPages): void {
  for (const ambiente of ['PRODUCAO', 'TESTE'] as const) addOpenLog(app, deps, ambiente);
}

function addOpenLog(app: FastifyInstance, deps: OpenLogPages, ambiente: Ambiente): void {
  const { logs, proofs, policyOf, countConsult } = deps;
  const at = deps.paths[ambiente];
  const send = (reply: FastifyReply, type: string, cache: string, body: string | Buffer) =>
    reply
      .headers({ ...OPEN, 'cache-control': cache })
      .type(type)
      .send(body);
  const nothing = (reply: FastifyReply) => send(reply.code(404), TEXT, 'no-store', NOTHING);

  app.get(`${at}/checkpoint`, async (_request, reply) => {
    const { publicado } = await logs.head(ambiente);
    return publicado === null ? nothing(reply) : send(reply, TEXT, A_MOMENT, publicado);
  });
  app.get(`${at}/chave.vkey`, async (_request, reply) =>
    send(reply, TEXT, AN_HOUR, `${(await logs.head(ambiente)).vkey}\n`),
  );
  app.get(`${at}/politica.txt`, async (_request, reply) => send(reply, TEXT, AN_HOUR, policyOf(ambiente)));
  app.get<{ Params: { '*': string } }>(`${at}/tile/*`, async (request, reply) => {
    const asked = readTilePath(request.params['*']);
    const tile = asked && (await logs.tile(ambiente, asked));
    return tile ? send(reply, BYTES, FOREVER, tile) : nothing(reply);
  });
  app.get<{ Params: { name: string } }>(`${at}/dias/:name`, async (request, reply) => {
    const [, day, kind] = DAY.exec(request.params.name) ?? [];
    if (day === undefined || Number.isNaN(Date.parse(day))) return nothing(reply);
    const found = await logs.day(ambiente, day);
    if (kind === 'checkpoint') return found ? send(reply, TEXT, FOREVER, found.nota) : nothing(reply);
    return found?.carimbo ? send(reply, 'application/timestamp-reply', FOREVER, found.carimbo) : nothing(reply);
  });
  app.get<{ Params: { code: string }; Querystring: { de?: unknown; dia?: unknown } }>(
    `${at}/prova/:code`,
    async (request, reply) => {
      const of = readProofOf(request.query.de);
      const { dia = null } = request.query;
      if (of === null || (dia !== null && (typeof dia !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(dia)))) {
        const text = 'de é CONCLUSAO, CERTIFICADO ou o número de um ato na trilha; dia, AAAA-MM-DD.\n';
        return send(reply.code(400), TEXT, 'no-store', text);
      }
      await countConsult(request);
      const answer = await proofs.byCode(ambiente, request.params.code, of, dia);
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
