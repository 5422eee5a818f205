-- The recent calls of members, for whoever looks for what went wrong: kept for two days, written in batches after the
-- answer. No foreign key: a check and a lock on the organization for every call would cost more than the row, and rows
-- of an organization that is gone go by themselves. The key is also the order of the listing; that it is unique makes a
-- batch written twice count once.
create table registro_chamada (
  organizacao_id uuid not null,
  ambiente text not null,
  ocorrido_em timestamptz not null,
  requisicao_id uuid not null,
  operacao text not null,
  metodo text not null,
  rota text not null,
  status int not null,
  codigo text,
  duracao_ms int not null,
  tipo_ator text not null,
  ator text not null,
  credencial_id uuid,
  ip text not null,
  primary key (organizacao_id, ambiente, ocorrido_em, requisicao_id)
);
create index registro_chamada_idade on registro_chamada (ocorrido_em);
call rubrica_escopo('registro_chamada');

-- Adds the calls of a batch, whatever their organizations: p_linhas is a list of rows as the table has them.
create function acesso.registrar_chamadas(p_linhas json) returns void
language sql security definer set search_path = public as $$
  insert into registro_chamada
  select * from json_populate_recordset(null::registro_chamada, p_linhas)
  on conflict do nothing
$$;

-- Removes up to p_limite calls older than p_guarda, or than one day where the organization wants no more, then whatever
-- exceeds the newest p_maximo of each organization and environment that called since p_ativas_desde. Returns how many of
-- the old ones went. One after another: joined, the planner takes a new organization's ten thousand rows for a few.
create function acesso.podar_chamadas(
  p_agora timestamptz, p_guarda interval, p_maximo int, p_ativas_desde timestamptz, p_limite int
) returns int language plpgsql security definer set search_path = public as $$
declare
  antigas int;
  uma record;
  ultima record;
begin
  delete from registro_chamada
   where ctid = any (array(select ctid from registro_chamada
                            where ocorrido_em < p_agora - p_guarda
                            order by ocorrido_em
                            limit p_limite));
  get diagnostics antigas = row_count;
  for uma in
    select organizacao_id, ambiente, make_interval(days => registro_chamada) as guarda
      from politica_retencao
     where make_interval(days => registro_chamada) < p_guarda
  loop
    delete from registro_chamada
     where organizacao_id = uma.organizacao_id and ambiente = uma.ambiente and ocorrido_em < p_agora - uma.guarda;
  end loop;
  for uma in
    select distinct organizacao_id, ambiente from registro_chamada where ocorrido_em >= p_ativas_desde
  loop
    select ocorrido_em, requisicao_id into ultima
      from registro_chamada
     where organizacao_id = uma.organizacao_id and ambiente = uma.ambiente
     order by ocorrido_em desc, requisicao_id desc
    offset p_maximo limit 1;
    continue when not found;
    delete from registro_chamada
     where organizacao_id = uma.organizacao_id and ambiente = uma.ambiente
       and (ocorrido_em, requisicao_id) <= (ultima.ocorrido_em, ultima.requisicao_id);
  end loop;
  return antigas;
end $$;

-- Of a receiver's answer its first 1,024 bytes are kept, without control characters; a character has at most four.
update tentativa_entrega
   set resposta_corpo = case when resposta_http is not null
                             then left(regexp_replace(resposta_corpo, '[[:cntrl:]]', '', 'g'), 256) end
 where resposta_corpo is not null;
-- Deliveries of one state, newest first.
create index entrega_webhook_situacao on entrega_webhook (webhook_id, status, criada_em desc, id desc);
