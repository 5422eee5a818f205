import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COMMAND = resolve(import.meta.dirname, '../../../packages/verify/bin/rubrica.mjs');

/**
 * What the command that strangers are given, as it is shipped, says of a signed file and a certificate.
 * @param anchors options that name whom to trust: none unless given
 */
export function verifyAsStranger(signed: Uint8Array, certificate: Uint8Array, ...anchors: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'verificacao-'));
  try {
    const paths = [join(folder, 'assinado.pdf'), join(folder, 'certificado.pdf')] as const;
    writeFileSync(paths[0], signed);
    writeFileSync(paths[1], certificate);
    const args = [COMMAND, 'verify', '--json', ...anchors, ...paths];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const report = JSON.parse(stdout);
    const failed = report.itens.filter(({ confere }: { confere: boolean | null }) => confere === false);
    return { status, failed, report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fingerprint of the seal of production, as the service publishes it, which the command takes as `--selo`. */
export async function productionSeal(origin: string): Promise<string> {
  const published = await (await fetch(`${origin}/.well-known/rubrica/selos.json`)).json();
  const { selos } = published as { selos: { impressaoDigital: string; ambiente: string }[] };
  return selos.find(({ ambiente }) => ambiente === 'PRODUCAO')?.impressaoDigital ?? '';
}
