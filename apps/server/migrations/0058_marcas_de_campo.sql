-- The tags of a file that are or were fields: {"arquivo": SHA-256, "itens": [...]} (docs/adr/0055); null where nobody
-- looked for them. Large for a document with hundreds of fields, and read with it.
alter table documento add column marcas jsonb;
alter table modelo add column marcas jsonb;

-- What those tags call a person.
alter table signatario add column chave text;
