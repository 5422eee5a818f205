-- Organizations with a month up to `p_mes` (its first day) not closed yet.
create or replace function acesso.faturas_a_fechar(p_mes date, p_limite int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id
    from organizacao
   where coalesce(faturado_ate,
                  (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date) < p_mes
   order by coalesce(faturado_ate,
                     (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date)
   limit p_limite
$$;
grant execute on function acesso.faturas_a_fechar to rubrica_app;

-- Numbers have no gap: the row is locked until the invoice commits.
create or replace function acesso.proximo_numero_fatura(p_ano int) returns int
language sql security definer set search_path = public, pg_temp as $$
  insert into numeracao_fatura (ano, ultimo) values (p_ano, 1)
  on conflict (ano) do update set ultimo = numeracao_fatura.ultimo + 1
  returning ultimo
$$;
grant execute on function acesso.proximo_numero_fatura to rubrica_app;

-- Invoices that have no token yet.
create or replace function acesso.faturas_sem_token(p_limite int) returns table (id uuid, organizacao_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id from fatura where token_hash is null order by id limit p_limite
$$;
grant execute on function acesso.faturas_sem_token to rubrica_app;

-- What a payment page shows to whoever holds its token.
create or replace function acesso.fatura_a_pagar(p_token_hash bytea) returns table (
  numero text, organizacao text, mes date, itens jsonb, total_centavos bigint, emitida_em timestamptz,
  vence_em timestamptz, paga_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select f.numero, o.nome, f.mes, f.itens, f.total_centavos, f.emitida_em, f.vence_em, f.paga_em
    from fatura f
    join organizacao o on o.id = f.organizacao_id
   where f.token_hash = p_token_hash
$$;
grant execute on function acesso.fatura_a_pagar to rubrica_app;
