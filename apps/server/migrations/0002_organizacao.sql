create table organizacao (
  id uuid primary key,
  nome text not null,
  documento text not null,
  status text not null default 'ATIVA',
  plano_codigo text not null default 'INICIAL',
  marca jsonb not null default '{}',
  criada_em timestamptz not null
);
alter table organizacao enable row level security;
create policy escopo on organizacao using (id = (select public.rubrica_organizacao()));

create table usuario (
  id uuid primary key,
  nome text not null,
  email text not null,
  senha_hash text not null,
  totp_segredo bytea,
  totp_confirmado_em timestamptz,
  totp_ultimo_passo bigint,
  criado_em timestamptz not null
);
create unique index usuario_email on usuario (lower(email));

create table membro (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  usuario_id uuid references usuario,
  nome text not null,
  email text not null,
  papel text not null,
  estado text not null default 'ATIVO',
  ultimo_acesso_em timestamptz,
  criado_em timestamptz not null,
  removido_em timestamptz
);
create unique index membro_usuario on membro (organizacao_id, usuario_id) where removido_em is null;
create unique index membro_email on membro (organizacao_id, lower(email)) where removido_em is null;
create index on membro (usuario_id);
call rubrica_escopo('membro', false);

-- A user is seen and changed by the organizations it is a member of. Creating one is open: before the row exists nobody
-- can be its member, and an account without a membership opens nothing. No policy lets anyone delete.
alter table usuario enable row level security;
create policy cria on usuario for insert with check (true);
create policy le on usuario for select using (exists (
  select from membro m
   where m.usuario_id = usuario.id and m.removido_em is null
     and m.organizacao_id = (select public.rubrica_organizacao())
));
create policy altera on usuario for update using (exists (
  select from membro m
   where m.usuario_id = usuario.id and m.removido_em is null
     and m.organizacao_id = (select public.rubrica_organizacao())
));

create table sessao (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  membro_id uuid not null references membro,
  usuario_id uuid not null references usuario,
  token_hash bytea not null unique,
  csrf_hash bytea not null,
  ip text,
  agente_usuario text,
  geolocalizacao jsonb,
  criada_em timestamptz not null,
  usada_em timestamptz not null,
  expira_em timestamptz not null,
  encerrada_em timestamptz
);
create index on sessao (usuario_id, criada_em desc, id desc) where encerrada_em is null;
call rubrica_escopo('sessao', false);

create table chave_api (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  nome text not null,
  prefixo text not null unique,
  segredo_hash bytea not null,
  escopos text[] not null,
  membro_id uuid not null references membro,
  criada_em timestamptz not null,
  ultimo_uso_em timestamptz,
  ultimo_ip text,
  revogada_em timestamptz
);
create index on chave_api (organizacao_id, criada_em desc, id desc);
call rubrica_escopo('chave_api', false);

-- A key by its prefix, with the role its creator has now; a creator who left keeps the role held last.
create function acesso.chave(p_prefixo text) returns table (
  id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean
) language sql stable security definer set search_path = public as $$
  select c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         m.id, m.usuario_id, m.papel, c.ultimo_uso_em, c.revogada_em is not null
    from chave_api c
    join membro m on m.id = c.membro_id
   where c.prefixo = p_prefixo
$$;

-- Last use, told at most once a minute per key and outside the request's transaction.
create function acesso.chave_usada(p_id uuid, p_em timestamptz, p_ip text) returns void
language sql security definer set search_path = public as $$
  update chave_api set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$$;

create function acesso.sessao(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text,
  csrf_hash bytea, usada_em timestamptz, expira_em timestamptz, encerrada boolean
) language sql stable security definer set search_path = public as $$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
   where s.token_hash = p_token_hash
$$;

create function acesso.sessao_usada(p_id uuid, p_em timestamptz) returns void
language sql security definer set search_path = public as $$
  update sessao set usada_em = p_em where id = p_id;
  update membro set ultimo_acesso_em = p_em where id = (select membro_id from sessao where sessao.id = p_id);
$$;

-- What login needs of an account: its password hash and the first organization to enter.
create function acesso.login(p_email text) returns table (
  usuario_id uuid, nome text, senha_hash text, totp boolean, membro_id uuid, organizacao_id uuid
) language sql stable security definer set search_path = public as $$
  select u.id, u.nome, u.senha_hash, u.totp_confirmado_em is not null, m.id, m.organizacao_id
    from usuario u
    left join membro m on m.usuario_id = u.id and m.removido_em is null and m.estado = 'ATIVO'
   where lower(u.email) = lower(p_email)
   order by m.ultimo_acesso_em desc nulls last, m.criado_em
   limit 1
$$;

-- What a user's own session may see of its live sessions, in whatever organization they were opened: never a hash.
-- Live as authentication understands it: not ended, not past its last day, used since `p_ociosa_desde`, of a member
-- still active.
create function acesso.sessoes_do_usuario(p_usuario_id uuid, p_em timestamptz, p_ociosa_desde timestamptz) returns table (
  id uuid, criada_em timestamptz, usada_em timestamptz, expira_em timestamptz, ip text, agente_usuario text
) language sql stable security definer set search_path = public as $$
  select s.id, s.criada_em, s.usada_em, s.expira_em, s.ip, s.agente_usuario
    from sessao s
    join membro m on m.id = s.membro_id
   where s.usuario_id = p_usuario_id
     and s.encerrada_em is null
     and s.expira_em > p_em
     and s.usada_em >= p_ociosa_desde
     and m.removido_em is null
     and m.estado = 'ATIVO'
$$;
