import {
  buildOpenApi,
  DOCS_STYLESHEET,
  DOCS_STYLESHEET_PATH,
  type Operation,
  operations,
  renderErrorPage,
  renderOpenApi,
} from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../modules/mensagens/index.ts';

export interface PagesDeps {
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  readonly oauthEnabled: boolean;
  readonly basePath: string;
  readonly publicPath: string;
  /** What runs in place of what, a line each, for the front page of a development install; null in production. */
  readonly standIns: readonly string[] | null;
  /** Captured messages of every organization; null in production, where the page does not exist. */
  readonly readMailbox: (() => Promise<readonly MailboxEntry[]>) | null;
  /** Public validation by code, as the API answers it. */
  readonly validate: (request: FastifyRequest, codigo: string) => Promise<Html>;
}

export interface MailboxEntry {
  readonly canal: string;
  readonly destino: string;
  readonly assunto: string | null;
  readonly texto: string;
  readonly criado_em: Date;
}

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** A whole page of the service's own look: title, heading and body. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} — Rubrica</title>
<link rel="stylesheet" href="${DOCS_STYLESHEET_PATH}"></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`.html;
}

const sendPage = (reply: FastifyReply, title: string, body: Html) =>
  reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(page(title, body));

/** The pages a person or a client opens without a credential. */
export function addPages(app: FastifyInstance, deps: PagesDeps): void {
  addContract(app, deps);
  addDocs(app, deps);
  addPublic(app, deps);
  addDevelopment(app, deps);
}

function addContract(app: FastifyInstance, { baseUrl, publicUrl, docsUrl, authUrl, basePath }: PagesDeps): void {
  // JSON is YAML 1.2, so one text serves both.
  const contract = renderOpenApi(buildOpenApi({ baseUrl, publicUrl, docsUrl, authUrl }));
  const serve = (type: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'public, max-age=300').type(type).send(contract);
  for (const prefix of [basePath, `${basePath}/sandbox`]) {
    app.get(`${prefix}/openapi.json`, serve('application/json; charset=utf-8'));
    app.get(`${prefix}/openapi.yaml`, serve('application/yaml; charset=utf-8'));
  }
}

function addDocs(app: FastifyInstance, { basePath, publicPath, authUrl, oauthEnabled }: PagesDeps): void {
  const authPath = new URL(authUrl).pathname.replace(/\/$/, '');
  app.get(DOCS_STYLESHEET_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(DOCS_STYLESHEET),
  );
  app.get('/docs/erros.html', async (_request, reply) =>
    reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(renderErrorPage()),
  );
  const rows = (Object.values(operations) as Operation[]).map((operation) => {
    const root = { base: basePath, public: publicPath, auth: authPath }[operation.host ?? 'base'];
    const off = operation.tag === 'OAuth' && !oauthEnabled;
    return html`<tr><td><code>${operation.method}</code></td><td><code>${root}${operation.path}</code></td><td>${operation.summary}${off ? ' (desligada nesta instalação)' : ''}</td><td>${operation.scope ? html`<code>${operation.scope}</code>` : '—'}</td></tr>`;
  });
  app.get('/docs', async (_request, reply) =>
    sendPage(
      reply,
      'Documentação da API',
      html`<p>O contrato completo está em <a href="${basePath}/openapi.json">openapi.json</a> (OpenAPI 3.1). Os códigos de erro, com o que fazer em cada um, estão em <a href="/docs/erros.html">erros</a>. O ambiente de testes responde em <code>${basePath}/sandbox</code>, com chaves <code>svc_test_</code>.</p>
<table><thead><tr><th>Método</th><th>Caminho</th><th>O que faz</th><th>Escopo</th></tr></thead><tbody>${rows}</tbody></table>`,
    ),
  );
}

const NOT_YET = {
  '/painel': [
    'Painel',
    'O painel web ainda não faz parte desta versão. Tudo o que ele fará já pode ser feito pela API.',
  ],
  '/contato': [
    'Contato',
    'A página do formulário ainda não faz parte desta versão; as mensagens são recebidas em POST /api/v1/contatos.',
  ],
} as const;

function addPublic(app: FastifyInstance, { validate, standIns, basePath }: PagesDeps): void {
  app.get('/', async (_request, reply) =>
    sendPage(
      reply,
      'Rubrica',
      html`<p>Serviço de assinatura eletrônica. Um PDF entra, cada pessoa assina por um link pessoal, e um PDF selado sai, com certificado e código público de validação.</p>
<ul><li><a href="/docs">Documentação da API</a> e <a href="${basePath}/openapi.json">contrato OpenAPI</a></li>
<li><a href="/validar">Validar um documento</a></li><li><a href="/painel">Painel</a></li>
<li><a href="/readyz">Estado do serviço</a></li></ul>
${standIns === null ? null : html`<h2>Instalação de desenvolvimento</h2><ul>${standIns.map((line) => html`<li>${line}</li>`)}<li><a href="/dev/caixa">Mensagens capturadas</a></li></ul>`}`,
    ),
  );
  const form = html`<form action="/validar" method="get"><label for="codigo">Código impresso no rodapé do documento</label>
<p><input id="codigo" name="codigo" placeholder="SVC-XXXX-XXXX-XXXX" maxlength="200" autocomplete="off"> <button>Validar</button></p></form>`;
  app.get<{ Querystring: { codigo?: string } }>('/validar', async (request, reply) => {
    const { codigo } = request.query;
    const outcome = typeof codigo === 'string' && codigo !== '' ? await validate(request, codigo) : html``;
    return sendPage(reply, 'Validar um documento', html`${outcome}${form}`);
  });
  app.get<{ Params: { codigo: string } }>('/validar/:codigo', async (request, reply) =>
    sendPage(reply, 'Validar um documento', html`${await validate(request, request.params.codigo)}${form}`),
  );
  for (const [path, [title, text]] of Object.entries(NOT_YET)) {
    app.get(path, async (_request, reply) =>
      sendPage(reply, title, html`<p>${text}</p><p><a href="/docs">Documentação da API</a></p>`),
    );
  }
}

function addDevelopment(app: FastifyInstance, { readMailbox }: PagesDeps): void {
  if (readMailbox === null) return;
  app.get('/dev/caixa', async (_request, reply) => {
    const messages = await readMailbox();
    const items = messages.map(
      (message) =>
        html`<article><h2>${message.assunto ?? 'SMS'}</h2><p>${message.canal} para ${message.destino}, ${message.criado_em.toISOString()}</p><pre>${message.texto}</pre></article>`,
    );
    return sendPage(
      reply,
      'Mensagens capturadas',
      items.length > 0 ? html`${items}` : html`<p>Nenhuma mensagem ainda.</p>`,
    );
  });
}
