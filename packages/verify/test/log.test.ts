import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { der, sequence, TAG } from '../src/crypto/der.ts';
import { type LogOptions, parsePem, parsePolicy, parseVerifierKey, type VerifyOptions, verify } from '../src/index.ts';
import { token } from './authority.ts';
import { refused } from './campaign/kinds.ts';
import {
  entriesOf,
  entryOf,
  NONCE,
  noteOf,
  OpenLog,
  ORIGIN,
  receiptsOf,
  registered,
  Signer,
  telling,
} from './open-log.ts';
import { makePair, type Pair, type PairOptions } from './pair.ts';
import { type OpenConteudo, restart, sha256 } from './story.ts';
import { makeCertificate } from './x509.ts';

/** Files held against the open log (ADR 0085), and what an operator with every key may try against it. */

const log = new OpenLog();
const witnesses = ['a', 'b', 'c'].map((name) => new Signer(`${name}.testemunha.exemplo`, 4));
const [a, b] = witnesses as [Signer, Signer, Signer];
const policy = parsePolicy(
  `log ${log.signer.vkey}\n${witnesses.map(({ vkey }, i) => `witness W${i} ${vkey}\n`).join('')}group G 2 W0 W1 W2\nquorum G\n`,
);
const key = parseVerifierKey(log.signer.vkey);
const root = makeCertificate({ name: 'AC Tempo', kind: 'authority' });
const authority = { ...makeCertificate({ name: 'Tempo', by: root, kind: 'stamper' }), chain: [root.certificate] };
const timestampRoots = parsePem(String(root.certificate));

let pair: Pair;
let proofs: Record<'act' | 'end' | 'certificate', string>;
/** The text of the checkpoint of these; other tests add to the log. */
let head = '';
/** The same document each time, unless something is done differently. */
const make = (options: PairOptions = {}) => {
  restart();
  return makePair({ story: refused, amend: registered(log), ...options });
};
const sign = { witnesses: [a, b] };
beforeAll(async () => {
  pair = await make();
  const { act, end, certificate } = entriesOf(pair);
  const at = [act, end, certificate].map((entry) => log.add(entry)) as [number, number, number];
  for (const name of ['x', 'y']) log.add(entryOf('ATO', { label: [name], commitment: [name] }));
  head = log.head;
  proofs = { act: log.proof(at[0], sign), end: log.proof(at[1], sign), certificate: log.proof(at[2], sign) };
});

const NOTHING: LogOptions = { proofs: [], policy: null, keys: [], receipts: [], stamps: [] };

async function judge(given: Partial<LogOptions> | null, of: Pair = pair, more: VerifyOptions = {}) {
  const report = await verify(of.signed, of.certificate, {
    ...more,
    log: given ? { ...NOTHING, ...given } : undefined,
  });
  const items = report.itens.filter(({ codigo }) => codigo.startsWith('REGISTRO.'));
  const told = Object.fromEntries(items.map(({ codigo, confere }) => [codigo.slice(9), confere]));
  const reasons = items.filter(({ confere }) => confere !== true).map(({ motivo }) => motivo);
  const failed = report.itens.filter(({ confere }) => confere === false).map(({ codigo }) => codigo);
  return { nivel: report.nivel, told, failed, reasons: reasons.join('; ') };
}

/** An imprint, by an authority that the user knows. */
const stampOf = (text: string, by = authority) => token(by, createHash('sha256').update(text).digest());

describe('files of before the log', () => {
  it('are told nothing of it, unless it is asked for', async () => {
    const older = await make({ amend: () => {} });
    expect(await judge(null, older)).toEqual({ nivel: 'INTEGRO', told: {}, failed: [], reasons: '' });
    const { nivel, told, reasons } = await judge({}, older);
    expect([nivel, told, reasons]).toEqual(['INTEGRO', { RECIBOS: null }, 'o pacote é de antes do registro aberto']);
    const asked = await judge({ proofs: [proofs.end], keys: [key], stamps: [stampOf(head)] }, older);
    expect([asked.nivel, asked.told.COMPROMISSO, asked.told.HORA]).toEqual(['INTEGRO', null, null]);
  });

  it('with acts of before it and after it say how many have no receipt', async () => {
    const some = await make({
      amend: (conteudo) => {
        registered(log)(conteudo);
        conteudo.registroAberto?.recibos.pop();
      },
    });
    const { told, reasons } = await judge({ keys: [key] }, some);
    expect(told.RECIBOS).toBe(null);
    expect(reasons).toMatch(/^1 ato não tem recibo no pacote/);
  });
});

