import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import { parseCheckpoint } from '../../../../../packages/verify/src/log/checkpoint.ts';
import { parseNote } from '../../../../../packages/verify/src/log/note.ts';
import { HONEST_PEM, honest, honestBy, startTimeAuthority } from '../../campaigns/evidence/time-authority.ts';
import { elsewhere } from '../../harness.ts';
import { verifyAsStranger } from '../../verifier.ts';
import { about, newSender, ownService, person, readyToSign, type Sender, sent, until } from '../support.ts';
import { workFolder } from '../tools.ts';

/** The last head of each day: kept, stamped by an authority, printed in the certificates that follow (docs/adr/0085). */

const DAY = 86_400_000;
const authority = await startTimeAuthority();
const service = ownService(async () => ({ TSA_URL: authority.url }));
const path = workFolder();
const get = (rest: string) => fetch(`${service().origin}/registro${rest}`, { headers: elsewhere() });
const text = async (rest: string) => (await get(rest)).text();
const sizeOf = (checkpoint: string) => parseCheckpoint(parseNote(checkpoint)).size;

let sender: Sender;
let yesterday: string;
/** Signed yesterday, and signed today. */
let first: { id: string; codigoValidacao: string };
let second: { id: string };

async function completed() {
  const document = await sent(sender, { signatarios: [person()] });
  expect((await (await readyToSign(sender, document.signatarios[0])).sign()).status).toBe(200);
  await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
  return document;
}

beforeAll(async () => {
  yesterday = new Date(service().clock.now().getTime() - DAY).toISOString().slice(0, 10);
  sender = await newSender(service(), 'PRODUCAO');
  first = await completed();
  await until(async () => (await get(`/prova/${first.codigoValidacao}`)).status === 200);
  authority.answerAs(honestBy(service().clock));
  // Nothing was added since yesterday: seals and authorities would not have it that it was all made then.
  await service().owner`update registro_aberto set estendido_em = estendido_em - interval '1 day'`;
  await until(async () => (await get(`/dias/${yesterday}.tst`)).status === 200);
  authority.answerAs(honest);
  second = await completed();
});

describe('a day that is over', () => {
  it('has the last checkpoint of it, which stays as it is', async () => {
    const answer = await get(`/dias/${yesterday}.checkpoint`);
    const checkpoint = await answer.text();
    expect(answer.headers.get('cache-control')).toContain('immutable');
    await until(async () => sizeOf(await text('/checkpoint')) > sizeOf(checkpoint));
    expect(await text(`/dias/${yesterday}.checkpoint`)).toBe(checkpoint);
  });

  it('is no other day, nor the one that goes on', async () => {
    const today = service().clock.now().toISOString().slice(0, 10);
    const before = new Date(Date.parse(yesterday) - DAY).toISOString().slice(0, 10);
    for (const day of [today, before]) expect((await get(`/dias/${day}.checkpoint`)).status, day).toBe(404);
  });

  it('bears out a file of it with an hour from outside', async () => {
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(await path(name), content);
      return path(name);
    };
    const proof = await text(`/prova/${first.codigoValidacao}?de=CONCLUSAO&dia=${yesterday}`);
    const stamp = Buffer.from(await (await get(`/dias/${yesterday}.tst`)).arrayBuffer());
    const signed = (await about(sender, first.id, '/arquivo?tipo=ASSINADO')).bytes;
    const certificate = (await about(sender, first.id, '/arquivo?tipo=CERTIFICADO')).bytes;
    const { report } = verifyAsStranger(
      signed,
      certificate,
      ...['--prova', await file('prova.tlog-proof', proof), '--registro', (await text('/chave.vkey')).trim()],
      ...['--tempo', await file('dia.tst', stamp), '--ac-tempo', await file('ac.pem', HONEST_PEM)],
    );
    const items = (report.itens as { codigo: string; confere: boolean | null }[]).filter(
      ({ codigo, confere }) => codigo.startsWith('REGISTRO.') && confere !== true,
    );
    expect([report.nivel, items.map(({ codigo }) => codigo)]).toEqual([
      'ANCORADO_COM_HORA_EXTERNA',
      ['REGISTRO.TESTEMUNHAS'],
    ]);
  });

  it('has no proof of what came after it', async () => {
    const { codigoValidacao } = (await about(sender, second.id)).body;
    await until(async () => (await get(`/prova/${codigoValidacao}`)).status === 200);
    const answer = await get(`/prova/${codigoValidacao}?dia=${yesterday}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([404, null]);
  });

  it('is printed in the certificates of the next', async () => {
    const { conteudo } = (await about(sender, second.id, '/certificado')).body;
    const [, size, root] = (await text(`/dias/${yesterday}.checkpoint`)).split('\n');
    expect(conteudo.registroAberto.ultimoDia).toEqual({ dia: yesterday, tamanho: Number(size), raiz: root });
    const pages = await textOf((await about(sender, second.id, '/arquivo?tipo=CERTIFICADO')).bytes);
    const printed = pages.join('').replace(/\s+/g, '');
    expect(printed).toContain(root);
    expect(printed).toContain(`alistatinha${size}folhas`);
    const { conteudo: earlier } = (await about(sender, first.id, '/certificado')).body;
    expect(earlier.registroAberto.ultimoDia).toBeUndefined();
  });
});

describe('the head of a day', () => {
  const mails = () => service().owner<{ destino: string; texto: string; anexos: { nome: string; texto: string }[] }[]>`
    select destino, texto, anexos from mensagem_capturada where assunto like 'Registro aberto:%'`;

  it('is mailed to who owns an organization, once, with the checkpoint', async () => {
    const [mail] = await until(async () => {
      const found = await mails();
      return found.length > 0 && found;
    });
    const checkpoint = await text(`/dias/${yesterday}.checkpoint`);
    expect(mail?.anexos).toEqual([{ nome: `registro-${yesterday}.checkpoint`, texto: checkpoint }]);
    expect(mail?.texto).toContain(checkpoint.split('\n')[2]);
    const told = await service().owner`select from usuario where registro_avisado_em = ${yesterday}::date`;
    expect(new Set((await mails()).map(({ destino }) => destino)).size).toBe(told.length);
    const again = await service().owner`select usuario_id from acesso.donos_a_avisar(${yesterday}::date, 100)`;
    expect(again).toHaveLength(0);
  });

  it('goes to nobody who does without it, nor on a day on which nothing was added', async () => {
    const { owner } = service();
    const after = new Date(Date.parse(yesterday) + DAY).toISOString().slice(0, 10);
    const asked = () => owner`select usuario_id from acesso.donos_a_avisar(${after}::date, 100)`;
    expect((await asked()).length).toBeGreaterThan(0);
    await owner.begin(async (tx) => {
      await tx`update usuario set avisos_recusados = array['registroAberto']`;
      expect(await tx`select usuario_id from acesso.donos_a_avisar(${after}::date, 100)`).toHaveLength(0);
      await tx`update usuario set avisos_recusados = '{}'`;
      await tx`
        insert into registro_dia (ambiente, geracao, dia, nota)
        select ambiente, geracao, ${after}::date, nota from registro_dia where dia = ${yesterday}::date`;
      expect(await tx`select usuario_id from acesso.donos_a_avisar(${after}::date, 100)`).toHaveLength(0);
      await tx`delete from registro_dia where dia = ${after}::date`;
    });
  });
});
