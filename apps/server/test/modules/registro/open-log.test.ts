import { createHash, randomUUID } from 'node:crypto';
import type { EventoAuditoria } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../../../packages/verify/src/log/checkpoint.ts';
import {
  certificateLines,
  conclusionLines,
  type Lines,
  leafFor,
  parseLeaf,
} from '../../../../../packages/verify/src/log/leaf.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../../../../../packages/verify/src/log/note.ts';
import { parseProof } from '../../../../../packages/verify/src/log/proof.ts';
import { readReceipt } from '../../../../../packages/verify/src/log/receipt.ts';
import { leafHash, rootOf, verifyInclusion } from '../../../../../packages/verify/src/log/tree.ts';
import { rewriteTrail } from '../../campaigns/evidence/seals.ts';
import { call, elsewhere } from '../../harness.ts';
import {
  about,
  draft,
  field,
  linkSentTo,
  newSender,
  ownService,
  person,
  readyToSign,
  type Sender,
  sent,
  signer,
  trailOf,
  until,
} from '../support.ts';

/** The open log of an installation (docs/adr/0085), read as anybody may, by code that shares nothing with what wrote it. */

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const ROOT = '/registro/teste';
/** Each from another address: what is asked by a code is counted. */
const get = (path: string, root = ROOT) => fetch(`${service().origin}${root}${path}`, { headers: elsewhere() });
const text = async (path: string, root = ROOT) => (await get(path, root)).text();
const keyOf = async (root = ROOT) => parseVerifierKey((await text('/chave.vkey', root)).trim());
const eventsOf = async (id: string) => (await trailOf(sender, id)) as unknown as EventoAuditoria[];
const leafOf = (type: 'CONCLUSAO' | 'CERTIFICADO', nonce: string, { label, commitment }: Lines) =>
  leafFor(nonce, label, commitment, type);

/** A document sent to so many people, each with a field. */
async function sentTo(count: number) {
  const signatarios = Array.from({ length: count }, () => ({ id: randomUUID(), ...person() }));
  const campos = signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.1 + index * 0.2 }));
  return sent(sender, { signatarios, campos });
}

async function signedBy(count = 1) {
  const document = await sentTo(count);
  const answers = [];
  for (const one of document.signatarios) answers.push(await (await readyToSign(sender, one)).sign());
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return { ...document, answers };
}

/** The entries of a log as its checkpoint has them. */
async function entries(root = ROOT) {
  const { size } = parseCheckpoint(parseNote(await text('/checkpoint', root)));
  const found: string[] = [];
  for (let first = 0; first < size; first += 256) {
    const width = Math.min(256, size - first);
    const bundle = Buffer.from(
      await (
        await get(`/tile/entries/${String(first / 256).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`, root)
      ).arrayBuffer(),
    );
    for (let at = 0; at < bundle.length; ) {
      const length = bundle.readUInt16BE(at);
      found.push(bundle.subarray(at + 2, at + 2 + length).toString('utf8'));
      at += 2 + length;
    }
  }
  return found;
}
const proofOf = (code: string, of: string) =>
  until(async () => {
    const answer = await get(`/prova/${code}?de=${of}`);
    return answer.status === 200 && parseProof(await answer.text());
  });

