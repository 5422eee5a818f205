import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTokens } from '../../../src/http/shown-path.ts';
import { type Service, startService, until } from '../../harness.ts';
import { CONFIRMATION_LINK, noteMail } from '../../mailbox.ts';
import { INVITATION_LINK, sandboxToken } from '../../members.ts';
import { enableTwoFactor, newOwner, RESET_LINK, refusal, send, someone } from './support.ts';

const received: ParsedMail[] = [];
let server: SMTPServer;
let service: Service;
/** Answers of the mail server before it takes a message; each refuses once. */
const busy: number[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('ninguem')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }));
      const code = busy.pop();
      return code ? done(Object.assign(new Error('busy'), { responseCode: code })) : done();
    },
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        for (const { address } of session.envelope.rcptTo) noteMail(address, mail.subject ?? '', mail.text ?? '');
        received.push(mail);
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  service = await startService({ TRUST_PROXY: '127.0.0.1/32', SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await service?.stop();
  await new Promise<void>((done) => server?.close(done));
});

const to = (email: string) =>
  received.filter((mail) => mail.to && 'value' in mail.to && mail.to.value.some(({ address }) => address === email));
const arrived = (email: string) => until(async () => to(email)[0]);
/** After the one that confirms the address, which every new account gets. */
const later = (email: string) => to(email).filter(({ text }) => !CONFIRMATION_LINK.test(text ?? ''));

describe('the mail of accounts', () => {
  it('brings an invitation to its address, in the name of the organization', async () => {
    const owner = await newOwner(service);
    const email = someone();
    await send(service, 'POST', '/organizacao/membros', { as: owner.panel, body: { email, papel: 'OPERADOR' } });
    const mail = await arrived(email);
    expect(mail.from?.value[0]?.name).toBe('Imobiliária Acácia Ltda.');
    expect(mail.text).toMatch(INVITATION_LINK);
    expect(mail.html).toContain(INVITATION_LINK.exec(mail.text ?? '')?.[1]);
  });

  it('by the sandbox leaves the mail server alone', async () => {
    const owner = await newOwner(service);
    const email = someone();
    await send(service, 'POST', '/sandbox/organizacao/membros', {
      as: owner.panel,
      body: { email, papel: 'OPERADOR' },
    });
    await sandboxToken(service, owner.panel, email, INVITATION_LINK);
    expect(to(email)).toEqual([]);
  });

  it('to an address nobody has leaves the member invited, and the invitation can be renewed', async () => {
    const owner = await newOwner(service);
    const body = { email: `ninguem-${someone()}`, papel: 'OPERADOR' };
    const invite = () => send(service, 'POST', '/organizacao/membros', { as: owner.panel, body });
    expect((await invite()).status).toBe(201);
    await until(async () => {
      const [job] = await service.owner`
        select 1 from fila.job where name = 'enviar-convite-de-membro' and state in ('created', 'active', 'retry')`;
      return !job;
    });
    expect((await invite()).body.estado).toBe('CONVIDADO');
  });

  it('is tried again when the server is busy, and arrives once', async () => {
    const owner = await newOwner(service);
    busy.push(451);
    await send(service, 'POST', '/autenticacao/senha/recuperacao', { body: { email: owner.email } });
    const mail = await until(async () => later(owner.email)[0]);
    expect(mail.subject).toBe('Escolha uma nova senha para a sua conta na Rubrica');
    expect(mail.text).toMatch(RESET_LINK);
    await until(async () => {
      const [row] = await service.owner`select 1 from recuperacao_senha where entregue_em is null`;
      return !row;
    });
    expect(later(owner.email)).toHaveLength(1);
    expect(busy).toEqual([]);
  });

  it('tells of the second factor', async () => {
    const owner = await newOwner(service);
    await enableTwoFactor(service, owner.panel);
    const mail = await until(async () => later(owner.email)[0]);
    expect(mail.subject).toBe('A verificação em duas etapas foi ativada na sua conta');
  });
});

describe('tokens', () => {
  it.each([
    ['/v1/autenticacao/convites/abc', '/v1/autenticacao/convites/{token}'],
    ['/v1/autenticacao/convites/abc/aceitar?x=1', '/v1/autenticacao/convites/{token}/aceitar'],
    ['/v1/sandbox/autenticacao/convites/abc', '/v1/sandbox/autenticacao/convites/{token}'],
    ['/painel/convite/abc', '/painel/convite/{token}'],
    ['/v1/documentos/0b6e2f5a-8e0e-4a35-9c0a-3f7d1f6f4f11/x', '/v1/documentos/0b6e2f5a-8e0e-4a35-9c0a-3f7d1f6f4f11/x'],
    ['/v1//assinatura//abc', '/v1//assinatura//{token}'],
    ['/v1/%61ssinatura/abc/nada', '/v1/%61ssinatura/{token}/nada'],
    ['/v1/assinatura%2Fq1w2e3r4t5y6u7i8o9p0', '/v1/{token}'],
    ['/v1/assinatura%252Fq1w2e3r4t5y6u7i8o9p0', '/v1/{token}'],
    ['/painel/confirmar-email/abc', '/painel/confirmar-email/{token}'],
    ['/painel/redefinir-senha/abc', '/painel/redefinir-senha/{token}'],
  ])('%s is shown without its token', (path, logged) => {
    expect(withoutTokens(path)).toBe(logged);
  });

  it('of a session are refused in a query', async () => {
    const { panel } = await newOwner(service);
    const token = panel.cookie.split('=')[1];
    expect(refusal(await send(service, 'GET', `/organizacao?x=${token}`, { as: panel }))).toEqual([
      401,
      'NAO_AUTENTICADO',
    ]);
  });
});
