-- The development mailbox shows every organization's captured messages; the route exists in development only.
create or replace function acesso.caixa_de_desenvolvimento(p_limite int) returns setof mensagem_capturada
language sql stable security definer set search_path = public, pg_temp as $$
  select * from mensagem_capturada where ambiente = 'PRODUCAO' order by criado_em desc, id desc limit p_limite
$$;
grant execute on function acesso.caixa_de_desenvolvimento to rubrica_app;
