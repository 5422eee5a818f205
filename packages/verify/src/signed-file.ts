import { toHex } from './bytes.ts';
import { newSha256, sha256Hex } from './crypto/sha256.ts';
import type { Conteudo } from './package/shapes.ts';
import { MAX_REVISIONS, newestSection, revisionEnds, type Section, sectionBefore } from './pdf/file.ts';
import { counted, ensure, type Findings, number } from './report.ts';

/** Checks the signed file against the hashes in the evidence: the whole file, and the original as its prefix. */
export async function checkSignedFile(bytes: Uint8Array, { hashes }: Conteudo, findings: Findings): Promise<void> {
  await findings.check('ARQUIVO.HASH_ASSINADO', 'O arquivo assinado é, byte a byte, o do certificado', () => {
    const hash = sha256Hex(bytes);
    ensure(hash === hashes.assinado, `o SHA-256 deste arquivo é ${hash}, o do certificado é ${hashes.assinado}`);
    return `SHA-256 ${hash}`;
  });
  await findings.check('ARQUIVO.ORIGINAL', 'O arquivo original está inteiro no começo do assinado', async () => {
    const ends = revisionEnds(bytes, await appendedSections(bytes));
    const length = prefixWithHash(bytes, ends, hashes.original);
    ensure(length, `nenhuma revisão deste arquivo tem o SHA-256 do original, ${hashes.original}`);
    const added = counted(bytes.length - length, 'byte é acréscimo', 'bytes são acréscimos');
    return `os primeiros ${number(length)} bytes têm o SHA-256 do original; os outros ${added} do serviço`;
  });
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
