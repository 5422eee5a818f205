import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import postgres from 'postgres';
import { type Service, startService } from '../browser/world.ts';

/** A service whose operator is at hand: plans and what months held are the operator's, by SQL (docs/operations/plans.md). */
export interface Operated extends Service {
  readonly sql: postgres.Sql;
}

/** @param env beside what a test service needs */
export async function startOperated(env: Record<string, string> = {}): Promise<Operated> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-operada-'));
  const service = await startService({ ...env, DATA_DIR: dataDir });
  // The fourth and fifth line of a running server's file: its port and the folder of its socket.
  const lines = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n');
  const [port = '', folder = ''] = lines.slice(3, 5);
  const sql = postgres({
    path: join(folder, `.s.PGSQL.${port}`),
    database: 'rubrica',
    username: 'rubrica',
    password: await readFile(join(dataDir, 'pg.senha'), 'utf8'),
    max: 1,
    onnotice: () => {},
  });
  return {
    ...service,
    sql,
    async stop() {
      await sql.end({ timeout: 5 });
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A PNG of one colour. */
export function png(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: width }, () => [red, green, blue]).flat()),
  ]);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
