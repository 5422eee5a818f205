import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  added,
  call,
  documentForm,
  draft,
  linkOf,
  medicaoOf,
  newSender,
  person,
  prepareToSign,
  quantidadeOf,
  type Sender,
  send,
  sent,
  sharedWorld,
  sign,
  tinyPdf,
  until,
} from './world.ts';

const DAY_MS = 24 * 3600_000;
const world = sharedWorld();
const sender = () => newSender(world().service);
const cancel = (by: Sender, id: string) => by.api(`/documentos/${id}/cancelar`, 'POST', { motivo: 'Engano.' });

/** Two signers, a field for each. */
function twoSigners() {
  const ids = [randomUUID(), randomUUID()];
  const field = { tipo: 'ASSINATURA', pagina: 1, x: 0.1, largura: 0.4, altura: 0.1 };
  return {
    signatarios: ids.map((id, index) => person({ id, nome: `Pessoa ${index + 1}` })),
    campos: ids.map((signatarioId, index) => ({ ...field, y: 0.2 + 0.3 * index, signatarioId })),
  };
}

describe('ENVELOPE_ENVIADO counts', () => {
  it('a document sent: one', async () => {
    const by = await sender();
    const id = await draft(by);
    expect(await added(by, 'ENVELOPE_ENVIADO', () => send(by, id))).toBe(1);
  });

  it('an envelope sent: one, however many documents it holds', async () => {
    const by = await sender();
    const envelope = await by.api('/envelopes', 'POST', { titulo: 'Locação' });
    for (let i = 0; i < 3; i++) await draft(by, { envelopeId: envelope.body.id });
    expect(
      await added(by, 'ENVELOPE_ENVIADO', async () => {
        expect((await by.api(`/envelopes/${envelope.body.id}/enviar`, 'POST')).status).toBe(200);
      }),
    ).toBe(1);
  });
});

describe('ENVELOPE_ENVIADO does not count', () => {
  it('a draft', async () => {
    const by = await sender();
    expect(await added(by, 'ENVELOPE_ENVIADO', () => draft(by))).toBe(0);
  });

  it('a sending that was refused', async () => {
    const by = await sender();
    const id = await draft(by, { signatarios: [], campos: [] });
    expect(
      await added(by, 'ENVELOPE_ENVIADO', async () => {
        expect((await by.api(`/documentos/${id}/enviar`, 'POST')).status).toBe(422);
      }),
    ).toBe(0);
  });

  it('a resend', async () => {
    const by = await sender();
    const id = await sent(by);
    expect(
      await added(by, 'ENVELOPE_ENVIADO', async () => {
        expect((await by.api(`/documentos/${id}/reenviar`, 'POST', {})).status).toBe(200);
      }),
    ).toBe(0);
  });

  it('an automatic reminder', async () => {
    const by = await sender();
    const email = `lembrado.${Date.now()}@exemplo.com.br`;
    const signatarios = [{ funcao: 'ASSINAR', nome: 'Rita', email, fatoresExigidos: ['EMAIL'] }];
    await sent(by, { lembrete: 'DIARIO', fatoresExigidos: ['EMAIL'], signatarios });
    const mails = () => world().mails.filter(({ to }) => JSON.stringify(to).includes(email)).length;
    await until(async () => mails() === 1);
    // Within the month, as far as the day of the run allows: a reminder on the first belongs to the next one.
    await by.advance(DAY_MS + 60_000);
    const before = await quantidadeOf(by, 'ENVELOPE_ENVIADO');
    await until(async () => mails() === 2);
    expect(await quantidadeOf(by, 'ENVELOPE_ENVIADO')).toBe(before);
  });

  it('a cancellation; what was consumed stays consumed', async () => {
    const by = await sender();
    const id = await sent(by);
    expect(await added(by, 'ENVELOPE_ENVIADO', () => cancel(by, id))).toBe(0);
  });

  it('a move to a folder', async () => {
    const by = await sender();
    const id = await sent(by);
    const folder = await by.api('/pastas', 'POST', { nome: 'Contratos' });
    expect(folder.status).toBe(201);
    expect(
      await added(by, 'ENVELOPE_ENVIADO', async () => {
        expect((await by.api(`/documentos/${id}/mover`, 'POST', { pastaId: folder.body.id })).status).toBe(200);
      }),
    ).toBe(0);
  });
});

