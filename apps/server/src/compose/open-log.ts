import type { Ambiente } from '@rubrica/contract';
import { timestamp } from '@rubrica/pdf';
import type { TimeAuthorities } from '../adapters/pdf/jobs.ts';
import { createTimeAuthorities, readRoots } from '../adapters/tsa.ts';
import type { Config } from '../config/index.ts';
import { sha256 } from '../core/chain.ts';
import { type LogKey, newLogKey, openLogKey } from '../core/open-log/note.ts';
import type { Secrets } from '../core/ports.ts';
import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';
import { VERSION } from '../core/version.ts';
import { loadVerifier } from '../http/site/index.ts';
import { type Announcements, type LogKeys, policyText, type StampText } from '../modules/registro/index.ts';
import { listSeals } from './seals.ts';

type KeptLog = Row<'acesso.registro_aberto', { origem: string; chave: Buffer; vkey: string }>;

/** What the stored keys are bound to. */
const CONTEXT = 'registro_aberto.chave';

export const LOG_PATHS: Readonly<Record<Ambiente, string>> = { PRODUCAO: '/registro', TESTE: '/registro/teste' };

/** A log's origin: where it is served, without the scheme (C2SP tlog-tiles). */
const originOf = (publicUrl: string, ambiente: Ambiente): string =>
  `${publicUrl.replace(/^https?:\/\//, '')}${LOG_PATHS[ambiente]}`;

/**
 * The keys of the open logs: those in the database, made by the first process. An origin stays as it was when its log began.
 * @throws Error if a stored key is not the one whose verifier key was published
 */
export async function openLogKeys(sql: Sql, secrets: Secrets, publicUrl: string, now: Date): Promise<LogKeys> {
  const open = async (ambiente: Ambiente): Promise<LogKey> => {
    const keep = async (key: Buffer | null, vkey: string | null): Promise<KeptLog | undefined> => {
      const [row] = await sql<KeptLog[]>`
        select origem, chave, vkey
          from acesso.registro_aberto(${ambiente}, ${originOf(publicUrl, ambiente)}, ${key}, ${vkey}, ${now})`;
      return row;
    };
    const found = await keep(null, null);
    if (found) return openKept(secrets, found);
    const fresh = newLogKey();
    const { vkey } = openLogKey(originOf(publicUrl, ambiente), fresh);
    const kept = await keep(secrets.encrypt(fresh, CONTEXT), vkey);
    if (!kept) throw new Error('an open log was not kept');
    return openKept(secrets, kept);
  };
  const [own, test] = await Promise.all([open('PRODUCAO'), open('TESTE')]);
  return { PRODUCAO: own, TESTE: test };
}

function openKept(secrets: Secrets, { origem, chave, vkey }: KeptLog): LogKey {
  const key = openLogKey(origem, secrets.decrypt(chave, CONTEXT));
  if (key.vkey === vkey) return key;
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

/** The policy that the installation proposes for each of its logs; witnesses are asked about the one of production. */
export function policiesOf(
  { publicUrl, witnesses, witnessQuorum }: Pick<Config, 'publicUrl' | 'witnesses' | 'witnessQuorum'>,
  keys: LogKeys,
): (ambiente: Ambiente) => string {
  return (ambiente) => {
    const log = { vkey: keys[ambiente].vkey, url: `${publicUrl}${LOG_PATHS[ambiente]}` };
    return ambiente === 'PRODUCAO' ? policyText(log, witnesses, witnessQuorum) : policyText(log, [], 0);
  };
}

/** For a day's stamp there is more time than for a seal: nobody waits. */
const STAMP_BUDGET_MS = 30_000;

/** Time stamps over texts, from the authorities of the seals; null if none is configured. */
export function createStamper(authorities: TimeAuthorities | null, now: () => Date): StampText {
  if (authorities === null) return null;
  const ask = createTimeAuthorities(authorities.urls);
  const roots = readRoots(authorities.roots);
  return async (text) => (await timestamp(sha256(text), { authorities: ask(STAMP_BUDGET_MS), roots, now })).token;
}
