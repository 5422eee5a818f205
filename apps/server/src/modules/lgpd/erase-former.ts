import { type Columns, columnsOf } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { readTrail } from '../auditoria/index.ts';
import { forgetTexts, type SignatarioRow } from '../documentos/index.ts';
import { ownPart } from './own-part.ts';
import type { Place, Titular } from './titular.ts';

/**
 * Erases what places that another took since still say of the person, and leaves the other's alone: who passed it on, the
 * data as sent, links and codes to the person's contacts, and events that name them. The trail stays.
 * @param places none of which there is a duty to keep
 */
export async function eraseFormer(tx: Tx, places: readonly Place[], titular: Titular): Promise<void> {
  for (const place of places) await eraseFrom(tx, place, titular);
  // What `busca` finds changes with the name, and the text of before is kept beside it for a while.
  await forgetTexts(
    tx,
    places.map(({ documento_id }) => documento_id),
  );
}

async function eraseFrom(tx: Tx, { documento_id, signatario_id }: Place, titular: Titular): Promise<void> {
  const { sql } = tx;
  const [signer] = await sql<SignatarioRow[]>`
    select ${columnsOf('signatario')} from signatario where id = ${signatario_id} and ${tx.here()} for update`;
  if (!signer) return;
  const { people } = ownPart(await readTrail(tx, documento_id), signer, titular);
  const emails = [titular.email, ...people.flatMap(({ email }) => email?.toLowerCase() ?? [])];
  const names = people.flatMap(({ nome }) => nome ?? []);
  const contacts = [...emails, ...people.flatMap(({ telefone }) => telefone ?? [])];
  await sql`
    update signatario
       set delegado_de = null
     where id = ${signatario_id} and ${tx.here()} and lower(delegado_de ->> 'email') = any(${emails})`;
  await sql`
    update signatario
       set envio_dados = null, envio_sal = null
     where id = ${signatario_id} and ${tx.here()}
       and (lower(envio_dados ->> 'email') = any(${emails}) or envio_dados ->> 'cpf' = ${titular.cpf})`;
  await sql`
    delete from codigo_otp
     where signatario_id = ${signatario_id} and ${tx.here()} and lower(destino) = any(${contacts})`;
  // What was captured for them, and what told others of them by name: who passed it on.
  await sql`
    delete from mensagem_capturada
     where ${tx.here()}
       and (lower(destino) = any(${contacts})
            or ${documento_id} = any(documentos)
               and exists (select from unnest(${names}::text[]) as nome where strpos(texto, nome) > 0))`;
  // What the sender refers to the place by stays with it, and is not the other's where it names the person.
  await sql`
    update signatario
       set referencia_externa = null, metadados = '{}', url_retorno = null
     where id = ${signatario_id} and ${tx.here()}
       and exists (
         select
           from unnest(${[...emails, ...names]}::text[]) as mark
          where strpos(lower(concat_ws(' ', referencia_externa, metadados::text, url_retorno)), lower(mark)) > 0
       )`;
  await eraseLinksTo(tx, signatario_id, contacts);
  const naming = sql`
    documento_id = ${documento_id} and ${tx.here()} and dados #>> '{signatario,id}' = ${signatario_id}
      and (lower(dados #>> '{signatario,email}') = any(${emails}) or lower(dados #>> '{delegadoDe,email}') = any(${emails}))`;
  await sql`delete from entrega_webhook where ${tx.here()} and evento_id in (select id from evento_saida where ${naming})`;
  await sql`delete from evento_saida where ${naming}`;
}

/** Links of the place that went to the person, unless they open something else of theirs yet. */
async function eraseLinksTo(tx: Tx, signatarioId: string, contacts: readonly string[]): Promise<void> {
  const { sql } = tx;
  const ended = await sql<Columns<'link', 'id'>[]>`
    update link l
       set destino = null, pessoa = null
     where ${tx.here('l')}
       and lower(coalesce(l.destino, l.pessoa)) = any(${contacts})
       and exists (select from link_signatario ls where ls.link_id = l.id and ls.signatario_id = ${signatarioId})
       and not exists (select from link_signatario o where o.link_id = l.id and o.desligado_em is null)
    returning l.id`;
  await sql`
    update link_incorporado
       set url_retorno = null
     where link_id = any(${ended.map(({ id }) => id)}) and ${tx.here()}`;
}
