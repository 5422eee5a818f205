-- A stored file. `chave` is its key in the file store; the row commits after the bytes are durable.
create table arquivo (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  chave text not null unique,
  sha256 text not null,
  tamanho_bytes bigint not null,
  varredura jsonb not null,
  criado_em timestamptz not null
);
call rubrica_escopo('arquivo');

create table documento (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  titulo text not null,
  descricao text,
  status text not null default 'RASCUNHO',
  nivel_assinatura text not null,
  fatores_exigidos text[] not null,
  pasta_id uuid,
  envelope_id uuid,
  ordenado boolean not null,
  recusavel boolean not null,
  parar_se_recusado boolean not null,
  mensagem text,
  lembrete text,
  prazo_em timestamptz,
  expira_em timestamptz,
  modelo_email_id uuid,
  responder_para text,
  criado_por uuid not null references membro,
  criado_em timestamptz not null,
  atualizado_em timestamptz not null,
  enviado_em timestamptz,
  assinado_por_todos_em timestamptz,
  finalizado_em timestamptz,
  excluido_em timestamptz,
  -- The file out for signature: the newest version.
  arquivo_id uuid not null references arquivo,
  arquivo_hash text not null,
  versao int not null default 1,
  paginas int not null,
  geometria jsonb not null,
  -- Assigned at sending; hash_publico is the one public validation compares, the signed file's once there is one.
  codigo_validacao text unique,
  hash_publico text,
  arquivo_assinado_id uuid references arquivo
);
-- Listings: newest first inside a scope, by folder and by status; deleted documents are in none of them.
create index documento_lista on documento (organizacao_id, ambiente, criado_em desc, id desc) where excluido_em is null;
create index documento_pasta on documento (organizacao_id, ambiente, pasta_id, criado_em desc, id desc) where excluido_em is null;
create index documento_status on documento (organizacao_id, ambiente, status, criado_em desc, id desc) where excluido_em is null;
create index documento_busca on documento using gin (rubrica_busca(titulo) gin_trgm_ops);
create index documento_hash on documento (hash_publico) where hash_publico is not null;
create index documento_vence on documento (least(prazo_em, expira_em))
  where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO') and least(prazo_em, expira_em) is not null;
create index documento_a_concluir on documento (assinado_por_todos_em)
  where finalizado_em is null and assinado_por_todos_em is not null;
call rubrica_escopo('documento');

create table versao (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null references documento,
  numero int not null,
  arquivo_id uuid not null references arquivo,
  paginas int not null,
  geometria jsonb not null,
  enviado_em timestamptz not null,
  enviado_por text not null,
  unique (documento_id, numero)
);
call rubrica_escopo('versao');

