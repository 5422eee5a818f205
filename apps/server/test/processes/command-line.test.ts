import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { Webhook as Standard } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verificarWebhook } from '../../../../packages/sdk/src/index.ts';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { startWire, type Wire } from '../campaigns/faults/switch.ts';
import { type Account, newAccount, newKey } from '../harness.ts';
import { newTemplate, ONE_ROLE, TWO_ROLES } from '../modules/formularios/support.ts';
import { call, draft, type Sender, sharedService, until } from '../modules/support.ts';
import { workFolder } from '../modules/tools.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';

/** The command `rubrica` as it is published, one file in a folder from which nothing of the project can be imported. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const SAMPLE = join(ROOT, 'packages/pdf/samples/contrato-exemplo.pdf');
const ANA = 'Ana Lima <ana@exemplo.com.br>';
const service = sharedService();
const path = workFolder();
let command: string;
let home: string;
let account: Account;
let chave: string;
const children = new Set<ChildProcess>();

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
interface Running {
  readonly child: ChildProcess;
  readonly printed: () => Pick<Ended, 'stdout' | 'stderr'>;
  readonly ended: Promise<Ended>;
}

function start(args: readonly string[], env: Record<string, string> = {}, input = ''): Running {
  const child = spawn(process.execPath, [command, ...args], { cwd: home, env: { XDG_CONFIG_HOME: home, ...env } });
  children.add(child);
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  child.stdin.end(input);
  const ended = new Promise<Ended>((done) => {
    child.once('close', (status) => {
      children.delete(child);
      done({ status, ...printed });
    });
  });
  return { child, printed: () => printed, ended };
}

/** Runs a command to its end, with the sandbox key of the account. */
const rubrica = (...args: string[]): Promise<Ended> =>
  start(args, { RUBRICA_CHAVE: chave, RUBRICA_URL: service().origin }).ended;

beforeAll(async () => {
  const { build } = await import('../../../../packages/cli/scripts/build.ts');
  command = await path('rubrica.mjs');
  home = dirname(command);
  await copyFile(join(await build(), 'rubrica.mjs'), command);
  account = await newAccount(service().origin);
  chave = account.test.authorization.replace('Bearer ', '');
});
// A key makes sixty requests in a minute.
beforeEach(() => service().clock.advance(60_000));
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

const sender = (): Sender => ({
  service: service(),
  base: `${service().origin}/v1/sandbox`,
  as: account.test,
});

describe('the command', () => {
  it('says what there is, and that it does not know what there is not', async () => {
    const help = await rubrica('--help');
    expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/entrar.*enviar.*ouvir.*verificar/s)]);
    const names = [...help.stdout.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(11);
    const usages = await Promise.all(names.map((name) => rubrica(name, '--help')));
    for (const { stdout } of usages) expect(stdout).toMatch(/^Uso: rubrica /);
    expect(await rubrica('assinar')).toMatchObject({ status: 2, stderr: expect.stringContaining('não existe') });
    expect(await rubrica('caixa', '--nada')).toMatchObject({ status: 2, stderr: expect.stringContaining('--nada') });
    expect(await rubrica()).toMatchObject({ status: 2 });
  });

  it('ends with 4 without a key, with one that is not accepted, and with one of production for the sandbox', async () => {
    const env = { RUBRICA_URL: service().origin };
    expect(await start(['caixa'], env).ended).toMatchObject({ status: 4, stderr: expect.stringContaining('entrar') });
    const unknown = { ...env, RUBRICA_CHAVE: 'svc_test_nenhuma.segredo' };
    expect(await start(['caixa'], unknown).ended).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('401 CREDENCIAL_INVALIDA'),
    });
    const live = { ...env, RUBRICA_CHAVE: account.live.authorization.replace('Bearer ', '') };
    expect(await start(['caixa'], live).ended).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('só existe no sandbox'),
    });
  });

  it('ends with 3 where nobody answers', async () => {
    const gone = await startReceiver(answer(204));
    await gone.close();
    const env = { RUBRICA_CHAVE: chave, RUBRICA_URL: new URL(gone.url).origin };
    const ended = await start(['chamada', randomUUID(), '--json'], env).ended;
    expect(ended.status).toBe(3);
    expect(JSON.parse(ended.stderr).erro).toContain('não foi alcançado');
  });

  it('verifies offline, with the exit codes of the verifier', async () => {
    const vectors = join(ROOT, 'packages/verify/vectors');
    const pair = (name: string) => [`${vectors}/${name}.assinado.pdf`, `${vectors}/${name}.certificado.pdf`];
    const seals = ['--selo', join(vectors, 'selos.json')];
    const sound = await start(['verify', ...seals, ...pair('genuino')]).ended;
    expect([sound.status, sound.stderr]).toEqual([0, '']);
    expect(await start(['verificar', ...seals, ...pair('arquivo-cortado')]).ended).toMatchObject({ status: 1 });
  });
});

