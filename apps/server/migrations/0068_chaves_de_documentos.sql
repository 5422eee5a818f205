-- Statement by statement.
-- Keys of documents, and of what belongs to them, begin with the organization, and what refers to them refers by both
-- columns: so a row can never name another organization's, and the tables can be distributed by organizacao_id over
-- several servers (docs/operations/growth.md, ADR 0069). Indexes are built beside whoever writes, constraints are checked
-- without keeping anybody from writing, and what needs a table for itself takes it for an instant. A process of before
-- names no such key in a statement, but those that stay (link_signatario, mensagem_capturada, entrega_webhook).

-- Runs a statement that needs a table for itself. It waits half a second for it at most and lets everybody pass before it
-- tries again; half a second is less than deadlock_timeout, so of two that wait for each other this is the one to give way.
create or replace procedure rubrica_com_paciencia(comando text) language plpgsql as $$
begin
  for tentativa in 1..6000 loop
    begin
      set local lock_timeout = '500ms';
      execute comando;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.1);
    end;
  end loop;
  raise exception 'no moment was found for: %', comando;
end $$;

-- Makes the index `<tabela>_chave` the primary key. Where an attempt that was interrupted had done so, the index is one more
-- of the same, and goes.
create or replace procedure rubrica_chave(tabela text) language plpgsql as $$
begin
  if exists (select from pg_index i
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
              where i.indrelid = tabela::regclass and i.indisprimary and a.attname = 'organizacao_id') then
    call rubrica_com_paciencia(format('drop index %I', tabela || '_chave'));
  else
    call rubrica_com_paciencia(format(
      'alter table %1$I drop constraint %2$I, add constraint %2$I primary key using index %3$I',
      tabela, tabela || '_pkey', tabela || '_chave'));
  end if;
  commit;
end $$;

-- Makes `<tabela>.<coluna>` refer to `<alvo>` by the organization too.
create or replace procedure rubrica_referencia(tabela text, coluna text, alvo text, alem text default '')
language plpgsql as $$
declare
  nova constant text := format('%s_organizacao_id_%s_fkey', tabela, coluna);
  chave constant text := case alvo when 'trilha' then 'documento_id' else 'id' end;
begin
  if not exists (select from pg_constraint where conrelid = tabela::regclass and conname = nova) then
    call rubrica_com_paciencia(format(
      'alter table %1$I add constraint %2$I foreign key (organizacao_id, %3$I) references %4$I (organizacao_id, %5$I) %6$s not valid,
                        drop constraint if exists %7$I',
      tabela, nova, coluna, alvo, chave, alem, format('%s_%s_fkey', tabela, coluna)));
    commit;
  end if;
  call rubrica_com_paciencia(format('alter table %I validate constraint %I', tabela, nova));
  commit;
end $$;

create unique index concurrently if not exists membro_por_organizacao on membro (organizacao_id, id);
create unique index concurrently if not exists arquivo_chave on arquivo (organizacao_id, id);
create unique index concurrently if not exists pasta_chave on pasta (organizacao_id, id);
create unique index concurrently if not exists envelope_chave on envelope (organizacao_id, id);
create unique index concurrently if not exists documento_chave on documento (organizacao_id, id);
create unique index concurrently if not exists versao_chave on versao (organizacao_id, id);
create unique index concurrently if not exists trilha_chave on trilha (organizacao_id, documento_id);
create unique index concurrently if not exists evento_auditoria_chave on evento_auditoria (organizacao_id, documento_id, sequencia);
create unique index concurrently if not exists certificado_chave on certificado (organizacao_id, id);
create unique index concurrently if not exists link_chave on link (organizacao_id, id);
create unique index concurrently if not exists link_exibido_chave on link_exibido (organizacao_id, link_id, credencial_id);
create unique index concurrently if not exists aviso_chave on aviso (organizacao_id, id);
create unique index concurrently if not exists codigo_otp_chave on codigo_otp (organizacao_id, id);
create unique index concurrently if not exists download_chave on download (organizacao_id, id);
create unique index concurrently if not exists expurgo_chave on expurgo (organizacao_id, documento_id);
create unique index concurrently if not exists modelo_chave on modelo (organizacao_id, id);
create unique index concurrently if not exists solicitacao_lgpd_chave on solicitacao_lgpd (organizacao_id, id);
create unique index concurrently if not exists autenticador_chave on autenticador (organizacao_id, id);

create unique index concurrently if not exists versao_numero on versao (organizacao_id, documento_id, numero);
create unique index concurrently if not exists certificado_versao on certificado (organizacao_id, documento_id, versao);
-- Whoever encrypts anew under another master key asks by the id alone.
create index concurrently if not exists autenticador_id on autenticador (id);

-- Whoever made it is a member of its organization, so that there is the organization needs no looking up besides.
call rubrica_referencia('documento', 'criado_por', 'membro');
call rubrica_com_paciencia('alter table documento drop constraint if exists documento_organizacao_id_fkey');
call rubrica_referencia('documento', 'arquivo_id', 'arquivo');
call rubrica_referencia('documento', 'arquivo_assinado_id', 'arquivo');
call rubrica_referencia('documento', 'envelope_id', 'envelope');
call rubrica_referencia('documento', 'pasta_id', 'pasta');
call rubrica_referencia('pasta', 'pai_id', 'pasta');
call rubrica_referencia('versao', 'arquivo_id', 'arquivo');
call rubrica_referencia('versao', 'documento_id', 'documento');
call rubrica_referencia('trilha', 'documento_id', 'documento');
call rubrica_referencia('evento_auditoria', 'documento_id', 'trilha');
call rubrica_referencia('certificado', 'arquivo_id', 'arquivo');
call rubrica_referencia('certificado', 'documento_id', 'documento');
call rubrica_referencia('signatario', 'documento_id', 'documento');
call rubrica_referencia('campo', 'documento_id', 'documento');
call rubrica_referencia('link_signatario', 'documento_id', 'documento');
call rubrica_referencia('link_signatario', 'link_id', 'link');
call rubrica_referencia('link_exibido', 'link_id', 'link');
call rubrica_referencia('codigo_otp', 'link_id', 'link');
call rubrica_referencia('aviso', 'documento_id', 'documento', 'on delete cascade');
call rubrica_referencia('aviso', 'link_id', 'link', 'on delete cascade');
call rubrica_referencia('download', 'arquivo_id', 'arquivo');
call rubrica_referencia('modelo', 'arquivo_id', 'arquivo');
call rubrica_referencia('solicitacao_lgpd', 'arquivo_id', 'arquivo');

call rubrica_chave('arquivo');
call rubrica_chave('pasta');
call rubrica_chave('envelope');
call rubrica_chave('documento');
call rubrica_chave('versao');
call rubrica_chave('trilha');
call rubrica_chave('evento_auditoria');
call rubrica_chave('certificado');
call rubrica_chave('link');
call rubrica_chave('link_exibido');
call rubrica_chave('aviso');
call rubrica_chave('codigo_otp');
call rubrica_chave('download');
call rubrica_chave('expurgo');
call rubrica_chave('modelo');
call rubrica_chave('solicitacao_lgpd');
call rubrica_chave('autenticador');

call rubrica_com_paciencia('alter table versao drop constraint if exists versao_documento_id_numero_key');
call rubrica_com_paciencia('alter table certificado drop constraint if exists certificado_documento_id_versao_key');
-- Nobody asks for an event of the trail by its id, a random one: its index made every link dearer.
call rubrica_com_paciencia('alter table evento_auditoria drop constraint if exists evento_auditoria_id_key');
