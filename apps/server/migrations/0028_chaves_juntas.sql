-- API keys by their prefixes, many in one exchange, each with the role its creator has now (a creator who left keeps the
-- role held last) and, where a document's id is given with it, that document's revision if it is of the key's scope.
-- One key at a time, by its index: the plan is kept for long, and may have been made when the tables were empty. It is
-- the same for any number of keys; left to itself PostgreSQL would make one for each call, which takes longer than the
-- lookup. As the body is bound to its tables here and now, no search path has to be set at each call.
create function acesso.chaves(p_prefixos text[], p_documentos uuid[]) returns table (
  posicao int, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint
) language sql stable security definer set plan_cache_mode = force_generic_plan
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

drop function acesso.chave(text);
drop function acesso.chave_e_revisao(text, uuid);