describe('entrar', () => {
  it('keeps a key that is accepted where only its owner reads it, for the other commands', async () => {
    const entered = await start(['entrar', '--url', service().origin, '--json'], {}, `${chave}\n`).ended;
    expect([entered.status, entered.stderr]).toEqual([0, '']);
    const told = JSON.parse(entered.stdout);
    expect(told).toMatchObject({ ambiente: 'TESTE', organizacao: 'Acácia Ltda.' });
    expect(statSync(told.arquivo).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(told.arquivo, 'utf8'))).toEqual({ chave, url: service().origin });
    expect((await start(['caixa', '--json']).ended).status).toBe(0);
  });

  it('keeps none that is refused, or that was typed where others see it', async () => {
    const url = ['--url', service().origin];
    const refused = await start(['entrar', ...url], {}, 'svc_test_outra.segredo\n').ended;
    expect(refused).toMatchObject({ status: 4, stderr: expect.stringContaining('não aceita') });
    expect(await start(['entrar', ...url, '--chave', chave]).ended).toMatchObject({ status: 2 });
    expect(await start(['entrar', ...url], {}, 'senha\n').ended).toMatchObject({ status: 4 });
    expect(await readFile(join(home, 'rubrica/config.json'), 'utf8')).toContain(chave);
  });
});

describe('enviar', () => {
  it('sends a file to people, each with a field at the foot of the last page', async () => {
    const sent = await rubrica('enviar', SAMPLE, '--assina', ANA, '--assina', 'rui@exemplo.com.br', '--json');
    expect([sent.status, sent.stderr]).toEqual([0, '']);
    const documento = JSON.parse(sent.stdout);
    expect(documento).toMatchObject({ titulo: 'contrato-exemplo', status: 'AGUARDANDO_ASSINATURAS', paginas: 4 });
    expect(documento.signatarios).toMatchObject([
      { nome: 'Ana Lima', email: 'ana@exemplo.com.br' },
      { email: 'rui@exemplo.com.br' },
    ]);
    const owners = documento.campos.map(({ tipo, pagina, signatarioId }: Record<string, unknown>) => [
      tipo,
      pagina,
      signatarioId,
    ]);
    expect(owners).toEqual(documento.signatarios.map(({ id }: { id: string }) => ['ASSINATURA', 4, id]));
  });

  it('does nothing twice under a key of the caller', async () => {
    const args = ['enviar', SAMPLE, '--assina', ANA, '--repeticao', 'pedido-1042', '--json'];
    const [first, second] = [await rubrica(...args), await rubrica(...args)];
    expect([first.status, second.status, second.stderr]).toEqual([0, 0, '']);
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id);
  });

  it('lets people pass the signature on where that is wanted', async () => {
    const sent = await rubrica('enviar', SAMPLE, '--assina', ANA, '--delegavel', '--json');
    expect(JSON.parse(sent.stdout).signatarios).toMatchObject([{ delegavel: true }]);
  });

  it('shows the links of whoever signs in person, whom it invites by nothing', async () => {
    const sent = await rubrica('enviar', SAMPLE, '--assina', ANA, '--presencial');
    expect([sent.status, sent.stderr]).toEqual([0, '']);
    const [, id, link] =
      /^ {2}([0-9a-f-]{36})\n {2}Ana Lima <ana@exemplo.com.br>\n {4}(http\S+\/assinar\/\S+)$/m.exec(sent.stdout) ?? [];
    const { body } = await call(`${sender().base}/documentos/${id}`, 'GET', undefined, account.test);
    expect(body.signatarios).toMatchObject([{ presencial: true, metodoEntrega: 'LINK', link }]);
  });

  it('leaves a draft where that is wanted', async () => {
    const made = await rubrica('enviar', SAMPLE, '--assina', ANA, '--titulo', 'Locação', '--rascunho');
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(
      /^Criado em rascunho no sandbox: Locação\n {2}[0-9a-f-]{36}\n {2}Ana Lima <ana@exemplo/,
    );
  });

  it('tells what the service refuses, with its place and the id of the call', async () => {
    const notPdf = await path('texto.pdf', Buffer.from('nada'));
    const refused = await rubrica('enviar', notPdf, '--assina', ANA);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/\(422 ENTRADA_INVALIDA\)\n {2}arquivo: .+\n {2}requestId [0-9a-f-]{36}\n$/);
  });

  it.each([
    ['a file that is not there', ['nada.pdf', '--assina', ANA], 'nada.pdf'],
    ['nobody to sign', [SAMPLE], '--assina'],
    ['somebody without an address', [SAMPLE, '--assina', 'Ana'], '“Ana”'],
    ['a day that is none', [SAMPLE, '--assina', ANA, '--prazo', 'ontem'], '--prazo'],
  ])('ends with 2 for %s', async (_, args, word) => {
    expect(await rubrica('enviar', ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(word) });
  });
});

