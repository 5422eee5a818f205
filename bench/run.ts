import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BackupResult, backupTable, runBackupBench } from './backup/run.ts';
import { type Completions, runCompletionBench } from './http/completions.ts';
import { type FailoverResult, runFailoverBench } from './http/failover.ts';
import { type FeedResult, runFeedBench } from './http/feed.ts';
import { type ListResult, runListBench } from './http/lists.ts';
import { type Lives, runLivesBench } from './http/lives.ts';
import { type Rest, restSection, runRestBench } from './http/rest.ts';
import { type Judged, runHttpBench } from './http/run.ts';
import { runScaleBench, type ScaleResult } from './http/scale.ts';
import { runWebhookBench, type WebhookResult } from './http/webhooks.ts';
import { loadSection } from './load/report.ts';
import { type LoadResult, runLoadBench } from './load/run.ts';
import { type PdfResult, runPdfBench, toMarkdown } from './pdf/run.ts';
import { soakSection } from './soak/report.ts';
import { runSoakBench, type SoakResult } from './soak/run.ts';
import { runWebBench, type WebFigures, webSections } from './web/run.ts';
import { verdict } from './web/told.ts';

/**
 * Measures the service against its floors and updates the measured sections of bench/report.md. Each part runs in a
 * separate process, so that none warms up another. Usage: npm exec -- node bench/run.ts [--documents 1000000 --organizations
 * 10000 --rounds 9 --seconds 4 --phase 20 --load 120 --only http,feed,webhooks,lists,load,lives,completions,failover,scale,backup,pdf,web],
 * or, only if asked for: npm exec -- node bench/run.ts --only soak [--minutes 60] [--rate LIVES_A_SECOND], --only rest
 */

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    organizations: { type: 'string', default: '10000' },
    load: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '4' },
    times: { type: 'string', default: '100' },
    completions: { type: 'string', default: '1000' },
    phase: { type: 'string', default: '20' },
    backed: { type: 'string', default: '3000' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string' },
    only: { type: 'string', default: 'http,feed,webhooks,lists,load,lives,completions,failover,scale,backup,pdf,web' },
    part: { type: 'string' },
  },
});

interface Parts {
  http: { results: Judged[]; postgres: string };
  feed: FeedResult[];
  webhooks: WebhookResult;
  lists: ListResult[];
  load: LoadResult;
  lives: Lives;
  completions: Completions;
  failover: FailoverResult;
  scale: ScaleResult;
  backup: BackupResult[];
  pdf: PdfResult;
  web: WebFigures;
  soak: SoakResult;
  rest: Rest;
}

const runs: { [P in keyof Parts]: () => Promise<Parts[P]> } = {
  http: () => runHttpBench({ rounds: Number(values.rounds), seconds: Number(values.seconds) }),
  feed: () => runFeedBench({ rounds: Number(values.rounds), seconds: Number(values.seconds) }),
  webhooks: () => runWebhookBench(Number(values.rounds), 5 * Number(values.seconds)),
  lists: () => runListBench(Number(values.documents), Number(values.times)),
  load: () =>
    runLoadBench({
      organizations: Number(values.organizations),
      documents: Number(values.documents),
      seconds: Number(values.load),
    }),
  lives: () => runLivesBench(Number(values.phase)),
  completions: () => runCompletionBench(Number(values.completions)),
  failover: () => runFailoverBench(Number(values.phase)),
  scale: () => runScaleBench({ seconds: Number(values.seconds), completions: Number(values.completions) / 5 }),
  backup: () => runBackupBench(Number(values.backed), 3),
  pdf: runPdfBench,
  web: runWebBench,
  soak: () => runSoakBench({ minutes: Number(values.minutes), ...(values.rate ? { rate: Number(values.rate) } : {}) }),
  rest: runRestBench,
};

/** Runs one part in a separate process, which sends its result over IPC. */
function inProcess<P extends keyof Parts>(part: P): Promise<Parts[P]> {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--part', part];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((done, fail) => {
    let result: Parts[P] | undefined;
    child.on('message', (message) => {
      result = message as Parts[P];
    });
    child.once('exit', (code) => (result ? done(result) : fail(new Error(`${part} ended with ${code}`))));
  });
}

const number = (value: number, digits = 0) => value.toFixed(digits);

function httpTable(results: readonly Judged[]): string {
  const rows = results.map(({ name, ours, floor, ratio, bar, met }) => {
    const spread = `${number(ratio.median, 2)} (${number(ratio.min, 2)} to ${number(ratio.max, 2)})`;
    return `| ${name} | ${number(ours)} | ${number(floor)} | ${spread} | ≥ ${Number(bar.toFixed(2))} | ${verdict(met)} |`;
  });
  const head =
    '| | ours, requests/s | floor, requests/s | ours / floor, median (rounds) | bar | |\n|---|---|---|---|---|---|';
  return `${head}\n${rows.join('\n')}`;
}

