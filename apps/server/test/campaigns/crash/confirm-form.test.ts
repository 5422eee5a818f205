import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, until } from '../../harness.ts';
import { type Death, dieAtEveryStep, named, sharedLane } from './death.ts';
import { HELD_AT_ONCE } from './lane.ts';

/** A visitor of a template's public link confirms their mailbox (ADR 0086): a document is made, sent and handed over, or nothing is. */

interface Traces {
  respostas: number;
  usados: number;
  documentos: number;
  enviados: number;
  convites: number;
  links: number;
  envelopes: number;
  mensagens: number;
  confirmado: boolean;
}
const NONE: Traces = {
  ...{ respostas: 0, usados: 0, documentos: 0, enviados: 0, convites: 0, links: 0, envelopes: 0, mensagens: 0 },
  confirmado: false,
};
const ALL: Traces = {
  ...{ respostas: 1, usados: 1, documentos: 1, enviados: 1, convites: 1, links: 1, envelopes: 1, mensagens: 1 },
  confirmado: true,
};

const pdf = tinyPdf();
type Visit = Awaited<ReturnType<typeof prepare>>;
let deaths: (Visit & Death<Traces>)[];
let survived: Answer;
const lane = sharedLane('formulario', async () => {
  ({ deaths, survived } = await dieAtEveryStep(lane(), prepare, traces));
});

const CONFIRMATION = /\/formulario\/confirmar\/([\w-]{43})/;

async function traces({ linkId }: Pick<Visit, 'linkId'>): Promise<Traces> {
  const [row] = await lane().sql<Traces[]>`
    with feitos as (
      select d.id from documento d join modelo m on m.organizacao_id = d.organizacao_id
        join formulario f on f.modelo_id = m.id
       where f.id = ${linkId} and d.titulo = m.nome
    )
    select f.respostas, m.vezes_usado as usados,
           (select count(*) from feitos) as documentos,
           (select count(*) from evento_saida where documento_id in (select id from feitos) and evento = 'document.sent') as enviados,
           (select count(*) from evento_auditoria where documento_id in (select id from feitos)
                and corpo::json ->> 'acao' = 'CONVITE_ENVIADO') as convites,
           (select count(*) from link_signatario where documento_id in (select id from feitos)) as links,
           (select count(*) from medicao where documento_id in (select id from feitos) and tipo = 'ENVELOPE_ENVIADO') as envelopes,
           (select count(*) from medicao where documento_id in (select id from feitos) and tipo = 'EMAIL_ENVIADO') as mensagens,
           p.documento_id is not null as confirmado
      from formulario f
      join modelo m on m.id = f.modelo_id
      join formulario_pedido p on p.formulario_id = f.id
     where f.id = ${linkId}`;
  return { ...(row as Traces) };
}

/** A public link of an organization of its own, with one visitor who has their message. */
async function prepare(n: number) {
  const account = await lane().account(n % HELD_AT_ONCE);
  const post = async (path: string, body: unknown, as: Record<string, string> = account.panel) => {
    const answer = await call(`${lane().origin()}/v1${path}`, 'POST', body, as);
    if (answer.status > 202) throw new Error(answer.bytes.toString());
    return answer.body;
  };
  const papelId = randomUUID();
  const place = { pagina: 1, x: 0.1, y: 0.2, largura: 0.4, altura: 0.1 };
  const modelo = await post(
    '/modelos',
    documentForm(pdf, {
      nome: `Adesão ${n}`,
      papeis: [{ id: papelId, rotulo: 'Associado', funcao: 'ASSINAR' }],
      campos: [{ tipo: 'ASSINATURA', papelId, ...place }],
    }),
  );
  const link = await post(`/modelos/${modelo.id}/links`, { titulo: `Adesão ${n}`, papelId });
  const email = `visitante${n}@exemplo.com.br`;
  const from = { 'x-forwarded-for': `198.51.${100 + Math.floor(n / 200)}.${n % 200}` };
  await post(`/formularios/${link.url.split('/').pop()}/pedidos`, { nome: `Visitante ${n}`, email }, from);
  const token = await until(async () => {
    const [row] = await lane().sql<{ texto: string }[]>`select texto from mensagem_capturada where destino = ${email}`;
    return row && CONFIRMATION.exec(row.texto)?.[1];
  });
  const [asked] = await lane().sql<{ id: string }[]>`select id from formulario_pedido where formulario_id = ${link.id}`;
  const confirm = () => call(`${lane().origin()}/v1/formularios/${token}/confirmar`, 'POST');
  return { linkId: link.id as string, email, act: { marker: asked?.id ?? '', at: n, run: confirm } };
}

const each = <T>(of: (death: Death<Traces>) => T) =>
  Object.fromEntries(deaths.map((death) => [named(death.step), of(death)]));

describe('a service killed at each step of a confirmation', () => {
  it('dies at every statement of the transaction, its commit included, and lives when no step is left', () => {
    expect(survived.status).toBe(200);
    expect(deaths.length).toBeGreaterThan(15);
    expect(new Set(deaths.map(({ step }) => step.committed))).toEqual(new Set([false, true]));
  });

  it('leaves all of the document once it was committed and nothing of it before', () => {
    expect(each(({ found }) => found)).toEqual(each(({ step }) => (step.committed ? ALL : NONE)));
  });

  it('hands over one link, once the visitor presses again', () => {
    expect(each(({ retried }) => [retried.status, /\/assinar\/[\w-]{43}$/.test(retried.body.url)])).toEqual(
      each(() => [200, true]),
    );
    expect(each(({ after }) => after)).toEqual(each(() => ALL));
  });

  it('writes to nobody a second time', async () => {
    await until(async () => {
      const waiting = await lane().sql`
        select from fila.job where name in ('enviar-convite', 'confirmar-formulario') and state < 'completed' limit 1`;
      return waiting.length === 0;
    });
    for (const { email } of deaths) {
      const messages = await lane().sql`select from mensagem_capturada where destino = ${email}`;
      expect([email, messages.length]).toEqual([email, 1]);
    }
  });
});
