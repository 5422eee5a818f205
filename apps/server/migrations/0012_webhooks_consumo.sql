-- A redelivery or a reactivation starts a new round of attempts: the calendar counts from it, the history goes on.
-- `rodada` is how many attempts were made before the present round.
alter table entrega_webhook add column rodada int not null default 0;
-- A test is one attempt, made whether the webhook is active or not, and never deactivates it.
alter table entrega_webhook add column teste boolean not null default false;
create index entrega_webhook_aberta on entrega_webhook (webhook_id, id) where status in ('PENDENTE', 'FALHOU');

-- Why deliveries stopped by themselves: RESPOSTA_410 or FALHAS. Null where a person switched the webhook off.
alter table webhook add column desativado_motivo text;

-- The plans are a table of the code (modules/consumo/planos.ts); a code mistyped by an operator must not get in.
alter table organizacao add constraint organizacao_plano
  check (plano_codigo in ('INICIAL', 'ESSENCIAL', 'PROFISSIONAL', 'EMPRESARIAL'));

-- Which plan was in force since when: a month closed late is billed by the plan it ended with.
create table plano_vigencia (
  organizacao_id uuid not null references organizacao,
  desde timestamptz not null,
  plano_codigo text not null,
  primary key (organizacao_id, desde)
);
call rubrica_escopo('plano_vigencia', false);
insert into plano_vigencia (organizacao_id, desde, plano_codigo)
select id, criada_em, plano_codigo from organizacao;

create function rubrica_vigencia() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into plano_vigencia (organizacao_id, desde, plano_codigo)
  select new.id,
         -- Never before what it replaces: the application's clock, which told `criada_em`, may go ahead of this one.
         case when tg_op = 'INSERT' then new.criada_em else greatest(now(), max(desde)) end,
         new.plano_codigo
    from plano_vigencia
   where organizacao_id = new.id
  on conflict (organizacao_id, desde) do update set plano_codigo = excluded.plano_codigo;
  return null;
end $$;
create trigger vigencia_inserida after insert on organizacao
  for each row execute function rubrica_vigencia();
create trigger vigencia_alterada after update of plano_codigo on organizacao
  for each row when (old.plano_codigo <> new.plano_codigo) execute function rubrica_vigencia();

-- Up to where an organization's storage is measured (a day) and its months are closed (a month's first day).
alter table organizacao add column armazenamento_ate date;
alter table organizacao add column faturado_ate date;
create index organizacao_armazenamento on organizacao
  (coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1));
create index organizacao_faturamento on organizacao
  (coalesce(faturado_ate, (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date));

-- Organizations with a day up to `p_dia` not measured yet.
create function acesso.armazenamento_a_medir(p_dia date, p_limite int) returns setof uuid
language sql stable security definer set search_path = public as $$
  select id
    from organizacao
   where coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1) < p_dia
   order by coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1)
   limit p_limite
$$;

create index arquivo_organizacao on arquivo (organizacao_id, ambiente, criado_em);

-- Organizations with a month up to `p_mes` (its first day) not closed yet.
create function acesso.faturas_a_fechar(p_mes date, p_limite int) returns setof uuid
language sql stable security definer set search_path = public as $$
  select id
    from organizacao
   where coalesce(faturado_ate,
                  (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date) < p_mes
   order by coalesce(faturado_ate,
                     (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date)
   limit p_limite
$$;

-- An invoice never changes but for its payment; whether it is overdue follows from `vence_em`.
create table fatura (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  mes date not null,
  numero text not null unique,
  itens jsonb not null,
  total_centavos bigint not null,
  emitida_em timestamptz not null,
  vence_em timestamptz not null,
  paga_em timestamptz,
  unique (organizacao_id, mes)
);
call rubrica_escopo('fatura', false);

-- Numbers run through all organizations without a gap: the row is locked until the invoice commits. Nobody reads it.
create table numeracao_fatura (
  ano int primary key,
  ultimo int not null
);
alter table numeracao_fatura enable row level security;

create function acesso.proximo_numero_fatura(p_ano int) returns int
language sql security definer set search_path = public as $$
  insert into numeracao_fatura (ano, ultimo) values (p_ano, 1)
  on conflict (ano) do update set ultimo = numeracao_fatura.ultimo + 1
  returning ultimo
$$;

-- Lines of the extract by month, so that its exact total is a sum over a few rows.
alter table consumo_mensal add column linhas bigint not null default 0;
update consumo_mensal c
   set linhas = (
     select count(*)
       from medicao m
      where m.organizacao_id = c.organizacao_id and m.tipo = c.tipo
        and date_trunc('month', m.ocorrido_em at time zone 'America/Sao_Paulo')::date = c.mes);
create index medicao_tipo on medicao (organizacao_id, tipo, ocorrido_em desc, id desc);

-- API calls counted in memory since the last time, added to one line per organization and hour: p_linhas is a list of
-- { organizacao_id, hora, quantidade }, no hour of an organization twice. Organizations go in order, so that two
-- processes never wait on each other.
create function acesso.medir_requisicoes(p_linhas jsonb) returns void
language sql security definer set search_path = public as $$
  with dada as (
    select organizacao_id, hora, quantidade
      from jsonb_to_recordset(p_linhas) as linha (organizacao_id uuid, hora timestamptz, quantidade bigint)
  ), gravada as (
    insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, descricao, referencia)
    select gen_random_uuid(), organizacao_id, 'REQUISICAO_API', quantidade, hora, 'Chamadas à API nesta hora',
           'hora:' || to_char(hora at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
      from dada
     order by organizacao_id, hora
    on conflict (organizacao_id, tipo, referencia) do update
       set quantidade = medicao.quantidade + excluded.quantidade
    returning organizacao_id, ocorrido_em, xmax = 0 as nova
  )
  insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
  select dada.organizacao_id,
         date_trunc('month', hora at time zone 'America/Sao_Paulo')::date as mes,
         'REQUISICAO_API',
         sum(dada.quantidade),
         count(*) filter (where nova)
    from dada
    join gravada on gravada.organizacao_id = dada.organizacao_id and gravada.ocorrido_em = dada.hora
   group by 1, 2
   order by 1, 2
  on conflict (organizacao_id, mes, tipo) do update
     set quantidade = consumo_mensal.quantidade + excluded.quantidade,
         linhas = consumo_mensal.linhas + excluded.linhas
$$;
