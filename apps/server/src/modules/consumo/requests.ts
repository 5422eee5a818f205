import type { Logger } from '../../core/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { outside } from '../../core/trace.ts';

/** Counts API calls without a write for each: see docs/adr/0006-request-metering.md. */
export interface RequestMeter {
  /** Counts an authenticated call by its response status. Never waits and never fails. */
  count(scope: Scope, status: number, at: Date): void;
  /** Writes what was counted so far; after a failure it is kept and written later. */
  flush(): Promise<void>;
  /** Writes the rest, once nothing more is counted. */
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 1_000;
const HOUR_MS = 3600_000;

/** The contract's REQUISICAO_API: 2xx and business 4xx count; 429 and 5xx do not. */
export const countsAsRequest = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429);

export function createRequestMeter(db: Database, log: Logger, everyMs = FLUSH_EVERY_MS): RequestMeter {
  /** Calls by organization and hour. */
  let counted = new Map<string, { organizacao_id: string; hour: number; quantidade: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** @param hour since 1970 */
  function add(organizacaoId: string, hour: number, quantidade: number): void {
    const key = `${organizacaoId} ${hour}`;
    const line = counted.get(key);
    if (line) line.quantidade += quantidade;
    else counted.set(key, { organizacao_id: organizacaoId, hour, quantidade });
    timer ??= outside(() => setTimeout(() => void flush(), everyMs));
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (counted.size === 0) return;
    const lines = [...counted.values()];
    counted = new Map();
    try {
      const told = lines.map(({ hour, ...line }) => ({ ...line, hora: new Date(hour * HOUR_MS) }));
      await db.sql`select acesso.medir_requisicoes(${JSON.stringify(told)}::jsonb)`;
    } catch (error) {
      log.error({ err: error, lines: lines.length }, 'API calls could not be metered yet');
      for (const { organizacao_id, hour, quantidade } of lines) add(organizacao_id, hour, quantidade);
    }
  }

  /** One write at a time, in order. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    count(scope, status, at) {
      if (scope.ambiente !== 'PRODUCAO' || !countsAsRequest(status)) return;
      add(scope.organizacaoId, Math.floor(at.getTime() / HOUR_MS), 1);
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
    },
  };
}