describe('the level', () => {
  it('is INTEGRO without a proof, and the receipts are by nobody while no key is named', async () => {
    expect(await judge(null)).toMatchObject({ nivel: 'INTEGRO', told: { RECIBOS: null }, failed: [] });
    expect(await judge({ keys: [key] })).toMatchObject({
      nivel: 'INTEGRO',
      told: { RECIBOS: true, COMPROMISSO: null },
    });
  });

  it('is ANCORADO by the conclusion or by the certificate, under a key', async () => {
    for (const proof of [proofs.end, proofs.certificate]) {
      expect(await judge({ proofs: [proof], keys: [key] })).toMatchObject({
        nivel: 'ANCORADO',
        told: { RECIBOS: true, COMPROMISSO: true, INCLUSAO: true, ASSINATURA: true, TESTEMUNHAS: null },
      });
    }
  });

  it('is ANCORADO under a policy whose quorum saw the tree, with nothing open', async () => {
    expect(await judge({ proofs: [proofs.end], policy })).toMatchObject({ nivel: 'ANCORADO', failed: [], reasons: '' });
  });

  it('is INTEGRO by an act alone, which says nothing of the whole', async () => {
    expect(await judge({ proofs: [proofs.act], policy })).toMatchObject({ nivel: 'INTEGRO', failed: [], reasons: '' });
  });

  it('is INTEGRO while no key is named', async () => {
    expect(await judge({ proofs: [proofs.end] })).toMatchObject({ nivel: 'INTEGRO', told: { ASSINATURA: null } });
  });

  it('is ANCORADO_COM_HORA_EXTERNA by a stamp of an authority that the user named', async () => {
    const stamp = stampOf(head);
    const response = sequence(sequence(der(TAG.integer, Uint8Array.of(0))), stamp);
    for (const one of [stamp, response]) {
      const given = { proofs: [proofs.act, proofs.end], policy, stamps: [one] };
      expect(await judge(given, pair, { timestampRoots })).toMatchObject({
        ...{ nivel: 'ANCORADO_COM_HORA_EXTERNA', failed: [], reasons: '' },
      });
    }
    const unknown = await judge({ proofs: [proofs.end], policy, stamps: [stamp] });
    expect([unknown.nivel, unknown.told.HORA]).toEqual(['ANCORADO', null]);
    const act = await judge({ proofs: [proofs.act], policy, stamps: [stamp] }, pair, { timestampRoots });
    expect([act.nivel, act.told.HORA]).toEqual(['INTEGRO', true]);
  });

  it('is none where something does not hold', async () => {
    const changed = Buffer.from(pair.signed);
    changed[100] = (changed[100] as number) ^ 1;
    expect(await judge({ proofs: [proofs.end], policy }, { ...pair, signed: changed })).toMatchObject({ nivel: null });
  });
});

