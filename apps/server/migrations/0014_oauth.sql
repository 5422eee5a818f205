-- OAuth 2.0: the applications the operator registered, what organizations granted them, and the hashes of the codes and
-- tokens handed out.

-- Registered, listed and revoked by the operator as the owner. No policy: the application's role reaches an application
-- by acesso.cliente_oauth alone.
create table cliente_oauth (
  id uuid primary key,
  client_id text not null unique,
  segredo_hash bytea not null,
  nome text not null,
  ambiente text not null,
  redirect_uris text[] not null,
  escopos text[] not null,
  -- In whose organization and with whose role client_credentials acts; null where the application has none of its own.
  membro_id uuid references membro,
  criado_em timestamptz not null,
  revogado_em timestamptz
);
alter table cliente_oauth enable row level security;

-- What an application may do in an organization: by a member's consent, or because it is the organization's own.
create table concessao_oauth (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  cliente_id uuid not null references cliente_oauth,
  membro_id uuid not null references membro,
  propria boolean not null default false,
  escopos text[] not null,
  criada_em timestamptz not null,
  ultimo_uso_em timestamptz,
  ultimo_ip text,
  revogada_em timestamptz,
  motivo_revogacao text
);
-- One for all tokens of client_credentials: they share a limit, and revoking it is not undone by asking again.
create unique index concessao_oauth_propria on concessao_oauth (cliente_id) where propria;
create index on concessao_oauth (organizacao_id, criada_em desc);
call rubrica_escopo('concessao_oauth');

-- Codes (CODIGO), access tokens (ACESSO) and refresh tokens (RENOVACAO). A used one stays until it would have expired, so
-- that its second use is noticed.
create table credencial_oauth (
  hash bytea primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  concessao_id uuid not null references concessao_oauth,
  tipo text not null,
  escopos text[] not null,
  -- Of a code: what its exchange has to repeat and to prove.
  redirect_uri text,
  desafio text,
  criada_em timestamptz not null,
  expira_em timestamptz not null,
  usada_em timestamptz
);
create index on credencial_oauth (concessao_id);
create index on credencial_oauth (expira_em);
call rubrica_escopo('credencial_oauth');

-- An application that was not revoked, and where its own organization is.
create function acesso.cliente_oauth(p_client_id text) returns table (
  id uuid, client_id text, segredo_hash bytea, nome text, ambiente text, redirect_uris text[], escopos text[],
  membro_id uuid, organizacao_id uuid
) language sql stable security definer set search_path = public as $$
  select c.id, c.client_id, c.segredo_hash, c.nome, c.ambiente, c.redirect_uris, c.escopos, m.id, m.organizacao_id
    from cliente_oauth c
    left join membro m on m.id = c.membro_id
   where c.client_id = p_client_id
     and c.revogado_em is null
$$;

-- Where a code or refresh token belongs; whether it still opens anything is judged under the lock of its grant.
create function acesso.credencial_oauth(p_hash bytea, p_tipo text) returns table (organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public as $$
  select t.organizacao_id, t.ambiente
    from credencial_oauth t
   where t.hash = p_hash
     and t.tipo = p_tipo
$$;

-- A live access token, with the role its member has now; a member who left keeps the role held last, as with keys.
create function acesso.acesso_oauth(p_hash bytea, p_em timestamptz) returns table (
  concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz
) language sql stable security definer set search_path = public as $$
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

-- Last use, told at most once a minute per grant and outside the request's transaction.
create function acesso.concessao_oauth_usada(p_id uuid, p_em timestamptz, p_ip text) returns void
language sql security definer set search_path = public as $$
  update concessao_oauth set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$$;

create function acesso.limpar_oauth(p_antes timestamptz) returns void
language sql security definer set search_path = public as $$
  delete from credencial_oauth where expira_em < p_antes
$$;
