import type { InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Rubrica } from '@rubrica/sdk';
import type { Static, TObject, TProperties } from 'typebox';
import { Type } from 'typebox';
import type { Consent } from './consent.ts';
import type { Folders } from './folders.ts';
import type { Prepared } from './prepared.ts';

/** What every tool works with, for as long as an assistant is connected. */
export interface Session {
  readonly rubrica: Rubrica;
  readonly folders: Folders;
  readonly prepared: Prepared;
}

/** One call of a tool. */
export interface Call {
  /** Aborts when the assistant wants the answer no more. */
  readonly signal: AbortSignal;
  /** Asks the person, past the assistant, where that is possible. */
  consent(question: string): Consent;
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
  run(input: object, session: Session, call: Call): Promise<object | InputRequiredResult>;
}

interface Definition<P extends TProperties> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: P;
  readonly effect: Effect;
  readonly sandboxOnly?: boolean;
  run(input: Static<TObject<P>>, session: Session, call: Call): Promise<object | InputRequiredResult>;
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
    run: (given, session, call) => run(given as Static<TObject<P>>, session, call),
  };
}

/** An id as the service gives it. */
export const id = (description: string) => Type.String({ format: 'uuid', description });
