import { afterAll, beforeAll, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { call, documentForm, newAccount, startService, until } from '../../harness.ts';
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

it('the log warns at the first forwarded header of an untrusted peer, and the metrics count every one', async () => {
  const program = install.start(AS_IT_COMES);
  const port = portOf(await program.started);
  await get(port, '/healthz');
  expect(await counted(port)).toBe(0);
  await get(port, '/v1/organizacao', { 'x-forwarded-for': '203.0.113.9' });
  await get(port, '/assinar/nada', { forwarded: 'for=203.0.113.9' });
  await get(port, '/validar', { 'x-real-ip': '203.0.113.9' });
  expect(await counted(port)).toBe(3);
  await until(() => warnings(program.output()).length > 0);
  await program.stop();
  expect(warnings(program.output())).toHaveLength(1);
  expect(warnings(program.output())[0]).toContain('"peer":"127.0.0.1"');
});

it('the log says nothing about a proxy that is trusted', async () => {
  const program = install.start({ ...AS_IT_COMES, TRUST_PROXY: '127.0.0.1' });
  const port = portOf(await program.started);
  await get(port, '/healthz', { 'x-forwarded-for': '203.0.113.9' });
  expect(await counted(port)).toBe(0);
  await program.stop();
  expect(warnings(program.output())).toHaveLength(0);
});

it.each([
  ['a peer that TRUST_PROXY does not name: its own address', '198.51.100.0/24', '127.0.0.1'],
  ['a proxy it trusts: the address that came to the proxy', '127.0.0.1/32', '203.0.113.9'],
])('a forwarded header changes the trail only by a trusted peer; of %s', async (_whose, trusted, address) => {
  const service = await startService({ TRUST_PROXY: trusted });
  try {
    const { panel } = await newAccount(service.origin);
    const base = `${service.origin}/v1/sandbox/documentos`;
    const forwarded = { ...panel, 'x-forwarded-for': '192.0.2.1, 203.0.113.9' };
    const { body } = await call(base, 'POST', documentForm(tinyPdf(), { titulo: 'De onde' }), forwarded);
    const trail = await call(`${base}/${body.id}/auditoria`, 'GET', undefined, forwarded);
    expect(trail.body.itens[0]).toMatchObject({ acao: 'DOCUMENTO_CRIADO', ip: address });
  } finally {
    await service.stop();
  }
});
