import { crc32, deflateSync } from 'node:zlib';
import postgres from 'postgres';
import { type Service, startService } from '../browser/world.ts';

/** A service whose operator is at hand: plans and what months held are the operator's, by SQL (docs/operations/plans.md). */
export interface Operated extends Service {
  readonly sql: postgres.Sql;
}

/** The operator's connection to the database of a service, which whoever opens it ends. */
export function operatorOf({ database }: Service): postgres.Sql {
  if (database === null) throw new Error('only tests have a database that its operator enters without a password');
  const { searchParams, pathname, username } = new URL(database);
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`;
  return postgres({ path, database: pathname.slice(1), username, max: 1, onnotice: () => {} });
}

/** @param env beside what a test service needs */
export async function startOperated(env: Record<string, string>): Promise<Operated> {
  const service = await startService(env);
  const sql = operatorOf(service);
  return {
    ...service,
    sql,
    async stop() {
      await sql.end({ timeout: 5 });
      await service.stop();
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