function feedTable(results: readonly FeedResult[]): string {
  const rows = results.map(({ name, ours, floor, ratio, bar, met, wanted }) => {
    const [sign, digits] = wanted === 'more' ? ['≥', 0] : ['≤', 1];
    const spread = `${number(ratio.median, 2)} (${number(ratio.min, 2)} to ${number(ratio.max, 2)})`;
    return `| ${name} | ${number(ours, digits)} | ${number(floor, digits)} | ${spread} | ${sign} ${bar} | ${verdict(met)} |`;
  });
  const head = '| | ours | floor | ours / floor, median (rounds) | bar | |\n|---|---|---|---|---|---|';
  return `${head}\n${rows.join('\n')}`;
}

function webhookTables({ drained, paced, each }: WebhookResult): string[] {
  const { ours, floor, ratio, bar, met } = drained;
  const spread = `${number(ratio.median, 2)} (${number(ratio.min, 2)} to ${number(ratio.max, 2)})`;
  return [
    `| | ours | floor | ours / floor, median (rounds) | bar | |\n|---|---|---|---|---|---|\n| deliveries a second | ${number(ours)} | ${number(floor)} | ${spread} | ≥ ${bar} | ${verdict(met)} |`,
    `| at a hundred a second | ours, ms | floor, ms | bar | |\n|---|---|---|---|---|\n| p50 | ${number(paced.ours.p50, 1)} | ${number(paced.floor.p50, 1)} | ≤ ${paced.bar} | ${verdict(paced.met)} |\n| p95 | ${number(paced.ours.p95, 1)} | ${number(paced.floor.p95, 1)} | | |`,
    `| what one takes | our process, ms | PostgreSQL, ms | statements | the loop, ms |\n|---|---|---|---|---|\n| of processor | ${number(each.process, 2)} | ${number(each.postgres, 2)} | ${number(each.statements, 1)} | ${number(each.floor, 2)} |`,
  ];
}

function listTable(results: readonly ListResult[]): string {
  const rows = results.map(({ name, small, large, ratio, total, first, bar, met }) => {
    const once = Number.isFinite(first) ? number(first) : '';
    const times = `${number(small.median, 1)} | ${number(large.median, 1)}`;
    return `| ${name} | ${times} | ${number(ratio, 2)} | ≤ ${bar} | ${verdict(met)} | ${total} | ${once} |`;
  });
  const head =
    '| | 1,000 documents, ms | many documents, ms | ratio | bar | | `total` told | very first answer, ms |\n|---|---|---|---|---|---|---|---|';
  return `${head}\n${rows.join('\n')}`;
}

function failoverTables({ failovers, recoveries }: FailoverResult): string[] {
  const loads = failovers.flatMap(({ name, capacity, phases }) =>
    phases.map(
      (phase) =>
        `| ${name} | ${number(capacity)} | ${phase.name} | ${phase.requests} | ${number(phase.p50, 1)} | ${number(phase.p99)} | ${phase.unavailable} |`,
    ),
  );
  const losses = failovers.map(
    ({ name, promoted, written, ready, acknowledged, lost }) =>
      `| ${name} | ${number(promoted)} | ${number(written)} | ${number(ready)} | ${acknowledged} | ${lost} | 0 lost | ${verdict(lost === 0)} |`,
  );
  const others = recoveries.map(({ fault, written, ready }) => `| ${fault} | ${number(written)} | ${number(ready)} |`);
  return [
    `| | capacity, requests/s | | requests | median, ms | p99, ms | answers 503 |\n|---|---|---|---|---|---|---|\n${loads.join('\n')}`,
    `| | standby takes writes, ms | service takes writes, ms | /readyz 200, ms | acknowledged | lost | bar | |\n|---|---|---|---|---|---|---|---|\n${losses.join('\n')}`,
    `| | service takes writes, ms | /readyz 200, ms |\n|---|---|---|\n${others.join('\n')}`,
  ];
}

function scaleTable({ rows }: ScaleResult): string {
  const lines = rows.map(({ processes, get, post, completions: { perSecond, p50, stuck, notOnce } }) => {
    const against = ({ ours, floor }: typeof get) => `${number(ours)} | ${number(floor)} | ${number(ours / floor, 2)}`;
    const done = verdict(stuck === 0 && notOnce === 0);
    return `| ${processes} | ${against(get)} | ${against(post)} | ${number(perSecond, 1)} | ${number(p50)} | ${done} |`;
  });
  const head =
    '| processes | GET, requests/s | floor | ratio | POST, requests/s | floor | ratio | completed a second | median, ms | none stuck, each once |\n|---|---|---|---|---|---|---|---|---|---|';
  return `${head}\n${lines.join('\n')}`;
}

