import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** What the guides say to run, taken out of their Markdown. */

/** The code blocks of one language, in order. */
export const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

/** What a page has in one language is one program, each block going on from the one before. */
export const programOf = (markdown: string, language: string): string => blocksOf(markdown, language).join('\n');

/** What the program of a page prints, in whatever language: its blocks of plain text. */
export const toldBy = (markdown: string): string => blocksOf(markdown, 'text').join('');

/** A shell that stays open from one page to the next, as a reader's does: what one sets, the next has. */
export interface Shell {
  /** @returns what the commands print, without what they say of themselves @throws where one of them fails, with all that was printed */
  run(commands: string): Promise<string>;
  close(): void;
}

export function openShell(cwd: string, env: Readonly<Record<string, string>>): Shell {
  // A group of its own, so that what the commands left behind ends with it.
  const bash = spawn('bash', ['-eu'], { cwd, env: { PATH: process.env.PATH, ...env }, stdio: 'pipe', detached: true });
  let printed = '';
  let complaints = '';
  let ended = false;
  let look = () => {};
  bash.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
    look();
  });
  bash.stderr.on('data', (chunk: Buffer) => (complaints += chunk));
  bash.once('exit', () => {
    ended = true;
    look();
  });
  return {
    run: (commands) =>
      new Promise((done, fail) => {
        const start = printed.length;
        const mark = randomUUID();
        look = () => {
          const end = printed.indexOf(mark, start);
          if (end !== -1) done(printed.slice(start, end));
          else if (ended) fail(new Error(`the shell ended:\n${printed}\n${complaints}`));
        };
        look();
        if (!ended) bash.stdin.write(`${commands}\nprintf '%s' ${mark}\n`);
      }),
    close() {
      if (!ended && bash.pid) process.kill(-bash.pid);
    },
  };
}
