-- Who calls with which API key, by the prefixes of keys, many in one exchange: each with the role its creator has now (a
-- creator who left keeps the role held last), where they stand (an organization that is to be closed as a suspended one:
-- it creates, sends and invites nothing) and, where a document's id is given with the key, that document's revision if it
-- is of the key's scope. One key at a time, by its index: the plan is kept for long, and may have been made when the
-- tables were empty. It is the same for any number of keys; left to itself PostgreSQL would make one for each call, which
-- takes longer than the lookup.
create or replace function acesso.quem_chama_por_chave(p_prefixos text[], p_documentos uuid[]) returns table (
  posicao int, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint,
  suspensa boolean, confirmado boolean
) language sql stable security definer set plan_cache_mode = force_generic_plan set search_path = public, pg_temp
begin atomic
  select p.posicao::int, c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         c.membro_id, c.usuario_id, c.papel, c.ultimo_uso_em, c.revogada,
         (select d.revisao
            from documento d
           where d.id = p.documento_id
             and d.organizacao_id = c.organizacao_id and d.ambiente = c.ambiente
             and d.excluido_em is null),
         c.suspensa, c.confirmado
    from unnest(p_prefixos, p_documentos) with ordinality as p (prefixo, documento_id, posicao)
   cross join lateral (
     select k.id, k.organizacao_id, k.ambiente, k.nome, k.segredo_hash, k.escopos, k.membro_id, k.ultimo_uso_em,
            k.revogada_em is not null as revogada, m.usuario_id, m.papel,
            o.status = 'SUSPENSA' or o.encerra_em is not null as suspensa, u.email_confirmado_em is not null as confirmado
       from chave_api k
       join membro m on m.id = k.membro_id
       join organizacao o on o.id = k.organizacao_id
       join usuario u on u.id = m.usuario_id
      where k.prefixo = p.prefixo
      limit 1) as c;
end;
grant execute on function acesso.quem_chama_por_chave to rubrica_app;

-- Last uses of keys, told together: a list of { id, em, ip }. A key that another process is just telling of is skipped,
-- because that tells the same.
create or replace function acesso.chaves_usadas(p_usos jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  update chave_api c
     set ultimo_uso_em = u.em, ultimo_ip = u.ip
    from jsonb_to_recordset(p_usos) as u (id uuid, em timestamptz, ip text)
   where c.id = u.id
     and c.id in (select id from chave_api
                   where id in (select (uso ->> 'id')::uuid from jsonb_array_elements(p_usos) as uso)
                     for update skip locked)
$$;
grant execute on function acesso.chaves_usadas to rubrica_app;

-- API keys by their prefixes, many in one exchange, each with the role its creator has now (a creator who left keeps the
-- role held last) and, where a document's id is given with it, that document's revision if it is of the key's scope.
-- One key at a time, by its index: the plan is kept for long, and may have been made when the tables were empty. It is
-- the same for any number of keys; left to itself PostgreSQL would make one for each call, which takes longer than the
-- lookup. As the body is bound to its tables here and now, no search path has to be set at each call.
create or replace function acesso.chaves(p_prefixos text[], p_documentos uuid[]) returns table (
  posicao int, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint
) language sql stable security definer set plan_cache_mode = force_generic_plan set search_path = public, pg_temp
begin atomic
  select p.posicao::int, c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         c.membro_id, c.usuario_id, c.papel, c.ultimo_uso_em, c.revogada,
         (select d.revisao
            from documento d
           where d.id = p.documento_id
             and d.organizacao_id = c.organizacao_id and d.ambiente = c.ambiente
             and d.excluido_em is null)
    from unnest(p_prefixos, p_documentos) with ordinality as p (prefixo, documento_id, posicao)
   cross join lateral (
     select k.id, k.organizacao_id, k.ambiente, k.nome, k.segredo_hash, k.escopos, k.membro_id, k.ultimo_uso_em,
            k.revogada_em is not null as revogada, m.usuario_id, m.papel
       from chave_api k
       join membro m on m.id = k.membro_id
      where k.prefixo = p.prefixo
      limit 1) as c;
end;
grant execute on function acesso.chaves to rubrica_app;
