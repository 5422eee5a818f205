import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { contentOf, replaceFile } from '../log/folder.ts';
import { jsonOf } from '../say.ts';

/** What a log can be found to have done, as programs read it. */
export type FindingKind =
  | 'ASSINATURA'
  | 'BIFURCOU'
  | 'ENCOLHEU'
  | 'FOLHA'
  | 'GENESE'
  | 'ILEGIVEL'
  | 'LADRILHO'
  | 'NAO_FECHA'
  | 'NAO_SERVE'
  | 'QUORUM'
  | 'REESCREVEU'
  | 'ROTULO'
  | 'SELO';

/** What shows it, by the names of files. */
export type Evidence = Readonly<Record<string, Uint8Array | string>>;

/** The log did what it must not; the message is for people. */
export class Misbehaved extends Error {
  readonly kind: FindingKind;
  readonly evidence: Evidence;

  constructor(kind: FindingKind, message: string, evidence: Evidence) {
    super(message);
    this.kind = kind;
    this.evidence = evidence;
  }
}

/** Keeps the evidence of a finding, once however often it is found. @returns the path of its folder */
export async function keepEvidence(folder: string, { kind, message, evidence }: Misbehaved): Promise<string> {
  const hash = createHash('sha256').update(kind);
  for (const [name, content] of Object.entries(evidence)) hash.update(name).update(content);
  const path = join(folder, 'provas', `${kind.toLowerCase()}-${hash.digest('hex').slice(0, 16)}`);
  const summary = join(path, 'achado.json');
  // Written last: where it is, all is.
  if ((await contentOf(summary)) === null) {
    for (const [name, content] of Object.entries(evidence)) await replaceFile(join(path, name), content);
    await replaceFile(summary, `${jsonOf({ tipo: kind, vistoEm: new Date().toISOString(), fato: message }, 2)}\n`);
  }
  return path;
}
