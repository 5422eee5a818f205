import { expect } from 'vitest';
import { about, person, readyToSign, type Sender, type Service, sent, until } from '../../modules/support.ts';
import { canonical, sha256 } from '../model/trail.ts';

/** What a signature of a file says, read from the bytes alone. */
export interface Signature {
  readonly type: 'Sig' | 'DocTimeStamp';
  /** The dictionary up to its /ByteRange, as it is written. */
  readonly text: string;
  readonly covered: Buffer;
  readonly contents: Buffer;
  /** Where what it covers ends. */
  readonly end: number;
}

/** The signatures that the service put into a file, in their order. */
export function signaturesOf(file: Buffer): Signature[] {
  const text = file.toString('latin1');
  const pattern = /\/Type \/(Sig|DocTimeStamp)\n((?:(?!endobj)[\s\S])*?)\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/g;
  return [...text.matchAll(pattern)].map(([, type, dictionary = '', ...range]) => {
    const [before, after, rest] = range.map(Number) as [number, number, number];
    return {
      type: type as Signature['type'],
      text: dictionary.replaceAll('\n', ' '),
      covered: Buffer.concat([file.subarray(0, before), file.subarray(after, after + rest)]),
      contents: Buffer.from(text.slice(before + 1, after - 1), 'hex'),
      end: after + rest,
    };
  });
}

/** What a file's seal says of itself, by the keys of its /Rubrica. */
export function markOf(file: Buffer): Record<string, string> {
  const [seal] = signaturesOf(file);
  const body = /\/Rubrica <<(.*?)>>/.exec(seal?.text ?? '')?.[1] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/\/(\w+) (?:\/(\w+)|\(([^)]*)\)|(\d+))/g)].map(([, key, name, text, number]) => [
      key,
      name ?? text ?? number,
    ]),
  );
}

/** A document that its only person has just signed, whether or not it is complete. @returns its id */
export async function signedByAll(sender: Sender, dados: object = {}, pdf?: Uint8Array): Promise<string> {
  const signatario = person();
  const { id, signatarios } = await sent(sender, { signatarios: [signatario], ...dados }, pdf);
  const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
  expect((await one.sign()).status).toBe(200);
  return id;
}

export const statusOf = async (sender: Sender, id: string): Promise<string> => (await about(sender, id)).body.status;

/** A document signed and complete. @returns its id */
export async function completed(sender: Sender, dados: object = {}, pdf?: Uint8Array): Promise<string> {
  const id = await signedByAll(sender, dados, pdf);
  await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
  return id;
}

/** A file of a document. @param query as the route takes it */
export const fileOf = async (sender: Sender, id: string, query: string): Promise<Buffer> =>
  (await about(sender, id, `/arquivo?${query}`)).bytes;

/** Both files of a completed document. */
export async function pairOf(sender: Sender, id: string) {
  return {
    signed: await fileOf(sender, id, 'tipo=ASSINADO'),
    certificate: await fileOf(sender, id, 'tipo=CERTIFICADO'),
  };
}

/** The certificate in force, as the API serves it. */
export const certificateOf = async (sender: Sender, id: string) => (await about(sender, id, '/certificado')).body;

/** Changes events of a trail and chains all of them anew, as who owns the database can. */
export async function rewriteTrail(
  { owner }: Service,
  id: string,
  change: (event: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await owner.begin(async (sql) => {
    // No trigger stands in the way of who may switch it off.
    await sql`set local session_replication_role = replica`;
    const rows = await sql<{ sequencia: number; corpo: string; hash: string }[]>`
      select sequencia, corpo, hash from evento_auditoria where documento_id = ${id} order by sequencia`;
    const original = JSON.parse(rows[0]?.corpo ?? '{}').detalhe.hashArquivo as string;
    let link = sha256(`${id}\n${original}`);
    for (const { sequencia, corpo } of rows) {
      const changed = canonical(change(JSON.parse(corpo)));
      link = sha256(`${link}\n${changed}`);
      await sql`
        update evento_auditoria set corpo = ${changed}, hash = ${link}
         where documento_id = ${id} and sequencia = ${sequencia}`;
    }
    expect(rows.some(({ corpo }) => canonical(change(JSON.parse(corpo))) !== corpo)).toBe(true);
    await sql`update trilha set hash = ${link} where documento_id = ${id}`;
  });
}
