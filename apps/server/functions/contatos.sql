-- A message of the contact form that was not delivered yet, for the job that does.
create or replace function acesso.contato_a_entregar(p_id uuid) returns table (
  id uuid, protocolo text, nome text, email text, assunto text, mensagem text, criado_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, protocolo, nome, email, assunto, mensagem, criado_em
    from contato
   where id = p_id and entregue_em is null
$$;
grant execute on function acesso.contato_a_entregar to rubrica_app;

-- It was.
create or replace function acesso.contato_entregue(p_id uuid, p_em timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update contato set entregue_em = p_em where id = p_id and entregue_em is null
$$;
grant execute on function acesso.contato_entregue to rubrica_app;
