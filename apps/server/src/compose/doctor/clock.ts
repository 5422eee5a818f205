import type { Finding } from '@rubrica/contract';
import { askTime } from '../../adapters/sntp.ts';
import { type Check, failed, fine, inapplicable, type Subject, unverified, warned } from './check.ts';
import { reasonOf, timeInWords, wordsOf } from './words.ts';

const NAME = 'Relógio';
const DATABASE_NAME = 'Relógio do banco';
/** A synchronized machine is within a few milliseconds. */
const WARNED_MS = 500;
/** Codes of authenticators and time stamps are judged by it, and the log carries it. */
const REFUSED_MS = 5_000;
const ADVICE = 'Ligue a sincronização de tempo desta máquina (chrony, systemd-timesyncd) e confira com “timedatectl”.';

export const clock: Check = {
  ponto: NAME,
  run: async (subject, signal) => [await againstServers(subject, signal), await againstDatabase(subject)],
};

/** How far a clock is ahead, at least and at most: within the time of a question and its answer nothing is known. */
interface Ahead {
  readonly least: number;
  readonly most: number;
}
const between = (aheadMs: number, roundTripMs: number): Ahead => ({
  least: aheadMs - roundTripMs / 2,
  most: aheadMs + roundTripMs / 2,
});
/** By so much it is wrong, whatever the way there and back took. */
const surely = ({ least, most }: Ahead) => Math.max(0, least, -most);

const offset = (aheadMs: number) =>
  Math.abs(aheadMs) < 1 ? 'certo' : `${timeInWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'adiantado' : 'atrasado'}`;

async function againstServers({ config }: Subject, signal: AbortSignal): Promise<Finding> {
  const { timeServers } = config.doctor;
  if (timeServers.length === 0) return inapplicable(NAME, 'DOCTOR_NTP=none: nenhum servidor de tempo é perguntado.');
  // What answers may wait for nobody: each has a part of the time.
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const answers = await Promise.all(
    timeServers.map(async (source) => {
      try {
        const { aheadMs, roundTripMs } = await askTime(source, within);
        const said = `${source}: ${offset(aheadMs)} (ida e volta em ${roundTripMs} ms)`;
        return { between: between(aheadMs, roundTripMs), said };
      } catch (error) {
        return { between: null, said: `${source}: ${wordsOf(error)}` };
      }
    }),
  );
  const fact = `${answers.map(({ said }) => said).join('; ')}.`;
  const known = answers.flatMap(({ between }) => between ?? []);
  const advice = 'Libere a saída por UDP 123, ou ponha em DOCTOR_NTP dois servidores que esta rede alcança.';
  if (known.length === 0) return unverified(NAME, fact, advice);
  const worst = Math.max(...known.map(surely));
  if (worst > REFUSED_MS) return failed(NAME, fact, ADVICE);
  if (Math.max(...known.map(({ least }) => least)) - Math.min(...known.map(({ most }) => most)) > WARNED_MS) {
    return warned(
      NAME,
      `As fontes discordam entre si. ${fact}`,
      'Troque em DOCTOR_NTP a fonte que discorda das outras.',
    );
  }
  if (worst > WARNED_MS) return warned(NAME, fact, ADVICE);
  return known.length < timeServers.length ? warned(NAME, fact, advice) : fine(NAME, fact);
}

/** A packet that is lost is not sent again. */
const ANSWER_MS = 3_000;

async function againstDatabase(subject: Subject): Promise<Finding> {
  const sql = await subject.owner().catch(() => null);
  if (sql === null) return unverified(DATABASE_NAME, 'O banco não está no ar.');
  try {
    // The first question also opens the connection.
    await sql`select 1`;
    const began = Date.now();
    const [row] = await sql<{ moment: Date }[]>`select clock_timestamp() as moment`;
    const ended = Date.now();
    const aheadMs = Math.round((began + ended) / 2 - (row?.moment.getTime() ?? Number.NaN));
    const fact = `O desta máquina está ${offset(aheadMs)} em relação ao do banco, que é o que vale para os documentos.`;
    const wrongMs = surely(between(aheadMs, ended - began));
    if (wrongMs > REFUSED_MS) return failed(DATABASE_NAME, fact, `Acerte o que estiver errado. ${ADVICE}`);
    return wrongMs > WARNED_MS ? warned(DATABASE_NAME, fact, ADVICE) : fine(DATABASE_NAME, fact);
  } catch (error) {
    return unverified(DATABASE_NAME, `O banco não respondeu: ${reasonOf(error)}.`);
  }
}
