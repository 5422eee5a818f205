import { existsSync, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hiddenLabel } from '../../../src/core/open-log/leaf.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, until } from '../../harness.ts';
import { sealProblem } from '../model/seal.ts';
import { sha256, trailProblem } from '../model/trail.ts';
import { childrenOf, isAlive } from './child.ts';
import { dieAtEveryStep, named, sharedLane } from './death.ts';
import { HELD_AT_ONCE } from './lane.ts';

/** What the last signature leaves, in two transactions: the signature, and the completion. */
interface Traces {
  status: string;
  signatario: string;
  everyone: boolean;
  registered: number;
  signed: number;
  collected: number;
  job: number;
  certificados: number;
  concluded: number;
  completed: number;
  arquivos: number;
  /** Of the open log: of the signature, and of the conclusion. */
  leaves: number;
}

const UNSIGNED: Traces = {
  status: 'AGUARDANDO_ASSINATURAS',
  signatario: 'VISUALIZADO',
  everyone: false,
  registered: 0,
  signed: 0,
  collected: 0,
  job: 0,
  certificados: 0,
  concluded: 0,
  completed: 0,
  arquivos: 1,
  leaves: 0,
};
const SIGNED: Traces = {
  ...UNSIGNED,
  signatario: 'ASSINADO',
  everyone: true,
  registered: 1,
  signed: 1,
  collected: 1,
  job: 1,
  leaves: 1,
};
const COMPLETE: Traces = {
  ...SIGNED,
  status: 'ASSINADO',
  certificados: 1,
  concluded: 1,
  completed: 1,
  arquivos: 3,
  leaves: 2,
};

interface Death {
  readonly name: string;
  readonly documentoId: string;
  readonly account: Account;
  /** How many of the two transactions were committed when it died. */
  readonly committed: number;
  readonly found: Traces;
  readonly retried: Answer;
}

const pdf = tinyPdf(2);
const deaths: Death[] = [];
let survived: Answer;
const lane = sharedLane('assinar', async () => {
  // First, while no completion of another document writes files too.
  await dieWhileStamping();
  const died = await dieAtEveryStep(lane(), prepare, ({ documentoId }) => traces(documentoId));
  for (const { step, ...death } of died.deaths) deaths.push({ ...death, name: named(step), committed: step.commits });
  ({ survived } = died);
  // Who signed before the service died waits for the queued job; nobody calls again for them.
  for (const { documentoId } of deaths) {
    await until(async () => (await traces(documentoId)).status === 'ASSINADO');
  }
});
let orphans: number[] | null = null;

async function traces(documentoId: string): Promise<Traces> {
  const [row] = await lane().sql<Omit<Traces, 'leaves'>[]>`
    with trilha_do_documento as (
      select corpo::json ->> 'acao' as acao from evento_auditoria where documento_id = ${documentoId})
    select d.status,
           s.status as signatario,
           d.assinado_por_todos_em is not null as everyone,
           (select count(*) from trilha_do_documento where acao = 'ASSINATURA_REGISTRADA') as registered,
           (select count(*) from evento_saida where documento_id = d.id and evento = 'document.signed') as signed,
           (select count(*) from medicao where documento_id = d.id and tipo = 'ASSINATURA_COLETADA') as collected,
           (select count(*) from fila.job
             where name = 'concluir-documento' and data ->> 'id' = d.id::text) as job,
           (select count(*) from certificado where documento_id = d.id) as certificados,
           (select count(*) from trilha_do_documento where acao = 'DOCUMENTO_CONCLUIDO') as concluded,
           (select count(*) from evento_saida where documento_id = d.id and evento = 'document.completed') as completed,
           (select count(*) from arquivo where position(d.id::text in chave) > 0) as arquivos
      from documento d
      join signatario s on s.documento_id = d.id
     where d.id = ${documentoId}`;
  return { ...(row as Omit<Traces, 'leaves'>), leaves: await leavesOf(documentoId) };
}

/** How many leaves of a document are in the open log, or wait for it. */
async function leavesOf(documentoId: string): Promise<number> {
  const [trail] = await lane().sql<{ nonce: Buffer; tamanho: number }[]>`
    select nonce, tamanho from trilha where documento_id = ${documentoId}`;
  if (!trail) throw new Error('a document without a trail');
  const acts = Array.from({ length: trail.tamanho }, (_, at) =>
    hiddenLabel(trail.nonce, { type: 'ATO', about: [documentoId, `${at + 1}`] }),
  );
  const labels = [...acts, hiddenLabel(trail.nonce, { type: 'CONCLUSAO', about: [documentoId, '1'] })];
  const rows = await lane().sql`
    select from (select rotulo from registro_fila union all select rotulo from registro_folha) as leaf
     where rotulo = any(${labels}::bytea[])`;
  return rows.length;
}

/** Whoever looks for the file's ink writes where the signed file is written: that must be over before it is watched. */
async function inkOver(documentoId: string): Promise<void> {
  const [file] = await lane().sql<{ chave: string }[]>`
    select a.chave from arquivo a join documento d on d.arquivo_id = a.id where d.id = ${documentoId}`;
  const kept = join(lane().dataDir, 'files', `${file?.chave}.tinta`);
  await until(async () => existsSync(kept) && (await readdir(join(lane().dataDir, 'tmp', 'work'))).length === 0);
}

