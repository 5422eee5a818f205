-- Numbers up to `p_limite` events that are committed and have no number yet; says how many, and the greatest number there
-- is. Whoever numbers has the lock until the numbers are committed, and what it sees it sees after it had the lock: so
-- numbers become visible in their order, and none comes before one that was seen. An event whose transaction is still open
-- waits for nothing and keeps none waiting: it gets a later number. One that is being deleted is passed by; one that a
-- delivery is just being made of, whose row is held as a key, is not.
create or replace function acesso.numerar_eventos(p_limite int, out numerados int, out ultima bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  numerados := 0;
  if exists (select from evento_saida where posicao is null) then
    perform pg_advisory_xact_lock(hashtext('evento_posicao'));
    update evento_saida e
       set posicao = n.posicao
      from (select organizacao_id, id, nextval('evento_posicao') as posicao
              from (select organizacao_id, id
                      from evento_saida
                     where posicao is null
                     order by ocorrido_em, id
                     limit p_limite
                       for no key update skip locked) as novos) as n
     where e.organizacao_id = n.organizacao_id and e.id = n.id;
    get diagnostics numerados = row_count;
  end if;
  select coalesce(max(posicao), 0) into ultima from evento_saida;
end $$;
grant execute on function acesso.numerar_eventos to rubrica_app;

-- What was numbered after `p_depois`, as far as whoever waits for it has to know: where, of what kind, of which document.
create or replace function acesso.eventos_depois(p_depois bigint, p_limite int) returns table (
  posicao bigint, organizacao_id uuid, ambiente text, evento text, documento_id uuid
) language sql stable security definer set search_path = public, pg_temp as $$
  select posicao, organizacao_id, ambiente, evento, documento_id
    from evento_saida
   where posicao > p_depois
   order by posicao
   limit p_limite
$$;
grant execute on function acesso.eventos_depois to rubrica_app;

create or replace function rubrica_lembra_evento() returns trigger language plpgsql as $$
begin
  insert into evento_lembrado (id, organizacao_id, ambiente, posicao)
  values (old.id, old.organizacao_id, old.ambiente, old.posicao)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger lembra_evento after delete on evento_saida
  for each row when (old.posicao is not null) execute function rubrica_lembra_evento();
