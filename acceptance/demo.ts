import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verificarWebhook } from '@rubrica/sdk';
import { createClient } from '@rubrica/sdk/client';
import { Secret, TOTP } from 'otpauth';

/**
 * The whole life of a document, step by step, in the sandbox of a running service (RUBRICA_URL, by default
 * http://localhost:3000) or of one started for the occasion. Usage: npm run demo [file.pdf]
 */

const ROOT = resolve(import.meta.dirname, '..');
const SAMPLE = join(ROOT, 'packages/pdf/samples/contrato-exemplo.pdf');
const OUTPUT = join(process.cwd(), 'demo-output');
const SIGNERS = [
  { nome: 'João da Silva', email: 'joao@exemplo.com.br', telefone: undefined },
  { nome: 'Maria Souza', email: 'maria@exemplo.com.br', telefone: '+5511987654321' },
  { nome: 'José Prado', email: 'jose@exemplo.com.br', telefone: undefined },
] as const;

const started = performance.now();
let last = started;
function step(text: string): void {
  const now = performance.now();
  const [total, own] = [now - started, now - last].map((ms) => `${(ms / 1000).toFixed(2).replace('.', ',')} s`);
  process.stdout.write(`${total?.padStart(9)}  (+${own})  ${text}\n`);
  last = now;
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The service to talk to, and how to leave it as it was found. */
async function findService(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.RUBRICA_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
  if (await answers(url)) {
    step(`serviço encontrado em ${url}`);
    return { url, stop: async () => {} };
  }
  if (process.env.RUBRICA_URL) throw new Error(`${url} não responde; confira RUBRICA_URL.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-demo-'));
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error('O serviço da demonstração não subiu.');
    await pause(100);
  }
  step(`serviço próprio no ar em ${url}`);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Receives webhooks on loopback and checks each signature before believing it. */
async function receiveWebhooks(secret: () => string): Promise<{ server: Server; url: string; events: string[] }> {
  const events: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const event = await verificarWebhook(Buffer.concat(chunks), request.headers, secret());
      events.push(event.evento);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, events };
}

async function openAccount(url: string) {
  const panel = createClient({ baseUrl: `${url}/v1` });
  const email = `demo.${Date.now()}@exemplo.com.br`;
  const senha = 'gato-azul-corre-no-telhado-42';
  await panel.cadastrar({
    body: {
      nome: 'Ana Lima',
      email,
      senha,
      organizacao: { nome: 'Acácia Serviços Ltda.', documento: '11222333000181' },
    },
  });
  step('conta e organização criadas');
  const login = await fetch(`${url}/v1/sessoes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, senha }),
  });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { csrfToken } = (await login.json()) as { csrfToken: string };
  step('sessão aberta');
  const escopos = [
    'documentos:ler',
    'documentos:escrever',
    'signatarios:ler',
    'arquivos:ler',
    'auditoria:ler',
    'webhooks:gerenciar',
  ];
  const created = await fetch(`${url}/v1/chaves-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': csrfToken },
    body: JSON.stringify({ nome: 'demonstração', ambiente: 'TESTE', escopos }),
  });
  const { chave } = (await created.json()) as { chave: string };
  step(`chave de API criada (${chave.split('.')[0]})`);
  return createClient({ baseUrl: `${url}/v1/sandbox`, credential: chave, retries: 3 });
}

type Api = Awaited<ReturnType<typeof openAccount>>;

/** Waits for the captured message that holds what is looked for. */
async function readMessage(api: Api, destino: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    const { itens } = await api.listarCaixa({ query: { limite: 100 } });
    for (const item of itens) {
      const match = item.destino === destino ? pattern.exec(item.texto) : null;
      if (match?.[1]) return match[1];
    }
    await pause(250);
  }
  throw new Error(`Nenhuma mensagem chegou para ${destino}.`);
}

async function sign(url: string, api: Api, token: string, person: (typeof SIGNERS)[number]): Promise<string> {
  const signer = createClient({ baseUrl: `${url}/v1/sandbox` });
  const params = { token };
  const session = await signer.abrirAssinatura({ params });
  for (const { fator, cumprido } of session.fatores) {
    if (cumprido) {
      step(`  ${person.nome}: fator ${fator} cumprido ao abrir o link`);
      continue;
    }
    const asked = await signer.solicitarCodigo({ params, body: { fator: fator as 'EMAIL' | 'SMS_OTP' | 'TOTP' } });
    const codigo =
      'segredo' in asked
        ? new TOTP({ secret: Secret.fromBase32(asked.segredo) }).generate()
        : fator === 'EMAIL'
          ? await readMessage(api, person.email, /Seu código é (\d{6})/)
          : await readMessage(api, person.telefone ?? '', /^(?:\[TESTE\] )?(\d{6}) é o seu código/);
    await signer.autenticarSignatario({ params, body: { fator: fator as 'EMAIL' | 'SMS_OTP' | 'TOTP', codigo } });
    step(`  ${person.nome}: fator ${fator} cumprido`);
  }
  const paginas = session.documentos[0]?.paginas ?? 1;
  await signer.registrarLeitura({ params, body: { paginasLidas: paginas, segundos: 30 } });
  await signer.registrarAceite({ params, body: { textoAceiteId: session.textoAceite.textoAceiteId } });
  const done = await signer.assinar({
    params,
    body: { assinatura: { tipo: 'DIGITADA', texto: person.nome }, campos: [] },
  });
  step(`  ${person.nome}: assinou; documento ${done.documentos[0]?.status}`);
  return done.documentos[0]?.status ?? '';
}

/** A draft for the three signers in turn, each with a field and factors of their own. */
async function draft(api: Api, pdf: Uint8Array<ArrayBuffer>) {
  const ids = SIGNERS.map(() => randomUUID());
  const extra = [
    { metodoEntrega: 'EMAIL' as const, fatoresExigidos: ['EMAIL' as const] },
    { metodoEntrega: 'EMAIL' as const, fatoresExigidos: ['EMAIL' as const, 'SMS_OTP' as const] },
    { metodoEntrega: 'LINK' as const, fatoresExigidos: ['EMAIL' as const, 'TOTP' as const] },
  ];
  const documento = await api.criarDocumento({
    arquivo: pdf,
    dados: {
      titulo: 'Contrato da demonstração',
      ordenado: true,
      signatarios: SIGNERS.map(({ nome, email, telefone }, index) => ({
        id: ids[index] as string,
        funcao: 'ASSINAR' as const,
        nome,
        email,
        ...(telefone ? { telefone } : {}),
        ordem: index + 1,
        ...extra[index],
      })),
      campos: ids.map((signatarioId, index) => ({
        tipo: 'ASSINATURA' as const,
        pagina: 1,
        x: 0.06 + index * 0.3,
        y: 0.8,
        largura: 0.27,
        altura: 0.08,
        signatarioId,
      })),
    },
    idempotencyKey: `demo-${ids[0]}`,
  });
  step(`documento criado em rascunho: ${documento.paginas} página(s)`);
  return { documentoId: documento.id };
}

/** All three sign: two by the link that was mailed to them, one by the link that the sender hands over. */
async function signAll(url: string, api: Api, params: { documentoId: string }): Promise<void> {
  const LINK = /\/assinar\/([\w-]{43})/;
  await sign(url, api, await readMessage(api, SIGNERS[0].email, LINK), SIGNERS[0]);
  await sign(url, api, await readMessage(api, SIGNERS[1].email, LINK), SIGNERS[1]);
  const third = (await api.obterDocumento({ params })).signatarios[2]?.link ?? '';
  const status = await sign(url, api, LINK.exec(third)?.[1] ?? '', SIGNERS[2]);
  if (status !== 'ASSINADO') throw new Error(`o documento terminou em ${status}`);
}

/** @returns the signed file */
async function download(api: Api, params: { documentoId: string }, pdf: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  await mkdir(OUTPUT, { recursive: true });
  const signed = (await api.baixarArquivo({ params })) as Uint8Array;
  const certificate = (await api.baixarArquivo({ params, query: { tipo: 'CERTIFICADO' } })) as Uint8Array;
  await writeFile(join(OUTPUT, 'assinado.pdf'), signed);
  await writeFile(join(OUTPUT, 'certificado.pdf'), certificate);
  if (!Buffer.from(signed).subarray(0, pdf.length).equals(pdf)) throw new Error('o original não é prefixo do assinado');
  step('arquivos baixados em demo-output/: o original é prefixo exato do assinado');
  return signed;
}

async function run(url: string, file: string): Promise<void> {
  const pdf = await readFile(file);
  const api = await openAccount(url);
  let secret = '';
  const webhook = await receiveWebhooks(() => secret);
  try {
    const registered = await api.criarWebhook({
      body: {
        url: webhook.url,
        eventos: ['document.created', 'document.sent', 'document.signed', 'document.completed'],
      },
    });
    secret = registered.segredo;
    step('webhook registrado');
    const params = await draft(api, pdf);
    await api.enviarDocumento({ params });
    step('documento enviado');
    await signAll(url, api, params);
    const signed = await download(api, params, pdf);
    await validate(url, signed, await api.obterCertificado({ params }));
    for (let tries = 0; !webhook.events.includes('document.completed'); tries += 1) {
      if (tries > 100) throw new Error('o webhook de conclusão não chegou');
      await pause(100);
    }
    step(`webhooks recebidos e verificados: ${webhook.events.join(', ')}`);
  } finally {
    webhook.server.closeAllConnections();
    webhook.server.close();
  }
}

async function validate(
  url: string,
  signed: Uint8Array,
  certificate: { qrConteudo: string; conteudo: { codigoValidacao: string } },
) {
  const hashArquivo = createHash('sha256').update(signed).digest('hex');
  const { qrConteudo: qrCode, conteudo } = certificate;
  for (const presented of [{ codigo: conteudo.codigoValidacao }, { hashArquivo }, { qrCode }]) {
    const response = await fetch(`${url}/api/v1/sandbox/validacao/consultar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(presented),
    });
    const { resultado, situacao } = (await response.json()) as { resultado: string; situacao: string };
    if (resultado !== 'AUTENTICO' || situacao !== 'CONCLUIDO') throw new Error(`validação: ${resultado} ${situacao}`);
    step(`validação pública por ${Object.keys(presented)[0]}: ${resultado}, ${situacao}`);
  }
}

const service = await findService();
try {
  await run(service.url, process.argv[2] ?? SAMPLE);
  step('demonstração concluída');
} catch (error) {
  process.stderr.write(`\nA demonstração parou: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await service.stop();
}
