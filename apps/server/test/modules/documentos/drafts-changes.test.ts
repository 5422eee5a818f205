import { beforeAll, describe, expect, it } from 'vitest';
import { about, call, draft, field, newSender, person, refusal, type Sender, sharedService } from '../support.ts';

/** Changes of a draft, its fields and its signers. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const invalid = (...places: string[]) => [400, 'ENTRADA_INVALIDA', places.sort()];
const inHours = (hours: number) => new Date(service().clock.now().getTime() + hours * 3600_000).toISOString();

describe('PATCH', () => {
  const full = () => ({
    titulo: 'Locação',
    descricao: 'interno',
    mensagem: 'Olá',
    lembrete: 'SEMANAL',
    prazoEm: inHours(24),
    expiraEm: inHours(48),
    responderPara: 'contato@exemplo.com.br',
    ordenado: true,
    recusavel: false,
    pararSeRecusado: false,
  });

  it('changes what comes and keeps what does not', async () => {
    const created = await draft(sender, full());
    const { body } = await about(sender, created.id, '', 'PATCH', { titulo: 'Outro título' });
    expect({ ...body, atualizadoEm: null }).toEqual({ ...created, titulo: 'Outro título', atualizadoEm: null });
  });

  it('erases by null', async () => {
    const created = await draft(sender, full());
    const nothing = {
      descricao: null,
      mensagem: null,
      lembrete: null,
      prazoEm: null,
      expiraEm: null,
      responderPara: null,
    };
    const { body } = await about(sender, created.id, '', 'PATCH', nothing);
    expect({ ...body, atualizadoEm: null }).toEqual({ ...created, ...nothing, atualizadoEm: null });
  });

  it('does not erase what has to be there', async () => {
    const { id } = await draft(sender, full());
    const members = ['titulo', 'nivelAssinatura', 'fatoresExigidos', 'ordenado', 'recusavel', 'pararSeRecusado'];
    const body = Object.fromEntries(members.map((member) => [member, null]));
    const [status, codigo, places] = refusal(await about(sender, id, '', 'PATCH', body));
    expect([status, codigo, [...new Set(places)].sort()]).toEqual(invalid(...members));
  });

  it('changes neither signers nor fields', async () => {
    const { id } = await draft(sender);
    const answer = await about(sender, id, '', 'PATCH', { signatarios: [], campos: [] });
    expect(refusal(answer)).toEqual(invalid('signatarios', 'campos'));
  });

  it('of nothing changes nothing', async () => {
    const created = await draft(sender, full());
    expect((await about(sender, created.id, '', 'PATCH', {})).body).toEqual(created);
  });

  it('naming the envelope it is in, with its id in capitals, leaves the links that were handed out', async () => {
    const { body: envelope } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Admissão' }, sender.as);
    const { id, signatarios } = await draft(sender, { envelopeId: envelope.id, signatarios: [person()] });
    const { body } = await about(sender, id, '', 'PATCH', { envelopeId: envelope.id.toUpperCase() });
    expect(body.envelopeId).toBe(envelope.id);
    expect(body.signatarios[0].link).toBe(signatarios[0].link);
  });

  it('that would leave the draft inconsistent is refused with the place in the draft', async () => {
    const { id, titulo } = await draft(sender, { signatarios: [person(), person({ email: 'a@b.co' })] });
    const answer = await about(sender, id, '', 'PATCH', { titulo: 'Novo', fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    expect(refusal(answer)).toEqual(invalid('signatarios[0].telefone', 'signatarios[1].telefone'));
    expect((await about(sender, id)).body.titulo).toBe(titulo);
  });

  it('of a signer keeps what does not come and erases by null', async () => {
    const { id, signatarios } = await draft(sender, { signatarios: [person({ cpf: '52998224725', ordem: 3 })] });
    const at = `/signatarios/${signatarios[0].id}`;
    const { body } = await about(sender, id, at, 'PATCH', { cpf: null, nome: 'Novo Nome' });
    expect(body).toEqual({ ...signatarios[0], cpf: null, nome: 'Novo Nome' });
    expect(refusal(await about(sender, id, at, 'PATCH', { email: null }))).toEqual(invalid('email'));
  });

  it('after sending is refused, whatever it changes', async () => {
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
    await about(sender, id, '/enviar', 'POST');
    const answers = [
      await about(sender, id, '', 'PATCH', { titulo: 'Tarde demais' }),
      await about(sender, id, '/campos', 'PUT', { campos: [field()] }),
      await about(sender, id, '/signatarios', 'POST', person()),
    ];
    for (const answer of answers) expect(refusal(answer)).toEqual([409, 'DOCUMENTO_IMUTAVEL']);
  });
});

describe('PUT campos', () => {
  it('keeps the ids it is given, makes new ones, and drops what does not come', async () => {
    const { id, campos, signatarios } = await draft(sender, {
      signatarios: [person()],
      campos: [field(), field({ tipo: 'TEXTO' })],
    });
    const body = { campos: [field({ tipo: 'DATA' }), { ...campos[0], x: 0.25, rotulo: 'Aqui' }].map(withoutNulls) };
    const answer = await about(sender, id, '/campos', 'PUT', body);
    expect(answer.body.total).toBe(2);
    const [fresh, kept] = answer.body.itens;
    expect(kept).toEqual({ ...campos[0], x: 0.25, rotulo: 'Aqui' });
    expect(fresh).toMatchObject({ tipo: 'DATA', signatarioId: signatarios[0].id });
    expect(campos.map((campo: { id: string }) => campo.id)).not.toContain(fresh.id);
    expect((await about(sender, id, '/campos')).body).toEqual(answer.body);
  });

  it('takes no id of another document, and none twice', async () => {
    const mine = await draft(sender, { signatarios: [person()], campos: [field()] });
    const other = await draft(sender, { signatarios: [person()], campos: [field()] });
    const ids = [mine.campos[0].id, mine.campos[0].id, other.campos[0].id];
    const answer = await about(sender, mine.id, '/campos', 'PUT', { campos: ids.map((id) => field({ id })) });
    expect(refusal(answer)).toEqual(invalid('campos[1].id', 'campos[2].id'));
    expect((await about(sender, mine.id, '/campos')).body.itens).toEqual(mine.campos);
  });

  it('may leave none', async () => {
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
    expect((await about(sender, id, '/campos', 'PUT', { campos: [] })).body).toMatchObject({ itens: [], total: 0 });
  });

  const withoutNulls = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
});

describe('signers of a draft', () => {
  it('take over the signature fields that waited for one', async () => {
    const { id, campos } = await draft(sender, { campos: [field()] });
    expect(campos[0].signatarioId).toBeNull();
    const { body } = await about(sender, id, '/signatarios', 'POST', person());
    expect((await about(sender, id)).body.campos[0].signatarioId).toBe(body.id);
  });

  it('take their fields along when they go', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const signatarios = ids.map((id) => person({ id }));
    const { id } = await draft(sender, { signatarios, campos: ids.map((signatarioId) => field({ signatarioId })) });
    await about(sender, id, `/signatarios/${ids[0]}`, 'DELETE');
    const { body } = await about(sender, id);
    expect(body.campos.map(({ signatarioId }: { signatarioId: string }) => signatarioId)).toEqual([ids[1]]);
  });
});
