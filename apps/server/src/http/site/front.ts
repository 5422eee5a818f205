import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../core/html.ts';
import type { IsDeveloper } from '../developer.ts';
import type { Readiness } from '../health.ts';
import { sendSitePage } from './shell.ts';

export interface FrontDeps {
  readonly baseUrl: string;
  readonly basePath: string;
  /** The stand-ins in use, one line each: shown to the developer. */
  readonly standIns: readonly string[];
  readonly isDeveloper: IsDeveloper;
  /** The result of `/readyz`. */
  readonly readiness: () => Promise<Readiness>;
}

/** The front page: what the service does, for whom, and whether it is up. */
export function addFrontPage(app: FastifyInstance, deps: FrontDeps): void {
  app.get('/', async (request, reply) => {
    const { ready } = await deps.readiness();
    return sendSitePage(reply.header('cache-control', 'no-store'), {
      title: 'Rubrica — assinatura eletrônica que qualquer pessoa confere',
      description:
        'Envie um PDF, cada pessoa assina por um link pessoal, e você recebe um arquivo selado, com certificado e um código público de validação.',
      part: 'front',
      body: html`${HERO}${STEPS}${OUTCOMES}${audiences(deps)}${PROOF}${status(ready, deps, deps.isDeveloper(request.raw))}`,
    });
  });
}

/** A picture of a signed page with its seal, in the colours of the site. */
const PICTURE = html`<svg class="picture" viewBox="0 0 420 360" aria-hidden="true" focusable="false">
<rect class="p-back" x="96" y="18" width="250" height="322" rx="18"/>
<rect class="p-paper" x="64" y="34" width="250" height="306" rx="18"/>
<path class="p-line strong" d="M92 74h120"/><path class="p-line" d="M92 102h190M92 122h176M92 142h190M92 162h148"/>
<rect class="p-field" x="92" y="190" width="150" height="62" rx="10"/>
<path class="p-ink" d="M106 232c10-30 22-36 24-26s-16 32-7 32 17-22 25-22-3 17 8 17 12-14 19-14 1 12 10 12 12-8 20-8"/>
<path class="p-line" d="M92 276h96"/>
<g class="p-qr"><path d="M92 298h24v24h-24zM97 303v14h14v-14z" fill-rule="evenodd"/><path d="M122 298h6v6h-6zM134 298h6v12h-6zM122 310h12v6h-12zM128 316h12v6h-12z"/></g>
<path class="p-line" d="M152 304h70M152 316h48"/>
<circle class="p-seal" cx="318" cy="262" r="54"/><path class="p-check" d="M294 263l17 17 32-35"/>
</svg>`;

const HERO = html`<section class="hero"><div class="inner">
<div class="say">
<h1>Assinatura eletrônica que qualquer pessoa confere</h1>
<p class="lead">Envie um PDF e diga quem assina e onde. Cada pessoa assina pelo celular ou pelo computador, com um link pessoal. Você recebe um arquivo selado, um certificado com toda a trilha e um código público de validação.</p>
<p class="actions"><a class="button primary large" href="/painel">Entrar no painel</a> <a class="button large" href="/validar">Validar um documento</a></p>
<p class="hint">Recebeu um link para assinar? Abra o link da mensagem: não é preciso ter conta.</p>
</div>
${PICTURE}
</div></section>`;

const STEP_TEXTS = [
  ['Envie o PDF', 'Pelo painel ou pela API, com as pessoas, a ordem e o lugar de cada assinatura.'],
  ['Cada pessoa se identifica', 'Por e-mail, SMS, aplicativo autenticador ou dados pessoais, como você exigir.'],
  [
    'Lê, concorda e assina',
    'Desenhando, digitando ou enviando uma imagem. Tudo fica registrado numa trilha encadeada.',
  ],
  ['O arquivo é selado', 'O PDF original continua inteiro dentro do assinado; qualquer mudança depois disso aparece.'],
] as const;

const STEPS = html`<section class="band"><div class="inner">
<h2>Como funciona</h2>
<ol class="steps">${STEP_TEXTS.map(([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ol>
</div></section>`;

