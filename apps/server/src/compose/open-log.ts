import { type Ambiente, LOG_PATHS } from '@rubrica/contract';
import { timestamp } from '@rubrica/pdf';
import type { TimeAuthorities } from '../adapters/pdf/jobs.ts';
import { createTimeAuthorities, readRoots } from '../adapters/tsa.ts';
import type { Config } from '../config/index.ts';
import { sha256 } from '../core/chain.ts';
import { newLogKey, openLogKey } from '../core/open-log/note.ts';
import type { Secrets } from '../core/ports.ts';
import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';
import { VERSION } from '../core/version.ts';
import { loadVerifier } from '../http/site/index.ts';
import {
  type Announcements,
  type AskedLog,
  type GrowingKey,
  type LogHead,
  type LogKeys,
  policyText,
  type StampText,
} from '../modules/registro/index.ts';
import { listSeals } from './seals.ts';

type KeptLog = Row<'acesso.registro_aberto', { origem: string; chave: Buffer; vkey: string; primeiro: boolean }>;

/** What the stored keys are bound to. */
const CONTEXT = 'registro_aberto.chave';

/** Where a log is served: an environment's first at the path of all, a later one at a path of its name below. */
export const logPath = ({ ambiente, geracao }: AskedLog): string =>
  geracao === '' ? LOG_PATHS[ambiente] : `${LOG_PATHS[ambiente]}/${geracao}`;

/** A log's origin: where it is served, without the scheme (C2SP tlog-tiles). */
export const originOf = (publicUrl: string, log: AskedLog): string =>
  `${publicUrl.replace(/^https?:\/\//, '')}${logPath(log)}`;

/**
 * The keys of the open logs: those in the database, made by the first process. An origin stays as it was when its log began.
 * @throws Error if a stored key is not the one whose verifier key was published
 */
export async function openLogKeys(sql: Sql, secrets: Secrets, publicUrl: string, now: Date): Promise<LogKeys> {
  const open = async (ambiente: Ambiente): Promise<GrowingKey> => {
    const keep = async (log: AskedLog, key: Buffer | null, vkey: string | null): Promise<KeptLog | undefined> => {
      const [row] = await sql<KeptLog[]>`
        select origem, chave, vkey, primeiro
          from acesso.registro_aberto(${ambiente}, ${log.geracao}, ${originOf(publicUrl, log)}, ${key}, ${vkey}, ${now})`;
      return row;
    };
    const [ended] = await sql<Row<'acesso.registro_anterior', { seguinte: string }>[]>`
      select seguinte from acesso.registro_anterior(${ambiente})`;
    const log = { ambiente, geracao: ended?.seguinte ?? '' };
    const found = await keep(log, null, null);
    if (found) return openKept(secrets, found);
    const fresh = newLogKey();
    const { vkey } = openLogKey(originOf(publicUrl, log), fresh);
    const kept = await keep(log, secrets.encrypt(fresh, CONTEXT), vkey);
    if (!kept) throw new Error('an open log was not kept');
    return openKept(secrets, kept);
  };
  const [own, test] = await Promise.all([open('PRODUCAO'), open('TESTE')]);
  return { PRODUCAO: own, TESTE: test };
}

function openKept(secrets: Secrets, { origem, chave, vkey, primeiro }: KeptLog): GrowingKey {
  const key = openLogKey(origem, secrets.decrypt(chave, CONTEXT));
  if (key.vkey === vkey) return { ...key, follows: !primeiro };
  throw new Error(`A chave do registro aberto ${origem} no banco não é a que foi publicada.`);
}

/** The stored key under the master key for new rows. */
export const encryptLogKeyAnew = (secrets: Secrets, kept: Buffer): Buffer =>
  secrets.encrypt(secrets.decrypt(kept, CONTEXT), CONTEXT);

/** What the installation says of itself in a log: each period of each seal of its environment, and the verifier as in the repository. */
export function createAnnouncements(sql: Sql, now: () => Date): Announcements {
  const verifier = loadVerifier();
  return async (environment) => [
    ...(await listSeals(sql))
      .filter(({ ambiente }) => ambiente === environment)
      .map(({ impressao, ambiente, de }) => ({
        type: 'SELO' as const,
        about: [impressao, de.toISOString()] as const,
        says: [ambiente],
        at: de,
      })),
    {
      type: 'VERIFICADOR' as const,
      about: ['verificar-sem-selos.html', verifier.sha256] as const,
      says: [VERSION],
      at: now(),
    },
  ];
}

/** The policy that the installation proposes for a log; witnesses are asked about those of production. */
export const policiesOf =
  ({ publicUrl, witnesses, witnessQuorum }: Pick<Config, 'publicUrl' | 'witnesses' | 'witnessQuorum'>) =>
  (asked: AskedLog, { vkey }: LogHead): string => {
    const log = { vkey, url: `${publicUrl}${logPath(asked)}` };
    return asked.ambiente === 'PRODUCAO' ? policyText(log, witnesses, witnessQuorum) : policyText(log, [], 0);
  };

/** For a day's stamp there is more time than for a seal: nobody waits. */
const STAMP_BUDGET_MS = 30_000;

/** Time stamps over texts, from the authorities of the seals; null if none is configured. */
export function createStamper(authorities: TimeAuthorities | null, now: () => Date): StampText {
  if (authorities === null) return null;
  const ask = createTimeAuthorities(authorities.urls);
  const roots = readRoots(authorities.roots);
  return async (text) => (await timestamp(sha256(text), { authorities: ask(STAMP_BUDGET_MS), roots, now })).token;
}
