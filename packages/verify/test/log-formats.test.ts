import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHex } from '../src/bytes.ts';
import { parseCheckpoint } from '../src/log/checkpoint.ts';
import { actLines, hmacSha256, leafFor, parseLeaf } from '../src/log/leaf.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../src/log/note.ts';
import { parsePolicy } from '../src/log/policy.ts';
import { parseProof } from '../src/log/proof.ts';
import { readReceipt } from '../src/log/receipt.ts';
import { Unreadable } from '../src/unreadable.ts';
import { entryOf, NONCE, noteOf, OpenLog, ORIGIN, Signer } from './open-log.ts';
import { sha256 } from './story.ts';

/** The formats of the open log (C2SP, ADR 0085), held to what others published. */

const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SAID = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
/** The example of tlog-cosignature, whose keys are not published. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

describe('a note', () => {
  const genuine = `${SAID}\n${SIGNATURE}`;
  const key = parseVerifierKey(VKEY);

  it('is read and verified as Go’s sumdb/note does', async () => {
    const note = parseNote(genuine);
    expect([note.text, note.signatures.map(({ name, id }) => [name, toHex(id)])]).toEqual([
      SAID,
      [['PeterNeumann', 'c74f20a3']],
    ]);
    expect(await verifyNote(note, [key])).toEqual([{ key, time: null }]);
  });

  it('is refused if the signature of a known key does not hold', async () => {
    await expect(verifyNote(parseNote(genuine.replace('answer', 'Answer')), [key])).rejects.toThrow(Unreadable);
  });

  it('says nothing by keys that are not known, even of the same name', async () => {
    const other = parseVerifierKey(new Signer('PeterNeumann').vkey);
    expect(await verifyNote(parseNote(genuine), [other])).toEqual([]);
  });

  it('of the specification is read', () => {
    const note = parseNote(EXAMPLE);
    expect(note.signatures.map(({ name }) => name)).toEqual(['example.com/behind-the-sofa', 'witness.example.com/w1']);
    expect(parseCheckpoint(note)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20852163 });
    const quasimodo =
      'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n';
    expect(parseNote(quasimodo).text).toMatch(/sole:\n\ned è subito sera.\n$/);
  });

  it('by a witness says when', async () => {
    const witness = new Signer('testemunha.exemplo', 4);
    const text = 'a.exemplo\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    const known = parseVerifierKey(witness.vkey);
    expect(await verifyNote(parseNote(noteOf(text, witness)), [known])).toEqual([
      { key: known, time: new Date(1_795_262_468_000) },
    ]);
    const twice = parseNote(`${text}\n${witness.line(text, 1)}${witness.line(text, 2)}`);
    expect(await verifyNote(twice, [known])).toHaveLength(1);
    await expect(
      verifyNote(parseNote(`${text}\n${witness.line(text).replace(/AAAA/, 'AAAB')}`), [known]),
    ).rejects.toThrow();
  });

  it.each([
    ['without signatures', SAID],
    ['without a blank line', SAID + SIGNATURE],
    ['with nothing after the blank line', `${SAID}\n`],
    ['with a hyphen for the dash', genuine.replace('—', '-')],
    ['with two spaces', genuine.replace('— P', '—  P')],
    ['with a carriage return', genuine.replace('\n', '\r\n')],
    ['with a tab', genuine.replace(' ', '\t')],
    ['without its last line feed', genuine.slice(0, -1)],
    ['with an empty line at its end', `${genuine}\n`],
    ['with a plus in a name', genuine.replace('— PeterNeumann', '— Peter+Neumann')],
    ['with base64 that is not', genuine.replace('x08go', '*08go')],
    ['with base64 whose last bits are not zero', genuine.replace('nAM=', 'nAN=')],
    ['with a signature that is only an id', `${SAID}\n— a x08goA==\n`],
    ['with a hundred and one signatures', `${SAID}\n${SIGNATURE.repeat(101)}`],
    ['of more than a megabyte', `${'a'.repeat(1024 * 1024)}\n\n${SIGNATURE}`],
    ['that begins with its blank line', `\n\n${SIGNATURE}`],
  ])('%s is none', (_, text) => expect(() => parseNote(text)).toThrow(Unreadable));

  it.each([
    ['of another id', VKEY.replace('c74f20a3', 'c74f20a4')],
    ['of another name', VKEY.replace('Peter', 'peter')],
    ['of a kind unknown', VKEY.replace('+AR', '+AB')],
    ['with a byte less', VKEY.slice(0, -4)],
    ['without a name', VKEY.replace('PeterNeumann', '')],
    ['that is nothing', ''],
  ])('a key %s is none', (_, text) => expect(() => parseVerifierKey(text)).toThrow(Unreadable));
});

describe('a checkpoint', () => {
  const of = (text: string) => () => parseCheckpoint({ text, signatures: [] });
  const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

  it('may have more lines, but no empty ones', () => {
    expect(of(`a\n0\n${root}\nmais\n`)()).toMatchObject({ origin: 'a', size: 0 });
    expect(of(`a\n0\n${root}\n\nmais\n`)).toThrow(Unreadable);
  });

  it.each([
    ['a size with a zero before it', `a\n01\n${root}\n`],
    ['a size beyond what can be counted', `a\n9007199254740992\n${root}\n`],
    ['a size below nothing', `a\n-1\n${root}\n`],
    ['a short root', 'a\n1\nCsUYapGGPo4=\n'],
    ['no origin', `\n1\n${root}\n`],
    ['two lines', 'a\n1\n'],
  ])('has not %s', (_, text) => expect(of(text)).toThrow(Unreadable));
});

describe('a proof', () => {
  const log = new OpenLog();
  for (const name of 'abcdef') log.add(entryOf('ATO', actLines(name, 1, sha256(name))));
  const genuine = log.proof(3);

  it('is read', () => {
    const { extra, index, hashes, checkpoint } = parseProof(genuine);
    expect([Buffer.from(extra ?? []).toString(), index, hashes.length, checkpoint.text]).toEqual([
      log.entries[3],
      3,
      3,
      log.head,
    ]);
    expect(parseProof(genuine.replace(/extra .*\n/, '')).extra).toBeNull();
  });

  it.each([
    ['another first line', genuine.replace('@v1', '@v2')],
    ['no index', genuine.replace(/index .*\n/, '')],
    ['an index with a zero before it', genuine.replace('index 3', 'index 03')],
    ['two extras', genuine.replace(/(extra .*\n)/, '$1$1')],
    ['a hash cut short', genuine.replace(/(index 3\n).{4}/, '$1')],
    ['an extra that is no base64', genuine.replace('extra ', 'extra  ')],
    ['no checkpoint', `${genuine.split('\n\n')[0]}\n`],
    ['more hashes than any tree has', genuine.replace(/(index 3\n)(.*\n)/, (_, a, b) => a + b.repeat(54))],
  ])('has not %s', (_, text) => expect(() => parseProof(text)).toThrow(Unreadable));
});

describe('a policy', () => {
  const witnesses = Array.from({ length: 6 }, (_, i) => new Signer(`w${i}.exemplo`, 4));
  const key = (i: number) => parseVerifierKey((witnesses[i] as Signer).vkey);
  const log = new Signer(ORIGIN);
  /** The example of tlog-policy, with keys. */
  const example = `# duas organizações
log ${log.vkey} https://${ORIGIN}

${witnesses.map(({ vkey }, i) => `witness ${'XXXYYY'[i]}${(i % 3) + 1}\t${vkey}`).join('\n')}
  group X-witnesses 2 X1 X2 X3
group Y-witnesses any Y1 Y2 Y3
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

  it('of the specification is read, and decides', () => {
    const policy = parsePolicy(example);
    const met = (...which: number[]) => policy.quorumMet(which.map(key));
    expect([policy.logs.map(({ name }) => name), policy.witnesses.length, policy.requiresWitnesses]).toEqual([
      [ORIGIN],
      6,
      true,
    ]);
    expect([met(0, 1, 3), met(0, 2, 5), met(0, 1, 2, 3, 4, 5)]).toEqual([true, true, true]);
    expect([met(), met(0, 1), met(0, 3, 4, 5), met(0, 0, 3)]).toEqual([false, false, false, false]);
  });

  it('without witnesses demands none', () => {
    const policy = parsePolicy('quorum none');
    expect([policy.requiresWitnesses, policy.quorumMet([])]).toEqual([false, true]);
  });

  const w = witnesses.map(({ vkey }) => vkey);
  it.each([
    ['no quorum', `log ${log.vkey}\n`],
    ['two quorums', 'quorum none\nquorum none\n'],
    ['a quorum nobody defined', 'quorum a\n'],
    ['a quorum defined only later', `quorum a\nwitness a ${w[0]}\n`],
    ['a line of no kind', 'quorum none\nlimite 3\n'],
    ['a line named like what every object has', 'quorum none\nconstructor a\n'],
    ['the log of a witness', `log ${w[0]}\nquorum none\n`],
    ['the witness of a log', `witness a ${log.vkey}\nquorum a\n`],
    ['one log twice', `log ${log.vkey}\nlog ${new Signer('b', 1, ORIGIN).vkey}\nquorum none\n`],
    ['one witness twice', `witness a ${w[0]}\nwitness b ${new Signer('b', 4, 'w0.exemplo').vkey}\nquorum a\n`],
    ['one name twice', `witness a ${w[0]}\nwitness a ${w[1]}\nquorum a\n`],
    ['a name that is kept', `witness none ${w[0]}\nquorum none\n`],
    ['a group of none', `witness a ${w[0]}\ngroup g any none\nquorum g\n`],
    ['a group without members', 'group g any\nquorum g\n'],
    ['a member twice', `witness a ${w[0]}\ngroup g all a a\nquorum g\n`],
    ['a member of two groups', `witness a ${w[0]}\ngroup g any a\ngroup h any a\nquorum g\n`],
    ['a group of itself', `witness a ${w[0]}\ngroup g any a g\nquorum g\n`],
    ['a threshold of nothing', `witness a ${w[0]}\ngroup g 0 a\nquorum g\n`],
    ['a threshold that nobody reaches', `witness a ${w[0]}\ngroup g 2 a\nquorum g\n`],
    ['a threshold in words', `witness a ${w[0]}\ngroup g um a\nquorum g\n`],
    ['items too many', `log ${log.vkey} https://a https://b\nquorum none\n`],
    ['carriage returns', 'quorum none\r\n'],
  ])('has not %s', (_, text) => expect(() => parsePolicy(text)).toThrow(Unreadable));
});

