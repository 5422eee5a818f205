import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../packages/pdf/fixtures/build.ts';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Account, newAccount } from '../harness.ts';
import { call, sharedService } from '../modules/support.ts';
import { workFolder } from '../modules/tools.ts';

/** The program `@rubrica/mcp` as it is published, asked by the protocol's own client as an assistant would. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const service = sharedService();
const path = workFolder();
const CPF = '52998224725';
const BIRTH = '1987-04-12';
const PHONE = '+5511987654321';
let command: string;
/** What the program may reach, and a folder beside it that it may not. */
let folder: string;
let outside: string;
let account: Account;
const clients: Client[] = [];

interface Said {
  readonly failed: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the tool says
  readonly value: any;
}

const keyOf = ({ authorization }: { authorization: string }) => authorization.replace('Bearer ', '');

function started(key: string, args: readonly string[], url = service().origin): StdioClientTransport {
  const env = { PATH: process.env.PATH ?? '', RUBRICA_CHAVE: key, RUBRICA_URL: url };
  return new StdioClientTransport({
    command: process.execPath,
    args: [command, '--pasta', folder, ...args],
    env,
    stderr: 'pipe',
  });
}

/** @param mode of the protocol: as it was in 2025, or as both sides can @param answers if it can ask its person */
async function connect(
  program: StdioClientTransport,
  mode: 'legacy' | 'auto' = 'auto',
  answers?: (question: string) => boolean,
): Promise<Client> {
  const capabilities = answers ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'teste', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
  if (answers) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      return answers(params.message) ? { action: 'accept', content: {} } : { action: 'decline' };
    });
  }
  clients.push(client);
  await client.connect(program);
  return client;
}

/** Everything that any tool has answered. */
const heard: string[] = [];

async function ask(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Said> {
  const { content, isError } = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  heard.push(text);
  const failed = isError === true;
  return { failed, text, value: failed ? null : JSON.parse(text) };
}

let sandbox: Client;
const ana = { nome: 'Ana Lima', email: 'ana@exemplo.com.br' };

async function drafted(more: object = {}): Promise<string> {
  const { value, text } = await ask(sandbox, 'criar_documento', {
    arquivo: 'locacao.pdf',
    signatarios: [ana],
    ...more,
  });
  expect(value?.documentoId, text).toMatch(/^[0-9a-f-]{36}$/);
  return value.documentoId;
}

const api = (where: string, method = 'GET', body?: unknown) =>
  call(`${service().origin}/v1/sandbox/documentos/${where}`, method, body, account.test);

beforeAll(async () => {
  const { build } = await import('../../../../packages/mcp/scripts/build.ts');
  command = join(await build(), 'rubrica-mcp.mjs');
  const root = dirname(await path('x'));
  folder = join(root, 'contratos');
  outside = join(root, 'contratos-de-outros');
  await Promise.all([mkdir(folder), mkdir(outside)]);
  await writeFile(join(folder, 'locacao.pdf'), tinyPdf(2));
  await writeFile(join(outside, 'segredo.pdf'), tinyPdf());
  account = await newAccount(service().origin);
  sandbox = await connect(started(keyOf(account.test), []));
});
// A key makes sixty requests in a minute.
beforeEach(() => service().clock.advance(60_000));
afterAll(() => Promise.all(clients.map((client) => client.close())));

describe('the program', () => {
  it('has a dozen tools, described, of which only one touches other people', async () => {
    const { tools } = await sandbox.listTools();
    expect(tools).toHaveLength(12);
    for (const { title, description, inputSchema } of tools) {
      expect(title).toMatch(/\S/);
      expect(description?.length).toBeGreaterThan(60);
      expect(inputSchema.additionalProperties).toBe(false);
    }
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      'confirmar',
    ]);
    expect(sandbox.getInstructions()).toMatch(/sandbox/);
  });

  it('takes a key of production only if it is told to, and then simulates nobody', async () => {
    const refused = started(keyOf(account.live), []);
    let said = '';
    refused.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const closed = new Promise<void>((done) => {
      refused.onclose = done;
    });
    await refused.start();
    await closed;
    expect(said).toMatch(/chave é de produção.*--producao/s);
    const production = await connect(started(keyOf(account.live), ['--producao']));
    const names = (await production.listTools()).tools.map(({ name }) => name);
    expect(names).toHaveLength(11);
    expect(names).not.toContain('simular_signatario');
    expect(production.getInstructions()).toMatch(/produção/);
  });

  it('tells what the service refuses, with its place, and what is asked in a way that it does not know', async () => {
    const wrong = { nome: 'Ana', email: 'ana' };
    const refused = await ask(sandbox, 'criar_documento', { arquivo: 'locacao.pdf', signatarios: [wrong] });
    expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/^400 .*signatarios\[0\]\.email/s) });
    const misspelt = await ask(sandbox, 'listar_documentos', { buscar: 'x' });
    expect(misspelt).toMatchObject({ failed: true, text: expect.stringContaining('buscar') });
    const foreign = await ask(sandbox, 'ver_documento', { documentoId: randomUUID() });
    expect(foreign).toMatchObject({ failed: true, text: expect.stringMatching(/^404 /) });
  });
});

