-- What a client calls a document, an envelope or a signer in its own system, and what it keeps beside it.
alter table documento add column referencia_externa text, add column metadados jsonb not null default '{}';
alter table envelope add column referencia_externa text, add column metadados jsonb not null default '{}';
alter table signatario add column referencia_externa text, add column metadados jsonb not null default '{}';

create index documento_referencia on documento (organizacao_id, ambiente, referencia_externa, criado_em desc, id desc)
 where referencia_externa is not null;
create index envelope_referencia on envelope (organizacao_id, ambiente, referencia_externa, criado_em desc, id desc)
 where referencia_externa is not null;

-- `referencia_externa` is named because changing it changes `busca`.
drop trigger conta_alterado on documento;
create trigger conta_alterado after update of status, pasta_id, excluido_em, titulo, referencia_externa, busca
  on documento for each row
  when (old.status is distinct from new.status or old.pasta_id is distinct from new.pasta_id
        or old.busca is distinct from new.busca or (old.excluido_em is null) is distinct from (new.excluido_em is null))
  execute function rubrica_conta_documento();
