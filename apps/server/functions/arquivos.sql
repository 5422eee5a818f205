-- Whether any row names this stored file; the sweep of the file store asks before it deletes.
create or replace function acesso.arquivo_existe(p_chave text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from arquivo where chave = p_chave)
$$;
grant execute on function acesso.arquivo_existe to rubrica_app;

-- Where the file of a download token is.
create or replace function acesso.download(p_token_hash bytea)
returns table (id uuid, organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente from download where token_hash = p_token_hash
$$;
grant execute on function acesso.download to rubrica_app;
