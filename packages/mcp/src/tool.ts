import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Rubrica } from '@rubrica/sdk';
import type { Static, TObject, TProperties } from 'typebox';
import { Type } from 'typebox';
import type { Folders } from './folders.ts';
import type { Prepared } from './prepared.ts';

/** What every tool works with, for as long as an assistant is connected. */
export interface Session {
  readonly rubrica: Rubrica;
  readonly folders: Folders;
  readonly prepared: Prepared;
}

/** What a call may change: nothing; drafts, of which nobody else hears; or what other people notice and nothing undoes. */
export type Effect = 'reads' | 'drafts' | 'acts';

const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  drafts: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  acts: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

/** One tool as assistants see it. Names and texts are Portuguese, as the contract's words in them are. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly annotations: ToolAnnotations;
  /** Whether only the sandbox has it. */
  readonly sandboxOnly: boolean;
  run(input: object, session: Session, signal: AbortSignal): Promise<object>;
}

interface Definition<P extends TProperties> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: P;
  readonly effect: Effect;
  readonly sandboxOnly?: boolean;
  run(input: Static<TObject<P>>, session: Session, signal: AbortSignal): Promise<object>;
}

/** Declares a tool. Its input is closed: a misspelt name is told, and not left out. */
export function tool<P extends TProperties>({
  input,
  effect,
  sandboxOnly = false,
  run,
  ...words
}: Definition<P>): Tool {
  return {
    ...words,
    input: Type.Object(input, { additionalProperties: false }),
    annotations: { ...ANNOTATIONS[effect], openWorldHint: effect === 'acts' },
    sandboxOnly,
    run: (given, session, signal) => run(given as Static<TObject<P>>, session, signal),
  };
}

/** An id as the service gives it. */
export const id = (description: string) => Type.String({ format: 'uuid', description });
