-- What a person has apart from any organization (password, second factor, recovery) and what brings a person into one.

create function rubrica_usuario() returns uuid language sql stable parallel safe
  return nullif(current_setting('rubrica.usuario', true), '')::uuid;

-- A wrong answer counts against the account, not against the challenge: whoever has the password can have new challenges.
alter table usuario
  add column totp_falhas int not null default 0,
  add column totp_descansa_ate timestamptz,
  add column recuperacao_falhas int not null default 0,
  add column recuperacao_descansa_ate timestamptz;

-- An account is changed by its own acts alone; an organization only sees the accounts of its members.
drop policy altera on usuario;
create policy altera on usuario for update using (id = (select public.rubrica_usuario()));
create policy le_a_propria on usuario for select using (id = (select public.rubrica_usuario()));
create policy proprias on sessao using (usuario_id = (select public.rubrica_usuario()));
create policy le_os_proprios on membro for select using (usuario_id = (select public.rubrica_usuario()));

-- Who was invited has no name until accepting.
alter table membro alter column nome drop not null;
create index on membro (organizacao_id, criado_em desc, id desc) where removido_em is null;

-- An invitation; its role is the member's, so that changing the one changes the other. The token is derived from the id.
create table convite (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  membro_id uuid not null references membro,
  convidado_por uuid not null references membro,
  token_hash bytea not null unique,
  criado_em timestamptz not null,
  expira_em timestamptz not null,
  entregue_em timestamptz,
  usado_em timestamptz,
  revogado_em timestamptz
);
create unique index convite_aberto on convite (membro_id) where usado_em is null and revogado_em is null;
create index on convite (convidado_por) where usado_em is null and revogado_em is null;
call rubrica_escopo('convite', false);

-- The right password of an account with a second factor, until the factor is answered. `convite_id`: the password was
-- given to accept this invitation.
create table desafio (
  id uuid primary key,
  usuario_id uuid not null references usuario,
  organizacao_id uuid not null references organizacao,
  membro_id uuid not null references membro,
  convite_id uuid references convite,
  criado_em timestamptz not null,
  expira_em timestamptz not null,
  encerrado_em timestamptz
);
create index on desafio (usuario_id) where encerrado_em is null;
create index on desafio (expira_em);
alter table desafio enable row level security;
create policy proprios on desafio using (usuario_id = (select public.rubrica_usuario()));

create table codigo_recuperacao (
  usuario_id uuid not null references usuario,
  codigo_hash bytea not null,
  criado_em timestamptz not null,
  usado_em timestamptz,
  primary key (usuario_id, codigo_hash)
);
alter table codigo_recuperacao enable row level security;
create policy proprios on codigo_recuperacao using (usuario_id = (select public.rubrica_usuario()));

-- A wish to recover a password. The request writes the address, encrypted, whether or not it has an account; a job looks
-- for the account, binds the row to it or deletes it.
create table recuperacao_senha (
  id uuid primary key,
  email_cifrado bytea,
  usuario_id uuid references usuario,
  token_hash bytea unique,
  criada_em timestamptz not null,
  expira_em timestamptz not null,
  entregue_em timestamptz,
  usada_em timestamptz,
  check ((usuario_id is null) = (email_cifrado is not null))
);
create index on recuperacao_senha (usuario_id, criada_em);
create index on recuperacao_senha (expira_em);
alter table recuperacao_senha enable row level security;
create policy pedida_ou_propria on recuperacao_senha
  using (usuario_id is null or usuario_id = (select public.rubrica_usuario()));

-- Captured messages that open an account's door are for those who could have sent them.
alter table mensagem_capturada add column reservada boolean not null default false;

-- An open invitation with the account its address has, if any.
create function acesso.convite(p_token_hash bytea, p_em timestamptz) returns table (
  id uuid, organizacao_id uuid, organizacao text, membro_id uuid, email text, papel text,
  usuario_id uuid, usuario_nome text, senha_hash text
) language sql stable security definer set search_path = public as $$
  select c.id, c.organizacao_id, o.nome, m.id, m.email, m.papel, u.id, u.nome, u.senha_hash
    from convite c
    join membro m on m.id = c.membro_id
    join organizacao o on o.id = c.organizacao_id
    left join usuario u on lower(u.email) = lower(m.email)
   where c.token_hash = p_token_hash
     and c.usado_em is null and c.revogado_em is null and c.expira_em > p_em
     and m.removido_em is null and m.estado = 'CONVIDADO'
$$;

create function acesso.desafio(p_id uuid) returns table (usuario_id uuid, organizacao_id uuid)
language sql stable security definer set search_path = public as $$
  select d.usuario_id, d.organizacao_id from desafio d where d.id = p_id
$$;

-- A wish to recover, for the job that serves it.
create function acesso.recuperacao_pedida(p_id uuid) returns table (
  usuario_id uuid, email_cifrado bytea, expira_em timestamptz, entregue_em timestamptz, usada_em timestamptz
) language sql stable security definer set search_path = public as $$
  select r.usuario_id, r.email_cifrado, r.expira_em, r.entregue_em, r.usada_em
    from recuperacao_senha r
   where r.id = p_id
$$;

-- What a reset token opens.
create function acesso.recuperacao(p_token_hash bytea, p_em timestamptz) returns table (
  id uuid, usuario_id uuid, nome text, email text
) language sql stable security definer set search_path = public as $$
  select r.id, u.id, u.nome, u.email
    from recuperacao_senha r
    join usuario u on u.id = r.usuario_id
   where r.token_hash = p_token_hash
     and r.usada_em is null and r.expira_em > p_em
$$;

-- As before, but the member's row first, as whoever suspends or removes a member locks them.
create or replace function acesso.sessao_usada(p_id uuid, p_em timestamptz) returns void
language sql security definer set search_path = public as $$
  update membro set ultimo_acesso_em = p_em where id = (select membro_id from sessao where sessao.id = p_id);
  update sessao set usada_em = p_em where id = p_id;
$$;

-- What is over and done with; a day is kept so that a late question can still be answered by an operator.
create function acesso.limpar_contas(p_antes timestamptz) returns void
language sql security definer set search_path = public as $$
  delete from desafio where expira_em < p_antes;
  delete from recuperacao_senha where expira_em < p_antes;
$$;