describe('a document', () => {
  it('is made, shown, sent, signed and brought back', async () => {
    const documentoId = await drafted({ titulo: 'Locação', mensagem: 'Segue o contrato.' });
    const draft = (await ask(sandbox, 'ver_documento', { documentoId })).value;
    expect(draft).toMatchObject({ titulo: 'Locação', status: 'RASCUNHO', signatarios: [ana] });
    const { signatarioId } = draft.signatarios[0];
    expect(draft.campos).toMatchObject([{ tipo: 'ASSINATURA', pagina: 2, signatarioId }]);

    const prepared = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    expect(prepared.oQueVaiAcontecer).toMatch(/“Locação” vai para Ana Lima \(ana@exemplo\.com\.br\).*sandbox/);
    expect((await api(documentoId)).body.status).toBe('RASCUNHO');
    const { confirmacao } = prepared;
    expect((await ask(sandbox, 'confirmar', { confirmacao })).value.status).toBe('AGUARDANDO_ASSINATURAS');

    const waiting = (await ask(sandbox, 'listar_documentos', { status: 'AGUARDANDO_ASSINATURAS', busca: 'loca' }))
      .value;
    expect(waiting.itens.map((one: { documentoId: string }) => one.documentoId)).toContain(documentoId);
    await ask(sandbox, 'simular_signatario', { documentoId, signatarioId, acao: 'ASSINAR' });
    const signed = await expect
      .poll(async () => (await ask(sandbox, 'ver_documento', { documentoId })).value, { timeout: 20_000 })
      .toMatchObject({ status: 'ASSINADO' })
      .then(async () => (await ask(sandbox, 'ver_documento', { documentoId })).value);

    const kept = (await ask(sandbox, 'baixar_arquivo', { documentoId, destino: 'assinado.pdf' })).value;
    const bytes = await readFile(kept.gravadoEm);
    expect(kept).toMatchObject({ gravadoEm: join(folder, 'assinado.pdf'), tamanho: bytes.length });
    const checked = (await ask(sandbox, 'conferir_codigo', { codigo: signed.codigoValidacao })).value;
    expect(checked).toMatchObject({ resultado: 'AUTENTICO', documento: { nome: 'Locação', hashArquivo: kept.sha256 } });
    const trail = (await ask(sandbox, 'ver_trilha', { documentoId })).value;
    const acts = trail.itens.map(({ acao }: { acao: string }) => acao);
    expect(acts).toEqual(expect.arrayContaining(['DOCUMENTO_CRIADO', 'ASSINATURA_REGISTRADA', 'DOCUMENTO_CONCLUIDO']));
  });

  it('may be passed on, or is signed in person, where that was asked for, and sending it says so', async () => {
    const zoe = { nome: 'Zoé', email: 'zoe@exemplo.com.br', metodoEntrega: 'LINK', presencial: true };
    const documentoId = await drafted({ signatarios: [{ ...ana, delegavel: true }, zoe] });
    const prepared = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    expect(prepared.documento.signatarios).toMatchObject([
      { delegavel: true, presencial: false },
      { delegavel: false, presencial: true },
    ]);
    expect(prepared.oQueVaiAcontecer).toMatch(/Ana Lima pode passar a assinatura.*Zoé assina na sua presença/);
  });

  it('has fields where its text says, each of the person it was given to', async () => {
    const sample = join(ROOT, 'packages/pdf/samples/contrato-exemplo.pdf');
    await writeFile(join(folder, 'exemplo.pdf'), await readFile(sample));
    const two = { arquivo: 'exemplo.pdf', signatarios: [ana, { nome: 'Rui', email: 'rui@exemplo.com.br' }] };
    const nobody = { tipo: 'ASSINATURA', de: 3, ancora: 'CONTRATO' };
    const refused = await ask(sandbox, 'criar_documento', { ...two, campos: [nobody] });
    expect(refused).toMatchObject({ failed: true, text: 'campos[0].de: só há 2 signatários.' });
    const campo = { ...nobody, de: 2, ancora: 'Helena Figueiredo Prado', ocorrencia: 2 };
    const placed = await ask(sandbox, 'criar_documento', { ...two, campos: [campo] });
    const { signatarios, campos } = placed.value;
    expect(campos).toMatchObject([{ tipo: 'ASSINATURA', pagina: 4, signatarioId: signatarios[1].signatarioId }]);
  });

  it('has fields where its tags are, of the people they call', async () => {
    const text = rawStream('BT /F 11 Tf 50 300 Td ({{assinatura:locatario}}) Tj ET');
    await writeFile(join(folder, 'marcas.pdf'), build(onePage('/MediaBox [0 0 400 600]', text)));
    const made = await ask(sandbox, 'criar_documento', {
      arquivo: 'marcas.pdf',
      signatarios: [{ ...ana, chave: 'locatario' }],
    });
    const { documentoId, signatarios, campos } = made.value;
    const { signatarioId } = signatarios[0];
    expect(campos).toMatchObject([{ tipo: 'ASSINATURA', pagina: 1, signatarioId }]);
    expect(campos[0].y).not.toBe(0.88);
    const { confirmacao } = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    expect((await ask(sandbox, 'confirmar', { confirmacao })).value.status).toBe('AGUARDANDO_ASSINATURAS');
  });

  it('comes of a template, with a person for each of its roles', async () => {
    const form = new FormData();
    const papelId = randomUUID();
    const dados = {
      nome: 'Locação simples',
      papeis: [{ id: papelId, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1 }],
      campos: [{ tipo: 'ASSINATURA', papelId, pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
    };
    form.set('dados', JSON.stringify(dados));
    form.set('arquivo', new Blob([tinyPdf() as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), 'm.pdf');
    expect((await call(`${service().origin}/v1/sandbox/modelos`, 'POST', form, account.test)).status).toBe(201);
    const [modelo] = (await ask(sandbox, 'listar_modelos')).value.itens;
    expect(modelo).toMatchObject({ nome: 'Locação simples', papeis: [{ papelId, rotulo: 'Locatário' }] });
    const made = await ask(sandbox, 'criar_documento_de_modelo', {
      modeloId: modelo.modeloId,
      papeis: [{ papelId, ...ana }],
    });
    expect(made.value).toMatchObject({ status: 'RASCUNHO', titulo: 'Locação simples', signatarios: [ana] });
  });
});

describe('what other people notice', () => {
  it('takes what was prepared: nothing invented, nothing of another connection', async () => {
    const documentoId = await drafted();
    const { confirmacao } = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    const other = await connect(started(keyOf(account.test), []));
    for (const [client, code] of [
      [sandbox, 'sim'],
      [sandbox, documentoId],
      [other, confirmacao],
    ] as const) {
      const refused = await ask(client, 'confirmar', { confirmacao: code });
      expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/não existe/) });
    }
    expect((await api(documentoId)).body.status).toBe('RASCUNHO');
  });

  it('is not done to a document that changed since it was shown', async () => {
    const documentoId = await drafted();
    const { confirmacao } = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    const [one] = (await api(documentoId)).body.signatarios;
    const other = { email: 'mallory@exemplo.com.br' };
    expect((await api(`${documentoId}/signatarios/${one.id}`, 'PATCH', other)).status).toBe(200);
    const refused = await ask(sandbox, 'confirmar', { confirmacao });
    expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/mudou/) });
    expect(await ask(sandbox, 'confirmar', { confirmacao })).toMatchObject({ failed: true });
    expect((await api(documentoId)).body.status).toBe('RASCUNHO');
  });

  it.each(['legacy', 'auto'] as const)(
    'is asked of the person, past the assistant, where its program can (%s)',
    async (mode) => {
      const heardBy: string[] = [];
      let willing = false;
      const client = await connect(started(keyOf(account.test), []), mode, (question) => {
        heardBy.push(question);
        return willing;
      });
      const documentoId = await drafted({ titulo: 'Locação perguntada' });
      const prepare = async () => (await ask(client, 'preparar_envio', { documentoId })).value;
      const first = await prepare();
      const refused = await ask(client, 'confirmar', { confirmacao: first.confirmacao });
      expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/disse que não/) });
      expect((await api(documentoId)).body.status).toBe('RASCUNHO');
      expect(await ask(client, 'confirmar', { confirmacao: first.confirmacao })).toMatchObject({ failed: true });
      willing = true;
      const { confirmacao } = await prepare();
      expect((await ask(client, 'confirmar', { confirmacao })).value.status).toBe('AGUARDANDO_ASSINATURAS');
      expect(heardBy).toEqual([first.oQueVaiAcontecer, first.oQueVaiAcontecer]);
    },
  );

  it('is done once, and cancelled in two steps as well', async () => {
    const documentoId = await drafted();
    const sending = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    const both = [sending, sending].map(({ confirmacao }) => ask(sandbox, 'confirmar', { confirmacao }));
    expect((await Promise.all(both)).filter(({ failed }) => !failed).length).toBeGreaterThan(0);
    const trail = (await ask(sandbox, 'ver_trilha', { documentoId })).value.itens;
    expect(trail.filter(({ acao }: { acao: string }) => acao === 'DOCUMENTO_ENVIADO')).toHaveLength(1);
    expect(await ask(sandbox, 'preparar_envio', { documentoId })).toMatchObject({ failed: true });

    const motivo = 'Valor do aluguel digitado errado.';
    const cancelling = (await ask(sandbox, 'preparar_cancelamento', { documentoId, motivo })).value;
    expect(cancelling.oQueVaiAcontecer).toMatch(/cancelado.*Não há volta/);
    expect((await api(documentoId)).body.status).toBe('AGUARDANDO_ASSINATURAS');
    const { confirmacao } = cancelling;
    expect((await ask(sandbox, 'confirmar', { confirmacao })).value.status).toBe('CANCELADO');
  });
});