function livesTable({ perSecond, processor: { main, pdf, postgres }, p50, p95, stuck }: Lives): string {
  const whole = main + pdf + postgres;
  const parts = [whole, main, pdf, postgres].map((part) => number(part)).join(' | ');
  const met = whole <= 35 && perSecond >= 50 && p95 < 150 && stuck === 0;
  return `| lives a second | processor a life, ms | main process | PDF workers | PostgreSQL | last signature at 70 % of it: median, ms | p95, ms | stuck | bar | |\n|---|---|---|---|---|---|---|---|---|---|\n| ${number(perSecond, 1)} | ${parts} | ${number(p50)} | ${number(p95)} | ${stuck} | ≤ 35 ms, ≥ 50 a second, p95 < 150 ms, none stuck | ${verdict(met)} |`;
}

function completionsSection(found: Parts['completions']): string[] {
  const { documents, connections, perSecond, p50, p95, stuck, notOnce } = found;
  return [
    '## Completions',
    `${documents.toLocaleString('en')} documents of 50 kB and three pages, each one signature short of complete, are signed over ${connections} connections through the service as its users run it. The answer to the last signature comes when both sealed files are stored and the document is ASSINADO.`,
    `| documents | completed a second | median, ms | p95, ms | stuck | completed not exactly once | bar | |\n|---|---|---|---|---|---|---|---|\n| ${documents} | ${number(perSecond, 1)} | ${number(p50)} | ${number(p95)} | ${stuck} | ${notOnce} | none stuck | ${verdict(stuck === 0 && notOnce === 0)} |`,
  ];
}

