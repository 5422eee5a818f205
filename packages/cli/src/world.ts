import { createInterface } from 'node:readline/promises';

/** What a command sees of the machine it runs on. */
export interface World {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the person wants the command to end. */
  readonly end: AbortSignal;
  /** One line from the person, or from whatever stands before the command in a pipe. */
  readonly ask: (question: string) => Promise<string>;
}

/** One line of standard input. What is typed at a terminal is not shown: it is a secret. */
async function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    for await (const line of createInterface({ input: stdin })) return line;
    return '';
  }
  stderr.write(question);
  stdin.setRawMode(true);
  try {
    let text = '';
    for await (const chunk of stdin) {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n') return text;
        if (key === '\u0003') return '';
        text = key === '\u007f' ? text.slice(0, -1) : text + key;
      }
    }
    return text;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** The world of this process. The first interrupt asks the command to end. */
export function worldOfProcess(): World {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    end: controller.signal,
    ask,
  };
}
