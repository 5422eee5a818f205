import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { newDatabase } from '../../database.ts';
import { type Account, type Answer, call, documentForm, newAccount, until } from '../../harness.ts';
import { type Child, childrenOf, isAlive, startChild } from '../crash/child.ts';

/** Nobody's file is blamed for what happens to the process that reads it. Killing and stopping needs /proc. */

const pdf = tinyPdf();
let folder: string;
let child: Child;
let account: Account;
let database: Awaited<ReturnType<typeof newDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-leitores-'));
  database = await newDatabase();
  child = await startChild({
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      TRUST_PROXY: '127.0.0.1/32',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    },
  });
  account = await newAccount(child.origin);
});
afterAll(async () => {
  await child?.stop();
  await database?.remove();
  await rm(folder, { recursive: true, force: true });
});

const api = (path: string, method = 'GET', body?: unknown) =>
  call(`${child.origin}/v1${path}`, method, body, account.panel);
const upload = (more: object = {}): Promise<Answer> =>
  api('/documentos', 'POST', documentForm(pdf, { titulo: 'Contrato', ...more }));

/** The service starts no other process than those that work on PDF files. */
const workers = async () => (await childrenOf(child.pid)) ?? [];

async function signalWorkers(signal: NodeJS.Signals): Promise<number> {
  const found = await workers();
  for (const pid of found) if (isAlive(pid)) process.kill(pid, signal);
  return found.length;
}

describe.runIf(process.platform === 'linux')('a good file', () => {
  it('is taken although the process that was to read it stands still', async () => {
    expect(await signalWorkers('SIGSTOP')).toBeGreaterThan(0);
    expect((await upload()).status).toBe(201);
  });

  it('is never refused while readers are killed, and is taken once they are not', async () => {
    let killing = true;
    let killed = 0;
    const killer = (async () => {
      while (killing) {
        killed += await signalWorkers('SIGKILL');
        await delay(100);
      }
    })();
    const answers: Answer[] = [];
    const caller = async () => {
      // As many as it takes: a fast machine has taken twenty before as many readers are killed.
      for (let n = 0; n < 4 || killed <= 5; n += 1) answers.push(await upload());
    };
    await Promise.all(Array.from({ length: 5 }, caller));
    killing = false;
    await killer;
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect([answer.status, answer.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(answers.length).toBeGreaterThanOrEqual(20);
    expect((await upload()).status).toBe(201);
  });
});

describe.runIf(process.platform === 'linux')('the last signature', () => {
  it('is taken while those who seal are killed, and the document is completed', async () => {
    const person = {
      funcao: 'ASSINAR',
      nome: 'Caio Prado',
      cpf: '52998224725',
      dataNascimento: '1987-04-12',
      metodoEntrega: 'LINK',
    };
    const { body: draft } = await upload({
      fatoresExigidos: ['DADOS_PESSOAIS'],
      signatarios: [person],
      campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.05 }],
    });
    const { body: sent } = await api(`/documentos/${draft.id}/enviar`, 'POST');
    const at = `/assinatura/${sent.signatarios[0].link.split('/').pop()}`;
    const { body: opened } = await api(at);
    const { cpf, dataNascimento } = person;
    await api(`${at}/autenticar`, 'POST', { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
    await api(`${at}/leitura`, 'POST', { paginasLidas: 1, segundos: 9 });
    await api(`${at}/aceite`, 'POST', { textoHash: opened.textoAceite.textoHash });

    let killing = true;
    const killer = (async () => {
      while (killing) {
        await signalWorkers('SIGKILL');
        await delay(50);
      }
    })();
    const signed = await api(`${at}/assinar`, 'POST', {
      assinatura: { tipo: 'DIGITADA', texto: 'Caio Prado' },
      campos: [],
    });
    killing = false;
    await killer;
    expect([signed.status, signed.body.status]).toEqual([200, 'ASSINADO']);
    await until(async () => (await api(`/documentos/${draft.id}`)).body.status === 'ASSINADO');
    expect((await api(`/documentos/${draft.id}/arquivo`)).status).toBe(200);
  });
});

describe.runIf(process.platform === 'linux')('the front page and /readyz', () => {
  it('take no worker and wait for none, however many ask', async () => {
    // So many at once that every worker there may be is started.
    await Promise.all(Array.from({ length: 24 }, () => upload()));
    await signalWorkers('SIGSTOP');
    const stopped = await workers();
    const ask = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => fetch(`${child.origin}${n % 2 ? '/' : '/readyz'}`)));
    const idle = await ask(200);
    // Who had taken one would have had no answer before it was given up and another was in its place.
    expect(await workers()).toEqual(stopped);
    const busy = Promise.all(Array.from({ length: 4 }, () => upload()));
    const pages = [...idle, ...(await ask(100))];
    const bodies = await Promise.all(pages.map((page) => page.text()));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(bodies.filter((body) => body.startsWith('{') && JSON.parse(body).dependencias.pdf !== 'ok')).toEqual([]);
    expect((await busy).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
});
