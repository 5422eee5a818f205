import type { StatusDocumento } from '@rubrica/contract';
import type { Columns, Row } from '../../core/row.ts';
import { alike, type Tx } from '../../core/sql.ts';
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

const placeColumns = ({ sql }: Tx) => sql`
  d.id as documento_id, s.id as signatario_id, s.nome, s.telefone, d.status,
  d.status = 'ASSINADO' or d.assinado_por_todos_em is not null
    or exists (select from certificado c where c.documento_id = d.id) as concluido`;

/** The person's places as a signer. */
export function placesOf(tx: Tx, { email, cpf }: Titular): Promise<Place[]> {
  return tx.sql<Place[]>`
    select ${placeColumns(tx)}
      from signatario s
      join documento d on d.id = s.documento_id
     where ${tx.here('s')}
       and (lower(s.email) = ${email} or s.cpf = ${cpf})
     order by d.criado_em, d.id, s.posicao`;
}

/**
 * Places that another took since: by a correction of the sender, or because the person passed them on. Uses the index
 * signatario_de_outro; those that were changed as drafts have nothing left of the person but the trail.
 */
export function formerPlacesOf(tx: Tx, { email, cpf }: Titular): Promise<Place[]> {
  const changed = (member: string) => tx.sql`e.corpo::jsonb #>> ${['detalhe', 'alteracoes', member, 'de']}::text[]`;
  return tx.sql<Place[]>`
    select ${placeColumns(tx)}
      from signatario s
      join documento d on d.id = s.documento_id and ${alike(tx.sql, 'd', 's')}
     where ${tx.here('s')}
       and (s.delegado_de is not null or s.correcoes <> '{}')
       and coalesce(lower(s.email) <> ${email}, true) and coalesce(s.cpf <> ${cpf}, true)
       and (lower(s.delegado_de ->> 'email') = ${email}
            or lower(s.envio_dados ->> 'email') = ${email} or s.envio_dados ->> 'cpf' = ${cpf}
            or exists (
              select
                from evento_auditoria e
               where e.documento_id = s.documento_id and ${tx.here('e')}
                 and e.corpo::jsonb ->> 'acao' = 'SIGNATARIO_CORRIGIDO'
                 and e.corpo::jsonb #>> '{detalhe,signatarioId}' = s.id::text
                 and (lower(${changed('email')}) = ${email} or ${changed('cpf')} = ${cpf})
            ))
     order by d.criado_em, d.id, s.posicao`;
}
