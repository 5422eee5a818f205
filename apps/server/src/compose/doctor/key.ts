import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@rubrica/contract';
import { isOwnKey } from '../rekey.ts';
import { type Check, failed, fine, inapplicable, type Subject, unverified, warned } from './check.ts';
import { unlessReached } from './reached.ts';

const NAME = 'Chave mestra';
const OF_OTHERS = 0o077;

export const key: Check = {
  ponto: NAME,
  async run(subject) {
    return [await place(subject), ...(await owned(subject))];
  },
};

async function place({ config: { masterKeys, dataDir, production } }: Subject): Promise<Finding> {
  if (masterKeys !== null) return inapplicable(NAME, 'Vem de MASTER_KEY: não há arquivo cujas permissões conferir.');
  const path = join(dataDir, 'master.key');
  const found = await stat(path).catch(() => null);
  if (found === null)
    return unverified(NAME, `${path} ainda não foi gerada.`, 'Inicie o serviço uma vez, com este DATA_DIR.');
  if (process.platform === 'win32') return unverified(NAME, `${path}: no Windows, confira as permissões à mão.`);
  const mode = (found.mode & 0o777).toString(8);
  if (found.mode & OF_OTHERS) {
    const advice = `chmod 600 ${path}, e troque a chave se mais alguém usa esta máquina (docs/operations/processes.md).`;
    return failed(NAME, `${path} tem modo ${mode}: outros usuários desta máquina podem lê-la ou trocá-la.`, advice);
  }
  const fact = `${path} tem modo ${mode}.`;
  if (!production) return fine(NAME, fact);
  return warned(NAME, `${fact} Está junto dos dados: a cópia de uns leva a outra.`, 'Defina MASTER_KEY.');
}

async function owned(subject: Subject): Promise<readonly Finding[]> {
  const name = 'Chave mestra: banco';
  const secrets = await subject.secrets();
  if (secrets === null) return [];
  return unlessReached(subject, name, async (sql) => {
    const own = await isOwnKey(sql, secrets);
    if (own === null) return [unverified(name, 'O banco ainda não tem chave nenhuma.')];
    if (own) return [fine(name, 'É a desta instalação.')];
    const advice = 'Restaure a MASTER_KEY (ou DATA_DIR/master.key) de antes: com outra, nenhum processo inicia.';
    return [failed(name, 'Não é a com que os dados do banco foram feitos.', advice)];
  });
}
