import { toHex } from './bytes.ts';
import { PrefixHashes } from './crypto/prefix-hashes.ts';
import { newSha256 } from './crypto/sha256.ts';
import type { Conteudo } from './package/shapes.ts';
import { MAX_REVISIONS, markedEnds, newestSection, revisionEnds, type Section, sectionBefore } from './pdf/file.ts';
import { counted, ensure, type Findings, number } from './report.ts';

/** The signed file, and what is asked about it more than once. */
export interface SignedFile {
  readonly bytes: Uint8Array;
  readonly hashes: PrefixHashes;
  /** Where its revisions may have ended according to its end-of-file marks. */
  readonly ends: readonly number[];
}

/** No revision has more ends than this: its mark may be followed by up to three characters of a line ending. */
const ENDS_EACH = 4;

export function signedFile(bytes: Uint8Array): SignedFile {
  const ends = markedEnds(bytes);
  return { bytes, ends, hashes: new PrefixHashes(bytes, ends.slice(-MAX_REVISIONS * ENDS_EACH)) };
}

/** Checks the signed file against the hashes in the evidence: the whole file, and the original as its prefix. */
export async function checkSignedFile(file: SignedFile, { hashes }: Conteudo, findings: Findings): Promise<void> {
  const { bytes } = file;
  await findings.check('ARQUIVO.HASH_ASSINADO', 'O arquivo assinado é, byte a byte, o do certificado', () => {
    const hash = toHex(file.hashes.upTo(bytes.length).digest());
    ensure(hash === hashes.assinado, `o SHA-256 deste arquivo é ${hash}, o do certificado é ${hashes.assinado}`);
    return `SHA-256 ${hash}`;
  });
  await findings.check('ARQUIVO.ORIGINAL', 'O arquivo original está inteiro no começo do assinado', async () => {
    const length = await originalIn(file, hashes.original);
    ensure(length, `nenhuma revisão deste arquivo tem o SHA-256 do original, ${hashes.original}`);
    const added = counted(bytes.length - length, 'byte é acréscimo', 'bytes são acréscimos');
    return `os primeiros ${number(length)} bytes têm o SHA-256 do original; os outros ${added} do serviço`;
  });
}

/** The length of the prefix with this hash. */
async function originalIn({ bytes, hashes, ends }: SignedFile, hash: string): Promise<number | undefined> {
  // Nearly every file ends with a mark; only for one that does not is every object's place tried.
  const near = ends.slice(-MAX_REVISIONS * ENDS_EACH).find((end) => toHex(hashes.upTo(end).digest()) === hash);
  if (near !== undefined) return near;
  return prefixWithHash(bytes, revisionEnds(bytes, ends, await appendedSections(bytes)), hash);
}

/** The newest revisions, which include those appended by the service; fewer if the file is damaged. */
async function appendedSections(bytes: Uint8Array): Promise<Section[]> {
  const sections: Section[] = [];
  try {
    for (let next: Section | undefined = await newestSection(bytes); next && sections.length < MAX_REVISIONS; ) {
      sections.push(next);
      next = await sectionBefore(bytes, next);
    }
  } catch {
    // The end-of-file marks remain, and the check of the seal reports what is wrong.
  }
  return sections;
}

/** The first of these lengths at which the prefix of the file has this hash: one pass, however many there are. */
function prefixWithHash(bytes: Uint8Array, ends: readonly number[], hash: string): number | undefined {
  const running = newSha256();
  let done = 0;
  return ends.find((end) => {
    running.update(bytes.subarray(done, end));
    done = end;
    return toHex(running.digest()) === hash;
  });
}
