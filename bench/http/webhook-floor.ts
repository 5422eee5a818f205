import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';

/**
 * The floor of deliveries, in a process of its own: undici in a loop that signs a body and posts it, over connections it
 * keeps. No database, no check of addresses, no record, no second attempt.
 */

/** What to post; paced, a request each so many milliseconds, and otherwise as fast as `AT_ONCE` go. */
export interface Posting {
  readonly urls: readonly string[];
  readonly body: string;
  readonly count: number;
  readonly everyMs: number | null;
}

/** As many as the service delivers at once. */
const AT_ONCE = 16;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function post(url: string, id: string, body: string): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', SECRET).update(`${seconds}.`).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': `t=${seconds},v1=${mac}`,
    'webhook-id': id,
  };
  const response = await request(url, { method: 'POST', headers, body });
  await response.body.dump();
  if (response.statusCode !== 204) throw new Error(`a receiver answered ${response.statusCode}`);
}

/** @returns when each was due */
async function run({ urls, body, count, everyMs }: Posting): Promise<[string, number][]> {
  const began = Date.now();
  const due: [string, number][] = [];
  let next = 0;
  const one = async () => {
    const id = randomUUID();
    const url = urls[next++ % urls.length] as string;
    due.push([id, Date.now()]);
    await post(url, id, body);
  };
  if (everyMs === null) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < count) await one();
      }),
    );
    return due;
  }
  const posted: Promise<void>[] = [];
  while (next < count) {
    await pause(Math.max(0, began + next * everyMs - Date.now()));
    posted.push(one());
  }
  await Promise.all(posted);
  return due;
}

process.on('message', async (posting: Posting) => process.send?.(await run(posting)));
process.once('disconnect', () => process.exit(0));
