-- The webhooks of the scope that are told of an event.
create or replace function rubrica_ouvintes(p_organizacao_id uuid, p_ambiente text, p_evento text) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select id from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $$;