const OUTCOME_TEXTS = [
  [
    'O PDF assinado',
    'Com as assinaturas no lugar, código e QR no rodapé de cada página, e o selo digital da instituição.',
  ],
  [
    'O certificado de conclusão',
    'Quem assinou, quando, de onde e como provou quem é; cada evento com o seu hash, legível por um juiz e por um programa.',
  ],
  [
    'O código de validação',
    'Quem receber o documento confere em segundos se ele é autêntico e se está concluído, sem conta e sem enviar o arquivo.',
  ],
] as const;

const OUTCOMES = html`<section class="band tinted"><div class="inner">
<h2>O que fica no fim</h2>
<div class="cards">${OUTCOME_TEXTS.map(([title, text]) => html`<article class="card"><h3>${title}</h3><p>${text}</p></article>`)}</div>
</div></section>`;

const audiences = ({ baseUrl, basePath }: FrontDeps): Html => html`<section class="band"><div class="inner pair">
<div>
<h2>Para quem envia e para quem assina</h2>
<ul class="ticks">
<li>Modelos, pastas, envelopes com vários documentos, prazos e lembretes</li>
<li>A marca da sua organização nas mensagens e na tela de assinatura</li>
<li>Tela leve, que funciona no celular e em rede lenta, por teclado e com leitor de tela, em português, inglês e espanhol</li>
<li>Quem assina pode recusar, com o motivo, e guarda a sua cópia</li>
</ul>
</div>
<div>
<h2>Para quem integra</h2>
<p>Uma API REST com contrato OpenAPI 3.1, ambiente de testes que nunca alcança uma pessoa e webhooks assinados.</p>
<pre tabindex="0" aria-label="Exemplo de chamada"><code>curl ${baseUrl}/sandbox/documentos \\
  -H 'Authorization: Bearer svc_test_…' \\
  -F arquivo=@contrato.pdf \\
  -F 'dados={"titulo": "Contrato", …}'</code></pre>
<p><a href="/docs/inicio-rapido">Início rápido</a> · <a href="/docs/referencia">Referência</a> · <a href="${basePath}/openapi.json">openapi.json</a></p>
</div>
</div></section>`;

const PROOF = html`<section class="band tinted"><div class="inner pair">
<div>
<h2>Confira sem depender de nós</h2>
<p>O arquivo assinado e o certificado se provam sozinhos: um <a href="/docs/verificacao">verificador de um arquivo só</a> roda no seu computador, sem rede, e refaz cada hash e cada selo. As fórmulas são públicas, e o certificado do selo desta instalação <a href="/docs/selo">está publicado</a>.</p>
</div>
<div>
<h2>O que vale</h2>
<p>É assinatura eletrônica, aceita entre as partes pela Medida Provisória 2.200-2/2001, art. 10, § 2º. Não é a assinatura qualificada da ICP-Brasil: onde a lei exige uma, como na transferência de imóveis, use um certificado pessoal.</p>
</div>
</div></section>`;

function status(ready: boolean, { standIns, basePath }: FrontDeps, isDeveloper: boolean): Html {
  const state = ready
    ? html`<p class="state up"><span aria-hidden="true"></span> O serviço está no ar.</p>`
    : html`<p class="state down"><span aria-hidden="true"></span> O serviço está com problemas: alguma parte não responde.</p>`;
  const development = isDeveloper
    ? html`<details class="stand-ins" open><summary>Instalação de desenvolvimento</summary>
<p>O que roda aqui, e no lugar de quê:</p><ul>${standIns.map((line) => html`<li>${line}</li>`)}</ul>
<p><a href="/dev/caixa">Mensagens capturadas</a></p></details>`
    : null;
  return html`<section class="band" id="estado"><div class="inner">
<h2>Estado do serviço</h2>${state}
<p><a href="/readyz">Cada dependência</a> · <a href="${basePath}/openapi.json">Contrato da API</a> · <a href="/docs">Documentação</a> · <a href="/painel">Painel</a> · <a href="/validar">Validação</a></p>
${development}</div></section>`;
}