describe('an operator with every key, the log’s included, is found out', () => {
  const kept = () => receiptsOf(log, pair.conteudo);
  const moved = (conteudo: OpenConteudo) => {
    for (const event of conteudo.eventos) if (event.acao === 'ASSINATURA_RECUSADA') event.ip = '198.51.100.7';
    for (const person of conteudo.signatarios) if (person.status === 'RECUSADO') person.ip = '198.51.100.7';
  };

  it('by a receipt, who wrote the trail anew before it was sealed', async () => {
    const rewritten = await make({ edit: moved });
    expect(rewritten.conteudo.documento.id).toBe(pair.conteudo.documento.id);
    expect(await judge(null, rewritten)).toMatchObject({ nivel: 'INTEGRO', failed: [] });
    const { failed, reasons } = await judge({ receipts: kept(), keys: [key] }, rewritten);
    expect([failed, reasons]).toEqual([['REGISTRO.RECIBOS'], expect.stringMatching(/a trilha foi reescrita/)]);
    expect(await judge({ receipts: kept(), keys: [key] })).toMatchObject({ told: { RECIBOS: true } });
  });

  it('by a file with the receipts of a set, as the signing page saves it', async () => {
    const [own = ''] = kept();
    const another = log.receipt('7d1f6d0c-1111-4222-8333-123456789abc', 3, pair.conteudo.eventos[0]?.hash ?? '', {
      nonce: NONCE,
    });
    const set = `Contrato/recibo\n${another}\n— Aditivo\n${own}`;
    expect(await judge({ receipts: [set], keys: [key] })).toMatchObject({ told: { RECIBOS: true }, failed: [] });
    const rewritten = await make({ edit: moved });
    const all = kept()
      .map((one) => `Contrato\n${one}`)
      .join('\n');
    expect((await judge({ receipts: [all], keys: [key] }, rewritten)).reasons).toMatch(/a trilha foi reescrita/);
    const foreign = await judge({ receipts: [`A\n${another}\nB\n${another}`], keys: [key] });
    expect([foreign.failed, foreign.reasons]).toEqual([
      ['REGISTRO.RECIBOS'],
      expect.stringMatching(/nenhum dos recibos/),
    ]);
    expect((await judge({ receipts: [`${own}${another}`], keys: [key] })).failed).toEqual(['REGISTRO.RECIBOS']);
  });

  it('by a receipt, who left out of the package that there is a log', async () => {
    const rewritten = await make({ edit: moved, amend: () => {} });
    expect((await judge({ receipts: kept() }, rewritten)).failed).toEqual(['REGISTRO.RECIBOS']);
    const same = await make({ amend: () => {} });
    expect(await judge({ receipts: kept(), keys: [key] }, same)).toMatchObject({ told: { RECIBOS: null }, failed: [] });
  });

  it('by a receipt, who keeps two versions with two nonces', async () => {
    const other = await make({ amend: registered(log, sha256('outro nonce')) });
    const { failed, reasons } = await judge({ receipts: kept(), keys: [key] }, other);
    expect([failed, reasons]).toEqual([['REGISTRO.RECIBOS'], expect.stringMatching(/há duas versões deste documento/)]);
  });

  it('by the trail, who leaves out the receipt of an act that it says was told to the log', async () => {
    const honest = await make({ edit: telling() });
    expect(await judge({ keys: [key] }, honest)).toMatchObject({ told: { RECIBOS: true }, failed: [] });
    const without = await make({
      edit: telling(),
      amend: (conteudo) => {
        registered(log)(conteudo);
        conteudo.registroAberto?.recibos.pop();
      },
    });
    const { failed, reasons } = await judge(null, without);
    expect([failed, reasons]).toEqual([['REGISTRO.RECIBOS'], expect.stringMatching(/não traz o recibo dele/)]);
    const silent = await make({ edit: telling(), amend: () => {} });
    expect((await judge(null, silent)).failed).toEqual(['REGISTRO.RECIBOS']);
  });

  it('by the trail, who tells an act to the log under another nonce, or at another time', async () => {
    const other = sha256('outro nonce');
    const { failed, reasons } = await judge(null, await make({ edit: telling(other) }));
    expect([failed, reasons]).toEqual([['REGISTRO.RECIBOS'], expect.stringMatching(/com outro nonce/)]);
    const late = await make({
      edit: telling(),
      amend: (conteudo) => {
        const recibos = receiptsOf(log, conteudo).map((text, at) => {
          const [, , , , id = '', number, elo = ''] = text.split('\n');
          return at === 0 ? log.receipt(id, Number(number), elo, { ts: '2026-11-20T00:00:00.000Z' }) : text;
        });
        conteudo.registroAberto = { origem: log.origin, nonce: NONCE, recibos };
      },
    });
    const judged = await judge({ keys: [key] }, late);
    expect([judged.failed, judged.reasons]).toEqual([['REGISTRO.RECIBOS'], expect.stringMatching(/outra hora/)]);
  });

  it('by the proof, who wrote the trail anew after the log had it', async () => {
    const rewritten = await make({ edit: moved });
    const { failed, reasons } = await judge({ proofs: [proofs.end], policy }, rewritten);
    expect([failed, reasons]).toEqual([['REGISTRO.COMPROMISSO'], expect.stringMatching(/diz outra coisa que estes/)]);
  });
});