function report(parts: Partial<Parts>): string {
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const sections = [
    '# Bench report',
    'Generated by `node bench/run.ts`; not edited. Absolute figures belong to the machine of the run: read the ratios, which are taken within each round.',
    `${availableParallelism()} processors (${cpus()[0]?.model ?? process.arch}), ${memory}, ${process.platform}, Node ${process.version}.`,
  ];
  if (parts.http) {
    sections.push(
      '## Requests',
      `The service runs as its users run it (\`npm start\`, embedded PostgreSQL ${parts.http.postgres}, logs on); the floor in a process of its own on the same database and disk. Sixteen connections each wait for their answer; ${values.rounds} rounds of ${values.seconds} s, the two in turn. API keys take turns, as the limit of 60 a minute for each demands. Floors: GET is bare Fastify that answers the same bytes after one query by primary key; POST parses the multipart body, hashes it, syncs the file and inserts one row. The first POST is of the file and its title alone, as whoever adds the people later sends it; the second brings a signer with a field, for the same floor, and so does what comes as JSON, which is set against itself in a form.`,
      httpTable(parts.http.results),
    );
  }
  if (parts.feed) {
    sections.push(
      '## Feed',
      'The feed of events as webhooks tell them, 3,000 and more in one organization. The floor is bare Fastify in a process of its own over the same database, with the very statements: where the event stands after which it goes on, the page, the exact total; and for who waits, the numbering of what was committed before it, every tenth of a second. Reads are of 25 events after one in the middle, over sixteen connections; a wait is told by the milliseconds from the answer to an act until a reader that waits has its event, of whom one waits at a time.',
      feedTable(parts.feed),
    );
  }
  if (parts.webhooks) {
    sections.push(
      '## Webhooks',
      'The service over a PostgreSQL of its own that syncs to disk, and a hundred receivers on loopback in a process of their own, which verify nothing and answer 204. Five organizations have twenty webhooks each; what they hear of is documents created through the API. The floor is undici in a loop, sixteen at once over connections it keeps, which signs the same body by HMAC and posts it to the same receivers. First, from the first of a hundred acts to the arrival of the last of two thousand deliveries, the two in turn. Then a hundred deliveries a second: ours from the commit of the event as PostgreSQL dates it (`track_commit_timestamp`), the loop from when a post was due, until the receiver has read it; all by the one clock of the machine. What a delivery takes is measured without what the acts take while nobody hears of them.',
      ...webhookTables(parts.webhooks),
    );
  }
  if (parts.lists) {
    sections.push(
      '## Listings',
      `One organization of 1,000 documents and one of ${Number(values.documents).toLocaleString('en')} in the same database, asked in turn, ${values.times} times each; medians. The deep page is the one half way down, reached by its cursors. \`total\` is exact in every answer. A search is counted when it is first asked for, which takes the time of the last column, and carried on from there for ten minutes after it was last asked for.`,
      listTable(parts.lists),
    );
  }
  if (parts.load) sections.push(...loadSection(parts.load));
  if (parts.lives) {
    sections.push(
      '## Lives',
      `Whole lives of documents of 50 kB and three pages: created, sent, opened, identified, read, accepted, signed and sealed, over ${parts.lives.connections} connections for ${values.phase} s, by one organization, through the service as its users run it. Processor time is what the kernel has counted for the service, its PDF workers and its PostgreSQL, over the number of lives; whoever calls shares the same processors. Then lives begin at 70 % of that rate, and the last signature is timed, which is answered when both sealed files are stored.`,
      livesTable(parts.lives),
    );
  }
  if (parts.completions) sections.push(...completionsSection(parts.completions));
  if (parts.failover) {
    sections.push(
      '## Failover',
      `One process over a PostgreSQL that syncs to disk and has every commit acknowledged by a standby, at 70 % of what sixteen callers get of the same mix (of twenty requests fourteen read a document, three a page of the list, three make one of 50 kB). Requests are due at a fixed rate whatever becomes of those before; a request's time runs from when it was due to the answer that did it, and an answer 503 is repeated a second later. Phases of ${values.phase} s: before; from the loss of the primary on, after which the standby is promoted and takes over its address; after. What is under way when the primary is lost counts to the phase that the loss begins. Lost is what was acknowledged and is not there at the end; /readyz is 0 where it never said no. The last table counts from the end of a fault, and from the death of the process.`,
      ...failoverTables(parts.failover),
    );
  }
  if (parts.scale) {
    sections.push(
      '## Several processes',
      `One, two and three processes of the service (\`npm start\`, each answering and working the queue) on one PostgreSQL ${parts.scale.postgres} of their own machine, with files on its disk. Sixteen connections are shared out between them, and eight for completions; the floor is one process beside them, measured in turn. ${availableParallelism()} processors run all of it: processes, PostgreSQL, PDF workers and callers. So this bounds what a second process may bring here; it says nothing of what it brings on a second machine.`,
      scaleTable(parts.scale),
    );
  }
  if (parts.backup) {
    sections.push(
      '## Backup',
      `An installation with ${Number(values.backed).toLocaleString('en')} documents of 50 kB, its service running. Ours is the operator's command from its start to its end: contents by hash, each checked and synced, keys, manifest; restoring also compares the chains and migrates. The floor, in turn with it on the same data and disk, three rounds: \`pg_dump -Fc\` and \`pg_restore\`, for the embedded database \`cp\` of its folder, which under a running server is no backup; \`cp\` for files; \`sync\` at the end. MB are of the database and the files as they are, over the time of both.`,
      backupTable(parts.backup),
    );
  }
  if (parts.pdf) {
    sections.push(
      '## PDF',
      'The steps of a completion, the contestants in turn within each round.',
      toMarkdown(parts.pdf),
    );
  }
  if (parts.web) sections.push(...webSections(parts.web));
  if (parts.soak) sections.push(...soakSection(parts.soak));
  if (parts.rest) sections.push(...restSection(parts.rest));
  return `${sections.join('\n\n')}\n`;
}

/** A report's sections, starting with the head; each begins with its heading. */
const sectionsOf = (text: string): string[] => text.trimEnd().split(/\n+(?=## )/);
const headingOf = (section: string): string => section.split('\n', 1)[0] ?? '';

/** Replaces sections of the report with newly measured ones with the same headings, each dated. */
function merged(before: string, now: string): string {
  const [head = '', ...fresh] = sectionsOf(now);
  const day = new Date().toISOString().slice(0, 10);
  const measured = new Map(fresh.map((section) => [headingOf(section), `${section}\n\nMeasured on ${day}.`]));
  const [, ...known] = sectionsOf(before);
  const kept = known.map((section) => {
    const heading = headingOf(section);
    const one = measured.get(heading) ?? section;
    measured.delete(heading);
    return one;
  });
  return `${[head, ...kept, ...measured.values()].join('\n\n')}\n`;
}

if (values.part) {
  const result = await runs[values.part as keyof Parts]();
  process.send?.(result, () => process.exit(0));
} else {
  const parts: Partial<Record<keyof Parts, unknown>> = {};
  for (const part of values.only.split(',') as (keyof Parts)[]) {
    process.stdout.write(`${part}…\n`);
    parts[part] = await inProcess(part);
  }
  const file = new URL('report.md', import.meta.url);
  const text = merged(await readFile(file, 'utf8').catch(() => ''), report(parts as Partial<Parts>));
  await writeFile(file, text);
  process.stdout.write(text);
}
