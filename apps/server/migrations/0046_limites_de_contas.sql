-- What is free and reaches others is limited: invitations, and guesses at passwords.

-- Wrong passwords in a row for an address, whether or not it has an account; `conta` is a keyed hash of it.
create table tentativa_senha (
  conta bytea primary key,
  seguidas int not null,
  ultima_em timestamptz not null
);
create index on tentativa_senha (ultima_em);
alter table tentativa_senha enable row level security;

-- Counts an attempt as it arrives, so that those that arrive together are slowed too. @returns how many went before it
create function acesso.senha_tentada(p_conta bytea, p_em timestamptz, p_desde timestamptz) returns int
language sql security definer set search_path = public, pg_temp as $$
  insert into tentativa_senha as t (conta, seguidas, ultima_em)
  values (p_conta, 1, p_em)
  on conflict (conta) do update
     set seguidas = case when t.ultima_em < p_desde then 1 else t.seguidas + 1 end,
         ultima_em = p_em
  returning seguidas - 1
$$;

create function acesso.senha_certa(p_conta bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from tentativa_senha where conta = p_conta
$$;

create or replace function acesso.limpar_contas(p_antes timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from desafio where expira_em < p_antes;
  delete from recuperacao_senha where expira_em < p_antes;
  delete from confirmacao_email where expira_em < p_antes;
  delete from tentativa_senha where ultima_em < p_antes;
$$;

create index convite_por_organizacao on convite (organizacao_id, criado_em desc) where ambiente = 'PRODUCAO';
create index membro_por_email on membro (lower(email));

-- Whoever invites an address waits for whoever else does, of whatever organization: the limit is the person's.
-- @returns when the one that is p_limite invitations back was made, if it is of the time since p_desde
create function acesso.convites_ao_endereco(p_email text, p_desde timestamptz, p_limite int) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('convite:' || lower(p_email), 0));
  return (
    select c.criado_em
      from convite c
      join membro m on m.id = c.membro_id
     where lower(m.email) = lower(p_email)
       and c.ambiente = 'PRODUCAO'
       and c.criado_em > p_desde
     order by c.criado_em desc
    offset p_limite - 1
     limit 1);
end $$;
