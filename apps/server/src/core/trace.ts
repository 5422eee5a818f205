import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from './problem.ts';

/** What a span says about its work. Never personal data, tokens, or addresses that may contain them (ADR 0065). */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** A piece of work as OpenTelemetry has it. */
export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  child(name: string, kind: SpanKind, attributes: Attributes): Span;
  set(attributes: Attributes): void;
  /** @param failure what the work failed with; its message is not recorded */
  end(failure?: unknown): void;
}

/** Where traces begin. */
export interface Tracer {
  /**
   * A span that no other span of this process contains; null if it is not recorded.
   * @param from `traceparent` of a caller, which the span continues, or of what caused it earlier, which it is linked to.
   * A cause that was recorded has its consequences recorded; a caller has no say in that.
   */
  begin(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    from?: { readonly caller?: string | undefined; readonly cause?: string | undefined },
  ): Span | null;
}

/** Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is recorded. */
export const NO_TRACER: Tracer = { begin: () => null };

/** What a piece of work asked of the database. */
export interface Tally {
  /** `begin` and `commit` too. */
  statements: number;
  /** How often it sent statements and waited: those sent while others are answered go along. */
  roundTrips: number;
}

export const newTally = (): Tally => ({ statements: 0, roundTrips: 0 });

/** The same as attributes of a span, and as members of a line of the log. */
export const tallied = ({ statements, roundTrips }: Tally) => ({
  attributes: { 'rubrica.db.statements': statements, 'rubrica.db.round_trips': roundTrips },
  line: { statements, roundTrips },
});

/** What is being worked on: every line of the log written meanwhile says it, and every job enqueued remembers it. */
export interface Frame {
  /** The request, or the one that caused the job. */
  readonly requestId?: string | undefined;
  readonly jobId?: string;
  readonly span: Span | null;
  readonly tally: Tally;
}

/** What a job remembers of what enqueued it. */
export interface Cause {
  readonly requestId?: string | undefined;
  /** Only of something recorded. */
  readonly traceparent?: string;
}

const frames = new AsyncLocalStorage<Frame | undefined>();

/** The current frame, for what goes on later in the turn of somebody else. */
export const frameOf = (): Frame | undefined => frames.getStore();

/** Does something as part of a frame, with everything that it begins. */
export const within = <T>(frame: Frame | undefined, work: () => T): T => frames.run(frame, work);

/** Begins something that outlives the current frame and is no part of it: a timer shared by many. */
export const outside = <T>(work: () => T): T => frames.exit(work);

/** The members of every line of the log. */
export function lineOf(): object {
  const frame = frames.getStore();
  if (frame === undefined) return {};
  const { requestId, jobId, span } = frame;
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(span === null ? {} : { traceId: span.traceId, spanId: span.spanId }),
  };
}

/** Counts a statement of the current frame's. @param alone whether nothing else is in progress on its connection */
export function countStatement(alone: boolean): void {
  const tally = frames.getStore()?.tally;
  if (tally === undefined) return;
  tally.statements += 1;
  if (alone) tally.roundTrips += 1;
}

/** The current frame as the cause of a job; null outside any. */
export function causeOf(): Cause | null {
  const frame = frames.getStore();
  if (frame === undefined) return null;
  const { requestId, span } = frame;
  if (requestId === undefined && span === null) return null;
  return { requestId, ...(span === null ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-01` }) };
}

/** Does work in a span of the current frame's; without one it costs nothing. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const frame = frames.getStore();
  if (!frame?.span) return work(null);
  const span = frame.span.child(name, kind, attributes);
  try {
    const value = await frames.run({ ...frame, span }, () => work(span));
    span.end();
    return value;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Whether an error is a failure of ours: a refusal that its caller is told is none. */
export const isFailure = (error: unknown): boolean => !(error instanceof Problem) || error.status >= 500;
