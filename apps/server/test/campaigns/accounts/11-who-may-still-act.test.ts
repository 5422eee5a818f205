import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationId, operationIds, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { type Account, call, elsewhere, newKey, type Service, startService } from '../../harness.ts';
import { addMember } from '../../members.ts';
import { newDraft, newSent, prepareToSign, SIGNING_BODY, tokenOf, validRequest } from '../../operations/factories.ts';
import { type Caller, createWorld, environmentsOf, memberIds, outcome, type World } from '../../operations/world.ts';
import { operator } from '../../operator.ts';

/** A secret is told to who made it, and who lost a right does not keep it by another way. */

let dataDir: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
let service: Service;
let world: World;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-contas-'));
  database = await newDatabase();
  service = await startService({ DATABASE_URL: database.url });
  world = await createWorld(service);
});
afterAll(async () => {
  await service?.stop();
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (...args: string[]) => operator({ DATA_DIR: dataDir, DATABASE_URL: database.url }, ...args);

describe('an answer that holds a secret', () => {
  it('is replayed to the account or key that made it, and refused to anybody else', async () => {
    const admin = await world.ours.member('ADMINISTRADOR');
    const secrets = memberIds.filter((id) => operationOf(id).secret);
    expect(secrets.sort()).toEqual([
      'abrirMinhaAssinatura',
      'criarChaveApi',
      'criarEdicao',
      'criarLinkIncorporado',
      'criarWebhook',
      'renovarSegredoWebhook',
    ]);
    for (const id of secrets) {
      const owner: Caller = { credentials: world.ours, environment: 'test' };
      const request = await validRequest(world, owner, id);
      const wanted = { ...request, headers: { 'idempotency-key': randomUUID() } };
      const first = await world.as(owner, id, wanted);
      expect([id, first.status]).toEqual([id, operationOf(id).success]);
      expect([id, outcome(await world.as({ ...owner, credentials: admin }, id, wanted))]).toEqual([id, '409 CONFLITO']);
      const again = await world.as(owner, id, wanted);
      expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    }
  });

  it('is not for another key of the same person either', async () => {
    const request = await validRequest(world, { credentials: world.ours, environment: 'test' }, 'criarWebhook');
    const headers = { 'idempotency-key': randomUUID() };
    const [one, other] = [
      await newKey(service.origin, world.ours.panel, 'TESTE'),
      await newKey(service.origin, world.ours.panel, 'TESTE'),
    ];
    const by = ({ authorization }: { authorization: string }) =>
      call(`${service.origin}/v1/sandbox/webhooks`, 'POST', request.body, { ...headers, authorization });
    expect((await by(one)).status).toBe(201);
    expect(outcome(await by(other))).toBe('409 CONFLITO');
    expect((await by(one)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('without a secret is replayed to a colleague as before', async () => {
    const admin = await world.ours.member('ADMINISTRADOR');
    const owner: Caller = { credentials: world.ours, environment: 'test' };
    const request = await validRequest(world, owner, 'criarPasta');
    const wanted = { ...request, headers: { 'idempotency-key': randomUUID() } };
    const first = await world.as(owner, 'criarPasta', wanted);
    expect((await world.as({ ...owner, credentials: admin }, 'criarPasta', wanted)).body).toEqual(first.body);
  });
});

describe('the key of an administrator who left', () => {
  const members = () => `${service.origin}/v1/sandbox/organizacao/membros`;

  async function administrator(account: Account) {
    const member = await addMember(service, account.panel, 'ADMINISTRADOR');
    const { authorization } = await newKey(service.origin, { ...member.panel, ...elsewhere() }, 'TESTE');
    return { ...member, authorization };
  }

  const leave = {
    removed: (membroId: string, panel: Account['panel']) =>
      call(`${members()}/${membroId}`, 'DELETE', undefined, panel),
    suspended: (membroId: string, panel: Account['panel']) =>
      call(`${members()}/${membroId}`, 'PATCH', { estado: 'SUSPENSO' }, panel),
  };

  it.each(['removed', 'suspended'] as const)('or was %s changes no member, role or organization', async (how) => {
    const { authorization, membroId, email } = await administrator(world.ours);
    const other = await addMember(service, world.ours.panel, 'OPERADOR');
    const as = { authorization };
    const before = await call(
      members(),
      'POST',
      { email: `antes-${randomUUID()}@exemplo.com.br`, papel: 'OPERADOR' },
      as,
    );
    expect(before.status).toBe(201);
    expect((await leave[how](membroId, world.ours.panel)).status).toBeLessThan(300);
    const governing: [string, string, object | undefined][] = [
      ['POST', members(), { email, papel: 'ADMINISTRADOR' }],
      ['POST', members(), { email: `nova-${randomUUID()}@exemplo.com.br`, papel: 'ADMINISTRADOR' }],
      ['PATCH', `${members()}/${other.membroId}`, { papel: 'VISUALIZADOR' }],
      ['DELETE', `${members()}/${other.membroId}`, undefined],
      ['PATCH', `${service.origin}/v1/sandbox/organizacao`, { nome: 'Outra Ltda.' }],
    ];
    for (const [method, url, body] of governing) {
      const answer = await call(url, method, body, as);
      expect([method, url, outcome(answer)]).toEqual([method, url, '403 PAPEL_INSUFICIENTE']);
    }
    // What it was made for it still does, with the role held last.
    const folder = { nome: `Pasta ${randomUUID()}` };
    expect((await call(`${service.origin}/v1/sandbox/pastas`, 'POST', folder, as)).status).toBe(201);
  });

  it('is told among the keys by whose it is', async () => {
    const { membroId } = await administrator(world.ours);
    const { body } = await call(
      `${service.origin}/v1/chaves-api?membroId=${membroId}`,
      'GET',
      undefined,
      world.ours.panel,
    );
    expect(body.total).toBe(1);
    expect(body.itens.map((key: { membroId: string }) => key.membroId)).toEqual([membroId]);
  });
});

describe('npm run operador -- organizacao', () => {
  const creating = operationIds.filter((id) => operationOf(id).standing !== undefined);

  it('suspends: nothing is created, sent or invited; what was sent is signed, read and validated', async () => {
    const us: Caller = { credentials: world.ours, environment: 'test' };
    const documento = await newSent(world, us);
    const token = tokenOf(documento);
    const requests = new Map<OperationId, Awaited<ReturnType<typeof validRequest>>>();
    for (const id of creating) requests.set(id, await validRequest(world, us, id));
    const { body: organization } = await world.as(us, 'obterOrganizacao');

    const suspended = await run('organizacao', 'suspender', organization.id);
    expect([suspended.code, suspended.err]).toEqual([0, '']);
    expect((await world.as(us, 'obterOrganizacao')).body.status).toBe('SUSPENSA');
    for (const id of creating) {
      expect([id, outcome(await world.as(us, id, requests.get(id)))]).toEqual([id, '409 CONFLITO']);
    }
    // Another organization's notices nothing.
    await newDraft(world, { credentials: world.theirs, environment: 'live' });
    await prepareToSign(world, us, token);
    expect((await world.send('assinar', 'test', { params: { token }, body: SIGNING_BODY })).status).toBe(200);
    const params = { documentoId: documento.id };
    expect((await world.as(us, 'obterDocumento', { params })).body.status).toBe('ASSINADO');
    expect((await world.as(us, 'baixarArquivo', { params })).status).toBe(200);
    expect((await world.as(us, 'obterCertificado', { params })).status).toBe(200);

    const restored = await run('organizacao', 'reativar', organization.id);
    expect([restored.code, restored.err]).toEqual([0, '']);
    for (const id of creating) {
      const answer = await world.as(us, id, requests.get(id));
      expect([id, answer.status]).toEqual([id, operationOf(id).success]);
    }
  });

  it('says so where there is nothing to do', async () => {
    expect((await run('organizacao', 'suspender', randomUUID())).code).toBe(1);
    expect((await run('organizacao', 'reativar', 'sem-id')).code).toBe(1);
    expect((await run('organizacao', 'suspender')).err).toContain('organizacao suspender ID');
  });

  it('covers every operation that creates, in every environment it is in', () => {
    const free = memberIds.filter((id) => {
      const { method, success, standing } = operationOf(id);
      return method === 'POST' && success === 201 && standing === undefined;
    });
    // A data subject's request is the law's, and a certificate is evidence of what was sent before.
    expect(free.sort()).toEqual(['criarSolicitacaoLgpd', 'reemitirCertificado']);
    for (const id of creating) expect(environmentsOf(operationOf(id))).toContain('test');
  });
});
