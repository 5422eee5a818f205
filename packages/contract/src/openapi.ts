import { parameters, paths, webhooks } from './openapi/paths.ts';
import { ErrorResponses, headers } from './openapi/responses.ts';
import { componentSchemas, type Json } from './openapi/schema.ts';
import { isSwitchedOn } from './operation.ts';
import { BASE_URL, DOCS_URL, PUBLIC_URL } from './schemas/example-values.ts';
import { TAGS, tagName } from './tags.ts';
import { operationIds, operationOf } from './types.ts';

/** The addresses used in the document. */
export interface OpenApiOptions {
  /** Root of the API, ending in `/v1`. */
  readonly baseUrl: string;
  /** Host of the anonymous routes. */
  readonly publicUrl: string;
  /** Host of the page that explains the error codes. */
  readonly docsUrl: string;
  /** Host of the OAuth consent page; defaults to the public one. */
  readonly authUrl?: string;
  /** Whether OAuth 2.0 is on; if not, its operations are left out. On by default. */
  readonly oauth?: boolean;
}

/** The options for the committed `openapi.json`, which are also those of a server without configuration. */
export const DEFAULT_OPENAPI_OPTIONS: OpenApiOptions = {
  baseUrl: BASE_URL,
  publicUrl: PUBLIC_URL,
  docsUrl: DOCS_URL,
};

const INFO_DESCRIPTION = `Assinatura eletrônica por API: envie um PDF, diga quem assina e onde, acompanhe cada assinatura e baixe o arquivo assinado com a trilha, o certificado e um código que qualquer pessoa confere.

- **Credencial**: \`Authorization: Bearer svc_live_…\` em produção, \`svc_test_…\` no sandbox. Nunca na URL.
- **Erros**: \`application/problem+json\`; decida por \`codigo\` e registre \`requestId\`, pelo qual se acha a chamada em \`GET /chamadas\` ou no painel.
- **Repetição segura**: \`Idempotency-Key\` em todo POST autenticado, no cadastro e no contato.
- **JSON**: em UTF-8; um \`charset\` que diga outra coisa é 415. Campos desconhecidos são recusados.
- **Momentos**: RFC 3339 com o deslocamento, \`Z\` ou como \`-03:00\`. Números da consulta se escrevem só com algarismos.
- **Nulos**: em um POST, um campo nulo vale o mesmo que um ausente, salvo onde a descrição dele diz o que nulo significa; em um PATCH, nulo apaga.
- **Listagens**: continue enquanto \`proximoCursor\` vier preenchido.
- **Novidades**: campos e valores de enumeração podem surgir sem aviso; ignore os que não conhecer.`;

const securitySchemes = (oauth: boolean): Json => ({
  chaveApi: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_<prefixo>.<segredo>',
    description: `Chave de API; \`svc_test_…\` no sandbox. Nunca em navegador ou aplicativo.${oauth ? ' Também o `access_token` do OAuth 2.0.' : ''}`,
  },
  sessaoPainel: { type: 'apiKey', in: 'cookie', name: 'svc_sessao', description: 'Sessão do painel.' },
  tokenCsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Vai com o cookie nas chamadas que mudam algo.',
  },
});

/** Replaces the default addresses in examples with those of an installation, at any depth. */
function addressed(value: unknown, own: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string') {
    const [written, instead] = own.find(([address]) => value.startsWith(address)) ?? ['', ''];
    return `${instead}${value.slice(written.length)}`;
  }
  if (Array.isArray(value)) return value.map((inner) => addressed(inner, own));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, addressed(inner, own)]));
}

/**
 * The OpenAPI 3.1 document of the service. The same options always produce the same document, including key order. The
 * signer's token and the download token are part of the path, so those operations list no security scheme.
 */
export function buildOpenApi(options: OpenApiOptions): Json {
  const { baseUrl, publicUrl, docsUrl, authUrl = publicUrl, oauth = true } = options;
  const ids = operationIds.filter((id) => isSwitchedOn(operationOf(id), { oauth }));
  const errors = new ErrorResponses(docsUrl);
  const sandbox = `${baseUrl}/sandbox`;
  const hosts = { production: baseUrl, sandbox, public: `${publicUrl}/api/v1`, auth: authUrl };
  const pathItems = paths(errors, hosts, ids);
  // Longest first, because the others begin with the last one.
  const own = [[DOCS_URL, docsUrl] as const, [BASE_URL, baseUrl] as const, [PUBLIC_URL, publicUrl] as const];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rubrica',
      version: '1.0.0',
      summary: 'Assinatura eletrônica por API',
      description: INFO_DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: docsUrl, description: 'Documentação' },
    servers: [
      { url: baseUrl, description: 'Produção' },
      { url: sandbox, description: 'Sandbox' },
    ],
    tags: Object.entries(TAGS)
      .filter(([name]) => ids.some((id) => operationOf(id).tag === name))
      .map(([title, description]) => ({ name: tagName(title), 'x-displayName': title, description })),
    paths: pathItems,
    webhooks: webhooks(),
    components: {
      schemas: addressed(componentSchemas(ids), own),
      responses: errors.components(),
      parameters,
      examples: errors.examples(),
      headers,
      securitySchemes: securitySchemes(oauth),
    },
  };
}

/** The document as text: two-space JSON and a final line feed. */
export function renderOpenApi(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