describe('DOCUMENTO_ENVIADO counts', () => {
  it('a PDF uploaded with a document: one', async () => {
    const by = await sender();
    expect(await added(by, 'DOCUMENTO_ENVIADO', () => draft(by))).toBe(1);
  });

  it('a new version: one', async () => {
    const by = await sender();
    const id = await draft(by);
    const form = new FormData();
    form.set('arquivo', new Blob([Buffer.from(tinyPdf(2))], { type: 'application/pdf' }), 'v2.pdf');
    expect(
      await added(by, 'DOCUMENTO_ENVIADO', async () => {
        expect((await by.api(`/documentos/${id}/versoes`, 'POST', form)).status).toBe(201);
      }),
    ).toBe(1);
  });
});

describe('DOCUMENTO_ENVIADO of a template', () => {
  it('counts its PDF once, and none of the documents made from it', async () => {
    const by = await sender();
    const form = documentForm(tinyPdf(), { nome: 'Contrato padrão', papeis: [], campos: [] });
    let modeloId = '';
    const uploaded = await added(by, 'DOCUMENTO_ENVIADO', async () => {
      const created = await by.api('/modelos', 'POST', form);
      expect([created.status, created.body.erros]).toEqual([201, undefined]);
      modeloId = created.body.id;
    });
    const instantiated = await added(by, 'DOCUMENTO_ENVIADO', async () => {
      const made = await by.api(`/modelos/${modeloId}/documentos`, 'POST', { titulo: 'Do modelo' });
      expect([made.status, made.body.erros]).toEqual([201, undefined]);
    });
    expect([uploaded, instantiated]).toEqual([1, 0]);
  });
});

describe('DOCUMENTO_ENVIADO does not count', () => {
  it('a file that was refused', async () => {
    const by = await sender();
    expect(
      await added(by, 'DOCUMENTO_ENVIADO', async () => {
        const form = documentForm(Buffer.from('não é um PDF'), { titulo: 'x' });
        expect((await by.api('/documentos', 'POST', form)).status).toBe(422);
      }),
    ).toBe(0);
  });

  it('a sending', async () => {
    const by = await sender();
    const id = await draft(by);
    expect(await added(by, 'DOCUMENTO_ENVIADO', () => send(by, id))).toBe(0);
  });

  it('a creation repeated with its Idempotency-Key', async () => {
    const by = await sender();
    const create = () =>
      call(`${by.base}/documentos`, 'POST', documentForm(tinyPdf(), { titulo: 'x' }), {
        ...by.as,
        'idempotency-key': 'pedido-1',
      });
    await create();
    expect(await added(by, 'DOCUMENTO_ENVIADO', create)).toBe(0);
  });
});

describe('ASSINATURA_COLETADA counts', () => {
  it('each signer who signs', async () => {
    const by = await sender();
    const id = await sent(by, twoSigners());
    expect(await added(by, 'ASSINATURA_COLETADA', async () => sign(await linkOf(by, id, 0)))).toBe(1);
    expect(await added(by, 'ASSINATURA_COLETADA', async () => sign(await linkOf(by, id, 1)))).toBe(1);
  });
});

