import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';
import { SAMPLE, type Service } from '../browser/world.ts';
import { newKey, openWorkshop, type Workshop } from './workshop.ts';

/**
 * Clients in TypeScript that generators make of the served contract compile in strict form and reach the running
 * service: a file is sent, read again, a refusal read by its type. openapi-typescript with openapi-fetch is
 * ../openapi-client.test.ts.
 */

let service: Service;
let workshop: Workshop;
let key: string;
beforeAll(async () => {
  service = await sharedService();
  workshop = await openWorkshop();
  key = await newKey(service);
});
afterAll(() => workshop?.close());

const contract = () => `${service.origin}/v1/openapi.json`;
/** What every client is asked to do, as it tells of it. */
const DONE = {
  status: 'RASCUNHO',
  same: true,
  refused: [
    400,
    'ENTRADA_INVALIDA',
    [
      ['titulo', 'notEmpty'],
      ['titulo', 'notBlank'],
    ],
  ],
  missing: [404, 'NAO_ENCONTRADO', 'notFound'],
};

describe('@hey-api/openapi-ts', () => {
  beforeAll(async () => {
    const generator = join(import.meta.dirname, 'hey-api.ts');
    await promisify(execFile)(process.execPath, [generator, contract(), join(workshop.folder, 'hey-api')]);
    await workshop.take('hey-api-client.ts');
  });

  it('compiles, strictly', async () => {
    expect(await workshop.compile('hey-api-client.ts')).toBe('');
  });

  it('reaches the service', async () => {
    expect(await workshop.run('hey-api-client.ts', service.origin, key, SAMPLE)).toEqual(DONE);
  });
});

describe('orval with zod', () => {
  beforeAll(async () => {
    const input = { target: contract() };
    // Where it may choose between a form and JSON it makes one call for both, which sends neither as what it is.
    const override = { contentType: { exclude: ['multipart/form-data'] } };
    const output = (name: string) =>
      ({ target: join(workshop.folder, 'orval', name), mode: 'single', override }) as const;
    await generate({ input, output: { ...output('zod.ts'), client: 'zod' } });
    const baseUrl = `${service.origin}/v1/sandbox`;
    await generate({ input, output: { ...output('fetch.ts'), client: 'fetch', baseUrl } });
    await workshop.take('orval-client.ts');
  });

  it('compiles, strictly', async () => {
    expect(await workshop.compile('orval-client.ts')).toBe('');
  });

  it('reaches the service, bears what is yet to come and refuses to send what nobody takes', async () => {
    expect(await workshop.run('orval-client.ts', key, SAMPLE)).toEqual({
      ...DONE,
      tolerant: true,
      strict: false,
      choice: [true, true, false],
    });
  });
});