describe('links', () => {
  it('makes, shows, changes and ends the public links of a template', async () => {
    const modelo = await newTemplate(sender());
    expect(await rubrica('links', modelo)).toMatchObject({ status: 0, stdout: 'Nenhum link público.\n' });
    const made = await rubrica('links', modelo, '--criar', 'Adesão 2027', '--limite', '200', '--json');
    expect([made.status, made.stderr]).toEqual([0, '']);
    const { id, url, ...link } = JSON.parse(made.stdout);
    expect(link).toMatchObject({ titulo: 'Adesão 2027', papelId: ONE_ROLE.papeis[0]?.id, limite: 200, expiraEm: null });

    const shown = await rubrica('links', modelo);
    expect(shown.stdout).toBe(`Adesão 2027  ABERTO, 0 de 200 respostas\n  ${url}\n  ${id}\n`);
    const changed = await rubrica(
      'links',
      modelo,
      '--alterar',
      id,
      '--limite',
      'nenhum',
      '--ate',
      '2099-12-31',
      '--json',
    );
    expect(JSON.parse(changed.stdout)).toMatchObject({ titulo: 'Adesão 2027', limite: null, situacao: 'ABERTO' });
    expect(JSON.parse(changed.stdout).expiraEm).toMatch(/^(2099-12-31|2100-01-01)T/);

    expect(await rubrica('links', modelo, '--encerrar', id)).toMatchObject({
      status: 0,
      stdout: 'O link está encerrado.\n',
    });
    expect(JSON.parse((await rubrica('links', modelo, '--json')).stdout)).toMatchObject([
      { id, situacao: 'ENCERRADO' },
    ]);
  });

  it('takes a role by its name, and makes none twice under a key of the caller', async () => {
    const modelo = await newTemplate(sender(), TWO_ROLES);
    const unsaid = await rubrica('links', modelo, '--criar', 'Adesão');
    expect(unsaid).toMatchObject({ status: 2, stderr: 'Diga o papel, com --papel: “Associado”, “Associação”.\n' });
    expect(await rubrica('links', modelo, '--criar', 'Adesão', '--papel', 'Ninguém')).toMatchObject({ status: 2 });
    // Who takes the other role stands for every document, which this command does not say.
    expect(await rubrica('links', modelo, '--criar', 'Adesão', '--papel', 'Associado')).toMatchObject({ status: 1 });

    const one = await newTemplate(sender());
    const args = ['links', one, '--criar', 'Adesão', '--papel', 'Associado', '--repeticao', 'link-7', '--json'];
    const [first, second] = [await rubrica(...args), await rubrica(...args)];
    expect([first.status, second.status]).toEqual([0, 0]);
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id);
  });

  it('does one thing at a time, and changes nothing where nothing was said', async () => {
    const modelo = randomUUID();
    expect(await rubrica('links', modelo, '--criar', 'A', '--encerrar', modelo)).toMatchObject({ status: 2 });
    expect(await rubrica('links', modelo, '--alterar', modelo)).toMatchObject({ status: 2 });
    expect(await rubrica('links', modelo, '--alterar', modelo, '--ate', 'ontem')).toMatchObject({ status: 2 });
    expect(await rubrica('links', modelo)).toMatchObject({ status: 1 });
  });
});

