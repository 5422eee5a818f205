import type { DadosDoTitular, PapelDeLink } from '@rubrica/contract';
import type { Columns } from '../../core/row.ts';
import { alike, type Tx } from '../../core/sql.ts';
import type { Titular } from './titular.ts';

/** What public links of templates (ADR 0086) hold of a person outside documents. */

/** What was asked for by public links and not confirmed: of a confirmed one the document tells. */
export async function formRequestsOf(tx: Tx, email: string): Promise<DadosDoTitular['pedidosDeFormulario']> {
  const rows = await tx.sql<
    (Columns<'formulario_pedido', 'id' | 'pedido_em' | 'expira_em'> &
      Columns<'formulario', 'titulo'> & {
        readonly nome: string;
        readonly email: string;
        readonly idioma: DadosDoTitular['pedidosDeFormulario'][number]['idioma'];
      })[]
  >`
    select p.id, f.titulo, p.nome, p.email, p.idioma, p.pedido_em, p.expira_em
      from formulario_pedido p
      join formulario f on f.id = p.formulario_id and ${alike(tx.sql, 'f', 'p')}
     where lower(p.email) = ${email} and ${tx.here('p')}
     order by p.pedido_em, p.id`;
  return rows.map(({ pedido_em, expira_em, ...asked }) => ({
    ...asked,
    pedidoEm: pedido_em.toISOString(),
    expiraEm: expira_em.toISOString(),
  }));
}

/** A person whom a link names for every document, `papel` being their entry in it, is this one. */
const isPerson = ({ sql }: Tx, { email, cpf }: Titular) => sql`(
  lower(btrim(papel ->> 'email')) = ${email} or translate(papel ->> 'cpf', '.-', '') = ${cpf})`;

/** The places that public links, open or ended, keep for the person in every document. */
export async function namedByLinks(tx: Tx, titular: Titular): Promise<DadosDoTitular['linksDeModelo']> {
  const rows = await tx.sql<
    (Columns<'formulario', 'id' | 'modelo_id' | 'titulo' | 'criado_em' | 'encerrado_em'> & {
      readonly papel: PapelDeLink;
    })[]
  >`
    select f.id, f.modelo_id, f.titulo, f.criado_em, f.encerrado_em, papel
      from formulario f
     cross join lateral jsonb_array_elements(f.documento -> 'papeis') as papel
     where ${tx.here('f')} and ${isPerson(tx, titular)}
     order by f.criado_em, f.id`;
  return rows.map(({ id, modelo_id, titulo, criado_em, encerrado_em, papel }) => ({
    ...{ id, modeloId: modelo_id, titulo, papelId: papel.papelId },
    ...{ nome: papel.nome ?? null, email: papel.email ?? null, telefone: papel.telefone ?? null },
    ...{ cpf: papel.cpf ?? null, dataNascimento: papel.dataNascimento ?? null },
    ...{ referenciaExterna: papel.referenciaExterna ?? null, metadados: papel.metadados ?? {} },
    ...{ criadoEm: criado_em.toISOString(), encerradoEm: encerrado_em?.toISOString() ?? null },
  }));
}

/** What was asked for and not confirmed; and links that name the person for every document end, for all. */
export async function eraseForms(tx: Tx, titular: Titular): Promise<Record<string, number>> {
  const { sql, now, here } = tx;
  const requests = await sql`delete from formulario_pedido where lower(email) = ${titular.email} and ${here()}`;
  const links = await sql`
    update formulario
       set documento = documento - 'papeis', encerrado_em = coalesce(encerrado_em, ${now})
     where ${here()}
       and exists (select from jsonb_array_elements(documento -> 'papeis') as papel where ${isPerson(tx, titular)})`;
  return { PEDIDO_DE_FORMULARIO: requests.count, LINK_DE_MODELO: links.count };
}
