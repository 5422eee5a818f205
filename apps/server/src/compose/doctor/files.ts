import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@rubrica/contract';
import { tryObjectStore } from '../../adapters/s3-trial.ts';
import type { S3Config } from '../../config/index.ts';
import { type Check, failed, fine, unverified } from './check.ts';
import { reasonOf } from './words.ts';

const NAME = 'Arquivos';
const VERSIONS_NAME = 'Arquivos: versões';

export const files: Check = {
  ponto: NAME,
  run: async ({ config: { s3, dataDir } }, signal) =>
    s3 === null ? [await examineFolder(join(dataDir, 'files'))] : examineStore(s3, signal),
};

const VERSIONS = {
  Enabled:
    'Ligadas: o que se apaga segue guardado em versões anteriores, até que uma regra do balde as remova; o expurgo só se completa com ela.',
  Suspended: 'Suspensas: versões de antes da suspensão seguem guardadas.',
  off: 'Desligadas: o que se apaga está apagado.',
} as const;

async function examineStore(s3: S3Config, signal: AbortSignal): Promise<Finding[]> {
  const place = `${s3.endpoint}/${s3.bucket}`;
  const advice = 'Confira S3_URL, o balde, e que a credencial pode gravar, ler e apagar nele.';
  try {
    const began = performance.now();
    const { same, gone, versioning } = await tryObjectStore(s3, signal);
    if (!same) return [failed(NAME, `${place}: o que se leu não é o que se gravou.`, 'Não use este balde.')];
    if (!gone) return [failed(NAME, `${place}: o que se apagou continua lá.`, advice)];
    const fact = `${place}: gravou, leu de volta e apagou em ${Math.round(performance.now() - began)} ms.`;
    const versions =
      versioning === null
        ? unverified(VERSIONS_NAME, 'O balde não diz se guarda versões, a esta credencial.')
        : fine(VERSIONS_NAME, VERSIONS[versioning]);
    return [fine(NAME, fact), versions];
  } catch (error) {
    return [failed(NAME, `${place}: ${reasonOf(error)}.`, advice)];
  }
}

/** The trial has a name that no listing of files takes. */
async function examineFolder(folder: string): Promise<Finding> {
  if (!(await stat(folder).catch(() => null))) {
    return unverified(NAME, `${folder} ainda não existe.`, 'Inicie o serviço uma vez, com este DATA_DIR.');
  }
  const content = randomBytes(32);
  const path = join(folder, `.trial-${content.toString('hex', 0, 8)}`);
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
    if (!(await readFile(path)).equals(content)) {
      return failed(NAME, `${folder}: o que se leu não é o que se gravou.`, 'Verifique o disco.');
    }
    return fine(NAME, `${folder}: gravou, leu de volta e apagou.`);
  } catch (error) {
    const advice = 'Dê a pasta ao usuário do serviço, e confira se o disco está montado para escrita.';
    return failed(NAME, `${folder}: ${reasonOf(error)}.`, advice);
  } finally {
    await rm(path, { force: true });
  }
}
