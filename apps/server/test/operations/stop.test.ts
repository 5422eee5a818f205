import { expect, it } from 'vitest';
import { call, elsewhere, startService } from '../harness.ts';

it('a stop lets the request in flight finish, and does not wait for its connection to grow old', async () => {
  const service = await startService();
  // Hashing the password takes long enough for the stop to begin meanwhile.
  const slow = call(
    `${service.origin}/v1/autenticacao/cadastro`,
    'POST',
    {
      nome: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      senha: 'gato-azul-corre-no-telhado-42',
      organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
    },
    elsewhere(),
  );
  const server = service.app.http?.server;
  await new Promise((resolve) => server?.once('request', resolve));
  // What is still open after the time of grace is ended by this.
  let broken = false;
  const end = server?.closeAllConnections.bind(server);
  Object.assign(server ?? {}, {
    closeAllConnections: () => {
      broken = true;
      end?.();
    },
  });
  const [answer] = await Promise.all([slow, service.stop()]);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('connection')).toBe('close');
  expect(broken).toBe(false);
});
