-- Every seal this installation has had, so that a file sealed by an earlier one can be compared with it later.
create table selo_publicado (
  impressao text primary key,
  pem text not null,
  desde timestamptz not null
);
alter table selo_publicado enable row level security;

-- Notes the seal in use, and gives all that were, the newest first. Nothing here is secret.
create function acesso.publicar_selo(p_impressao text, p_pem text, p_em timestamptz)
returns table (impressao text, pem text, desde timestamptz)
language plpgsql security definer set search_path = public as $$
begin
  insert into selo_publicado (impressao, pem, desde) values (p_impressao, p_pem, p_em)
      on conflict on constraint selo_publicado_pkey do nothing;
  return query select s.impressao, s.pem, s.desde from selo_publicado s order by s.desde desc, s.impressao;
end $$;
