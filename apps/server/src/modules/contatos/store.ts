import type { Columns } from '../../core/row.ts';
import type { Sql, Tx } from '../../core/sql.ts';

export interface NewContato {
  readonly id: string;
  readonly protocolo: string;
  readonly nome: string;
  readonly email: string;
  readonly assunto: string | null;
  readonly mensagem: string;
  readonly ip: string;
  readonly agenteUsuario: string | null;
}

export type ContatoRow = Columns<
  'contato',
  'id' | 'protocolo' | 'nome' | 'email' | 'assunto' | 'mensagem' | 'criado_em'
>;

/** @returns false if another message already has the protocol number; nothing is written then */
export async function insertContato({ sql, realNow: now }: Tx, contato: NewContato): Promise<boolean> {
  // Neither `returning` nor a conflict target: the application may insert these rows but not read them.
  const inserted = await sql`
    insert into contato (id, protocolo, nome, email, assunto, mensagem, ip, agente_usuario, criado_em)
    values (${contato.id}, ${contato.protocolo}, ${contato.nome}, ${contato.email}, ${contato.assunto},
            ${contato.mensagem}, ${contato.ip}, ${contato.agenteUsuario}, ${now})
        on conflict do nothing`;
  return inserted.count === 1;
}

/** A message not yet delivered, through the lookup function, because these rows belong to no organization. */
export async function findUndelivered(sql: Sql, id: string): Promise<ContatoRow | undefined> {
  const [row] = await sql<ContatoRow[]>`
    select id, protocolo, nome, email, assunto, mensagem, criado_em
      from acesso.contato_a_entregar(${id})`;
  return row;
}

export async function markDelivered(sql: Sql, id: string, em: Date): Promise<void> {
  await sql`select acesso.contato_entregue(${id}, ${em})`;
}
