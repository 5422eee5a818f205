-- Why a public link makes no documents (docs/adr/0086): since when, and when whoever answers for it was last told.
alter table formulario
  add column impedimento text,
  add column impedido_em timestamptz,
  add column avisado_em timestamptz;
