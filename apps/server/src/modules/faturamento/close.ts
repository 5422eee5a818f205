import { type ItemFatura, type Rule, rule, sentenceOf } from '@rubrica/contract';
import { addDays, addMonths, dayOf, monthOf, startOfDay } from '../../core/brasilia.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { type Due, workThroughDue } from '../../core/sweep.ts';
import { CLOSING_DELAY_MS, type ClosingDeps, type CommercialPlan, excessOf, planOf, sumsOf } from '../consumo/index.ts';
import { insertFatura, nameFatura } from './store.ts';

/** An invoice issued on the first of a month is due by the end of the tenth. */
const DAYS_TO_PAY = 9;

export interface InvoicingDeps extends ClosingDeps {
  readonly payments: MailedTokens;
}

/**
 * Closes every past month that is not closed, for every organization: the last one and, after an outage, earlier ones
 * too, with one invoice each. A month without charges has no invoice.
 */
export async function closeInvoices(deps: InvoicingDeps): Promise<void> {
  const { db, clock, log, payments } = deps;
  await nameInvoices(deps);
  const last = addMonths(monthOf(new Date(clock.now().getTime() - CLOSING_DELAY_MS)), -1);
  const due = (limit: number) => db.sql<Due[]>`
    select id, id as organizacao_id, 'PRODUCAO' as ambiente
      from acesso.faturas_a_fechar(${last}, ${limit}) as due (id)`;
  await workThroughDue(log, 'fechar-faturas', due, async (scope) => {
    while (await db.write(scope, (tx) => closeNextMonth(tx, payments, last)));
  });
}

/** Creates tokens for invoices closed before payment pages existed. */
async function nameInvoices({ db, log, payments }: InvoicingDeps): Promise<void> {
  const due = (limit: number) => db.sql<Due[]>`
    select id, organizacao_id, 'PRODUCAO' as ambiente from acesso.faturas_sem_token(${limit})`;
  await workThroughDue(log, 'fechar-faturas', due, (scope, id) =>
    db.write(scope, (tx) => nameFatura(tx, id, payments.hashOf(payments.tokenOf(id)))),
  );
}

/** Closes the first unclosed month. @returns whether there is another one up to `last` */
async function closeNextMonth(tx: Tx, payments: MailedTokens, last: string): Promise<boolean> {
  const [organization] = await tx.sql<Columns<'organizacao', 'faturado_ate' | 'criada_em' | 'plano_codigo'>[]>`
    select faturado_ate, criada_em, plano_codigo
      from organizacao
     where id = ${tx.scope.organizacaoId}
       for no key update`;
  if (!organization) return false;
  const { faturado_ate, criada_em, plano_codigo } = organization;
  const month = faturado_ate === null ? monthOf(criada_em) : addMonths(faturado_ate, 1);
  if (month > last) return false;

  const plano = planOf((await planAtEndOf(tx, month)) ?? plano_codigo);
  const envelopes = (await sumsOf(tx, month)).get('ENVELOPE_ENVIADO') ?? 0;
  const itens = itemsOf(plano, envelopes);
  const total = itens.reduce((sum, { valorCentavos }) => sum + valorCentavos, 0);
  if (total > 0) {
    const issued = dayOf(tx.realNow);
    const id = payments.newId();
    await insertFatura(tx, {
      id,
      mes: month,
      numero: await nextNumber(tx, issued.slice(0, 4)),
      itens,
      total_centavos: total,
      emitida_em: tx.realNow,
      vence_em: new Date(startOfDay(addDays(issued, DAYS_TO_PAY + 1)).getTime() - 1000),
      token_hash: payments.hashOf(payments.tokenOf(id)),
    });
  }
  await tx.sql`update organizacao set faturado_ate = ${month} where id = ${tx.scope.organizacaoId}`;
  return month < last;
}

const charged = (said: Rule) => ({ descricao: sentenceOf(said), ...said });

/** A month's charges: the plan's price, and the envelopes beyond its allowance if the plan permits and prices them. */
export function itemsOf(plano: CommercialPlan, envelopes: number): ItemFatura[] {
  const { excedente, valorCentavos } = excessOf(plano, 'ENVELOPE_ENVIADO', envelopes);
  const fee = {
    tipo: null,
    ...charged(rule('planFee', { plano: plano.nome })),
    quantidade: 1,
    valorUnitarioCentavos: plano.precoCentavos,
    valorCentavos: plano.precoCentavos,
  };
  const excess = {
    tipo: 'ENVELOPE_ENVIADO' as const,
    ...charged(rule('envelopesBeyond')),
    quantidade: excedente,
    valorUnitarioCentavos: plano.excedenteCentavos,
    valorCentavos,
  };
  return [fee, excess].filter((item) => item.valorCentavos > 0);
}

/** The code of the plan in force at a month's last instant, which applies to the whole month. */
async function planAtEndOf(tx: Tx, month: string): Promise<string | null> {
  const [row] = await tx.sql<Columns<'plano_vigencia', 'plano_codigo'>[]>`
    select plano_codigo
      from plano_vigencia
     where ${tx.ours()} and desde < ${startOfDay(addMonths(month, 1))}
     order by desde desc
     limit 1`;
  return row?.plano_codigo ?? null;
}

/** `2026-000041`: the year of issue and a number that runs across all organizations without gaps. */
async function nextNumber(tx: Tx, year: string): Promise<string> {
  const [row] = await tx.sql<{ numero: number }[]>`select acesso.proximo_numero_fatura(${Number(year)}) as numero`;
  return `${year}-${String(row?.numero ?? 0).padStart(6, '0')}`;
}
