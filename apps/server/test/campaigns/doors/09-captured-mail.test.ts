import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAccount, until } from '../../harness.ts';
import { type Install, newInstall, PRODUCTION } from './support.ts';

/** Line 9: with ALLOW_DEV=mail what production writes can be read by its operator. */

const OPERATOR = fileURLToPath(new URL('../../../src/operator.ts', import.meta.url));

let install: Install;
beforeAll(async () => {
  install = await newInstall();
});
afterAll(() => install.stop());

it('`npm run operador -- caixa` shows the messages that a production service captured', async () => {
  const env = { ...PRODUCTION, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' };
  const program = install.start(env);
  const origin = await program.started;
  expect(program.output()).toMatch(/^ {2}atenção .*npm run operador -- caixa/m);
  const mailbox = async () =>
    (
      await promisify(execFile)(process.execPath, [OPERATOR, 'caixa'], {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          ...install.env,
          ...env,
        },
      })
    ).stdout;
  expect(await mailbox()).toBe('Nenhuma mensagem capturada.\n');

  const { email } = await newAccount(origin);
  const asked = await fetch(`${origin}/v1/autenticacao/senha/recuperacao`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(asked.status).toBe(202);
  const shown = await until(async () => {
    const text = await mailbox();
    return text.includes('redefinir-senha/') && text;
  });
  expect(shown).toContain(`EMAIL para ${email}`);
  expect(shown).toMatch(/\/painel\/redefinir-senha\/[\w-]{43}/);
});