describe('the receipt of a signature', () => {
  it('is signed by the log, and opens the leaf that the log has a moment later', async () => {
    const { id, answers, codigoValidacao } = await signedBy();
    const answer = answers[0]?.body as unknown as { recibo: string; documentos: { id: string; recibo: string }[] };
    expect(answer.documentos.map(({ recibo }) => recibo)).toEqual([answer.recibo]);
    const receipt = await readReceipt(answer.recibo, await keyOf());
    expect(receipt).toMatchObject({
      documentoId: id,
      signed: true,
      origin: `${new URL(service().origin).host}/registro/teste`,
    });
    const [event] = (await eventsOf(id)).filter(({ acao }) => acao === 'ASSINATURA_REGISTRADA');
    expect(receipt.elo).toBe(event?.hash);
    const proof = await proofOf(codigoValidacao, String(receipt.sequencia));
    expect(Buffer.from(proof.extra ?? []).toString()).toBe(answer.recibo.split('\n')[1]);
    const log = await entries();
    expect(log[proof.index]).toBe(answer.recibo.split('\n')[1]);
  });

  it('says in the trail under which nonce it was told, and comes with a refusal too', async () => {
    const document = await sentTo(2);
    const [first] = document.signatarios;
    const one = await readyToSign(sender, first);
    const answer = await one.refuse();
    expect(answer.status).toBe(200);
    const receipt = await readReceipt((answer.body as unknown as { recibo: string }).recibo, await keyOf());
    const trail = await eventsOf(document.id);
    const at = trail.findIndex(({ acao }) => acao === 'ASSINATURA_RECUSADA');
    expect(receipt).toMatchObject({ documentoId: document.id, sequencia: at + 1, elo: trail[at]?.hash });
    const nonce = Buffer.from(receipt.nonce, 'hex');
    expect(trail[at]?.detalhe.registro).toBe(createHash('sha256').update(nonce).digest('hex'));
  });

  it('is in the certificate for every act, with what opens the leaves', async () => {
    const { id, codigoValidacao } = await signedBy(2);
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    const { conteudo, codigo, versao, hash } = (await about(sender, id, '/certificado')).body;
    const { nonce, recibos, origem } = conteudo.registroAberto;
    expect(recibos).toHaveLength(2);
    const key = await keyOf();
    for (const recibo of recibos)
      expect(await readReceipt(recibo, key)).toMatchObject({ origin: origem, signed: true });
    const made = {
      CONCLUSAO: leafOf('CONCLUSAO', nonce, conclusionLines(id, conteudo.cadeia.eloFinal, conteudo.hashes.assinado)),
      CERTIFICADO: leafOf('CERTIFICADO', nonce, certificateLines(codigo, versao, hash)),
    };
    for (const [of, leaf] of Object.entries(made)) {
      const proof = await proofOf(codigoValidacao, of);
      const logged = parseLeaf(proof.extra ?? new Uint8Array());
      expect(logged).toMatchObject({ t: of, k: leaf.k, c: leaf.c });
      const { size, root } = parseCheckpoint(proof.checkpoint);
      await verifyNote(proof.checkpoint, [key]);
      const entry = leafHash(proof.extra ?? new Uint8Array());
      verifyInclusion({ index: proof.index, size, leaf: entry, proof: proof.hashes, root });
    }
  });

  it('of every version of a certificate', async () => {
    const { id, codigoValidacao } = await signedBy();
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    await proofOf(codigoValidacao, 'CERTIFICADO');
    expect((await about(sender, id, '/certificado', 'POST')).status).toBe(201);
    const { conteudo, codigo, versao, hash } = (await about(sender, id, '/certificado')).body;
    const leaf = leafOf('CERTIFICADO', conteudo.registroAberto.nonce, certificateLines(codigo, versao, hash));
    await until(async () => {
      const proof = await proofOf(codigoValidacao, 'CERTIFICADO');
      return parseLeaf(proof.extra ?? new Uint8Array()).c === leaf.c;
    });
  });
});

