import { describe, expect, it } from 'vitest';
import { loadSecrets } from '../../../src/adapters/master-key.ts';
import { addMonths, monthOf, startOfDay } from '../../../src/core/brasilia.ts';
import { closeInvoices, createPaymentTokens } from '../../../src/modules/faturamento/index.ts';
import { call, medicaoOf, newSender, type Sender, sharedWorld, until } from '../consumo/world.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const world = sharedWorld();

const organizationOf = async (by: Sender): Promise<string> => (await by.api('/organizacao')).body.id;

/** What the operator does by docs/operations/plans.md. */
async function setPlan(by: Sender, codigo: string): Promise<void> {
  await by.service.owner`update organizacao set plano_codigo = ${codigo} where id = ${await organizationOf(by)}`;
}

/** Envelopes sent in the present month, as the metering stores them: sending thousands would tell nothing more. */
async function setEnvelopes(by: Sender, quantidade: number): Promise<void> {
  await by.service.owner`
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
    values (${await organizationOf(by)}, ${monthOf(by.service.clock.now())}, 'ENVELOPE_ENVIADO', ${quantidade}, 0)
    on conflict (organizacao_id, mes, tipo) do update set quantidade = excluded.quantidade`;
}

/** Sets the clock into the month so many months ahead, and waits until every month before it is closed. */
async function turnMonths(by: Sender, months = 1): Promise<string> {
  const now = by.service.clock.now();
  const month = monthOf(now);
  await by.advance(startOfDay(addMonths(month, months)).getTime() + HOUR_MS - now.getTime());
  const id = await organizationOf(by);
  const last = addMonths(month, months - 1);
  await until(async () => {
    const [row] = await by.service.owner`select faturado_ate from organizacao where id = ${id}`;
    return row?.faturado_ate === last;
  });
  return month;
}

const faturas = async (by: Sender) => (await by.api('/faturas?limite=100')).body.itens;

describe('GET /assinatura-plano', () => {
  it('tells the plan an organization starts with', async () => {
    const by = await newSender(world().service);
    expect((await by.api('/assinatura-plano')).body).toEqual({
      codigo: 'INICIAL',
      nome: 'Inicial',
      franquias: [{ tipo: 'ENVELOPE_ENVIADO', quantidade: 20 }],
      permiteExcedente: false,
      precoCentavos: 0,
      estadoPagamento: 'EM_DIA',
    });
  });

  it('is read by the owner alone, with consumo:ler', async () => {
    const by = await newSender(world().service);
    const admin = await by.account.member('ADMINISTRADOR');
    for (const path of ['/assinatura-plano', '/faturas']) {
      const { status, body } = await call(`${by.base}${path}`, 'GET', undefined, admin.live);
      expect([status, body.codigo]).toEqual([403, 'PAPEL_INSUFICIENTE']);
    }
    expect((await call(`${by.base}/consumo`, 'GET', undefined, admin.live)).status).toBe(200);
  });

  it('takes no code that is not a plan', async () => {
    const by = await newSender(world().service);
    await expect(setPlan(by, 'INEXISTENTE')).rejects.toThrow(/organizacao_plano/);
  });
});

describe('excess', () => {
  it('beyond the allowance is counted and priced where the plan permits it', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    await setEnvelopes(by, 100);
    expect(await medicaoOf(by, 'ENVELOPE_ENVIADO')).toMatchObject({ excedente: 0, valorExcedenteCentavos: 0 });
    await setEnvelopes(by, 107);
    expect(await medicaoOf(by, 'ENVELOPE_ENVIADO')).toMatchObject({
      quantidade: 107,
      franquia: 100,
      excedente: 7,
      valorExcedenteCentavos: 7 * 150,
    });
  });
});

