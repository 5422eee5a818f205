-- Statement by statement.
-- The language in which somebody opened a document last, for the first message about the next one (docs/adr/0073). By the
-- address as it is written: what is computed of a column is no way into an index under row-level security.
create index concurrently if not exists signatario_idioma
    on signatario (organizacao_id, ambiente, email, visualizado_em desc)
 where idioma is not null and visualizado_em is not null;
