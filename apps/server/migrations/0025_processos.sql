-- Several processes over one database: what each asks before it takes up work.

create table instalacao (
  nome text primary key,
  impressao text not null,
  desde timestamptz not null default now()
);
alter table instalacao enable row level security;

-- Whether the database was brought to a version of the code: its schema, its queues and the rights on both.
create function acesso.versao_pronta(p_impressao text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from instalacao where nome = 'versao:' || p_impressao)
$$;

-- Whether a process holds the master key the installation began with; the first to ask settles which that is. The links
-- and codes of a process with another one would open nothing.
create function acesso.confirmar_chave(p_impressao text) returns boolean
language plpgsql security definer set search_path = public as $$
begin
  insert into instalacao (nome, impressao) values ('chave-mestra', p_impressao) on conflict (nome) do nothing;
  return exists (select from instalacao where nome = 'chave-mestra' and impressao = p_impressao);
end $$;
