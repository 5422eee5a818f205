import type { TObject } from 'typebox';
import { WEBHOOK_EVENTS } from '../enums.ts';
import { eventSchemas } from '../events.ts';
import { IDEMPOTENCY_KEY_MAX_CHARS, UPLOAD_BODY_MAX_BYTES } from '../limits.ts';
import { type Body, type Operation, takesIdempotencyKey } from '../operation.ts';
import { tagName } from '../tags.ts';
import { type OperationId, operationOf } from '../types.ts';
import { type ErrorResponses, pdf, successResponse } from './responses.ts';
import { type Json, refOrInline, toOpenApi } from './schema.ts';

/** The base URL of each host. */
export interface Hosts {
  readonly production: string;
  readonly sandbox: string;
  readonly public: string;
  readonly auth: string;
}

/** `components/parameters`. */
export const parameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Repetir a chamada com a mesma chave em 24 horas devolve a resposta original. Use um valor do seu domínio, como o número do pedido. Sem credencial, a chave vale para o mesmo conteúdo: com outro, é outra.',
    schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_CHARS, pattern: '^[\\x21-\\x7e]+$' },
  },
};

/** The parameters of one location, with the description where OpenAPI shows it. */
function parametersIn(place: 'path' | 'query', object: TObject | undefined): Json[] {
  if (object === undefined) return [];
  const required: readonly string[] = object.required ?? [];
  return Object.entries(object.properties).map(([name, property]) => {
    const { description, ...schema } = toOpenApi(property, true) as Json;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function requestBody(body: Body): Json {
  if (body.kind === 'json') {
    return {
      required: body.optional !== true,
      content: { 'application/json': { schema: refOrInline(body.schema, true) } },
    };
  }
  if (body.kind === 'form') {
    const schema = refOrInline(body.schema, true);
    return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
  }
  const parts = {
    arquivo: { ...pdf, description: 'O PDF, até 20 MB e 300 páginas, versão 1.4 a 2.0, sem senha nem assinatura.' },
    ...(body.dados === undefined ? {} : { dados: refOrInline(body.dados, true) }),
  };
  const encoding = {
    arquivo: { contentType: 'application/pdf' },
    ...(body.dados === undefined ? {} : { dados: { contentType: 'application/json' } }),
  };
  return {
    required: true,
    content: {
      // First: generators that know one body for an operation take the first, or send what they took as JSON anyway.
      'application/json': { schema: refOrInline(body.json.schema, true) },
      'multipart/form-data': {
        schema: { type: 'object', required: Object.keys(parts), properties: parts, additionalProperties: false },
        encoding,
      },
    },
  };
}

/** Who may call: alternatives, each a set of credentials required together. */
function security({ credential, method, scope }: Operation): Json[] {
  const session = method === 'GET' ? { sessaoPainel: [] } : { sessaoPainel: [], tokenCsrf: [] };
  if (credential === 'api') return [{ chaveApi: scope === undefined ? [] : [scope] }, session];
  if (credential === 'session') return [session];
  return [];
}

function servers({ host, only }: Operation, hosts: Hosts): Json {
  if (host === 'public') return { servers: [{ url: hosts.public, description: 'Site' }] };
  if (host === 'auth') return { servers: [{ url: hosts.auth, description: 'Consentimento OAuth' }] };
  if (only === 'sandbox') return { servers: [{ url: hosts.sandbox, description: 'Sandbox' }] };
  if (only === 'production') return { servers: [{ url: hosts.production, description: 'Produção' }] };
  return {};
}

const STANDING_TEXT = {
  active: 'Com a organização suspensa, 409 `CONFLITO`.',
  confirmed:
    'Em produção pede o e-mail da conta confirmado (quem a chave representa, com chave de API); sem isso, ou com a organização suspensa, 409 `CONFLITO`.',
} as const;

const UPLOAD_TEXT = `O PDF vem em \`multipart/form-data\`, ou em \`application/json\`, no corpo de até ${UPLOAD_BODY_MAX_BYTES / 1024 ** 2} MB: em base64, ou pelo endereço de onde o serviço o busca.`;

function describe({ description, body, scope, role, credential, standing, secret }: Operation): Json {
  const lines = [
    description,
    body?.kind === 'multipart' ? UPLOAD_TEXT : undefined,
    scope === undefined ? undefined : `Escopo \`${scope}\`, papel mínimo ${role}.`,
    credential === 'session'
      ? `Só pela sessão do painel${role === undefined ? '' : `, papel mínimo ${role}`}.`
      : undefined,
    standing === undefined ? undefined : STANDING_TEXT[standing],
    secret === undefined
      ? undefined
      : 'A resposta guardada por uma Idempotency-Key só se repete para a mesma conta ou chave; para outra, 409 `CONFLITO`.',
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? {} : { description: lines.join('\n\n') };
}

/** RFC 6749 gives the token endpoint its own error format. */
const oauthRefusals: Json = Object.fromEntries(
  [
    ['400', 'Pedido inválido.'],
    ['401', 'Cliente desconhecido ou segredo errado.'],
  ].map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ErroOAuth' } } } },
  ]),
);

/** The page shows a person why it refuses, and redirects the browser once the decision is made. */
const pageAnswers: Json = {
  '303': {
    description: 'De volta ao aplicativo, com a resposta na URL.',
    headers: { Location: { $ref: '#/components/headers/Location' } },
  },
  ...Object.fromEntries(
    [
      ['400', 'Pedido que não se pode atender nem devolver ao aplicativo.'],
      ['401', 'Credencial na URL.'],
      ['403', 'A conta não pode decidir.'],
    ].map(([status, description]) => [
      status,
      { description, content: { 'text/html': { schema: { type: 'string' } } } },
    ]),
  ),
};

function operationObject(id: string, operation: Operation, errors: ErrorResponses, hosts: Hosts): Json {
  const { answer, body, credential, emits, params, query, role, scope, success, summary, tag } = operation;
  const all = [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...(takesIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: id,
    tags: [tagName(tag)],
    summary,
    ...describe(operation),
    ...servers(operation, hosts),
    security: security(operation),
    ...(scope === undefined ? {} : { 'x-escopo': scope }),
    ...(role === undefined ? {} : { 'x-papel': role }),
    ...(emits === undefined ? {} : { 'x-eventos': emits }),
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      [success]: successResponse(operation),
      ...errors.of(operation),
      ...(credential === 'client' ? oauthRefusals : {}),
      ...(answer.kind === 'html' ? pageAnswers : {}),
      ...(answer.kind === 'png' ? unchangedAnswer : {}),
    },
  };
}

/** Of what a caller may keep and ask about again. */
const unchangedAnswer: Json = {
  304: { description: 'É a que `If-None-Match` identifica: nada mudou, e não há corpo.' },
};

/** `paths` of these operations, in the order they are declared. */
export function paths(errors: ErrorResponses, hosts: Hosts, ids: readonly OperationId[]): Json {
  const result: Record<string, Json> = {};
  for (const id of ids) {
    const operation = operationOf(id);
    result[operation.path] ??= {};
    Object.assign(result[operation.path] as Json, {
      [operation.method.toLowerCase()]: operationObject(id, operation, errors, hosts),
    });
  }
  return result;
}

/** `webhooks`: the nine events as a receiver sees them. */
export function webhooks(): Json {
  const entries = WEBHOOK_EVENTS.map((evento) => {
    const schema = eventSchemas[evento];
    const { description } = schema as { description?: string };
    const post = {
      operationId: `receber.${evento}`,
      tags: ['Webhooks'],
      summary: description,
      description:
        'Confira a assinatura antes de interpretar o corpo, descarte repetições por `eventoId` e responda em até dez segundos.',
      security: [],
      parameters: [
        {
          name: 'X-Service-Signature',
          in: 'header',
          required: true,
          description:
            '`t=<segundos Unix>,v1=<hex>`, em que v1 é o HMAC-SHA256, com o segredo do webhook, de `t`, um ponto e os bytes do corpo. Pode haver mais de um par v1; recuse instantes a mais de cinco minutos do seu relógio.',
          schema: { type: 'string', examples: [`t=1793726808,v1=${'a3'.repeat(32)}`] },
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: refOrInline(schema, false) } } },
      responses: {
        '2XX': { description: 'Recebido.' },
        '401': { description: 'Assinatura inválida.' },
        '410': { description: 'Não quero mais: o webhook é desativado.' },
      },
    };
    return [evento, { post }];
  });
  return Object.fromEntries(entries);
}
