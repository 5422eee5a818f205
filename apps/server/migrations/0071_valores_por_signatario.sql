-- Statement by statement.
-- What a signer filled in is read with every document, and had no index but by field: the values of the whole organization
-- were read for it (found by bench/load; of 60,000 it took 20 ms and 741 buffers, with the index 0.03 ms and 4).
create index concurrently if not exists valor_campo_signatario on valor_campo (organizacao_id, ambiente, signatario_id);