describe('a proof is refused', () => {
  const refusedBy = async (proof: string, given: Partial<LogOptions> = { policy }) => {
    const { failed, nivel } = await judge({ ...given, proofs: [proof] });
    expect(nivel).toBe(null);
    return failed.map((codigo) => codigo.slice(9));
  };

  it('of another document', async () => {
    const [entry] = Object.values(entriesOf(pair, sha256('outro')));
    const other = log.proof(log.add(entry as string), sign);
    expect(await refusedBy(other)).toEqual(['COMPROMISSO']);
  });

  it('of another log', async () => {
    const other = new OpenLog('outro.exemplo/registro');
    const proof = other.proof(other.add(entriesOf(pair).end), sign);
    expect(await refusedBy(proof)).toEqual(['ASSINATURA']);
    expect(await refusedBy(proof, { keys: [parseVerifierKey(other.signer.vkey)] })).toContain('ASSINATURA');
  });

  it('whose checkpoint another key signed under the same name', async () => {
    expect(await refusedBy(log.proof(2, { ...sign, signer: new Signer(ORIGIN, 1, 'forjador') }))).toEqual([
      'ASSINATURA',
    ]);
    const forged = proofs.end.replace(/(— \S+registro \S{12})..../, '$1AAAA');
    expect(await refusedBy(forged)).toEqual(['ASSINATURA']);
  });

  it('under a key and a policy that have no log in common', async () => {
    const other = parseVerifierKey(new OpenLog('outro.exemplo/registro').signer.vkey);
    expect(await refusedBy(proofs.end, { policy, keys: [other] })).toContain('ASSINATURA');
  });

  it('with a cosignature that does not hold', async () => {
    expect(await refusedBy(proofs.end.replace(/(— a\.testemunha\S+ \S{40})..../, '$1AAAA'))).toEqual(['TESTEMUNHAS']);
  });

  it('with a hash less, a hash more, or another index', async () => {
    const hash = /(index \d+\n)(.*\n)/;
    expect(await refusedBy(proofs.end.replace(hash, '$1'))).toEqual(['INCLUSAO']);
    expect(await refusedBy(proofs.end.replace(hash, '$1$2$2'))).toEqual(['INCLUSAO']);
    expect(await refusedBy(proofs.end.replace('index 2', 'index 3'))).toEqual(['INCLUSAO']);
  });

  it('without the leaf, or with one that is no canonical JSON', async () => {
    expect(await refusedBy(proofs.end.replace(/extra .*\n/, ''))).toEqual(['COMPROMISSO']);
    const spaced = entriesOf(pair).end.replace(':', ': ');
    expect(await refusedBy(log.proof(log.add(spaced), sign))).toEqual(['COMPROMISSO']);
  });

  it('of a leaf of the installation', async () => {
    expect(await refusedBy(log.proof(0, sign))).toEqual(['COMPROMISSO']);
  });

  it('whose checkpoint is a receipt, or that is no proof at all', async () => {
    const [head] = proofs.end.split('\n\n');
    expect(await refusedBy(`${head}\n\n${receiptsOf(log, pair.conteudo)[0]}`)).toEqual(['INCLUSAO']);
    expect(await refusedBy(noteOf(log.head, log.signer))).toEqual(['COMPROMISSO']);
  });
});

