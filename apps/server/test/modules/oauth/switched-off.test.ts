import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, type Service, startService } from '../../harness.ts';
import {
  authorization,
  browse,
  type Client,
  callApi,
  granted,
  newClient,
  newProof,
  outcome,
  post,
  startOAuth,
} from './support.ts';

/** OAUTH_ENABLED is off by default: its routes are unknown ones, and the served contract does not name them. */

let service: Service;
beforeAll(async () => {
  service = await startService({ OAUTH_ENABLED: 'off' });
});
afterAll(() => service?.stop());

const committed = () => readFile(new URL('../../../../../packages/contract/openapi.json', import.meta.url), 'utf8');
const served = async (origin: string) =>
  (await (await fetch(`${origin}/v1/openapi.json`)).text()).replaceAll(origin, 'http://localhost:3000');

describe('where OAuth is off', () => {
  it('the token endpoint and the consent page are unknown routes', async () => {
    const client = await newClient(service);
    const fields = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
    for (const environment of ['PRODUCAO', 'TESTE'] as const) {
      const answer = await post(service, environment, new URLSearchParams(fields).toString());
      expect(outcome(answer)).toBe('404 NAO_ENCONTRADO');
    }
    const query = authorization(client, newProof().challenge);
    for (const form of [undefined, query]) {
      const page = await browse(service, query, {}, form);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    }
  });

  it('a token issued while it was on is no credential', async () => {
    const on = await startOAuth();
    let client: Client;
    let token: string;
    try {
      client = await newClient(on);
      token = (await granted(on, client, await newAccount(on.origin))).access_token;
      expect((await callApi(on, token)).status).toBe(200);
    } finally {
      await on.stop();
    }
    expect(outcome(await callApi(service, token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('the documentation lists none of it', async () => {
    for (const path of ['/docs', '/llms.txt', '/docs/webhooks']) {
      const page = await (await fetch(`${service.origin}${path}`)).text();
      expect([path, page.match(/oauth/gi)]).toEqual([path, null]);
    }
    expect((await fetch(`${service.origin}/docs/oauth`)).status).toBe(404);
  });

  it('the contract names none of it; where it is on the contract is the committed one', async () => {
    const whole = JSON.parse(await committed());
    const contract = JSON.parse(await served(service.origin));
    const gone = Object.keys(whole.paths).filter((path) => !(path in contract.paths));
    expect(gone.every((path) => path.startsWith('/oauth/'))).toBe(true);
    expect(JSON.stringify(contract)).not.toMatch(/oauth\/|"OAuth"|TokenOAuth|ErroOAuth/);
    for (const [path, item] of Object.entries(contract.paths)) expect(item).toEqual(whole.paths[path]);
    const on = await startOAuth();
    try {
      expect((await served(on.origin)) === (await committed())).toBe(true);
    } finally {
      await on.stop();
    }
  });
});
