import { systemClock } from '../core/clock.ts';
import type { Columns } from '../core/row.ts';
import { recordSecurityEvent } from '../core/security-events.ts';
import type { Sql } from '../core/sql.ts';
import { type Command, ownersCommand } from './command.ts';

export const INVOICES: Readonly<Record<string, Command>> = {
  'fatura paga': ownersCommand(
    { usage: 'NUMERO', about: 'anota que a fatura foi paga', words: 1 },
    async (sql, { words: [numero = ''] }) => {
      const organizacao = await notePayment(sql, numero, systemClock.now());
      return organizacao && `A fatura ${numero} de ${organizacao} está paga.\n`;
    },
  ),
};

/**
 * Records that an invoice was paid.
 * @param owner a connection of the database's owner
 * @returns the name of its organization; null if there is no such invoice or it is already paid
 */
async function notePayment(owner: Sql, numero: string, now: Date): Promise<string | null> {
  return owner.begin(async (sql) => {
    const [paid] = await sql<(Columns<'fatura', 'id'> & Columns<'organizacao', 'nome'>)[]>`
      update fatura f
         set paga_em = ${now}
        from organizacao o
       where f.numero = ${numero} and f.paga_em is null and o.id = f.organizacao_id
      returning o.id, o.nome`;
    if (!paid) return null;
    const event = { tipo: 'FATURA_PAGA', organizacaoId: paid.id, requisicaoId: null, ip: null } as const;
    await recordSecurityEvent(sql, { ...event, detalhe: { numero } }, now);
    return paid.nome;
  });
}