describe('a leaf', () => {
  const lines = actLines('um-documento', 7, sha256('evento'));
  const genuine = entryOf('ATO', lines);

  it('is made of its lines and a nonce', () => {
    const leaf = parseLeaf(Buffer.from(genuine));
    expect(leafFor(NONCE, lines.label, lines.commitment, 'ATO')).toEqual({ t: 'ATO', k: leaf.k, c: leaf.c });
    const [key, message] = [Buffer.alloc(32, 0xaa), Buffer.from('Olá')];
    expect(toHex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
    expect(() => leafFor('abc', lines.label, lines.commitment, 'ATO')).toThrow(Unreadable);
  });

  it('of the installation has its lines as they are', () => {
    expect(parseLeaf(Buffer.from(new OpenLog().entries[0] as string))).toMatchObject({ k: `GENESE\n${ORIGIN}\n0` });
    expect(leafFor('', ['GENESE', 'a', '0'], ['b'], 'GENESE')).toEqual({ t: 'GENESE', k: 'GENESE\na\n0', c: 'b' });
  });

  it.each([
    ['is not JSON', '{'],
    ['has spaces', genuine.replace('{', '{ ')],
    ['has its members in another order', genuine.replace(/"c":("\w+"),"k":("\w+")/, '"k":$2,"c":$1')],
    ['has a member more', genuine.replace('"v":1', '"v":1,"x":1')],
    ['has a member twice', genuine.replace('"v":1', '"v":1,"v":1')],
    ['has a member less', genuine.replace(',"v":1', '')],
    ['is of another version', genuine.replace('"v":1', '"v":2')],
    ['is of no kind', genuine.replace('ATO', 'OUTRO')],
    ['has a hash in capitals', genuine.replace(/"c":"\w+"/, `"c":"${'A'.repeat(64)}"`)],
    ['says no time', genuine.replace('13:03:04.005Z', '13:03Z')],
    ['has a byte order mark', `\ufeff${genuine}`],
    ['is hidden where it should be plain', genuine.replace('ATO', 'GENESE')],
  ])('that %s is none', (_, text) => expect(() => parseLeaf(Buffer.from(text))).toThrow(Unreadable));
});

describe('a receipt', () => {
  const log = new OpenLog();
  const elo = sha256('evento');
  const genuine = log.receipt('um-documento', 7, elo);
  const key = parseVerifierKey(log.signer.vkey);

  it('says what the log promised, and whether the log signed it', async () => {
    expect(await readReceipt(genuine, key)).toMatchObject({
      ...{ origin: ORIGIN, nonce: NONCE, documentoId: 'um-documento', sequencia: 7, elo, signed: true },
    });
    expect((await readReceipt(genuine)).signed).toBe(false);
    const other = parseVerifierKey(new OpenLog('outro.exemplo/registro').signer.vkey);
    expect((await readReceipt(genuine, other)).signed).toBe(false);
  });

  it('by another key that took the log’s name is not signed', async () => {
    const forged = log.receipt('um-documento', 7, elo, { signer: new Signer(ORIGIN, 1, 'forjador') });
    expect((await readReceipt(forged, key)).signed).toBe(false);
  });

  it.each([
    ['is of another act', genuine.replace('\n7\n', '\n8\n')],
    ['is of another document', genuine.replace('um-documento', 'outro-documento')],
    ['has another nonce', genuine.replace(NONCE, sha256('outro'))],
    ['has another hash', genuine.replace(elo, sha256('outro'))],
    ['has another leaf', genuine.replace(/"ts":"2026/, '"ts":"2025')],
    ['has a line more', genuine.replace(elo, `${elo}\nmais`)],
    ['is a checkpoint', log.proof(0).split('\n\n').slice(1).join('\n\n')],
    ['has nine signatures', genuine.replace(/(— .*\n)/, (line) => line.repeat(9))],
    ['has lost its first line', genuine.replace('/recibo', '')],
  ])('that %s is none', (_, text) => expect(readReceipt(text, key)).rejects.toThrow(Unreadable));

  it('is no checkpoint', () => expect(() => parseCheckpoint(parseNote(genuine))).toThrow(Unreadable));
});
