import { randomUUID } from 'node:crypto';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import type { Account } from './database.ts';

const FOLDERS = 5;

/** Texts that occur in seven documents, whatever the organization's size. */
export const RARE = { title: 'aditivo jabuticaba', signer: 'severina.xique' } as const;

const STATUS = ['ASSINADO', 'AGUARDANDO_ASSINATURAS', 'RASCUNHO', 'PARCIALMENTE_ASSINADO', 'CANCELADO', 'EXPIRADO'];
const NAMES = ['Ana Lima', 'João da Silva', 'Maria Souza', 'José Prado', 'Antônia Reis', 'Caio Nunes', 'Lia Braga'];
const SUBJECTS = ['prestação de serviços', 'locação comercial', 'compra e venda', 'parceria', 'confidencialidade'];

/**
 * Writes `size` documents with one signer each directly into the tables, because a million through the service would
 * take hours. Triggers are disabled meanwhile, and their counts are written at the end, as the migration does for
 * existing documents.
 * @returns a folder that contains a tenth of them
 */
export async function fillOrganization(sql: Sql, account: Account, size: number): Promise<string> {
  const folders = Array.from({ length: FOLDERS }, () => randomUUID());
  const { organizacaoId, membroId } = account;
  const scope = sql`${organizacaoId}::uuid, 'PRODUCAO'`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local maintenance_work_mem = '1GB'`;
    await tx`drop index documento_busca`;
    for (const id of folders) {
      await tx`
        insert into pasta (id, organizacao_id, ambiente, nome, criada_em)
        values (${id}, ${scope}, ${`Pasta ${id}`}, now())`;
    }
    await tx`create temp table novo on commit drop as
      select gen_random_uuid() as id, n,
             'Contrato de ' || (${SUBJECTS}::text[])[1 + n % ${SUBJECTS.length}] || ' nº ' || n ||
               case when n % greatest(${size} / 7, 1) = 3 then ${` ${RARE.title}`} else '' end as titulo,
             (${NAMES}::text[])[1 + n % ${NAMES.length}] as nome,
             case when n % greatest(${size} / 7, 1) = 5 then ${RARE.signer} else 'pessoa' end || n || '@exemplo.com.br' as email,
             (${STATUS}::text[])[1 + (n / 7) % ${STATUS.length}] as status,
             (${folders}::uuid[])[1 + n % 10] as pasta_id
        from generate_series(1, ${size}::int) as n`;
    const arquivo = randomUUID();
    await tx`
      insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, criado_em)
      values (${arquivo}, ${scope}, ${`bench/${arquivo}`}, ${'0'.repeat(64)}, 50000, '{}', now())`;
    await tx`
      insert into documento (id, organizacao_id, ambiente, titulo, status, nivel_assinatura, fatores_exigidos, pasta_id,
                             ordenado, recusavel, parar_se_recusado, criado_por, criado_em, atualizado_em, arquivo_id,
                             arquivo_hash, paginas, geometria, busca)
      select id, ${scope}, titulo, status, 'ELETRONICA', '{EMAIL}', pasta_id, false, true, true, ${membroId},
             now() - make_interval(secs => n), now() - make_interval(secs => (n * 7919::bigint) % ${size}::bigint),
             ${arquivo}::uuid, ${'0'.repeat(64)}, 3, '[]',
             rubrica_busca(concat_ws(e'\\n', titulo, nome, email))
        from novo`;
    await tx`
      insert into signatario (id, organizacao_id, ambiente, documento_id, posicao, funcao, nome, email, metodo_entrega,
                              travar_dados)
      select gen_random_uuid(), ${scope}, id, 0, 'ASSINAR', nome, email, 'EMAIL', false from novo`;
    await tx`
      insert into documento_contagem (organizacao_id, ambiente, pasta_id, status, total)
      select ${scope}, pasta, status, count(*)
        from novo
       cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (pasta_id)) as p (pasta)
       where pasta is not null
       group by pasta, status`;
    await tx`
      create index documento_busca on documento using gin (organizacao_id, busca gin_trgm_ops)
        with (gin_pending_list_limit = 512)`;
  });
  return folders[0] as string;
}
