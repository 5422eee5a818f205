-- Statement by statement.
-- The first count of a search reads the text of every document of an organization, unless few hold it: of a million 521 MB
-- of documents in which the text stands among the last columns. The first index has what a count asks about and nothing
-- else, an organization's together (157 MB), so the count leaves the documents alone where a vacuum has been. An entry of a
-- B-tree may take a third of a page; the few longer texts are found by the second index and read where they are.
create index concurrently if not exists documento_texto
    on documento (organizacao_id, ambiente, status) include (pasta_id, busca)
 where excluido_em is null and octet_length(busca) <= 1000;
create index concurrently if not exists documento_texto_longo on documento (organizacao_id, ambiente, status)
 where excluido_em is null and octet_length(busca) > 1000;
