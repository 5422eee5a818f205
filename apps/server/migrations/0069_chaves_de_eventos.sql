-- Statement by statement.
-- Keys of events, of their deliveries and of what is metered begin with the organization, as those of documents do
-- (0068, which has the procedures).
create unique index concurrently if not exists evento_saida_chave on evento_saida (organizacao_id, id);
create unique index concurrently if not exists evento_lembrado_chave on evento_lembrado (organizacao_id, id);
create unique index concurrently if not exists webhook_chave on webhook (organizacao_id, id);
create unique index concurrently if not exists entrega_webhook_chave on entrega_webhook (organizacao_id, id);
create unique index concurrently if not exists tentativa_entrega_chave on tentativa_entrega (organizacao_id, entrega_id, numero);
create unique index concurrently if not exists medicao_chave on medicao (organizacao_id, id);
create unique index concurrently if not exists fatura_chave on fatura (organizacao_id, id);
-- Whoever encrypts anew under another master key asks by the id alone.
create index concurrently if not exists webhook_id on webhook (id);
-- The sequence gives no number twice.
create index concurrently if not exists evento_saida_ordem on evento_saida (posicao) where posicao is not null;
drop index concurrently if exists evento_saida_posicao;

call rubrica_referencia('entrega_webhook', 'evento_id', 'evento_saida');
call rubrica_referencia('entrega_webhook', 'webhook_id', 'webhook');
call rubrica_referencia('tentativa_entrega', 'entrega_id', 'entrega_webhook', 'on delete cascade');

call rubrica_chave('evento_saida');
call rubrica_chave('evento_lembrado');
call rubrica_chave('webhook');
call rubrica_chave('entrega_webhook');
call rubrica_chave('tentativa_entrega');
call rubrica_chave('medicao');
call rubrica_chave('fatura');