-- The caller may choose a signer's id, which need only be unique inside its organization and environment.
create table signatario (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null references documento,
  posicao int not null,
  funcao text not null,
  nome text,
  email text,
  telefone text,
  cpf text,
  data_nascimento date,
  metodo_entrega text not null,
  fatores_exigidos text[],
  ordem int,
  travar_dados boolean not null,
  cliente_id uuid,
  status text not null default 'PENDENTE',
  -- Set when the signer's turn comes; a link exists from then on.
  convidado_em timestamptz,
  enviado_em timestamptz,
  visualizado_em timestamptz,
  autenticado_em timestamptz,
  assinado_em timestamptz,
  recusado_em timestamptz,
  motivo_recusa text,
  paginas_lidas int not null default 0,
  leitura_segundos double precision not null default 0,
  leitura_concluida_em timestamptz,
  aceito_em timestamptz,
  aceite jsonb,
  transacao_id uuid,
  -- Address, agent, location and the form of the signature, frozen at the act.
  evidencia jsonb,
  assinatura jsonb,
  rubrica jsonb,
  primary key (organizacao_id, ambiente, id)
);
create index on signatario (documento_id, posicao);
create index signatario_busca on signatario using gin (rubrica_busca(coalesce(nome, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
call rubrica_escopo('signatario');

create table campo (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null references documento,
  signatario_id uuid,
  posicao int not null,
  tipo text not null,
  pagina int not null,
  x double precision not null,
  y double precision not null,
  largura double precision not null,
  altura double precision not null,
  z int not null,
  rotulo text,
  obrigatorio boolean not null,
  valor_padrao text,
  primary key (organizacao_id, ambiente, id),
  foreign key (organizacao_id, ambiente, signatario_id) references signatario on delete cascade
);
create index on campo (documento_id, posicao);
call rubrica_escopo('campo');

-- What a signer filled in. Images are normalised PNG.
create table valor_campo (
  organizacao_id uuid not null,
  ambiente text not null,
  campo_id uuid not null,
  signatario_id uuid not null,
  texto text,
  imagem bytea,
  preenchido_em timestamptz not null,
  primary key (organizacao_id, ambiente, campo_id),
  foreign key (organizacao_id, ambiente, campo_id) references campo
);
call rubrica_escopo('valor_campo');

-- The drawn form of a signer's signature and initials, used by every field of theirs. Normalised PNG.
create table imagem_assinatura (
  organizacao_id uuid not null,
  ambiente text not null,
  signatario_id uuid not null,
  uso text not null,
  png bytea not null,
  primary key (organizacao_id, ambiente, signatario_id, uso),
  foreign key (organizacao_id, ambiente, signatario_id) references signatario
);
call rubrica_escopo('imagem_assinatura');

-- A personal link. Its token is derived from the id and the master key; only the token's hash is stored.
create table link (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  token_hash bytea not null unique,
  canal text not null,
  destino text,
  reenvio boolean not null default false,
  criado_em timestamptz not null,
  entregue_em timestamptz,
  revogado_em timestamptz,
  motivo_revogacao text
);
call rubrica_escopo('link');

-- The signers a link speaks for: one, or the same person's in each document of an envelope.
create table link_signatario (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null references link,
  documento_id uuid not null references documento,
  -- No foreign key: a removed signer's link has to answer 410 for as long as anyone holds it.
  signatario_id uuid not null,
  primary key (link_id, signatario_id)
);
create index on link_signatario (organizacao_id, ambiente, signatario_id);
call rubrica_escopo('link_signatario');

create table fator_signatario (
  organizacao_id uuid not null,
  ambiente text not null,
  signatario_id uuid not null,
  fator text not null,
  cumprido_em timestamptz,
  meio text,
  falhas int not null default 0,
  bloqueado_ate timestamptz,
  primary key (organizacao_id, ambiente, signatario_id, fator),
  foreign key (organizacao_id, ambiente, signatario_id) references signatario on delete cascade
);
call rubrica_escopo('fator_signatario');

-- A one-time code. The digits are derived from the id and the master key and stand nowhere.
create table codigo_otp (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null references link,
  signatario_id uuid not null,
  fator text not null,
  destino text not null,
  criado_em timestamptz not null,
  expira_em timestamptz not null,
  encerrado_em timestamptz
);
create index on codigo_otp (organizacao_id, ambiente, signatario_id, fator, criado_em desc);
call rubrica_escopo('codigo_otp');

-- A signer's authenticator, kept per organization and e-mail so that a returning signer uses the same one.
create table autenticador (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  email text not null,
  segredo bytea not null,
  criado_em timestamptz not null,
  confirmado_em timestamptz,
  ultimo_passo bigint
);
create unique index on autenticador (organizacao_id, ambiente, lower(email));
call rubrica_escopo('autenticador');

create table download (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  token_hash bytea not null unique,
  arquivo_id uuid not null references arquivo,
  nome_arquivo text not null,
  criado_em timestamptz not null,
  expira_em timestamptz not null,
  usado_em timestamptz
);
call rubrica_escopo('download');

create function acesso.link(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, revogado boolean
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente, revogado_em is not null from link where token_hash = p_token_hash
$$;

create function acesso.download(p_token_hash bytea) returns table (id uuid, organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente from download where token_hash = p_token_hash
$$;

-- Documents whose deadline has passed, oldest first.
create function acesso.vencidos(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from documento
   where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and least(prazo_em, expira_em) <= p_agora
     and assinado_por_todos_em is null
     and excluido_em is null
   order by least(prazo_em, expira_em)
   limit p_limite
$$;

-- Fully signed and not complete since before `p_ate`: what the alarm counts and the recovery takes up.
create function acesso.a_concluir(p_ate timestamptz) returns table (id uuid, organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from documento
   where finalizado_em is null and assinado_por_todos_em <= p_ate
   order by assinado_por_todos_em
   limit 1000
$$;

-- Whether any row names this stored file; the sweep of the file store asks before it deletes.
create function acesso.arquivo_existe(p_chave text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from arquivo where chave = p_chave)
$$;

create table pasta (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  nome text not null,
  pai_id uuid references pasta,
  criada_em timestamptz not null
);
create index on pasta (organizacao_id, ambiente, pai_id);
call rubrica_escopo('pasta');
alter table documento add foreign key (pasta_id) references pasta;

create table envelope (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  titulo text not null,
  status text not null default 'RASCUNHO',
  criado_por uuid not null references membro,
  criado_em timestamptz not null,
  enviado_em timestamptz
);
create index on envelope (organizacao_id, ambiente, criado_em desc, id desc);
call rubrica_escopo('envelope');
alter table documento add foreign key (envelope_id) references envelope;
create index on documento (envelope_id) where envelope_id is not null;

-- To which credentials a LINK signer's personal URL was shown, so that the trail tells it once for each.
create table link_exibido (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null references link,
  credencial_id uuid not null,
  exibido_em timestamptz not null,
  primary key (link_id, credencial_id)
);
call rubrica_escopo('link_exibido');
