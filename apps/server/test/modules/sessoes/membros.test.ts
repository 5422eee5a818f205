import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { call, Service } from '../../harness.ts';
import { addMember, INVITATION_LINK, type PanelHeaders, panelOf, sandboxToken } from '../../members.ts';
import { enter, login, newOwner, PASSWORD, refusal, send, someone, startPanelService } from './support.ts';

let service: Service;
beforeAll(async () => {
  service = await startPanelService();
});
afterAll(() => service?.stop());

const MEMBERS = '/organizacao/membros';
const list = (as: PanelHeaders, query = '') => send(service, 'GET', `${MEMBERS}${query}`, { as });
const change = (as: PanelHeaders, id: string, body: object) => send(service, 'PATCH', `${MEMBERS}/${id}`, { as, body });
const remove = (as: PanelHeaders, id: string) => send(service, 'DELETE', `${MEMBERS}/${id}`, { as });
const MISSING = '11111111-1111-4111-8111-111111111111';

/** A new organization and its owner's membership. */
async function organization() {
  const owner = await newOwner(service);
  const [own] = (await list(owner.panel)).body.itens;
  return { ...owner, membroId: own.id as string };
}

/** A key of a member, in production. */
async function keyOf(as: PanelHeaders, escopos = ['organizacao:ler', 'organizacao:escrever']) {
  const body = { nome: 'chave', ambiente: 'PRODUCAO', escopos };
  const created = await send(service, 'POST', '/chaves-api', { as, body });
  return { authorization: `Bearer ${created.body.chave}` };
}

