-- An application that was not revoked, and where its own organization is.
create or replace function acesso.cliente_oauth(p_client_id text) returns table (
  id uuid, client_id text, segredo_hash bytea, nome text, ambiente text, redirect_uris text[], escopos text[],
  membro_id uuid, organizacao_id uuid
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.client_id, c.segredo_hash, c.nome, c.ambiente, c.redirect_uris, c.escopos, m.id, m.organizacao_id
    from cliente_oauth c
    left join membro m on m.id = c.membro_id
   where c.client_id = p_client_id
     and c.revogado_em is null
$$;
grant execute on function acesso.cliente_oauth to rubrica_app;

-- Where a code or refresh token belongs; whether it still opens anything is judged under the lock of its grant.
create or replace function acesso.credencial_oauth(p_hash bytea, p_tipo text)
returns table (organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organizacao_id, t.ambiente
    from credencial_oauth t
   where t.hash = p_hash
     and t.tipo = p_tipo
$$;
grant execute on function acesso.credencial_oauth to rubrica_app;

-- A live access token, with the role its member has now; a member who left keeps the role held last, as with keys.
create or replace function acesso.acesso_oauth(p_hash bytea, p_em timestamptz) returns table (
  concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select g.id, g.organizacao_id, g.ambiente, c.nome, c.client_id, t.escopos, m.id, m.usuario_id, m.papel, g.ultimo_uso_em
    from credencial_oauth t
    join concessao_oauth g on g.id = t.concessao_id
    join cliente_oauth c on c.id = g.cliente_id
    join membro m on m.id = g.membro_id
   where t.hash = p_hash
     and t.tipo = 'ACESSO'
     and t.expira_em > p_em
     and g.revogada_em is null
     and c.revogado_em is null
$$;
grant execute on function acesso.acesso_oauth to rubrica_app;

-- Who calls with an access token, and where they stand.
create or replace function acesso.quem_chama_por_acesso(p_hash bytea, p_em timestamptz) returns table (
  concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.concessao_id, a.organizacao_id, a.ambiente, a.nome, a.client_id, a.escopos, a.membro_id, a.usuario_id,
         a.papel, a.ultimo_uso_em, o.status = 'SUSPENSA' or o.encerra_em is not null,
         u.email_confirmado_em is not null
    from acesso.acesso_oauth(p_hash, p_em) a
    join organizacao o on o.id = a.organizacao_id
    join usuario u on u.id = a.usuario_id
$$;
grant execute on function acesso.quem_chama_por_acesso to rubrica_app;

-- Last use, told at most once a minute per grant and outside the request's transaction.
create or replace function acesso.concessao_oauth_usada(p_id uuid, p_em timestamptz, p_ip text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update concessao_oauth set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$$;
grant execute on function acesso.concessao_oauth_usada to rubrica_app;

-- The applications that were granted something in the scope. Of an application only what its consent page showed.
create or replace function acesso.aplicativos_concedidos() returns table (
  id uuid, client_id text, nome text, revogado_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.client_id, c.nome, c.revogado_em
    from cliente_oauth c
   where exists (select from concessao_oauth g
                  where g.cliente_id = c.id
                    and g.organizacao_id = rubrica_organizacao() and g.ambiente = rubrica_ambiente())
$$;
grant execute on function acesso.aplicativos_concedidos to rubrica_app;

-- Codes and tokens that are over.
create or replace function acesso.limpar_oauth(p_antes timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from credencial_oauth where expira_em < p_antes
$$;
grant execute on function acesso.limpar_oauth to rubrica_app;
