-- Signing in person (docs/adr/0088): whether the sender says that the person signs before them, on a device that is handed over.
alter table signatario add column presencial boolean not null default false;
