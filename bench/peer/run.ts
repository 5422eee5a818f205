import { parseArgs } from 'node:util';
import { hold, medianOf } from '../http/contest.ts';
import { connect, createKeys, signUp } from '../http/database.ts';
import { startService } from '../http/service.ts';
import { Documenso } from './documenso.ts';
import { type Load, live, type Peer, repeat } from './peer.ts';
import { Rubrica } from './rubrica.ts';

/**
 * The service beside an installation of Documenso that is given by DOCUMENSO_URL and DOCUMENSO_TOKEN: the same file, the same
 * client, as many callers, in turn. Usage: DOCUMENSO_URL=http://localhost:3001 DOCUMENSO_TOKEN=api_… node bench/peer/run.ts
 * [--rounds 5] [--seconds 4] [--callers 8]
 */

/** A key may make 60 requests a minute. */
const KEYS = 6_000;
/** Drafts that reads are spread over. */
const DRAFTS = 50;

async function compare(ours: Peer, theirs: Peer, rounds: number, load: Load): Promise<void> {
  const line = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line(['', `${ours.name}, a second`, `${theirs.name}, a second`, 'ratio, median (rounds)']);
  line(['---', '---', '---', '---']);
  const contest = async (name: string, one: (peer: Peer) => () => Promise<unknown>) => {
    const rate = (peer: Peer) => {
      const work = one(peer);
      return async () => (await repeat(load, work)).perSecond;
    };
    const result = await hold({ name, ours: rate(ours), floor: rate(theirs) }, rounds);
    const { median, min, max } = result.ratio;
    const spread = `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
    line([name, result.ours.toFixed(1), result.floor.toFixed(1), spread]);
  };
  const drafts = new Map<Peer, string[]>();
  for (const peer of [ours, theirs]) {
    const ids: string[] = [];
    while (ids.length < DRAFTS) ids.push(await peer.create());
    drafts.set(peer, ids);
  }
  await contest('create with a signer and a field', (peer) => () => peer.create());
  await contest('create and send', (peer) => async () => peer.send(await peer.create()));
  await contest('read', (peer) => {
    const ids = drafts.get(peer) ?? [];
    let turn = 0;
    return () => peer.read(ids[turn++ % ids.length] as string);
  });
  const sealing = new Map<Peer, number[]>([
    [ours, []],
    [theirs, []],
  ]);
  await contest('whole life', (peer) => async () => sealing.get(peer)?.push(await live(peer)));
  const [mine, others] = [ours, theirs].map((peer) => medianOf(sealing.get(peer) ?? []));
  process.stdout.write(
    `\nFrom the last signature to the sealed file, median: ${mine?.toFixed(0)} ms and ${others?.toFixed(0)} ms.\n`,
  );
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    callers: { type: 'string', default: '8' },
  },
});
const { DOCUMENSO_URL, DOCUMENSO_TOKEN } = process.env;
if (!DOCUMENSO_URL || !DOCUMENSO_TOKEN) {
  process.stderr.write('DOCUMENSO_URL and DOCUMENSO_TOKEN: an installation of Documenso, and a token of its API.\n');
  process.exit(1);
}
const load = { callers: Number(values.callers), seconds: Number(values.seconds) };
const service = await startService([], { TRUST_PROXY: '127.0.0.1/32' });
const sql = connect(service);
try {
  const account = await signUp(service.origin, sql);
  const keys = await createKeys(sql, account, KEYS);
  const ours = new Rubrica(service.origin, { id: account.organizacaoId, membroId: account.membroId, keys });
  const theirs = new Documenso(DOCUMENSO_URL, DOCUMENSO_TOKEN, load.callers);
  try {
    await compare(ours, theirs, Number(values.rounds), load);
  } finally {
    ours.close();
    theirs.close();
  }
} finally {
  await sql.end();
  await service.stop();
}