describe('a month that is over', () => {
  it('has one invoice with price and excess in cents, due on the tenth, without a payment link where no Pix key is set', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    await setEnvelopes(by, 103);
    const month = await turnMonths(by);
    const [fatura, ...rest] = await faturas(by);
    expect(rest).toEqual([]);
    const next = addMonths(month, 1);
    expect(fatura).toMatchObject({
      periodo: { inicio: `${month}T00:00:00-03:00`, fim: `${next}T00:00:00-03:00` },
      itens: [
        {
          tipo: null,
          descricao: 'Mensalidade do plano Essencial',
          regra: 'planFee',
          valores: { plano: 'Essencial' },
          quantidade: 1,
          valorUnitarioCentavos: 9900,
          valorCentavos: 9900,
        },
        {
          tipo: 'ENVELOPE_ENVIADO',
          descricao: 'Envelopes além da franquia',
          regra: 'envelopesBeyond',
          valores: {},
          quantidade: 3,
          valorUnitarioCentavos: 150,
          valorCentavos: 450,
        },
      ],
      totalCentavos: 10_350,
      status: 'ABERTA',
      venceEm: `${next.slice(0, 8)}10T23:59:59-03:00`,
      linkPagamento: null,
    });
    expect(fatura.numero).toMatch(new RegExp(`^${next.slice(0, 4)}-\\d{6}$`));
    expect((await by.api('/assinatura-plano')).body.estadoPagamento).toBe('PENDENTE');
  });

  it('without anything to charge has no invoice', async () => {
    const by = await newSender(world().service);
    await setEnvelopes(by, 20);
    await turnMonths(by);
    expect((await by.api('/faturas')).body).toMatchObject({ itens: [], total: 0 });
    expect((await by.api('/assinatura-plano')).body.estadoPagamento).toBe('EM_DIA');
  });

  it('is closed once though several processes close at the same time', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'PROFISSIONAL');
    const { app, clock } = by.service;
    const now = clock.now();
    await by.advance(startOfDay(addMonths(monthOf(now), 1)).getTime() + HOUR_MS - now.getTime());
    const payments = createPaymentTokens(await loadSecrets(null, app.config.dataDir), app.config.publicUrl);
    await Promise.all(Array.from({ length: 5 }, () => closeInvoices({ db: app.db, clock, log: app.log, payments })));
    expect((await by.api('/faturas')).body.total).toBe(1);
  });

  it('and others passed while nothing ran are each made up for, with the plan of their own', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    const id = await organizationOf(by);
    const month = monthOf(by.service.clock.now());
    // The plan changed in the second month; the months are closed together in the fourth.
    await by.service.owner`
      insert into plano_vigencia (organizacao_id, desde, plano_codigo)
      values (${id}, ${new Date(startOfDay(addMonths(month, 1)).getTime() + DAY_MS)}, 'PROFISSIONAL')`;
    await turnMonths(by, 3);
    const found = await faturas(by);
    expect(found.map(({ totalCentavos }: { totalCentavos: number }) => totalCentavos)).toEqual([34_900, 34_900, 9_900]);
    expect(found.map(({ periodo }: { periodo: { inicio: string } }) => periodo.inicio.slice(0, 10))).toEqual([
      addMonths(month, 2),
      addMonths(month, 1),
      month,
    ]);
    const numbers = found.map(({ numero }: { numero: string }) => Number(numero.slice(5)));
    expect(numbers).toEqual([numbers[2] + 2, numbers[2] + 1, numbers[2]]);
  });
});

describe('an invoice', () => {
  it('is overdue once its day has passed, and paid once the operator says so', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    await turnMonths(by);
    await by.advance(8 * DAY_MS);
    expect((await faturas(by))[0].status).toBe('ABERTA');
    await by.advance(2 * DAY_MS);
    const [overdue] = await faturas(by);
    expect(overdue.status).toBe('VENCIDA');
    expect((await by.api('/assinatura-plano')).body.estadoPagamento).toBe('EM_ATRASO');
    await by.service.owner`update fatura set paga_em = now() where numero = ${overdue.numero}`;
    expect((await faturas(by))[0].status).toBe('PAGA');
    expect((await by.api('/assinatura-plano')).body.estadoPagamento).toBe('EM_DIA');
  });

  it('is seen by its organization and in production only', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    await turnMonths(by);
    expect((await by.api('/faturas')).body.total).toBe(1);
    expect((await call(`${by.base}/sandbox/faturas`, 'GET', undefined, by.as)).body.total).toBe(0);
    const other = await newSender(world().service);
    expect((await other.api('/faturas')).body.total).toBe(0);
  });

  it('is listed by pages, newest month first', async () => {
    const by = await newSender(world().service);
    await setPlan(by, 'ESSENCIAL');
    await turnMonths(by, 3);
    const seen: string[] = [];
    let path = '/faturas?limite=2';
    for (;;) {
      const { body } = await by.api(path);
      expect(body.total).toBe(3);
      seen.push(...body.itens.map(({ periodo }: { periodo: { inicio: string } }) => periodo.inicio));
      if (!body.proximoCursor) break;
      path = `/faturas?limite=2&cursor=${encodeURIComponent(body.proximoCursor)}`;
    }
    expect(seen.length).toBe(3);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});
