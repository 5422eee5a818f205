-- The development mailbox shows every organization's captured messages; the route exists in development only.
create or replace function acesso.caixa_de_desenvolvimento(p_limite int) returns setof mensagem_capturada
language sql stable security definer set search_path = public, pg_temp as $$
  select * from mensagem_capturada where ambiente = 'PRODUCAO' order by criado_em desc, id desc limit p_limite
$$;
grant execute on function acesso.caixa_de_desenvolvimento to rubrica_app;

-- What was captured last for organizations that somebody waits for, each as a mark that is another once something was
-- added. The newest are told by when they were written, not by the clock that an organization's tests go by; so many are
-- looked at that one whose transaction ended late is among them.
create or replace function acesso.caixas_recentes(p_organizacoes uuid[]) returns table (
  organizacao_id uuid, ambiente text, marca text
) language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, 'TESTE',
         coalesce((select md5(string_agg(n.id::text, ',' order by n.id))
                     from (select m.id
                             from mensagem_capturada m
                            where m.organizacao_id = o.id and m.ambiente = 'TESTE'
                            order by m.gravada_em desc
                            limit 100) n), '')
    from unnest(p_organizacoes) as o (id)
$$;
grant execute on function acesso.caixas_recentes to rubrica_app;