describe('the log', () => {
  it.each([
    ['/registro', 'PRODUCAO'],
    ['/registro/teste', 'TESTE'],
  ])('%s begins with what it is, and announces the seals and the verifier of %s', async (root, ambiente) => {
    const leaves = await until(async () => {
      const all = (await entries(root)).map((entry) => parseLeaf(new TextEncoder().encode(entry)));
      return all.some(({ t }) => t === 'VERIFICADOR') && all;
    });
    const vkey = (await text('/chave.vkey', root)).trim();
    expect(leaves[0]).toMatchObject({ t: 'GENESE', k: `GENESE\n${(await keyOf(root)).name}\n0`, c: vkey });
    const { selos } = (await call(`${service().origin}/.well-known/rubrica/selos.json`)).body;
    const own = (selos as unknown as Record<string, string>[]).filter((one) => one.ambiente === ambiente);
    const announced = leaves.filter(({ t }) => t === 'SELO').map(({ k, c }) => [...k.split('\n').slice(1), c]);
    expect(announced).toEqual(own.map((one) => [one.impressaoDigital, one.de, ambiente]));
    const [verifier] = leaves.filter(({ t }) => t === 'VERIFICADOR');
    const sums = await (await fetch(`${service().origin}/verificar.sha256`)).text();
    expect(sums).toContain(`${verifier?.k.split('\n')[2]}  verificar-sem-selos.html`);
  });

  it('has the root that its entries make, and its tiles are their hashes', async () => {
    await signedBy();
    const log = await entries();
    const hashes = log.map((entry) => leafHash(new TextEncoder().encode(entry)));
    const tile = Buffer.from(await (await get(`/tile/0/000.p/${log.length}`)).arrayBuffer());
    expect(tile.equals(Buffer.concat(hashes))).toBe(true);
    await until(async () => {
      const { size, root } = parseCheckpoint(parseNote(await text('/checkpoint')));
      return size === log.length && Buffer.from(rootOf(hashes)).equals(Buffer.from(root));
    });
  });

  it('may be read from any page, and what never changes may be kept', async () => {
    const checkpoint = await get('/checkpoint');
    expect(checkpoint.headers.get('access-control-allow-origin')).toBe('*');
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=2');
    const tile = await get('/tile/entries/000.p/1');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    '/tile/0/000.p/256',
    '/tile/0/000.p/0',
    '/tile/0/000.p/01',
    '/tile/0/000',
    '/tile/0/x000/000',
    '/tile/00/000.p/1',
    '/tile/0/1.p/1',
    '/tile/entries/x001/000.p/1',
    '/tile/9/000.p/1',
    '/tile/0/000.p/255',
    '/dias/2020-01-01.checkpoint',
    '/dias/2020-13-45.tst',
    '/dias/2026-02-30.checkpoint',
    '/dias/0000-01-01.checkpoint',
    '/dias/checkpoint',
    '/nada',
  ])('has no %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('proves nothing of what is not there', async () => {
    const { codigoValidacao } = await sent(sender, { signatarios: [person()] });
    for (const code of [codigoValidacao, 'SVC-AAAA-BBBB', randomUUID()]) {
      const answer = await get(`/prova/${code}?de=CONCLUSAO`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([404, null]);
    }
    const of = (await signedBy()).codigoValidacao;
    await proofOf(of, 'CONCLUSAO');
    for (const day of ['2026-02-30', '0000-01-01', '2026-13-01'])
      expect((await get(`/prova/${of}?dia=${day}`)).status, day).toBe(400);
    for (const query of ['de=SELO', 'de=0', 'de=-1', 'de=1&de=2', 'dia=ontem', 'dia=2026-1-1'])
      expect((await get(`/prova/${codigoValidacao}?${query}`)).status).toBe(400);
  });

  it('holds nothing that names a document, its people or its organization', async () => {
    const { id, titulo, answers, codigoValidacao } = await signedBy();
    await proofOf(codigoValidacao, 'CONCLUSAO');
    const all = (await entries()).join('\n');
    for (const secret of [id, titulo, codigoValidacao, sender.as['x-api-key'] ?? 'x-api-key'])
      expect(all).not.toContain(secret);
    expect(answers).toHaveLength(1);
  });

  it('has nothing of drafts', async () => {
    const before = (await entries()).length;
    const { id } = await draft(sender);
    expect((await about(sender, id, '', 'DELETE')).status).toBe(204);
    expect((await entries()).length).toBe(before);
  });
});

