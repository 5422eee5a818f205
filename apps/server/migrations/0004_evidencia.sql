-- Head of each document's trail: the row to lock before a link is added.
create table trilha (
  documento_id uuid primary key references documento,
  organizacao_id uuid not null,
  ambiente text not null,
  tamanho int not null,
  hash text not null
);
call rubrica_escopo('trilha');

-- One link of a trail. `corpo` is the canonical JSON exactly as served, so that no later change of the presenting code
-- can alter what was hashed.
create table evento_auditoria (
  documento_id uuid not null references trilha,
  sequencia int not null,
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null unique,
  corpo text not null,
  hash text not null,
  primary key (documento_id, sequencia)
);
call rubrica_escopo('evento_auditoria');
create trigger so_acrescenta before update or delete on evento_auditoria
  for each row execute function rubrica_so_acrescenta();
create trigger so_acrescenta_truncate before truncate on evento_auditoria
  for each statement execute function rubrica_so_acrescenta();

-- A link must follow the head it was computed from, and its hash must be what the formula gives.
create function rubrica_encadeia() returns trigger language plpgsql as $$
declare cabeca trilha;
begin
  select * into strict cabeca from trilha where documento_id = new.documento_id for update;
  if new.sequencia <> cabeca.tamanho + 1 then
    raise exception 'link % does not follow %', new.sequencia, cabeca.tamanho using errcode = 'RB002';
  end if;
  if new.hash <> encode(sha256(convert_to(cabeca.hash || e'\n' || new.corpo, 'UTF8')), 'hex') then
    raise exception 'hash of link % does not fit the chain', new.sequencia using errcode = 'RB003';
  end if;
  update trilha set tamanho = new.sequencia, hash = new.hash where documento_id = new.documento_id;
  return new;
end $$;
create trigger encadeia before insert on evento_auditoria for each row execute function rubrica_encadeia();

create table certificado (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null references documento,
  codigo text not null unique,
  versao int not null,
  nivel_assinatura text not null,
  hash_documento text not null,
  hash_conteudo text not null,
  hash_anterior text,
  hash text not null,
  qr_conteudo text not null,
  -- Canonical JSON: hash_conteudo is over these bytes.
  conteudo text not null,
  arquivo_id uuid not null references arquivo,
  emitido_em timestamptz not null,
  unique (documento_id, versao)
);
call rubrica_escopo('certificado');
create trigger so_acrescenta before update or delete on certificado
  for each row execute function rubrica_so_acrescenta();

-- What the public may learn of a document, by its code or by the hash of its public file. Sandbox documents are found
-- too: their watermark and the answer say what they are.
create function acesso.registro_publico(p_codigo text, p_hash text) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from documento
   where case when p_codigo is not null then codigo_validacao = p_codigo
              else hash_publico = p_hash and codigo_validacao is not null end
     and excluido_em is null
   order by finalizado_em desc nulls last, enviado_em desc
   limit 1
$$;
