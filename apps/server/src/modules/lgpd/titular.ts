import type { StatusDocumento } from '@rubrica/contract';
import type { Columns, Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { SolicitacaoRow } from './store.ts';

/** How a person is found: always by e-mail, and by CPF if the request gives one. */
export interface Titular {
  readonly email: string;
  readonly cpf: string | null;
}

export const titularOf = (row: SolicitacaoRow): Titular => ({
  email: row.titular_email.toLowerCase(),
  cpf: row.titular_cpf,
});

/** A person's place among the signers of a document, including deleted documents. */
export type Place = Columns<'signatario', 'documento_id' | 'nome' | 'telefone'> &
  Row<
    'documento',
    {
      readonly status: StatusDocumento;
    }
  > & {
    readonly signatario_id: string;
    /** Fully signed, or certified: evidence, whatever the status says. */
    readonly concluido: boolean;
  };

/** The person's places as a signer. */
export function placesOf(tx: Tx, { email, cpf }: Titular): Promise<Place[]> {
  return tx.sql<Place[]>`
    select d.id as documento_id, s.id as signatario_id, s.nome, s.telefone, d.status,
           d.status = 'ASSINADO' or d.assinado_por_todos_em is not null
             or exists (select from certificado c where c.documento_id = d.id) as concluido
      from signatario s
      join documento d on d.id = s.documento_id
     where ${tx.here('s')}
       and (lower(s.email) = ${email} or s.cpf = ${cpf})
     order by d.criado_em, d.id, s.posicao`;
}
