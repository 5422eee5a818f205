-- Opens what the sending event says of the fields that the sender filled in (docs/adr/0082); null for a draft, and for what a
-- process of before sent.
alter table documento add column campos_sal text;
