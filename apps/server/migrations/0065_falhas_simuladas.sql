-- The next attempts of a webhook of the sandbox that fail without anything being sent, and how (docs/adr/0058).
alter table webhook
  add column falhas_simuladas int not null default 0,
  add column falha_simulada text;
