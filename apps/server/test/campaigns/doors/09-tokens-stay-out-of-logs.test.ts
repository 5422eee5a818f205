import { afterAll, beforeAll, expect, it } from 'vitest';
import { AS_IT_COMES, get, type Install, newInstall, portOf } from './support.ts';

/** Line 9: neither the log nor an error repeats the token of a link, however the path is spelled. */

const TOKEN = 'Zk3vT9qLxW2hYb7NdRf0AgQ1w2E3r4T5y6U7i8O9p0a';

let install: Install;
beforeAll(async () => {
  install = await newInstall();
});
afterAll(() => install.stop());

const SPELLED: ReadonlyArray<[asked: string, shown: string]> = [
  [`/v1/assinatura/${TOKEN}`, '/v1/assinatura/{token}'],
  [`/v1/sandbox/assinatura/${TOKEN}/arquivo?x=1`, '/v1/sandbox/assinatura/{token}/arquivo'],
  [`/v1/downloads/${TOKEN}`, '/v1/downloads/{token}'],
  [`/v1/autenticacao/convites/${TOKEN}`, '/v1/autenticacao/convites/{token}'],
  [`/v1/%61ssinatura/${TOKEN}`, '/v1/%61ssinatura/{token}'],
  [`/v1/assinatura//${TOKEN}`, '/v1/assinatura//{token}'],
  [`/v1/assinatura/${TOKEN}/nada`, '/v1/assinatura/{token}/nada'],
  [`/V1/ASSINATURA/${TOKEN}`, '/V1/ASSINATURA/{token}'],
  [`/v1/assinatura%2F${TOKEN}`, '/v1/{token}'],
  [`/assinar%2F${TOKEN}`, '/{token}'],
  [`//assinar/${TOKEN}`, '//assinar/{token}'],
  [`/v1/edicao/${TOKEN}`, '/v1/edicao/{token}'],
  [`/v1/formularios/${TOKEN}`, '/v1/formularios/{token}'],
  [`/incorporar//${TOKEN}`, '/incorporar//{token}'],
  [`/v1/${TOKEN}`, '/v1/{token}'],
];

it('paths with a token are logged as the pattern of their route, and errors show `{token}` in its place', async () => {
  const program = install.start({ ...AS_IT_COMES, LOG_LEVEL: 'trace' });
  const port = portOf(await program.started);
  for (const [asked, shown] of SPELLED) {
    const { status, text } = await get(port, asked);
    expect(status, asked).toBeGreaterThanOrEqual(400);
    expect([asked, JSON.parse(text).instance]).toEqual([asked, shown]);
    expect(text).not.toContain(TOKEN);
  }
  // Pages that answer whatever stands behind them.
  for (const path of [
    `/assinar/${TOKEN}`,
    `/painel/redefinir-senha/${TOKEN}`,
    `/painel/convite/${TOKEN}`,
    `/incorporar/${TOKEN}`,
    `/incorporar/edicao/${TOKEN}`,
    `/formulario/${TOKEN}`,
    `/formulario/confirmar/${TOKEN}`,
  ]) {
    expect((await get(port, path)).status).toBe(200);
  }
  await program.stop();
  expect(program.output()).toContain('"route":"/v1/assinatura/:token"');
  expect(program.output()).toContain('"route":"/assinar/*"');
  expect(program.output()).not.toContain(TOKEN);
});
