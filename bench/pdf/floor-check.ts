import { createHash, verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { readTable } from './floor.ts';

/**
 * What is looked at before and after, by hand: the upload, and the finished pair. The pair's check has every hash and
 * signature of the real one, and nothing of what the real one has for files that somebody made to deceive it.
 */

const ACTIVE = ['JavaScript', 'JS', 'OpenAction', 'Launch', 'EmbeddedFile', 'RichMedia', 'XFA', 'ImportData'];
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`;

/** Version, encryption, number and size of the pages, and what is active, in dictionaries and deflated contents. */
export function floorInspect(bytes: Buffer, pages: number): void {
  const tail = bytes.toString('latin1', bytes.length - 200);
  const table = readTable(bytes, Number(/startxref\n(\d+)/.exec(tail)?.[1]));
  if (!bytes.toString('latin1', 0, 8).startsWith('%PDF-1.7') || tail.includes('/Encrypt')) throw new Error('refused');
  if (bytes.includes(EICAR)) throw new Error('refused');
  for (let i = 0; i < pages; i++) {
    const [page, content] = [table[4 + 3 * i] as number, table[5 + 3 * i] as number];
    const dict = bytes.toString('latin1', page, content);
    if (!/\/MediaBox \[([\d. ]+)\]/.test(dict) || dict.includes('/Annots')) throw new Error('refused');
    const head = bytes.toString('latin1', content, bytes.indexOf('stream\n', content));
    const start = content + head.length + 7;
    const data = bytes.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1]));
    const text = head.includes('/FlateDecode') ? inflateSync(data) : data;
    if (text.includes(EICAR)) throw new Error('refused');
    for (const name of ACTIVE) if (dict.includes(`/${name}`) || text.includes(`/${name}`)) throw new Error('refused');
  }
}

type Element = { raw: Buffer; body: Buffer };

/** The elements of a DER value. */
function elements(body: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < body.length; ) {
    const first = body[at + 1] as number;
    const more = first > 127 ? first & 127 : 0;
    const start = at + 2 + more;
    const end = start + (more > 0 ? body.readUIntBE(at + 2, more) : first);
    found.push({ raw: body.subarray(at, end), body: body.subarray(start, end) });
    at = end;
  }
  return found;
}

const within = (body: Buffer | undefined, ...path: number[]): Buffer =>
  path.reduce((part, i) => elements(part).at(i)?.body as Buffer, body as Buffer);

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const ensure = (holds: boolean): void => {
  if (!holds) throw new Error('it does not hold');
};

/** The seal covers the file, is by this certificate, which is in force and signed itself, and its signature holds. */
function checkSeal(file: Buffer, fingerprint: string, hash: ReturnType<typeof createHash>, done: number): void {
  const range = file.lastIndexOf('/ByteRange [');
  const [, before, after, rest] = file
    .toString('latin1', range + 12, range + 60)
    .split(/[ \]]+/)
    .map(Number) as [number, number, number, number];
  ensure(after + rest === file.length);
  const content = within(Buffer.from(file.toString('latin1', before + 1, after - 1), 'hex'), 0, 1, 0);
  const certificate = new X509Certificate(elements(within(content, 3))[0]?.raw as Buffer);
  ensure(certificate.fingerprint256.replaceAll(':', '').toLowerCase() === fingerprint);
  ensure(certificate.validFromDate < certificate.validToDate && certificate.verify(certificate.publicKey));
  const [, , , attributes, , signature] = elements(within(content, -1, 0)) as [
    Element,
    Element,
    Element,
    Element,
    Element,
    Element,
  ];
  const digest = hash.update(file.subarray(done, before)).copy().update(file.subarray(after)).digest();
  ensure(elements(attributes.body).some(({ body }) => within(body, 1, 0).equals(digest)));
  const signed = Buffer.concat([Buffer.from([0x31]), attributes.raw.subarray(1)]);
  ensure(verify('sha256', signed, certificate.publicKey, signature.body));
  hash.update(file.subarray(before));
}

/** Both seals, the hashes of both files and of the package, and the chain of its events. */
export function floorCheck(signed: Buffer, certificate: Buffer, original: number, fingerprint: string): void {
  const [conteudo, registro] = ['conteudo.json', 'certificado.json'].map((name) => attached(certificate, name)) as [
    string,
    string,
  ];
  const content = JSON.parse(conteudo);
  const record = JSON.parse(registro);
  ensure(sha256(conteudo) === record.hashConteudo);
  ensure(sha256([record.codigo, '1', '', record.hashConteudo].join('\n')) === record.hash);
  let link = content.cadeia.eloInicial;
  for (const { hash, ...event } of content.eventos) {
    // Canonical already: the package has its keys in order.
    link = sha256(`${link}\n${JSON.stringify(event)}`);
    ensure(link === hash);
  }
  ensure(link === content.cadeia.eloFinal);
  const hash = createHash('sha256').update(signed.subarray(0, original));
  ensure(hash.copy().digest('hex') === content.hashes.original);
  checkSeal(signed, fingerprint, hash, original);
  ensure(hash.digest('hex') === content.hashes.assinado);
  checkSeal(certificate, fingerprint, createHash('sha256'), 0);
}

/** An attachment, found by its name in the file specification, which names the number of its stream. */
function attached(file: Buffer, name: string): string {
  const spec = file.indexOf(`/UF (${name})`);
  const number = /\/EF\s*<<\s*\/F (\d+) 0 R/.exec(file.toString('latin1', spec, spec + 300))?.[1];
  const start = file.indexOf(`\n${number} 0 obj\n`);
  const data = file.indexOf('stream\n', start) + 7;
  const head = file.toString('latin1', start, data);
  const bytes = file.subarray(data, data + Number(/\/Length (\d+)/.exec(head)?.[1]));
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('utf8');
}