describe('caixa', () => {
  it('shows what the sandbox kept, with its link', async () => {
    const sent = await rubrica('enviar', SAMPLE, '--assina', 'Rui <rui@caixa.exemplo.com.br>', '--json');
    const [person] = JSON.parse(sent.stdout).signatarios;
    const here = ['caixa', '--para', 'rui@caixa.exemplo.com.br', '--tipo', 'CONVITE', '--aguardar', '25'];
    const shown = await rubrica(...here);
    expect(shown.stdout).toMatch(/EMAIL {2}CONVITE {2}rui@caixa\S+\n {2}.+\n {2}http:\S+\/assinar\/[\w-]+\n$/);
    const { stdout } = await rubrica(...here, '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ canal: 'EMAIL', tipo: 'CONVITE', signatarioId: person.id }]);
    const nobody = await rubrica('caixa', '--para', 'ninguem@exemplo.com.br');
    expect(nobody).toMatchObject({ status: 0, stdout: 'Nenhuma mensagem.\n' });
    const wrong = await rubrica('caixa', '--tipo', 'CARTA');
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('query.tipo: ') });
    expect(await rubrica('caixa', '--esvaziar')).toMatchObject({ status: 0 });
    expect((await rubrica('caixa', '--json')).stdout).toBe('[]\n');
  });
});

describe('disparar', () => {
  it('has the sandbox tell its webhooks of something that did not happen', async () => {
    const receiver = await startReceiver(answer(204));
    const hook = { url: receiver.url, eventos: ['document.created', 'document.refused'] };
    const { body } = await call(`${sender().base}/webhooks`, 'POST', hook, account.test);
    const { id } = await draft(sender());
    const fired = await rubrica('disparar', 'document.refused', '--documento', id);
    expect([fired.status, fired.stderr]).toEqual([0, '']);
    const eventoId = /^Disparado a um webhook: document\.refused ([0-9a-f-]{36})\n$/.exec(fired.stdout)?.[1];
    const request = await until(() => receiver.requests.find(({ headers }) => headers['webhook-id'] === eventoId));
    // By the service's clock, which files before this one may have moved.
    const now = () => service().clock.now().getTime();
    const evento = await verificarWebhook(request.body, request.headers, body.segredo, { now });
    expect(evento).toMatchObject({ evento: 'document.refused', dados: { teste: true, documento: { id } } });
    await call(`${sender().base}/webhooks/${body.id}`, 'DELETE', undefined, account.test);
    await receiver.close();
  });

  it('tells an event that there is not', async () => {
    expect(await rubrica('disparar', 'document.lost')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/400 ENTRADA_INVALIDA\)\n {2}evento: /),
    });
  });
});

describe('chamada', () => {
  it('shows what a call was, by the id that its refusal told', async () => {
    const notPdf = await path('outro.pdf', Buffer.from('nada'));
    const { requestId } = JSON.parse((await rubrica('enviar', notPdf, '--assina', ANA, '--json')).stderr);
    const found = await until(async () => {
      const ended = await rubrica('chamada', requestId);
      return ended.status === 0 && ended;
    });
    expect(found.stdout).toMatch(/^POST \/documentos\n {2}resposta {2}422 ENTRADA_INVALIDA, em \d+ ms\n/);
    const unknown = await rubrica('chamada', randomUUID());
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('Nenhuma chamada') });
  });
});

describe('doutor', () => {
  it('finds nothing wrong where nothing is, and tells what the key may', async () => {
    const { status, stdout } = await rubrica('doutor');
    expect(stdout.match(/^./gm)).toEqual(['✓', '✓', '✓', '✓', '✓']);
    expect(stdout).toContain('Acácia Ltda.');
    expect(stdout).toMatch(/Escopos: organizacao:ler, .*consumo:ler\./);
    expect(status).toBe(0);
  });

  it('tells exactly the scopes a key has', async () => {
    const escopos = ['documentos:escrever', 'signatarios:ler', 'arquivos:ler'];
    const narrow = await newKey(service().origin, account.panel, 'TESTE', escopos);
    const env = { RUBRICA_CHAVE: narrow.authorization.replace('Bearer ', ''), RUBRICA_URL: service().origin };
    const { stdout, status } = await start(['doutor', '--json'], env).ended;
    const findings = JSON.parse(stdout) as { ponto: string; fato: string }[];
    expect(
      findings
        .find(({ ponto }) => ponto === 'Escopos')
        ?.fato.replace('.', '')
        .split(', ')
        .sort(),
    ).toEqual(escopos.sort());
    expect(status).toBe(0);
  });

  it('tells a key that is not accepted, one that is none, and an address where nobody is', async () => {
    const on = (RUBRICA_CHAVE: string, RUBRICA_URL = service().origin) =>
      start(['doutor'], { RUBRICA_CHAVE, RUBRICA_URL }).ended;
    expect(await on('svc_test_outra.segredo')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/✗ Acesso:.*401/),
    });
    expect(await on('segredo')).toMatchObject({ status: 1, stdout: expect.stringContaining('✗ Chave:') });
    const gone = await startReceiver(answer(204));
    await gone.close();
    expect(await on(chave, new URL(gone.url).origin)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/✗ Serviço:.*ECONNREFUSED/),
    });
  });

  it('tells a clock that is off by more than receivers of webhooks bear', async () => {
    const late = createServer(({ url }, response) => {
      const status = url === '/v1/sandbox/openapi.json' || url === '/v1/openapi.json' ? 200 : 404;
      response.writeHead(status, { date: new Date(Date.now() - 400_000).toUTCString() }).end('{}');
    });
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
    const { status, stdout } = await start(['doutor'], { RUBRICA_CHAVE: chave, RUBRICA_URL: url }).ended;
    await new Promise((done) => late.close(done));
    expect([status, stdout]).toEqual([1, expect.stringMatching(/✗ Relógio: (39|40)\d s adiantado.*\n {2}→ Acerte/)]);
  });
});

