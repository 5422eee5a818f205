import type { Finding, FindingState } from '@rubrica/contract';
import type { Config } from '../../config/index.ts';
import { addresses } from './addresses.ts';
import { antivirus } from './antivirus.ts';
import { backups } from './backups.ts';
import { type Check, failed, type Subject, Unknown, unverified } from './check.ts';
import { clock } from './clock.ts';
import { database } from './database.ts';
import { disk } from './disk.ts';
import { documents } from './documents.ts';
import { files } from './files.ts';
import { key } from './key.ts';
import { limits } from './limits.ts';
import { mail } from './mail.ts';
import { memory } from './memory.ts';
import { CHECK_NAMES, type CheckName } from './names.ts';
import { openLog } from './open-log.ts';
import { queue } from './queue.ts';
import { seal } from './seal.ts';
import { createCleaner } from './secrets.ts';
import { sms } from './sms.ts';
import { openSubject } from './subject.ts';
import { timestamps } from './timestamps.ts';
import { webhooks } from './webhooks.ts';
import { reasonOf } from './words.ts';

/** What examines each. */
const CHECKS: Readonly<Record<CheckName, Check>> = {
  relogio: clock,
  banco: database,
  fila: queue,
  documentos: documents,
  arquivos: files,
  disco: disk,
  memoria: memory,
  chave: key,
  selo: seal,
  carimbo: timestamps,
  registro: openLog,
  correio: mail,
  sms,
  antivirus,
  limites: limits,
  webhooks,
  enderecos: addresses,
  copias: backups,
};

/** Within the ten seconds that monitoring programs wait by default. */
const DEADLINE_MS = 8_000;

/** A finding with the check that made it. */
export interface Told extends Finding {
  readonly exame: CheckName;
}

export interface Examination {
  /** The worst of what was found. */
  readonly situacao: FindingState;
  readonly realizadoEm: string;
  readonly pontos: readonly Told[];
}

/**
 * Makes these checks side by side, each within a deadline of its own, and leaves nothing behind but what `recipients`
 * asked for. It is in nobody's way: no check takes more than a handful of connections.
 */
export async function examine(
  config: Config,
  names: readonly CheckName[] = CHECK_NAMES,
  recipients: Subject['recipients'] = { mail: null, sms: null },
): Promise<Examination> {
  const clean = createCleaner(config);
  const subject = openSubject(config, recipients);
  try {
    const all = await Promise.all(names.map(async (exame) => ({ exame, found: await make(CHECKS[exame], subject) })));
    const pontos = all.flatMap(({ exame, found }) =>
      found.map(({ ponto, situacao, fato, oQueFazer }) => ({
        ...{ exame, ponto: clean(ponto), situacao },
        ...{ fato: clean(fato), oQueFazer: oQueFazer && clean(oQueFazer) },
      })),
    );
    return { situacao: worstOf(pontos), realizadoEm: new Date().toISOString(), pontos };
  } finally {
    await subject.close();
  }
}

async function make(check: Check, subject: Subject): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([check.run(subject, signal), late]);
  } catch (error) {
    if (error instanceof Unknown) return [unverified(check.ponto, error.message, error.advice)];
    const advice = 'Veja se o que este ponto examina responde a esta máquina, e o registro do serviço.';
    const why = signal.aborted ? `sem resposta em ${DEADLINE_MS / 1000} s` : reasonOf(error);
    return [failed(check.ponto, `O exame não chegou ao fim: ${why}.`, advice)];
  }
}

const BY_WEIGHT: readonly FindingState[] = ['FALHA', 'AVISO', 'OK', 'NAO_VERIFICADO', 'NAO_SE_APLICA'];

const worstOf = (findings: readonly Finding[]): FindingState =>
  BY_WEIGHT.find((state) => findings.some(({ situacao }) => situacao === state)) ?? 'NAO_SE_APLICA';
