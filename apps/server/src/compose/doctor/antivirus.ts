import type { Finding } from '@rubrica/contract';
import { clamdVersion, scanBytes } from '../../adapters/antivirus-clamd.ts';
import type { ClamdAddress } from '../../config/index.ts';
import { type Check, failed, fine, inapplicable, unverified, warned } from './check.ts';
import { reasonOf, timeInWords } from './words.ts';

const NAME = 'Antivírus';
const DATABASE_NAME = 'Antivírus: base';
const DAY_MS = 86_400_000;
/** ClamAV publishes one a day. */
const WARNED_DAYS = 3;
const REFUSED_DAYS = 14;
const ANSWER_MS = 7_000;
/** The test file of EICAR, in two pieces, so that this file is not taken for one. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export const antivirus: Check = {
  ponto: NAME,
  async run({ config }) {
    const { clamd, production } = config;
    if (clamd === null) {
      const fact = 'CLAMD_URL não definida: só a estrutura dos PDFs é verificada.';
      return [production ? warned(NAME, fact, 'Instale o ClamAV e defina CLAMD_URL.') : inapplicable(NAME, fact)];
    }
    return Promise.all([scans(clamd), database(clamd)]);
  },
};

async function scans(clamd: ClamdAddress): Promise<Finding> {
  try {
    const [infected, clean] = await Promise.all(
      [EICAR, 'Rubrica'].map((text) => scanBytes(clamd, Buffer.from(text), ANSWER_MS)),
    );
    const advice = 'Confira se o clamd tem a base de assinaturas (freshclam), e o seu registro.';
    if (infected?.clean !== false) return failed(NAME, 'O arquivo de teste EICAR passou por limpo.', advice);
    if (clean?.clean !== true) return failed(NAME, 'Um arquivo limpo foi dado por infectado.', advice);
    return fine(NAME, `O clamd acha o EICAR (${infected.threat}) e deixa passar um arquivo limpo.`);
  } catch (error) {
    const advice = 'Confira CLAMD_URL e se o clamd está no ar: sem ele nenhum arquivo é recebido.';
    return failed(NAME, `O clamd não examinou: ${reasonOf(error)}.`, advice);
  }
}

/** `ClamAV 1.4.1/27500/Thu Nov 19 09:34:01 2026`: program, database, the day it was made. */
async function database(clamd: ClamdAddress): Promise<Finding> {
  const version = await clamdVersion(clamd, ANSWER_MS).catch(() => '');
  const [program = '', number, made] = version.split('/');
  const madeAt = Date.parse(made ?? '');
  if (!program.startsWith('ClamAV') || Number.isNaN(madeAt)) {
    return unverified(DATABASE_NAME, 'O clamd não disse de quando é a sua base.', 'Veja com “freshclam --version”.');
  }
  const ageMs = Math.max(0, Date.now() - madeAt);
  const fact = `${program}, base ${number}, de ${timeInWords(ageMs)} atrás.`;
  const advice = 'Confira se o freshclam roda e alcança a internet.';
  if (ageMs > REFUSED_DAYS * DAY_MS) return failed(DATABASE_NAME, fact, advice);
  return ageMs > WARNED_DAYS * DAY_MS ? warned(DATABASE_NAME, fact, advice) : fine(DATABASE_NAME, fact);
}