describe('the mail of how it ended', () => {
  const bringsTo = (email: string) =>
    until(async () => {
      const { body } = await call(`${sender.base}/caixa?destino=${email}&tipo=DESFECHO`, 'GET', undefined, sender.as);
      const [message] = body.itens as unknown as { anexos: { nome: string; texto: string }[]; texto: string }[];
      return message;
    });

  it('brings the receipt of who signed, and the proof that it was concluded', async () => {
    const ana = person({ metodoEntrega: 'EMAIL', email: `ana.${randomUUID()}@exemplo.com.br` });
    const { id, codigoValidacao } = await sent(sender, { signatarios: [ana] });
    const one = signer(sender.base, (await linkSentTo(sender, ana.email)).split('/').pop() ?? '');
    await one.open();
    await one.read();
    await one.accept();
    const { recibo } = (await one.sign()).body as unknown as { recibo: string };
    const { anexos, texto } = await bringsTo(ana.email);
    expect(texto).toContain('Guarde também os anexos');
    expect(anexos.map(({ nome }) => nome)).toEqual([
      `recibo-${codigoValidacao}.txt`,
      `prova-${codigoValidacao}.tlog-proof`,
    ]);
    expect(anexos[0]?.texto).toBe(recibo);
    const proof = parseProof(anexos[1]?.texto ?? '');
    await verifyNote(proof.checkpoint, [await keyOf()]);
    const { conteudo } = (await about(sender, id, '/certificado')).body;
    const { nonce } = conteudo.registroAberto;
    const made = leafOf('CONCLUSAO', nonce, conclusionLines(id, conteudo.cadeia.eloFinal, conteudo.hashes.assinado));
    expect(parseLeaf(proof.extra ?? new Uint8Array())).toMatchObject(made);
  });
});

describe('a document of before the log', () => {
  const nonceOf = async (id: string) => {
    const [row] = await service().owner`select encode(nonce, 'hex') as nonce from trilha where documento_id = ${id}`;
    return row?.nonce as string | null | undefined;
  };

  it('gets its nonce with the first act after it, and receipts from then on', async () => {
    const document = await sentTo(1);
    const one = await readyToSign(sender, document.signatarios[0]);
    await service().owner`update trilha set nonce = null where documento_id = ${document.id}`;
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
    const { registroAberto } = (await about(sender, document.id, '/certificado')).body.conteudo;
    expect(registroAberto).toMatchObject({ nonce: await nonceOf(document.id), recibos: [expect.any(String)] });
  });

  it('has none of acts that a process of before recorded, and its end is told', async () => {
    const document = await sentTo(2);
    const [ana, bia] = document.signatarios;
    await (await readyToSign(sender, ana)).sign();
    // As the version before left it: no nonce, and an act that says nothing of a log.
    await rewriteTrail(service(), document.id, ({ detalhe, ...event }) => {
      const { registro: _, ...said } = detalhe as Record<string, unknown>;
      return { ...event, detalhe: said };
    });
    await service().owner`update trilha set nonce = null where documento_id = ${document.id}`;
    const last = await (await readyToSign(sender, bia)).sign();
    await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
    const { registroAberto } = (await about(sender, document.id, '/certificado')).body.conteudo;
    expect(registroAberto.recibos).toEqual([(last.body as unknown as { recibo: string }).recibo]);
    await proofOf(document.codigoValidacao, 'CONCLUSAO');
  });

  it('leaves nothing that opens its leaves once the sandbox is emptied', async () => {
    const other = await newSender(service());
    const { id } = await sent(other, { signatarios: [person()] });
    expect(await nonceOf(id)).toMatch(/^[0-9a-f]{64}$/);
    expect((await call(`${other.base}/limpar`, 'POST', undefined, other.as)).status).toBe(202);
    await until(async () => (await nonceOf(id)) === undefined);
  });
});
