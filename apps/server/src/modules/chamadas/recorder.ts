import type { CodigoErro, OperationId } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Logger } from '../../core/log.ts';
import { type Scope, scopeKey } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { outside } from '../../core/trace.ts';
import type { ChamadaRow } from './store.ts';

/**
 * What is known about a member's call when its response is sent. No path, query, header or body, because they may
 * contain secrets.
 */
export interface RecordedCall {
  readonly requestId: string;
  readonly scope: Scope;
  readonly actor: MemberActor;
  readonly operacao: OperationId;
  /** The actual method: HEAD is answered by the GET operation. */
  readonly metodo: string;
  /** The contract's path, with parameters in braces. */
  readonly rota: string;
  readonly status: number;
  readonly codigo: CodigoErro | null;
  readonly startedAt: Date;
  readonly duracaoMs: number;
  readonly ip: string;
}

/** Records members' calls without a write for each: see docs/adr/0028-recent-calls.md. */
export interface CallRecorder {
  /** Records a call. Never waits and never fails. */
  record(call: RecordedCall): void;
  /** Writes what was recorded so far; after a failure it is kept and written later. */
  flush(): Promise<void>;
  /** Writes the rest, once no more calls arrive. */
  stop(): Promise<void>;
  /** The number of calls dropped since the process started. */
  dropped(): number;
}

export interface RecorderLimits {
  readonly flushEveryMs: number;
  /** Calls waiting to be written, in the whole process; beyond this the oldest are dropped. */
  readonly waiting: number;
  /** Calls per second of one organization and environment; further ones are dropped. */
  readonly perSecond: number;
  /** Rows per statement. */
  readonly batch: number;
}

/** A row is some 400 bytes, so a full buffer is 8 MB. Five hundred busy keys make five hundred calls a second. */
const LIMITS: RecorderLimits = { flushEveryMs: 1_000, waiting: 20_000, perSecond: 500, batch: 5_000 };
/** The oldest are dropped in chunks of the buffer, so that a full buffer costs each call no more than an empty one. */
const LET_GO_SHARE = 0.05;
const OVER_LIMIT = 429;
/** How often dropped calls are logged for the operator; /metrics has the number. */
const TELL_EVERY_MS = 60_000;

export function createCallRecorder(db: Database, log: Logger, limits: Partial<RecorderLimits> = {}): CallRecorder {
  const { flushEveryMs, waiting: most, perSecond, batch } = { ...LIMITS, ...limits };
  let waiting: ChamadaRow[] = [];
  const hasRoom = createFairness(perSecond);
  const tellDropped = createTeller(log);
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function keep(rows: readonly ChamadaRow[]): void {
    waiting = waiting.length === 0 ? [...rows] : [...rows, ...waiting];
    letOldestGo();
    timer ??= outside(() => setTimeout(() => void flush(), flushEveryMs));
  }

  function letOldestGo(): void {
    if (waiting.length <= most) return;
    const excess = waiting.length - most + Math.floor(most * LET_GO_SHARE);
    waiting.splice(0, excess);
    dropped += excess;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    tellDropped(dropped);
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batch);
      waiting = waiting.slice(batch);
      try {
        await db.sql`select acesso.registrar_chamadas(${JSON.stringify(rows)}::json)`;
      } catch (error) {
        log.error({ err: error, calls: rows.length }, 'calls could not be recorded yet');
        keep(rows);
        return;
      }
    }
  }

  /** One write at a time, in order. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    record(call) {
      if (!hasRoom(call)) {
        dropped += 1;
        return;
      }
      waiting.push(rowOf(call));
      letOldestGo();
      timer ??= outside(() => setTimeout(() => void flush(), flushEveryMs));
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
    },
    dropped: () => dropped,
  };
}

/** Neither one organization nor one credential that ignores its limit may crowd out everything else. */
function createFairness(perSecond: number): (call: RecordedCall) => boolean {
  /** Calls in the current second by organization and environment, and credentials already refused with 429 in it. */
  let second = 0;
  let counts = new Map<string, number>();
  let overLimit = new Set<string>();
  return ({ scope, actor, status }) => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) {
      second = now;
      counts = new Map();
      overLimit = new Set();
    }
    if (status === OVER_LIMIT) {
      if (overLimit.has(actor.credencialId)) return false;
      overLimit.add(actor.credencialId);
    }
    const key = scopeKey(scope);
    const count = counts.get(key) ?? 0;
    if (count >= perSecond) return false;
    counts.set(key, count + 1);
    return true;
  };
}

/** Logs from time to time how many calls were dropped since it last did. */
function createTeller(log: Logger): (dropped: number) => void {
  let told = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (dropped) => {
    const now = performance.now();
    if (dropped === told || now - toldAt < TELL_EVERY_MS) return;
    log.warn({ calls: dropped - told }, 'calls were left out of the record');
    told = dropped;
    toldAt = now;
  };
}

function rowOf(call: RecordedCall): ChamadaRow {
  const { scope, actor } = call;
  return {
    organizacao_id: scope.organizacaoId,
    ambiente: scope.ambiente,
    ocorrido_em: call.startedAt,
    requisicao_id: call.requestId,
    operacao: call.operacao,
    metodo: call.metodo,
    rota: call.rota,
    status: call.status,
    codigo: call.codigo,
    duracao_ms: Math.round(call.duracaoMs),
    tipo_ator: actor.tipo,
    ator: actor.nome,
    credencial_id: actor.tipo === 'CHAVE_API' ? actor.credencialId : null,
    ip: call.ip,
  };
}
