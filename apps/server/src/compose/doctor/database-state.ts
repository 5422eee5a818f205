import type { Finding } from '@rubrica/contract';
import type { Sql } from '../../core/sql.ts';
import { failed, fine, inapplicable, unverified, warned } from './check.ts';
import { bytesInWords, counted, timeInWords } from './words.ts';

/** What the PostgreSQL itself is in, whatever is stored in it. */
export const DATABASE_STATE: readonly (readonly [
  ponto: string,
  look: (sql: Sql, subject: unknown, ponto: string) => Promise<Finding>,
])[] = [
  ['Banco: durabilidade', durability],
  ['Banco: replicação', replication],
  ['Banco: transações', transactions],
  ['Banco: índices', indexes],
  ['Banco: conexões', connections],
];

async function durability(sql: Sql, _subject: unknown, ponto: string): Promise<Finding> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`;
  const fact = `${rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')}.`;
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => `${name} = on`);
  if (off.length === 0) return fine(ponto, fact);
  const advice = `Em postgresql.conf: ${off.join(', ')}.`;
  return failed(ponto, `${fact} Uma queda de energia perde o que foi aceito, ou o banco.`, advice);
}

interface Replication {
  readonly standby: boolean;
  readonly replicas: number;
  /** Their state is seen by the owner of the server, and by members of pg_monitor. */
  readonly seen: number;
  readonly sync: number;
  readonly bytes: number | null;
  readonly late_ms: number | null;
  readonly wanted: string;
  readonly idle_slots: string[] | null;
}

const LAG_WARNED_BYTES = 256 * 1024 * 1024;
const LAG_WARNED_MS = 60_000;

async function replication(sql: Sql, _subject: unknown, ponto: string): Promise<Finding> {
  const [row] = await sql<Replication[]>`
    select pg_is_in_recovery() as standby,
           count(*)::int as replicas,
           count(state)::int as seen,
           (count(*) filter (where sync_state in ('sync', 'quorum')))::int as sync,
           max(case when pg_is_in_recovery() then null
                    else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end)::float8 as bytes,
           (extract(epoch from max(replay_lag)) * 1000)::float8 as late_ms,
           current_setting('synchronous_standby_names') as wanted,
           (select array_agg(slot_name::text) from pg_replication_slots where not active) as idle_slots
      from pg_stat_replication`;
  const { standby, replicas, seen, sync, bytes, late_ms, wanted, idle_slots } = row as Replication;
  if (standby) {
    const advice =
      'Aponte DATABASE_URL para o primário (vários endereços com target_session_attrs=read-write, ou um proxy).';
    return failed(ponto, 'Este servidor é uma réplica, que não aceita escrita.', advice);
  }
  if (wanted !== '' && seen === replicas && sync === 0) {
    const fact = `synchronous_standby_names espera por ${wanted}, e nenhuma réplica síncrona está ligada: toda escrita espera.`;
    return failed(ponto, fact, 'Religue a réplica, ou tire-a de synchronous_standby_names.');
  }
  if (idle_slots !== null) {
    const advice = 'Religue quem os usa, ou remova-os com pg_drop_replication_slot: eles retêm WAL até o disco encher.';
    return warned(ponto, `Slots que ninguém lê: ${idle_slots.join(', ')}.`, advice);
  }
  if (replicas === 0) return inapplicable(ponto, 'Primário sem réplicas.');
  const some = counted(replicas, 'réplica', 'réplicas');
  if (seen < replicas) {
    return unverified(ponto, `Primário com ${some}, cujo estado este login não vê.`, 'Dê-lhe o papel pg_monitor.');
  }
  const fact = `Primário com ${some}, ${sync} síncronas; a mais atrasada está a ${bytesInWords(bytes ?? 0)} e ${timeInWords(late_ms ?? 0)}.`;
  const late = (bytes ?? 0) > LAG_WARNED_BYTES || (late_ms ?? 0) > LAG_WARNED_MS;
  return late ? warned(ponto, fact, 'Veja a rede e o disco da réplica.') : fine(ponto, fact);
}

const OLD_WARNED_MS = 5 * 60_000;
const OLD_REFUSED_MS = 60 * 60_000;
/** At 2.1 thousand million the server stops taking writes; autovacuum should have begun at 0.2. */
const AGE_WARNED = 1_000_000_000;

async function transactions(sql: Sql, _subject: unknown, ponto: string): Promise<Finding> {
  const [row] = await sql<{ oldest_ms: number | null; prepared: number; age: number; unseen: number }[]>`
    select (select extract(epoch from max(clock_timestamp() - xact_start)) * 1000
              from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid())::float8
             as oldest_ms,
           (select count(*) from pg_stat_activity
             where backend_type is null and usesysid is not null)::int as unseen,
           (select count(*) from pg_prepared_xacts where prepared < now() - interval '5 minutes')::int as prepared,
           (select age(datfrozenxid) from pg_database where datname = current_database())::float8 as age`;
  const { oldest_ms: oldest, prepared, age, unseen } = row ?? { oldest_ms: null, prepared: 0, age: 0, unseen: 0 };
  const hidden = unseen > 0 ? ` As de ${unseen} conexões de outros logins não se veem daqui.` : '';
  const fact =
    oldest === null ? `Nenhuma aberta agora.${hidden}` : `A mais antiga tem ${timeInWords(oldest)}.${hidden}`;
  if (prepared > 0) {
    const advice = 'Encerre-as: select gid from pg_prepared_xacts; rollback prepared ….';
    return failed(
      ponto,
      `${counted(prepared, 'transação preparada ficou', 'transações preparadas ficaram')} para trás.`,
      advice,
    );
  }
  if (age > AGE_WARNED) {
    const advice = 'Rode “vacuum freeze” já, e veja por que o autovacuum não chega: no limite o banco para de gravar.';
    return failed(
      ponto,
      `O banco está a ${Math.round(age / 1e6)} milhões de transações do último congelamento.`,
      advice,
    );
  }
  const advice = 'Veja quem é em pg_stat_activity; ela impede a limpeza do banco inteiro.';
  if ((oldest ?? 0) > OLD_REFUSED_MS) return failed(ponto, fact, advice);
  return (oldest ?? 0) > OLD_WARNED_MS ? warned(ponto, fact, advice) : fine(ponto, fact);
}

async function indexes(sql: Sql, _subject: unknown, ponto: string): Promise<Finding> {
  // One that is being built now is not invalid for good.
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid
       and c.relkind = 'i'
       and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
     order by 1`;
  if (rows.length === 0) return fine(ponto, 'Todos valem.');
  const names = rows.map(({ name }) => name).join(', ');
  return warned(
    ponto,
    `Inválidos, que só custam: ${names}.`,
    `Recrie-os: reindex index concurrently ${rows[0]?.name}.`,
  );
}

const BUSY_WARNED = 0.8;
const BUSY_REFUSED = 0.95;

async function connections(sql: Sql, _subject: unknown, ponto: string): Promise<Finding> {
  const [row] = await sql<{ used: number; most: number }[]>`
    select count(*)::int as used,
           (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as most
      from pg_stat_activity
     where coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null`;
  const { used, most } = row ?? { used: 0, most: 1 };
  const fact = `${used} de ${most} em uso.`;
  const advice = 'Aumente max_connections, ou rode menos processos: cada um usa até 29 (docs/operations/processes.md).';
  if (used > most * BUSY_REFUSED) return failed(ponto, fact, advice);
  return used > most * BUSY_WARNED ? warned(ponto, fact, advice) : fine(ponto, fact);
}