describe('a cancellation', () => {
  it('is not done once somebody signed who had not when it was shown', async () => {
    const documentoId = await drafted({ signatarios: [ana, { nome: 'Rui', email: 'rui@exemplo.com.br' }] });
    const sending = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    const { signatarios } = (await ask(sandbox, 'confirmar', { confirmacao: sending.confirmacao })).value;
    const prepare = async () =>
      (await ask(sandbox, 'preparar_cancelamento', { documentoId, motivo: 'Desistência.' })).value;
    const { confirmacao } = await prepare();
    const [{ signatarioId }] = signatarios;
    await ask(sandbox, 'simular_signatario', { documentoId, signatarioId, acao: 'ASSINAR' });
    expect(await ask(sandbox, 'confirmar', { confirmacao })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/mudou/),
    });
    expect((await api(documentoId)).body.status).toBe('PARCIALMENTE_ASSINADO');
    expect((await prepare()).oQueVaiAcontecer).toMatch(/Já assinado por Ana Lima: isso se perde/);
  });
});

/** Hands every request on to the service, and loses so many answers to those that send. */
async function startLossyWire(losses: number) {
  let left = losses;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    const body = Buffer.concat(await request.toArray());
    const kept = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    const answer = await fetch(`${service().origin}${url}`, {
      method,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (url.endsWith('/enviar') && left-- > 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an answer that is lost', () => {
  it('is asked for again by the same confirmation, and what was done is not done twice', async () => {
    const documentoId = await drafted();
    // The client itself comes again twice.
    const client = await connect(started(keyOf(account.test), [], await startLossyWire(3)));
    const { confirmacao } = (await ask(client, 'preparar_envio', { documentoId })).value;
    const lost = await ask(client, 'confirmar', { confirmacao });
    expect(lost).toMatchObject({ failed: true, text: expect.stringMatching(/não respondeu.*pode ter sido feito/) });
    expect((await api(documentoId)).body.status).toBe('AGUARDANDO_ASSINATURAS');
    expect((await ask(client, 'confirmar', { confirmacao })).value.status).toBe('AGUARDANDO_ASSINATURAS');
    const trail = (await ask(client, 'ver_trilha', { documentoId })).value.itens;
    expect(trail.filter(({ acao }: { acao: string }) => acao === 'DOCUMENTO_ENVIADO')).toHaveLength(1);
    expect(await ask(client, 'confirmar', { confirmacao })).toMatchObject({ failed: true });
  });
});

describe('what an assistant never learns', () => {
  it('is a link to sign by, a CPF, a birth date or a telephone, in any answer', async () => {
    const person = { nome: 'Rui', cpf: CPF, dataNascimento: BIRTH, telefone: PHONE, metodoEntrega: 'LINK' };
    const documentoId = await drafted({ signatarios: [person], fatoresExigidos: ['DADOS_PESSOAIS'] });
    const { confirmacao } = (await ask(sandbox, 'preparar_envio', { documentoId })).value;
    await ask(sandbox, 'confirmar', { confirmacao });
    await ask(sandbox, 'ver_documento', { documentoId });
    await ask(sandbox, 'ver_trilha', { documentoId });
    await ask(sandbox, 'listar_documentos');
    const { link } = (await api(documentoId)).body.signatarios[0];
    const token = new URL(link).pathname.split('/').pop() as string;
    expect(token.length).toBeGreaterThan(30);
    const all = heard.join('\n');
    expect(all).toContain(documentoId);
    for (const secret of [token, '/assinar/', CPF, '529.982.247-25', BIRTH, PHONE]) expect(all).not.toContain(secret);
  });
});

describe('files of this machine', () => {
  const read = (arquivo: string) => ask(sandbox, 'criar_documento', { arquivo, signatarios: [ana] });

  it('are read in the folders that were named only, whatever the path', async () => {
    await symlink(join(outside, 'segredo.pdf'), join(folder, 'atalho.pdf'));
    await symlink(outside, join(folder, 'vizinha'));
    const paths = [
      '../contratos-de-outros/segredo.pdf',
      join(outside, 'segredo.pdf'),
      'atalho.pdf',
      'vizinha/segredo.pdf',
    ];
    for (const one of [...paths, '../contratos-de-outros/nada.pdf', '/etc/passwd']) {
      expect(await read(one), one).toMatchObject({ failed: true, text: `Só alcanço arquivos em: ${folder}.` });
    }
  });

  it('are read only if they are PDFs, no larger than the service takes', async () => {
    await writeFile(join(folder, 'senhas.txt'), 'nada disso');
    await writeFile(join(folder, 'enorme.pdf'), '%PDF-1.7');
    await truncate(join(folder, 'enorme.pdf'), 20 * 2 ** 20 + 1);
    expect((await read('senhas.txt')).text).toMatch(/não é um PDF/);
    expect((await read('enorme.pdf')).text).toMatch(/passa de 20 MB/);
    execFileSync('mkfifo', [join(folder, 'cano.pdf')]);
    expect((await read('cano.pdf')).text).toMatch(/não é um arquivo/);
    expect((await read('.')).text).toMatch(/não é um arquivo/);
    expect((await read('nada.pdf')).text).toMatch(/^Não há /);
  });

  it('are never written over, nor outside', async () => {
    const documentoId = await drafted();
    const keep = (destino: string) => ask(sandbox, 'baixar_arquivo', { documentoId, tipo: 'ORIGINAL', destino });
    expect((await keep('locacao.pdf')).text).toMatch(/já existe/);
    expect(await readFile(join(folder, 'locacao.pdf'))).toEqual(Buffer.from(tinyPdf(2)));
    expect((await keep('../fora.pdf')).text).toMatch(/Só alcanço/);
    expect((await keep('vizinha/fora.pdf')).text).toMatch(/Só alcanço/);
    expect((await keep('nenhuma/fora.pdf')).text).toMatch(/^Não há /);
    expect((await keep('copia.pdf')).value.gravadoEm).toBe(join(folder, 'copia.pdf'));
  });
});