describe('ASSINATURA_COLETADA does not count', () => {
  it('a view, a reading and an acceptance without signing', async () => {
    const by = await sender();
    const id = await sent(by);
    expect(await added(by, 'ASSINATURA_COLETADA', async () => prepareToSign(await linkOf(by, id)))).toBe(0);
  });

  it('a refusal', async () => {
    const by = await sender();
    const id = await sent(by);
    expect(
      await added(by, 'ASSINATURA_COLETADA', async () => {
        const path = await linkOf(by, id);
        await prepareToSign(path);
        expect((await call(`${path}/recusar`, 'POST', { motivo: 'Não é o combinado.' })).status).toBe(200);
      }),
    ).toBe(0);
  });

  it('an expiry', async () => {
    const by = await sender();
    const { clock } = world().service;
    const prazoEm = new Date(clock.now().getTime() + 600_000).toISOString();
    const id = await sent(by, { prazoEm });
    expect(
      await added(by, 'ASSINATURA_COLETADA', async () => {
        clock.advance(600_000);
        await until(async () => (await by.api(`/documentos/${id}`)).body.status === 'EXPIRADO');
      }),
    ).toBe(0);
  });
});

describe('GET /consumo', () => {
  it('tells the month in Brasília and every kind, those that never occur at zero', async () => {
    const by = await sender();
    await sign(await linkOf(by, await sent(by)));
    const { body } = await by.api('/consumo');
    const month = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Sao_Paulo',
      year: 'numeric',
      month: '2-digit',
    });
    const [year, monthNumber] = month.format(world().service.clock.now()).split('-');
    const next = new Date(Date.UTC(Number(year), Number(monthNumber), 1)).toISOString().slice(0, 10);
    expect(body.periodo).toEqual({ inicio: `${year}-${monthNumber}-01T00:00:00-03:00`, fim: `${next}T00:00:00-03:00` });
    expect(body.medicoes.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'ENVELOPE_ENVIADO',
      'DOCUMENTO_ENVIADO',
      'ASSINATURA_COLETADA',
      'REQUISICAO_API',
      'EMAIL_ENVIADO',
      'SMS_ENVIADO',
      'WHATSAPP_ENVIADO',
      'VERIFICACAO_BIOMETRICA',
      'CARIMBO_TEMPO',
      'ARMAZENAMENTO_MB_DIA',
    ]);
    expect(await medicaoOf(by, 'ENVELOPE_ENVIADO')).toMatchObject({ quantidade: 1, franquia: 20, excedente: 0 });
    expect(await medicaoOf(by, 'ASSINATURA_COLETADA')).toMatchObject({ quantidade: 1, franquia: null, excedente: 0 });
    for (const tipo of ['WHATSAPP_ENVIADO', 'VERIFICACAO_BIOMETRICA', 'CARIMBO_TEMPO'] as const) {
      expect(await quantidadeOf(by, tipo)).toBe(0);
    }
  });

  it('tells an organization nothing of another', async () => {
    const [one, other] = [await sender(), await sender()];
    await sent(one);
    expect(await quantidadeOf(other, 'ENVELOPE_ENVIADO')).toBe(0);
    const extract = (await other.api('/consumo/extrato?limite=100')).body.itens as { tipo: string }[];
    expect(extract.filter(({ tipo }) => tipo !== 'REQUISICAO_API')).toEqual([]);
  });

  it('of a new month begins at zero', async () => {
    const by = await sender();
    await sent(by);
    await by.advance(32 * DAY_MS);
    expect(await quantidadeOf(by, 'ENVELOPE_ENVIADO')).toBe(0);
  });
});

describe('the sandbox', () => {
  it('is not metered in anything, and shows nothing of production', async () => {
    const by = await newSender(world().service, 'TESTE');
    const live: Sender = { ...by, base: by.base.replace('/sandbox', '') };
    live.api = (path, method = 'GET', body) => call(`${live.base}${path}`, method, body, by.as);
    await sign(await linkOf(by, await sent(by)));
    const counted = async (who: Sender) =>
      (await who.api('/consumo')).body.medicoes.filter(
        ({ tipo, quantidade }: { tipo: string; quantidade: number }) => quantidade > 0 && tipo !== 'REQUISICAO_API',
      );
    expect(await counted(live)).toEqual([]);
    await sent(live);
    expect(await counted(by)).toEqual([]);
    expect((await by.api('/consumo/extrato')).body).toMatchObject({ itens: [], total: 0 });
    expect(await quantidadeOf(by, 'REQUISICAO_API')).toBe(0);
  });
});