describe('the list of members', () => {
  it('is newest first, page by page, with an exact total', async () => {
    const owner = await organization();
    const ids = [owner.membroId];
    for (const papel of ['OPERADOR', 'VISUALIZADOR', 'ADMINISTRADOR']) {
      ids.unshift(
        (await send(service, 'POST', MEMBERS, { as: owner.panel, body: { email: someone(), papel } })).body.id,
      );
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await list(owner.panel, `?limite=1${cursor}`);
      expect(body.total).toBe(4);
      seen.push(...body.itens.map(({ id }: { id: string }) => id));
      cursor = body.proximoCursor ? `&cursor=${body.proximoCursor}` : '';
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it('is for OPERADOR and above, and the same in both environments', async () => {
    const owner = await organization();
    const operator = await addMember(service, owner.panel, 'OPERADOR');
    const viewer = await addMember(service, owner.panel, 'VISUALIZADOR');
    expect((await list(operator.panel)).status).toBe(200);
    expect(refusal(await list(viewer.panel))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    const sandbox = await send(service, 'GET', `/sandbox${MEMBERS}`, { as: owner.panel });
    expect(sandbox.body.itens).toEqual((await list(owner.panel)).body.itens);
  });

  it('leaves out the removed', async () => {
    const owner = await organization();
    const member = await addMember(service, owner.panel, 'OPERADOR');
    expect((await remove(owner.panel, member.membroId)).status).toBe(204);
    expect((await list(owner.panel)).body.total).toBe(1);
    expect(refusal(await remove(owner.panel, member.membroId))).toEqual([404, 'NAO_ENCONTRADO']);
  });
});

describe('roles', () => {
  it('are given by an ADMINISTRADOR, and count from the next call', async () => {
    const owner = await organization();
    const admin = await addMember(service, owner.panel, 'ADMINISTRADOR');
    const member = await addMember(service, owner.panel, 'VISUALIZADOR');
    const changed = await change(admin.panel, member.membroId, { papel: 'OPERADOR' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id: member.membroId, papel: 'OPERADOR', estado: 'ATIVO' });
    expect((await list(member.panel)).status).toBe(200);
    const [event] = await service.owner`
      select detalhe from evento_seguranca where tipo = 'MEMBRO_ALTERADO' and detalhe->>'membroId' = ${member.membroId}`;
    expect(event?.detalhe).toEqual({
      membroId: member.membroId,
      porMembroId: admin.membroId,
      antes: { papel: 'VISUALIZADOR', estado: 'ATIVO' },
      depois: { papel: 'OPERADOR', estado: 'ATIVO' },
    });
  });

  it.each(['OPERADOR', 'VISUALIZADOR'] as const)('are not given by an %s', async (papel) => {
    const owner = await organization();
    const member = await addMember(service, owner.panel, papel);
    const other = await addMember(service, owner.panel, 'VISUALIZADOR');
    expect(refusal(await change(member.panel, other.membroId, { papel: 'OPERADOR' }))).toEqual([
      403,
      'PAPEL_INSUFICIENTE',
    ]);
    expect(refusal(await change(member.panel, member.membroId, { papel: 'ADMINISTRADOR' }))).toEqual([
      403,
      'PAPEL_INSUFICIENTE',
    ]);
    expect(refusal(await remove(member.panel, other.membroId))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    const invited = await send(service, 'POST', MEMBERS, { as: member.panel, body: { email: someone(), papel } });
    expect(refusal(invited)).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect(refusal(await change(member.panel, MISSING, { papel }))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('of an owner are touched by an owner alone', async () => {
    const owner = await organization();
    const admin = await addMember(service, owner.panel, 'ADMINISTRADOR');
    for (const body of [{ papel: 'OPERADOR' }, { estado: 'SUSPENSO' }]) {
      expect(refusal(await change(admin.panel, owner.membroId, body))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    }
    expect(refusal(await remove(admin.panel, owner.membroId))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    for (const id of [admin.membroId, (await addMember(service, owner.panel, 'OPERADOR')).membroId]) {
      expect(refusal(await change(admin.panel, id, { papel: 'PROPRIETARIO' }))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    }
  });

  it('pass from owner to owner: the new one first, then the old one may go', async () => {
    const owner = await organization();
    const heir = await addMember(service, owner.panel, 'ADMINISTRADOR');
    expect((await change(owner.panel, heir.membroId, { papel: 'PROPRIETARIO' })).body.papel).toBe('PROPRIETARIO');
    expect((await change(owner.panel, owner.membroId, { papel: 'ADMINISTRADOR' })).status).toBe(200);
    expect(refusal(await change(owner.panel, heir.membroId, { papel: 'OPERADOR' }))).toEqual([
      403,
      'PAPEL_INSUFICIENTE',
    ]);
    expect((await remove(heir.panel, owner.membroId)).status).toBe(204);
  });

  it('nobody is made PROPRIETARIO, active or suspended before accepting', async () => {
    const owner = await organization();
    const invited = await send(service, 'POST', MEMBERS, {
      as: owner.panel,
      body: { email: someone(), papel: 'OPERADOR' },
    });
    for (const body of [{ papel: 'PROPRIETARIO' }, { estado: 'ATIVO' }, { estado: 'SUSPENSO' }]) {
      expect(refusal(await change(owner.panel, invited.body.id, body))).toEqual([409, 'CONFLITO']);
    }
  });

  it('a PATCH without fields changes nothing', async () => {
    const owner = await organization();
    const before = (await list(owner.panel)).body.itens[0];
    const { status, body } = await change(owner.panel, owner.membroId, {});
    expect([status, body]).toEqual([200, before]);
  });

  it("a foreign member's id is answered as one that does not exist", async () => {
    const [owner, stranger] = [await organization(), await organization()];
    const stripped = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
      status,
      { ...body, instance: '', requestId: '' },
    ];
    for (const body of [{ papel: 'OPERADOR' }, { estado: 'SUSPENSO' }]) {
      const foreign = await change(owner.panel, stranger.membroId, body);
      expect(stripped(foreign)).toEqual(stripped(await change(owner.panel, MISSING, body)));
    }
    expect(stripped(await remove(owner.panel, stranger.membroId))).toEqual(
      stripped(await remove(owner.panel, MISSING)),
    );
  });
});

describe('the last owner', () => {
  it.each([
    ['removed', undefined],
    ['suspended', { estado: 'SUSPENSO' }],
    ['given another role', { papel: 'ADMINISTRADOR' }],
  ])('is not %s', async (_what, body) => {
    const owner = await organization();
    const act = body ? change(owner.panel, owner.membroId, body) : remove(owner.panel, owner.membroId);
    expect(refusal(await act)).toEqual([409, 'CONFLITO']);
    expect((await list(owner.panel)).body.itens[0]).toMatchObject({ papel: 'PROPRIETARIO', estado: 'ATIVO' });
  });

  it('is also the only active one beside a suspended one', async () => {
    const owner = await organization();
    const second = await addMember(service, owner.panel, 'PROPRIETARIO');
    expect((await change(owner.panel, second.membroId, { estado: 'SUSPENSO' })).status).toBe(200);
    expect(refusal(await remove(owner.panel, owner.membroId))).toEqual([409, 'CONFLITO']);
  });

  it('stays when two owners remove each other, or step down, at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const one = await organization();
      const two = await addMember(service, one.panel, 'PROPRIETARIO');
      const acts =
        round % 2 === 0
          ? [remove(one.panel, two.membroId), remove(two.panel, one.membroId)]
          : [
              change(one.panel, one.membroId, { papel: 'OPERADOR' }),
              change(two.panel, two.membroId, { papel: 'OPERADOR' }),
            ];
      const statuses = (await Promise.all(acts)).map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.every((status) => [200, 204, 401, 409].includes(status))).toBe(true);
      const [row] = await service.owner<{ owners: number }[]>`
        select count(*) as owners
          from membro
         where organizacao_id = (select organizacao_id from membro where id = ${one.membroId})
           and papel = 'PROPRIETARIO' and estado = 'ATIVO' and removido_em is null`;
      expect(row?.owners).toBe(1);
    }
  });
});

describe('suspension and removal', () => {
  it.each([
    ['suspended', { estado: 'SUSPENSO' }],
    ['removed', undefined],
  ])('a member who is %s loses every session at once, and does not come in again', async (_what, body) => {
    const owner = await organization();
    const member = await addMember(service, owner.panel, 'OPERADOR');
    const second = await enter(service, member.email);
    await (body ? change(owner.panel, member.membroId, body) : remove(owner.panel, member.membroId));
    for (const as of [member.panel, second]) {
      for (const path of ['/organizacao', '/sandbox/documentos', '/sessoes']) {
        expect(refusal(await send(service, 'GET', path, { as }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
      }
      expect(refusal(await send(service, 'POST', '/sessoes/renovar', { as }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    }
    expect(refusal(await login(service, member.email))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('a reinstated member logs in anew; the old sessions stay ended', async () => {
    const owner = await organization();
    const member = await addMember(service, owner.panel, 'OPERADOR');
    await change(owner.panel, member.membroId, { estado: 'SUSPENSO' });
    expect((await change(owner.panel, member.membroId, { estado: 'ATIVO' })).body.estado).toBe('ATIVO');
    expect((await send(service, 'GET', '/organizacao', { as: member.panel })).status).toBe(401);
    expect((await login(service, member.email)).status).toBe(201);
  });

  it("leaves the person's sessions in other organizations", async () => {
    const [owner, home] = [await organization(), await newOwner(service)];
    const invited = await send(service, 'POST', `/sandbox${MEMBERS}`, {
      as: owner.panel,
      body: { email: home.email, papel: 'OPERADOR' },
    });
    const token = await sandboxToken(service, owner.panel, home.email, INVITATION_LINK);
    const away = await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, {
      body: { nome: 'x', senha: PASSWORD },
    });
    await remove(owner.panel, invited.body.id);
    expect((await send(service, 'GET', '/organizacao', { as: panelOf(away) })).status).toBe(401);
    expect((await send(service, 'GET', '/organizacao', { as: home.panel })).status).toBe(200);
  });

  it('a removed person may be invited again, as a new member', async () => {
    const owner = await organization();
    const first = await addMember(service, owner.panel, 'ADMINISTRADOR');
    await remove(owner.panel, first.membroId);
    const again = await addMember(service, owner.panel, 'VISUALIZADOR', first.email);
    expect(again.membroId).not.toBe(first.membroId);
    expect((await send(service, 'GET', '/organizacao', { as: again.panel })).status).toBe(200);
  });
});

describe('keys and members', () => {
  it('a key has the role its creator has now, and once the creator left the last one, but for members', async () => {
    const owner = await organization();
    const admin = await addMember(service, owner.panel, 'ADMINISTRADOR');
    const key = await keyOf(admin.panel);
    const invite = () =>
      send(service, 'POST', MEMBERS, { headers: key, body: { email: someone(), papel: 'VISUALIZADOR' } });
    expect((await invite()).status).toBe(201);
    await change(owner.panel, admin.membroId, { papel: 'OPERADOR' });
    expect(refusal(await invite())).toEqual([403, 'PAPEL_INSUFICIENTE']);
    await change(owner.panel, admin.membroId, { papel: 'ADMINISTRADOR' });
    await remove(owner.panel, admin.membroId);
    expect((await send(service, 'GET', '/organizacao', { headers: key })).status).toBe(200);
    expect(refusal(await invite())).toEqual([403, 'PAPEL_INSUFICIENTE']);
  });

  it('an administrator’s key touches no owner', async () => {
    const owner = await organization();
    const admin = await addMember(service, owner.panel, 'ADMINISTRADOR');
    const headers = await keyOf(admin.panel);
    const path = `${MEMBERS}/${owner.membroId}`;
    const body = { papel: 'OPERADOR' };
    expect(refusal(await send(service, 'PATCH', path, { headers, body }))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect(refusal(await send(service, 'DELETE', path, { headers }))).toEqual([403, 'PAPEL_INSUFICIENTE']);
  });

  it('a key without organizacao:escrever changes nobody', async () => {
    const owner = await organization();
    const headers = await keyOf(owner.panel, ['organizacao:ler']);
    expect((await send(service, 'GET', MEMBERS, { headers })).status).toBe(200);
    const refused = await send(service, 'DELETE', `${MEMBERS}/${owner.membroId}`, { headers });
    expect(refusal(refused)).toEqual([403, 'ESCOPO_INSUFICIENTE']);
  });
});

describe('a remembered answer', () => {
  it('is not replayed to a role that could not have got it', async () => {
    const owner = await organization();
    const viewer = await addMember(service, owner.panel, 'VISUALIZADOR');
    const body = { email: someone(), papel: 'OPERADOR' };
    const invite = (as: PanelHeaders) =>
      send(service, 'POST', MEMBERS, { as, body, headers: { 'idempotency-key': 'convite-1' } });
    const [first, again] = [await invite(owner.panel), await invite(owner.panel)];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(refusal(await invite(viewer.panel))).toEqual([403, 'PAPEL_INSUFICIENTE']);
  });
});
