import { describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, until } from '../../harness.ts';
import { sha256, trailProblem } from '../model/trail.ts';
import { type Death, dieAtEveryStep, named, sharedLane } from './death.ts';
import { HELD_AT_ONCE } from './lane.ts';

/** Everything that one sending leaves, counted. */
interface Traces {
  status: string;
  codigo: boolean;
  trilha: number;
  eventos: number;
  envelopes: number;
  links: number;
  convites: number;
  reminded: number;
}

const NONE: Traces = {
  status: 'RASCUNHO',
  codigo: false,
  trilha: 0,
  eventos: 0,
  envelopes: 0,
  links: 0,
  convites: 0,
  reminded: 0,
};
const ALL: Traces = {
  status: 'AGUARDANDO_ASSINATURAS',
  codigo: true,
  trilha: 1,
  eventos: 1,
  envelopes: 1,
  links: 2,
  convites: 2,
  reminded: 1,
};

const pdf = tinyPdf();
type Sending = Awaited<ReturnType<typeof prepare>>;
let deaths: (Sending & Death<Traces>)[];
let survived: Answer;
const lane = sharedLane('enviar', async () => {
  ({ deaths, survived } = await dieAtEveryStep(lane(), prepare, traces));
});

async function traces({ documentoId, key }: Pick<Sending, 'documentoId' | 'key'>): Promise<Traces> {
  const [row] = await lane().sql<Traces[]>`
    select d.status,
           d.codigo_validacao is not null as codigo,
           (select count(*) from evento_auditoria
             where documento_id = d.id and corpo::json ->> 'acao' = 'DOCUMENTO_ENVIADO') as trilha,
           (select count(*) from evento_saida where documento_id = d.id and evento = 'document.sent') as eventos,
           (select count(*) from medicao where documento_id = d.id and tipo = 'ENVELOPE_ENVIADO') as envelopes,
           (select count(*) from link_signatario where documento_id = d.id) as links,
           (select count(*) from fila.job j join link_signatario l on l.link_id = (j.data ->> 'id')::uuid
             where j.name = 'enviar-convite' and l.documento_id = d.id) as convites,
           (select count(*) from idempotencia where chave = ${key} and corpo is not null) as reminded
      from documento d
     where d.id = ${documentoId}`;
  return { ...(row as Traces) };
}

async function draft(account: Account, n: number) {
  const email = `pessoa${n}@exemplo.com.br`;
  const telefone = `+55119${String(10_000_000 + n)}`;
  const created = await call(
    `${lane().origin()}/v1/documentos`,
    'POST',
    documentForm(pdf, {
      titulo: `Contrato ${n}`,
      signatarios: [
        { id: uuid(n, 1), funcao: 'ASSINAR', nome: 'João da Silva', email },
        { id: uuid(n, 2), funcao: 'ASSINAR', nome: 'Maria Souza', email, telefone, metodoEntrega: 'SMS' },
      ],
      campos: [1, 2].map((who) => ({
        tipo: 'ASSINATURA',
        pagina: 1,
        x: 0.1,
        y: who / 4,
        largura: 0.4,
        altura: 0.1,
        signatarioId: uuid(n, who),
      })),
    }),
    account.panel,
  );
  expect(created.status).toBe(201);
  return { documentoId: created.body.id as string, email, telefone };
}

const uuid = (n: number, who: number) => `00000000-0000-4000-8${who}00-${String(n).padStart(12, '0')}`;

/** A draft of an organization of its own: no two sendings share a row that one of them could lock. */
async function prepare(n: number) {
  const account = await lane().account(n % HELD_AT_ONCE);
  const { documentoId, email, telefone } = await draft(account, n);
  const key = `envio-${n}`;
  const send = () =>
    call(`${lane().origin()}/v1/documentos/${documentoId}/enviar`, 'POST', undefined, {
      ...account.live,
      'idempotency-key': key,
    });
  return { account, documentoId, email, telefone, key, act: { marker: documentoId, at: n, run: send } };
}

const wasCommitted = ({ step }: Pick<Death<Traces>, 'step'>) => step.committed;
const each = <T>(of: (death: Death<Traces>) => T) =>
  Object.fromEntries(deaths.map((death) => [named(death.step), of(death)]));

describe('a service killed at each step of enviar', () => {
  it('dies at every statement of the transaction, its commit included, and lives when no step is left', () => {
    expect(survived.status).toBe(200);
    expect(deaths.length).toBeGreaterThan(15);
    expect(deaths.filter(wasCommitted).length).toBeGreaterThan(0);
    expect(deaths.some(({ step }) => step.moment === 'before' && /^commit/i.test(step.statement))).toBe(true);
  });

  it('leaves all of the sending once it was committed and nothing of it before', () => {
    expect(each(({ found }) => found)).toEqual(each((death) => (wasCommitted(death) ? ALL : NONE)));
  });

  it('has sent exactly once after the call is repeated with its Idempotency-Key', () => {
    expect(each(({ retried }) => [retried.status, retried.headers.get('idempotency-replayed')])).toEqual(
      each((death) => [200, wasCommitted(death) ? 'true' : null]),
    );
    expect(each(({ after }) => after)).toEqual(each(() => ALL));
  });

  it('delivers each invitation once and tells document.sent under one eventoId', async () => {
    for (const { documentoId, email, telefone } of deaths) {
      const invited = await until(async () => {
        const rows = await lane().sql`
          select destino from mensagem_capturada
           where (destino = ${email} or destino = ${telefone}) and texto like '%/assinar/%'`;
        return rows.length >= 2 && rows;
      });
      expect(invited.map(({ destino }) => destino).sort()).toEqual([telefone, email].sort());
      const sent = await until(async () => {
        const told = lane()
          .receiver.requests.map(({ body }) => JSON.parse(body.toString()))
          .filter(({ evento, dados }) => evento === 'document.sent' && dados.documento.id === documentoId);
        return told.length > 0 && told;
      });
      expect(new Set(sent.map(({ eventoId }) => eventoId)).size).toBe(1);
    }
  });

  it('keeps every trail whole and the month’s sum equal to its parts', async () => {
    for (const { documentoId, account } of deaths) {
      const { body } = await call(
        `${lane().origin()}/v1/documentos/${documentoId}/auditoria?limite=100`,
        'GET',
        undefined,
        account.panel,
      );
      expect(trailProblem(documentoId, sha256(pdf), body.itens)).toBeNull();
    }
    const wrong = await lane().sql`
      select c.organizacao_id, c.tipo, c.quantidade, coalesce(sum(m.quantidade), 0) as partes
        from consumo_do_mes c
        left join medicao m
               on m.organizacao_id = c.organizacao_id and m.tipo = c.tipo
              and date_trunc('month', m.ocorrido_em at time zone 'America/Sao_Paulo')::date = c.mes
       group by c.organizacao_id, c.mes, c.tipo, c.quantidade
      having coalesce(sum(m.quantidade), 0) <> c.quantidade`;
    expect([...wrong]).toEqual([]);
  });
});