/** A document of an organization of its own, sent, opened, read and accepted: only the signature is missing. */
async function prepare(n: number) {
  const account = await lane().account(n % HELD_AT_ONCE);
  const email = `assina${n}@exemplo.com.br`;
  const dados = {
    titulo: `Contrato ${n}`,
    signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', email }],
    campos: [{ tipo: 'ASSINATURA', pagina: 2, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
  };
  const created = await call(`${lane().origin()}/v1/documentos`, 'POST', documentForm(pdf, dados), account.panel);
  const documentoId = created.body.id as string;
  await call(`${lane().origin()}/v1/documentos/${documentoId}/enviar`, 'POST', undefined, account.panel);
  const token = await until(async () => {
    const [invited] = await lane().sql<{ texto: string }[]>`
      select m.texto from mensagem_capturada m, signatario s
       where m.destino = ${email} and s.email = ${email} and s.status = 'ENVIADO'`;
    return /assinar\/([\w-]{43})/.exec(invited?.texto ?? '')?.[1];
  });
  await inkOver(documentoId);
  const path = () => `${lane().origin()}/v1/assinatura/${token}`;
  const opened = await call(path());
  await call(`${path()}/leitura`, 'POST', { paginasLidas: 2, segundos: 9 });
  await call(`${path()}/aceite`, 'POST', { textoHash: opened.body.textoAceite.textoHash });
  const sign = () =>
    call(`${path()}/assinar`, 'POST', { assinatura: { tipo: 'DIGITADA', texto: 'João da Silva' }, campos: [] });
  return { documentoId, account, sign, act: { marker: documentoId, at: n, run: sign } };
}

/**
 * Signs once more, and the service dies the moment its worker begins to write the signed file, or at the latest, where the
 * test is slow to see that, before the completion is committed.
 */
async function dieWhileStamping(): Promise<void> {
  const draft = await prepare(9_000);
  const workers = await childrenOf(lane().child().pid);
  const writing = new Promise<void>((done) => {
    const watcher = watch(join(lane().dataDir, 'tmp', 'work'), () => {
      watcher.close();
      done();
    });
  });
  const at = { commit: 'before', having: /insert into certificado/ } as const;
  const disarm = lane().proxy.arm({ marker: draft.documentoId, at, moments: 'writes', sprung: () => {} });
  const answered = draft.sign().catch(() => null);
  await writing;
  await lane().child().kill();
  await answered;
  disarm();
  const found = await traces(draft.documentoId);
  orphans = workers && (await until(async () => workers.every((pid) => !isAlive(pid)) && workers.filter(isAlive)));
  await lane().restart();
  deaths.push({ ...draft, name: 'while the signed file is written', committed: 1, found, retried: await draft.sign() });
}

const read = (death: Death, path: string, account = death.account) =>
  call(`${lane().origin()}/v1/documentos/${death.documentoId}${path}`, 'GET', undefined, account.panel);

const each = <T>(of: (death: Death) => T) => Object.fromEntries(deaths.map((death) => [death.name, of(death)]));

describe('a service killed at each step of the last assinar', () => {
  it('dies inside, between and after both transactions, and lives when no step is left', () => {
    expect([survived.status, survived.body.documentos[0].status]).toEqual([200, 'ASSINADO']);
    expect(new Set(deaths.map(({ committed }) => committed))).toEqual(new Set([0, 1, 2]));
    expect(deaths.length).toBeGreaterThan(30);
  });

  it('leaves a signature whole or not at all, and a completion whole or not at all', () => {
    const whole = [UNSIGNED, SIGNED, COMPLETE];
    expect(each(({ found }) => found)).toEqual(each(({ committed }) => whole[committed]));
  });

  it('lets the person sign after the restart if and only if the signature was lost', () => {
    expect(each(({ retried }) => [retried.status, retried.body.codigo ?? retried.body.status])).toEqual(
      each(({ committed }) => (committed === 0 ? [200, 'ASSINADO'] : [409, 'CONFLITO'])),
    );
  });

  it('has completed every document exactly once in the end', async () => {
    const found = await Promise.all(
      deaths.map(async (death) => [death.name, await traces(death.documentoId)] as const),
    );
    expect(Object.fromEntries(found)).toEqual(each(() => COMPLETE));
  });

  it('leaves no worker process behind', () => {
    expect(orphans ?? []).toEqual([]);
  });

  it('has a whole trail and a certificate over it for every document', async () => {
    for (const death of deaths) {
      const trail = (await read(death, '/auditoria?limite=100')).body.itens;
      expect(trailProblem(death.documentoId, sha256(pdf), trail)).toBeNull();
      const certificado = (await read(death, '/certificado')).body;
      expect(certificado.conteudo.eventos).toEqual(trail);
    }
  });

  it('has for every document a sealed file with the original as its prefix', async () => {
    for (const death of deaths) {
      const signed = await read(death, '/arquivo');
      expect(signed.headers.get('etag')).toBe(`"${sha256(signed.bytes)}"`);
      expect(signed.bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
      expect(sealProblem(signed.bytes)).toBeNull();
    }
  });

  it('keeps every file that a row names', async () => {
    const rows = await lane().sql<{ chave: string; tamanho_bytes: number }[]>`select chave, tamanho_bytes from arquivo`;
    for (const { chave, tamanho_bytes } of rows) {
      expect((await stat(join(lane().dataDir, 'files', chave))).size).toBe(tamanho_bytes);
    }
  });

  it('tells document.signed and document.completed of each under one eventoId', async () => {
    for (const { documentoId } of deaths) {
      for (const evento of ['document.signed', 'document.completed']) {
        const told = await until(async () => {
          const events = lane()
            .receiver.requests.map(({ body }) => JSON.parse(body.toString()))
            .filter((event) => event.evento === evento && event.dados.documento.id === documentoId);
          return events.length > 0 && events;
        });
        expect(new Set(told.map(({ eventoId }) => eventoId)).size).toBe(1);
      }
    }
  });
});