describe('ouvir', IN_ORDER, () => {
  let wire: Wire;
  let receiver: Receiver;
  const segredo = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  const listen = (...args: string[]) => {
    const url = `http://127.0.0.1:${wire.port}`;
    const all = ['ouvir', '--para', receiver.url, '--segredo', segredo, '--json', ...args];
    return start(all, { RUBRICA_CHAVE: chave, RUBRICA_URL: url });
  };
  const listening = ({ printed }: Running) => until(() => printed().stderr.includes('Ouvindo o sandbox'));
  beforeAll(async () => {
    wire = await startWire({ port: Number(new URL(service().origin).port) });
    receiver = await startReceiver(answer(204));
  });
  afterAll(async () => {
    await wire?.close();
    await receiver?.close();
  });
  const end = async ({ child, ended }: Running) => {
    child.kill('SIGINT');
    return ended;
  };
  let before: string;

  it('hands on what happens from then on, signed as the service signs', async () => {
    const running = listen();
    await listening(running);
    const { id } = await draft(sender());
    const [request] = await receiver.received(1, 40_000);
    const { headers = {}, body = Buffer.of() } = request ?? {};
    const evento = await verificarWebhook(body, headers, segredo);
    expect(evento).toMatchObject({ evento: 'document.created', dados: { documento: { id }, ambiente: 'TESTE' } });
    expect(new Standard(segredo).verify(body.toString(), headers)).toEqual(evento);
    before = evento.eventoId;
    const { body: feed } = await call(`${sender().base}/eventos/${before}`, 'GET', undefined, account.test);
    expect(JSON.parse(body.toString())).toEqual(feed);
    const { status, stdout, stderr } = await end(running);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ eventoId: before, evento: 'document.created', status: 204 });
    expect(stderr).toContain(`--apos ${before}`);
  });

  it('goes on after the last one seen, whether the line broke meanwhile or it was started anew', async () => {
    const first = await draft(sender());
    const running = listen('--apos', before);
    await receiver.received(2, 40_000);
    wire.cut();
    const second = await draft(sender());
    await until(() => running.printed().stderr.includes('Tento de novo'));
    wire.mend();
    const requests = await receiver.received(3, 40_000);
    const seen = requests.slice(1).map(({ body }) => JSON.parse(body.toString()).dados.documento.id);
    expect(seen).toEqual([first.id, second.id]);
    await end(running);
  });

  it('hands on only what was asked for, and tells what the receiver answered', async () => {
    const running = listen('--apos', before, '--evento', 'document.cancelled');
    await listening(running);
    await end(running);
    expect(receiver.requests).toHaveLength(3);
    const busy = await startReceiver(answer(500));
    const other = start(['ouvir', '--para', busy.url, '--apos', before], {
      RUBRICA_CHAVE: chave,
      RUBRICA_URL: service().origin,
    });
    await until(() => /document\.created {2}[0-9a-f-]{36} {2}→ 500/.test(other.printed().stdout));
    expect(other.printed().stderr).toMatch(/Segredo: whsec_[A-Za-z0-9+/]{43}=\n/);
    await end(other);
    await busy.close();
  });

  it('needs an address', async () => {
    expect(await rubrica('ouvir')).toMatchObject({ status: 2, stderr: expect.stringContaining('--para') });
    expect(await rubrica('ouvir', '--para', 'nada')).toMatchObject({ status: 2 });
  });
});