describe('a quorum', () => {
  it.each([
    ['of one where two are demanded', [a]],
    ['of one whose cosignature is there twice', [a, a]],
    ['of nobody', []],
    ['of strangers', [new Signer('x', 4), new Signer('y', 4)]],
  ])('%s is missing: not refuted, and not anchored', async (_, by) => {
    const { nivel, told, failed, reasons } = await judge({ proofs: [log.proof(2, { witnesses: by })], policy });
    expect([nivel, told.TESTEMUNHAS, failed, reasons]).toEqual([
      ...['INTEGRO', null, []],
      expect.stringMatching(/^falta o quórum/),
    ]);
  });

  it('that a policy does not demand is not missed', async () => {
    const none = parsePolicy(`log ${log.signer.vkey}\nquorum none\n`);
    const { nivel, reasons } = await judge({ proofs: [log.proof(2)], policy: none });
    expect([nivel, reasons]).toEqual(['ANCORADO', '']);
  });
});

describe('a time stamp is refused', () => {
  const refusedBy = async (stamp: Uint8Array, given: Partial<LogOptions> = { proofs: [proofs.end] }) => {
    const { failed, reasons } = await judge({ policy, ...given, stamps: [stamp] }, pair, { timestampRoots });
    return [failed, reasons];
  };

  it.each([
    ['over another note', () => stampOf('outra nota\n'), /não é do ponto de controle/],
    ['over the note with its signatures', () => stampOf(noteOf(log.head, log.signer)), /não é do ponto de controle/],
    [
      'of an authority that nobody named',
      () => stampOf(log.head, { ...makeCertificate({ name: 'X', kind: 'stamper' }), chain: [] }),
      /não vem de nenhuma/,
    ],
    ['that was not granted', () => sequence(sequence(der(TAG.integer, Uint8Array.of(2)))), /recusou o carimbo/],
    ['that is none', () => Buffer.from('carimbo'), /danificada/],
  ])('%s', async (_, stamp, reason) => {
    // The tree grew since the first proofs.
    const proof = log.proof(2, sign);
    expect(await refusedBy(stamp(), { proofs: [proof] })).toEqual([['REGISTRO.HORA'], expect.stringMatching(reason)]);
  });

  it('without a proof', async () => {
    const [failed] = await refusedBy(stampOf(log.head), { proofs: [] });
    expect(failed).toEqual(['REGISTRO.HORA']);
  });
});

describe('a receipt in the package is refused', () => {
  const other = new OpenLog('outro.exemplo/registro');
  it.each<[string, (conteudo: OpenConteudo) => string[]]>([
    ['of an event that is no act', ({ documento, eventos }) => [log.receipt(documento.id, 1, eventos[0]?.hash ?? '')]],
    ['of an event that is not there', ({ documento }) => [log.receipt(documento.id, 999, sha256('x'))]],
    ['of event zero', ({ documento }) => [log.receipt(documento.id, 0, sha256('x'))]],
    ['of another document', ({ eventos }) => [log.receipt('outro', 1, eventos[0]?.hash ?? '')]],
    ['of another log', (conteudo) => receiptsOf(other, conteudo)],
    ['under another nonce', (conteudo) => receiptsOf(log, conteudo, sha256('outro'))],
    ['that is there twice', (conteudo) => receiptsOf(log, conteudo).flatMap((one) => [one, one])],
    ['that is a checkpoint', () => [noteOf(log.head, log.signer)]],
    ['that nobody signed', (conteudo) => receiptsOf(log, conteudo).map((one) => one.split('—')[0] as string)],
    ['that another key signed', (conteudo) => receiptsOf(new OpenLog(ORIGIN, 'forjador'), conteudo)],
  ])('%s', async (_, receipts) => {
    const made = await make({
      amend: (conteudo) => {
        conteudo.registroAberto = { origem: ORIGIN, nonce: NONCE, recibos: receipts(conteudo) };
      },
    });
    expect((await judge({ keys: [key] }, made)).failed).toEqual(['REGISTRO.RECIBOS']);
  });
});
