import { afterAll, beforeAll, expect, it } from 'vitest';
import { AS_IT_COMES, get, type Install, newInstall, portOf } from './support.ts';

/** Line 7: behind a proxy that TRUST_PROXY does not name, the operator learns that addresses are the proxy's. */

let install: Install;
beforeAll(async () => {
  install = await newInstall();
});
afterAll(() => install.stop());

const warnings = (output: string) => output.split('\n').filter((line) => line.includes('TRUST_PROXY does not name'));
const counted = async (port: number) => {
  const { text } = await get(port, '/metrics');
  return Number(/^rubrica_forwarded_by_untrusted_peer_total (\d+)$/m.exec(text)?.[1]);
};

it('warns at the first forwarded header of an untrusted peer, and counts every one', async () => {
  const program = install.start(AS_IT_COMES);
  const port = portOf(await program.started);
  await get(port, '/healthz');
  expect(await counted(port)).toBe(0);
  await get(port, '/v1/organizacao', { 'x-forwarded-for': '203.0.113.9' });
  await get(port, '/assinar/nada', { forwarded: 'for=203.0.113.9' });
  await get(port, '/validar', { 'x-real-ip': '203.0.113.9' });
  expect(await counted(port)).toBe(3);
  await expect.poll(() => warnings(program.output())).toHaveLength(1);
  expect(warnings(program.output())[0]).toContain('"peer":"127.0.0.1"');
});

it('says nothing about a proxy it trusts', async () => {
  const program = install.start({ ...AS_IT_COMES, TRUST_PROXY: '127.0.0.1' });
  const port = portOf(await program.started);
  await get(port, '/healthz', { 'x-forwarded-for': '203.0.113.9' });
  expect(await counted(port)).toBe(0);
  await program.stop();
  expect(warnings(program.output())).toHaveLength(0);
});
