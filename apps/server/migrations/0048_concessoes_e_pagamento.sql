-- What an owner sees of the applications it let in, and the page at which an invoice is paid.

-- The applications that were granted something in the scope. Of an application only what its consent page showed.
create function acesso.aplicativos_concedidos() returns table (
  id uuid, client_id text, nome text, revogado_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.client_id, c.nome, c.revogado_em
    from cliente_oauth c
   where exists (select from concessao_oauth g
                  where g.cliente_id = c.id
                    and g.organizacao_id = rubrica_organizacao() and g.ambiente = rubrica_ambiente())
$$;

create index concessao_oauth_lista on concessao_oauth (organizacao_id, ambiente, criada_em desc, id desc);

-- The token of an invoice's payment page is derived from the invoice's id; those of before get their hash from a sweep.
alter table fatura add column token_hash bytea unique;
create index fatura_sem_token on fatura (id) where token_hash is null;

-- Invoices that have no token yet.
create function acesso.faturas_sem_token(p_limite int) returns table (id uuid, organizacao_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id from fatura where token_hash is null order by id limit p_limite
$$;

-- What a payment page shows to whoever holds its token.
create function acesso.fatura_a_pagar(p_token_hash bytea) returns table (
  numero text, organizacao text, mes date, itens jsonb, total_centavos bigint, emitida_em timestamptz,
  vence_em timestamptz, paga_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select f.numero, o.nome, f.mes, f.itens, f.total_centavos, f.emitida_em, f.vence_em, f.paga_em
    from fatura f
    join organizacao o on o.id = f.organizacao_id
   where f.token_hash = p_token_hash
$$;
