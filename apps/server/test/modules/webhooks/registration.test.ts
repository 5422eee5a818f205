import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookHttp } from '../../../src/adapters/webhook-http.ts';
import { Problem } from '../../../src/core/problem.ts';
import { urlProblems } from '../../../src/modules/webhooks/rules.ts';
import { secrets, startWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const entrada = { url: 'http://127.0.0.1:9/eventos', eventos: ['document.sent' as const] };
const status = (expected: number) => (error: unknown) => error instanceof Problem && error.status === expected;

describe('registration', () => {
  it('shows the secret once and stores it encrypted, for this row only', async () => {
    const scope = await world.newScope();
    const criado = await world.api.criar(scope, { ...entrada, descricao: 'ERP' });
    expect(criado.segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const { itens } = await world.api.listar(scope);
    const { segredo, ...shown } = criado;
    expect(itens).toEqual([shown]);
    expect(JSON.stringify(itens)).not.toContain('whsec_');

    const [row] = await world.owner`select * from webhook where id = ${criado.id}`;
    const stored = row?.segredo as Buffer;
    expect(stored.includes(segredo)).toBe(false);
    expect(JSON.stringify(row)).not.toContain(segredo.slice(6));
    expect(secrets.decrypt(stored, `webhook:${criado.id}:segredo`).toString()).toBe(segredo);
    expect(() => secrets.decrypt(stored, 'webhook:outro:segredo')).toThrow();
  });

  it('refuses an address that deliveries could not go to, naming the field, and stores nothing', async () => {
    const scope = await world.newScope();
    for (const url of [
      'http://10.0.0.1/eventos',
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:10.0.0.1]/',
      'http://usuario:senha@127.0.0.1/eventos',
    ]) {
      await expect(world.api.criar(scope, { ...entrada, url })).rejects.toSatisfy(
        (error) => status(400)(error) && (error as Problem).erros?.[0]?.campo === 'url',
      );
    }
    expect((await world.api.listar(scope)).total).toBe(0);
  });

  it('asks for https in production only, and not in the development profile', async () => {
    const production = await world.newScope('PRODUCAO');
    const sandbox = await world.newScope('TESTE');
    const strict = createWebhookHttp({ production: true, allowNetworks: ['127.0.0.0/8'] });
    expect(await urlProblems(strict, production, entrada.url)).toMatchObject([{ campo: 'url' }]);
    expect(await urlProblems(strict, production, 'https://127.0.0.1:9/')).toEqual([]);
    expect(await urlProblems(strict, sandbox, entrada.url)).toEqual([]);
    expect(await urlProblems(world.webhookHttp, production, entrada.url)).toEqual([]);
    await strict.close();
  });

  it('lists newest first by pages, each webhook once, and only those of the scope', async () => {
    const scope = await world.newScope();
    await world.api.criar(await world.newScope('TESTE'), entrada);
    await world.api.criar(await world.newScope('PRODUCAO', scope.organizacaoId), entrada);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await world.api.criar(scope, entrada)).id);

    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world.api.listar(scope, cursor ? { limite: 2, cursor } : { limite: 2 });
      expect(page.total).toBe(5);
      seen.push(...page.itens.map((item) => item.id));
      cursor = page.proximoCursor;
    } while (cursor);
    expect(seen.length).toBe(5);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it('removes a webhook for good, and answers 404 for it, for a foreign one and for none', async () => {
    const scope = await world.newScope();
    const { id } = await world.api.criar(scope, entrada);
    const foreign = await world.newScope();
    const otherEnvironment = await world.newScope('PRODUCAO', scope.organizacaoId);
    for (const stranger of [foreign, otherEnvironment]) {
      await expect(world.api.excluir(stranger, id)).rejects.toSatisfy(status(404));
      await expect(world.api.entregas(stranger, id)).rejects.toSatisfy(status(404));
    }
    await world.api.excluir(scope, id);
    expect(await world.api.listar(scope)).toMatchObject({ itens: [], total: 0 });
    await expect(world.api.excluir(scope, id)).rejects.toSatisfy(status(404));
    await expect(world.api.entregas(scope, id)).rejects.toSatisfy(status(404));
  });
});
