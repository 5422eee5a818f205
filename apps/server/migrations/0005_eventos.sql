-- The outbox: an event commits with the change it tells of; delivery happens after.
create table evento_saida (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  evento text not null,
  documento_id uuid,
  ocorrido_em timestamptz not null,
  dados jsonb not null
);
create index on evento_saida (documento_id, ocorrido_em);
call rubrica_escopo('evento_saida');

create table webhook (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  url text not null,
  eventos text[] not null,
  descricao text,
  ativo boolean not null,
  segredo bytea not null,
  segredo_anterior bytea,
  segredo_anterior_ate timestamptz,
  criado_em timestamptz not null,
  excluido_em timestamptz,
  desativado_em timestamptz,
  ultimo_sucesso_em timestamptz,
  ultima_entrega_em timestamptz,
  ultima_entrega_status text
);
create index on webhook (organizacao_id, ambiente, criado_em desc, id desc) where excluido_em is null;
call rubrica_escopo('webhook');

create table entrega_webhook (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  webhook_id uuid not null references webhook,
  evento_id uuid not null references evento_saida,
  evento text not null,
  -- The exact bytes sent at every attempt.
  corpo bytea not null,
  status text not null default 'PENDENTE',
  tentativas int not null default 0,
  ocorrida_em timestamptz not null,
  criada_em timestamptz not null,
  primeira_tentativa_em timestamptz,
  proxima_tentativa_em timestamptz,
  resposta_http int,
  duracao_ms int,
  erro text,
  -- In this order it also serves the foreign key's check when an old event is purged.
  unique (evento_id, webhook_id)
);
create index on entrega_webhook (webhook_id, criada_em desc, id desc);
call rubrica_escopo('entrega_webhook');

create table tentativa_entrega (
  organizacao_id uuid not null,
  ambiente text not null,
  entrega_id uuid not null references entrega_webhook on delete cascade,
  numero int not null,
  realizada_em timestamptz not null,
  resposta_http int,
  resposta_corpo text,
  duracao_ms int not null,
  erro text,
  primary key (entrega_id, numero)
);
call rubrica_escopo('tentativa_entrega');

-- Messages that did not go out: everything of the sandbox, and production's where no server is configured.
create table mensagem_capturada (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  canal text not null,
  destino text not null,
  assunto text,
  texto text not null,
  html text,
  criado_em timestamptz not null
);
create index on mensagem_capturada (organizacao_id, ambiente, criado_em desc, id desc);
call rubrica_escopo('mensagem_capturada');

-- The development mailbox shows every organization's captured messages; the route exists in development only.
create function acesso.caixa_de_desenvolvimento(p_limite int) returns setof mensagem_capturada
language sql stable security definer set search_path = public as $$
  select * from mensagem_capturada where ambiente = 'PRODUCAO' order by criado_em desc, id desc limit p_limite
$$;

-- Metering: one line per counted act. `referencia` makes a repeated act count once.
create table medicao (
  id uuid primary key,
  organizacao_id uuid not null,
  tipo text not null,
  quantidade bigint not null,
  ocorrido_em timestamptz not null,
  documento_id uuid,
  descricao text,
  referencia text not null,
  unique (organizacao_id, tipo, referencia)
);
create index on medicao (organizacao_id, ocorrido_em desc, id desc);
call rubrica_escopo('medicao', false);

-- Monthly sums (America/Sao_Paulo), kept with each line so that the allowance is one row to lock.
create table consumo_mensal (
  organizacao_id uuid not null,
  mes date not null,
  tipo text not null,
  quantidade bigint not null,
  primary key (organizacao_id, mes, tipo)
);
call rubrica_escopo('consumo_mensal', false);

-- What expires by itself and is nobody's evidence.
create function acesso.limpar(p_idempotencia_ate timestamptz, p_agora timestamptz) returns void
language sql security definer set search_path = public as $$
  delete from idempotencia where criado_em < p_idempotencia_ate;
  delete from download where expira_em < p_agora - interval '1 day';
$$;
