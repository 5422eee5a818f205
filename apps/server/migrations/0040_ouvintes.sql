-- Which webhooks hear an event is decided by what its own transaction sees, and kept with it: the times that two machines
-- wrote tell no order. Null where a process of before wrote it.
alter table evento_saida add column ouvintes uuid[];

create function rubrica_ouvintes(p_organizacao_id uuid, p_ambiente text, p_evento text) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select id from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $$;
