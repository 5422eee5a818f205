-- What the public may learn of a document of one environment: by its code, or by the hash of a file. Only the file that
-- stands for the document now is its record; its certificates and the file that was once sent are recognised. Of several
-- with the same bytes the concluded one answers, then the oldest, so that nobody takes another's place by an upload.
create or replace function acesso.registro_publico(p_ambiente text, p_codigo text, p_hash text) returns table (
  id uuid, organizacao_id uuid, achado text, versao integer
) language sql stable security definer set search_path = public, pg_temp as $$
  select achados.id, achados.organizacao_id, achados.achado, achados.versao
    from (select d.id, d.organizacao_id, 'REGISTRO' as achado, null::integer as versao, 1 as ordem, d.finalizado_em,
                 d.enviado_em
            from documento d
           where d.codigo_validacao = p_codigo and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'REGISTRO', null, 1, d.finalizado_em, d.enviado_em
            from documento d
           where p_codigo is null and d.hash_publico = p_hash and d.codigo_validacao is not null
             and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'CERTIFICADO', c.versao, 2, d.finalizado_em, d.enviado_em
            from arquivo a
            join certificado c on c.organizacao_id = a.organizacao_id and c.arquivo_id = a.id
            join documento d on d.organizacao_id = c.organizacao_id and d.id = c.documento_id
           where p_codigo is null and a.sha256 = p_hash and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'ORIGINAL', null, 3, d.finalizado_em, d.enviado_em
            from arquivo a
            join documento d on d.organizacao_id = a.organizacao_id and d.arquivo_id = a.id
           where p_codigo is null and a.sha256 = p_hash and d.codigo_validacao is not null
             and d.ambiente = p_ambiente and d.excluido_em is null) as achados
   order by ordem, finalizado_em is null, enviado_em, achados.id
   limit 1
$$;
grant execute on function acesso.registro_publico(text, text, text) to rubrica_app;
