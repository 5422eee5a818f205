-- What login needs of an account: its password hash and the first organization to enter.
create or replace function acesso.login(p_email text) returns table (
  usuario_id uuid, nome text, senha_hash text, totp boolean, membro_id uuid, organizacao_id uuid
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.nome, u.senha_hash, u.totp_confirmado_em is not null, m.id, m.organizacao_id
    from usuario u
    left join membro m on m.usuario_id = u.id and m.removido_em is null and m.estado = 'ATIVO'
   where lower(u.email) = lower(p_email)
   order by m.ultimo_acesso_em desc nulls last, m.criado_em
   limit 1
$$;
grant execute on function acesso.login to rubrica_app;

-- Whose challenge it is, and for which organization.
create or replace function acesso.desafio(p_id uuid) returns table (usuario_id uuid, organizacao_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.usuario_id, d.organizacao_id from desafio d where d.id = p_id
$$;
grant execute on function acesso.desafio to rubrica_app;

-- Who calls with a session, and where they stand.
create or replace function acesso.quem_chama_por_sessao(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text,
  csrf_hash bytea, usada_em timestamptz, expira_em timestamptz, encerrada boolean, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null,
         o.status = 'SUSPENSA' or o.encerra_em is not null, u.email_confirmado_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
    join organizacao o on o.id = s.organizacao_id
    join usuario u on u.id = s.usuario_id
   where s.token_hash = p_token_hash
$$;
grant execute on function acesso.quem_chama_por_sessao to rubrica_app;

-- Last use. The member first, as whoever suspends or removes a member locks them.
create or replace function acesso.sessao_usada(p_id uuid, p_em timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update membro set ultimo_acesso_em = p_em where id = (select membro_id from sessao where sessao.id = p_id);
  update sessao set usada_em = p_em where id = p_id;
$$;
grant execute on function acesso.sessao_usada to rubrica_app;

-- What a user's own session may see of its live sessions, in whatever organization they were opened: never a hash.
-- Live as authentication understands it: not ended, not past its last day, used since `p_ociosa_desde`, of a member
-- still active.
create or replace function acesso.sessoes_do_usuario(p_usuario_id uuid, p_em timestamptz, p_ociosa_desde timestamptz)
returns table (
  id uuid, criada_em timestamptz, usada_em timestamptz, expira_em timestamptz, ip text, agente_usuario text
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.criada_em, s.usada_em, s.expira_em, s.ip, s.agente_usuario
    from sessao s
    join membro m on m.id = s.membro_id
   where s.usuario_id = p_usuario_id
     and s.encerrada_em is null
     and s.expira_em > p_em
     and s.usada_em >= p_ociosa_desde
     and m.removido_em is null
     and m.estado = 'ATIVO'
$$;
grant execute on function acesso.sessoes_do_usuario to rubrica_app;

-- Counts an attempt as it arrives, so that those that arrive together are slowed too. @returns how many went before it
create or replace function acesso.senha_tentada(p_conta bytea, p_em timestamptz, p_desde timestamptz) returns int
language sql security definer set search_path = public, pg_temp as $$
  insert into tentativa_senha as t (conta, seguidas, ultima_em)
  values (p_conta, 1, p_em)
  on conflict (conta) do update
     set seguidas = case when t.ultima_em < p_desde then 1 else t.seguidas + 1 end,
         ultima_em = p_em
  returning seguidas - 1
$$;
grant execute on function acesso.senha_tentada to rubrica_app;

-- The right password ends the row of wrong ones.
create or replace function acesso.senha_certa(p_conta bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from tentativa_senha where conta = p_conta
$$;
grant execute on function acesso.senha_certa to rubrica_app;

-- A wish to recover, for the job that serves it.
create or replace function acesso.recuperacao_pedida(p_id uuid) returns table (
  usuario_id uuid, email_cifrado bytea, expira_em timestamptz, entregue_em timestamptz, usada_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.usuario_id, r.email_cifrado, r.expira_em, r.entregue_em, r.usada_em
    from recuperacao_senha r
   where r.id = p_id
$$;
grant execute on function acesso.recuperacao_pedida to rubrica_app;

-- What a reset token opens.
create or replace function acesso.recuperacao(p_token_hash bytea, p_em timestamptz) returns table (
  id uuid, usuario_id uuid, nome text, email text
) language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, u.id, u.nome, u.email
    from recuperacao_senha r
    join usuario u on u.id = r.usuario_id
   where r.token_hash = p_token_hash
     and r.usada_em is null and r.expira_em > p_em
$$;
grant execute on function acesso.recuperacao to rubrica_app;

-- Takes an account that was never confirmed back from whoever opened it with somebody else's address: what they made
-- with it ends, and in an organization they founded with it everything that acts for the organization. Its other people
-- are suspended and not removed, so that its owner can let them in again.
create or replace function acesso.retomar_conta(p_usuario_id uuid, p_em timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  proprios uuid[];
  fundadas uuid[];
begin
  select coalesce(array_agg(m.id), '{}'),
         coalesce(array_agg(m.organizacao_id) filter (
           where m.criado_em = o.criada_em and m.papel = 'PROPRIETARIO' and m.estado = 'ATIVO'
             and m.removido_em is null), '{}')
    into proprios, fundadas
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id;
  update membro set estado = 'SUSPENSO'
   where organizacao_id = any(fundadas) and not id = any(proprios) and estado = 'ATIVO' and removido_em is null;
  update convite set revogado_em = p_em
   where (organizacao_id = any(fundadas) or convidado_por = any(proprios)) and usado_em is null and revogado_em is null;
  update sessao set encerrada_em = p_em where organizacao_id = any(fundadas) and encerrada_em is null;
  update chave_api set revogada_em = p_em
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update concessao_oauth set revogada_em = p_em, motivo_revogacao = 'CONTA_RETOMADA'
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update webhook set ativo = false, excluido_em = p_em where organizacao_id = any(fundadas) and excluido_em is null;
end $$;
grant execute on function acesso.retomar_conta to rubrica_app;

-- What a confirmation token opens.
create or replace function acesso.confirmacao_email(p_token_hash bytea, p_em timestamptz)
returns table (id uuid, usuario_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.usuario_id
    from confirmacao_email c
   where c.token_hash = p_token_hash
     and c.usada_em is null and c.expira_em > p_em
$$;
grant execute on function acesso.confirmacao_email to rubrica_app;

-- What a token opens that was sent to the address an account is to have.
create or replace function acesso.troca_email(p_token_hash bytea, p_em timestamptz)
returns table (id uuid, usuario_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.usuario_id
    from troca_email t
   where t.token_hash = p_token_hash
     and t.encerrada_em is null and t.expira_em > p_em
$$;
grant execute on function acesso.troca_email to rubrica_app;

-- Makes the person's memberships say the name and address of the account, in every organization. Somebody invited under
-- the address meanwhile turns out to be a member already: that invitation ends.
create or replace function acesso.espelhar_conta(p_em timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  conta constant usuario := (select u from usuario u where u.id = rubrica_usuario());
  convidados uuid[];
begin
  with removidos as (
    update membro m set removido_em = p_em
     where lower(m.email) = lower(conta.email) and m.estado = 'CONVIDADO' and m.removido_em is null
       and exists (select from membro o
                    where o.organizacao_id = m.organizacao_id and o.usuario_id = conta.id and o.removido_em is null)
    returning m.id)
  select array_agg(id) into convidados from removidos;
  update convite set revogado_em = p_em
   where membro_id = any(convidados) and usado_em is null and revogado_em is null;
  update membro set nome = conta.nome, email = conta.email
   where usuario_id = conta.id and removido_em is null;
end $$;
grant execute on function acesso.espelhar_conta to rubrica_app;

-- What is over and done with; a day is kept so that a late question can still be answered by an operator.
create or replace function acesso.limpar_contas(p_antes timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from desafio where expira_em < p_antes;
  delete from recuperacao_senha where expira_em < p_antes;
  delete from confirmacao_email where expira_em < p_antes;
  delete from troca_email where expira_em < p_antes;
  delete from tentativa_senha where ultima_em < p_antes;
  delete from sessao where expira_em < p_antes or encerrada_em < p_antes;
$$;
grant execute on function acesso.limpar_contas to rubrica_app;

-- Owners of organizations who were not told of the log's head of a day yet and want to be, where it is another than the day before.
create or replace function acesso.donos_a_avisar(p_dia date, p_limite int) returns table (usuario_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id
    from usuario u
   where u.email_confirmado_em is not null
     and (u.registro_avisado_em is null or u.registro_avisado_em < p_dia)
     and not 'registroAberto' = any(u.avisos_recusados)
     and exists (
       select from membro m
        where m.usuario_id = u.id and m.papel = 'PROPRIETARIO' and m.estado = 'ATIVO' and m.removido_em is null)
     and not exists (
       select from registro_dia dia
         join registro_dia antes
           on antes.ambiente = dia.ambiente and antes.geracao = dia.geracao and antes.dia < dia.dia
          and split_part(antes.nota, e'\n', 2) = split_part(dia.nota, e'\n', 2)
        where dia.ambiente = 'PRODUCAO' and dia.dia = p_dia)
   order by u.id
   limit p_limite
$$;
grant execute on function acesso.donos_a_avisar to rubrica_app;
