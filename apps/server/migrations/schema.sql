-- Made by "npm run generate" from the migrations and functions; not to be edited, and not to be run.

create extension btree_gin;

create extension pg_trgm;

create extension unaccent;

create table public.arquivo (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  chave text not null,
  sha256 text not null,
  tamanho_bytes bigint not null,
  varredura jsonb not null,
  criado_em timestamp with time zone not null,
  conteudo_ativo jsonb default '[]'::jsonb not null,
  constraint arquivo_pkey PRIMARY KEY (organizacao_id, id),
  constraint arquivo_chave_key UNIQUE (chave),
  constraint arquivo_conteudo_ativo CHECK ((jsonb_typeof(conteudo_ativo) = 'array'::text))
);
CREATE INDEX arquivo_organizacao ON public.arquivo USING btree (organizacao_id, ambiente, criado_em);
CREATE INDEX arquivo_sha256 ON public.arquivo USING btree (sha256);
alter table public.arquivo enable row level security;
create policy escopo on public.arquivo for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.arquivo to rubrica_app;

create table public.autenticador (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  email text,
  segredo bytea not null,
  criado_em timestamp with time zone not null,
  confirmado_em timestamp with time zone,
  ultimo_passo bigint,
  signatario_id uuid,
  constraint autenticador_pkey PRIMARY KEY (organizacao_id, id),
  constraint autenticador_organizacao_id_ambiente_signatario_id_fkey FOREIGN KEY (organizacao_id, ambiente, signatario_id) REFERENCES signatario(organizacao_id, ambiente, id) ON DELETE CASCADE
);
CREATE INDEX autenticador_id ON public.autenticador USING btree (id);
CREATE UNIQUE INDEX autenticador_organizacao_id_ambiente_lower_idx ON public.autenticador USING btree (organizacao_id, ambiente, lower(email));
CREATE UNIQUE INDEX autenticador_organizacao_id_ambiente_signatario_id_idx ON public.autenticador USING btree (organizacao_id, ambiente, signatario_id) WHERE (signatario_id IS NOT NULL);
alter table public.autenticador enable row level security;
create policy escopo on public.autenticador for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.autenticador to rubrica_app;

create table public.aviso (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  mensagem_id uuid,
  signatario_id uuid,
  membro_id uuid,
  link_id uuid,
  ator text,
  motivo text,
  criado_em timestamp with time zone not null,
  constraint aviso_pkey PRIMARY KEY (organizacao_id, id),
  constraint aviso_check CHECK (((signatario_id IS NULL) <> (membro_id IS NULL))),
  constraint aviso_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint aviso_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id) ON DELETE CASCADE,
  constraint aviso_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id) ON DELETE CASCADE
);
CREATE INDEX aviso_documento_id_idx ON public.aviso USING btree (documento_id);
CREATE INDEX aviso_link_id_idx ON public.aviso USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX aviso_membro_id_idx ON public.aviso USING btree (membro_id) WHERE (membro_id IS NOT NULL);
CREATE INDEX aviso_mensagem_id_idx ON public.aviso USING btree (mensagem_id) WHERE (mensagem_id IS NOT NULL);
alter table public.aviso enable row level security;
create policy escopo on public.aviso for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.aviso to rubrica_app;

create table public.campo (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  signatario_id uuid,
  posicao integer not null,
  tipo text not null,
  pagina integer not null,
  x double precision not null,
  y double precision not null,
  largura double precision not null,
  altura double precision not null,
  z integer not null,
  rotulo text,
  obrigatorio boolean not null,
  valor_padrao text,
  constraint campo_pkey PRIMARY KEY (organizacao_id, ambiente, id),
  constraint campo_organizacao_id_ambiente_signatario_id_fkey FOREIGN KEY (organizacao_id, ambiente, signatario_id) REFERENCES signatario(organizacao_id, ambiente, id) ON DELETE CASCADE,
  constraint campo_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
CREATE INDEX campo_documento_id_posicao_idx ON public.campo USING btree (documento_id, posicao);
alter table public.campo enable row level security;
create policy escopo on public.campo for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER escrito_alterado AFTER UPDATE ON public.campo REFERENCING NEW TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_campo_escrito();
CREATE TRIGGER escrito_excluido AFTER DELETE ON public.campo REFERENCING OLD TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_campo_escrito();
CREATE TRIGGER escrito_inserido AFTER INSERT ON public.campo REFERENCING NEW TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_campo_escrito();
grant delete, insert, select, update on table public.campo to rubrica_app;

create table public.certificado (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  codigo text not null,
  versao integer not null,
  nivel_assinatura text not null,
  hash_documento text not null,
  hash_conteudo text not null,
  hash_anterior text,
  hash text not null,
  qr_conteudo text not null,
  conteudo text not null,
  arquivo_id uuid not null,
  emitido_em timestamp with time zone not null,
  constraint certificado_pkey PRIMARY KEY (organizacao_id, id),
  constraint certificado_codigo_key UNIQUE (codigo),
  constraint certificado_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id),
  constraint certificado_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
CREATE INDEX certificado_arquivo_id_idx ON public.certificado USING btree (arquivo_id);
CREATE UNIQUE INDEX certificado_versao ON public.certificado USING btree (organizacao_id, documento_id, versao);
alter table public.certificado enable row level security;
create policy escopo on public.certificado for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER so_acrescenta BEFORE DELETE OR UPDATE ON public.certificado FOR EACH ROW EXECUTE FUNCTION rubrica_so_com_expurgo();
grant insert, select on table public.certificado to rubrica_app;

create table public.chave_api (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  nome text not null,
  prefixo text not null,
  segredo_hash bytea not null,
  escopos text[] not null,
  membro_id uuid not null,
  criada_em timestamp with time zone not null,
  ultimo_uso_em timestamp with time zone,
  ultimo_ip text,
  revogada_em timestamp with time zone,
  constraint chave_api_pkey PRIMARY KEY (id),
  constraint chave_api_prefixo_key UNIQUE (prefixo),
  constraint chave_api_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint chave_api_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX chave_api_organizacao_id_criada_em_id_idx ON public.chave_api USING btree (organizacao_id, criada_em DESC, id DESC);
alter table public.chave_api enable row level security;
create policy escopo on public.chave_api for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.chave_api to rubrica_app;

create table public.cliente (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  nome text not null,
  email text,
  telefone text,
  cpf text,
  data_nascimento date,
  referencia_externa text,
  metadados jsonb not null,
  busca text generated always as (rubrica_busca(((((((nome || '
'::text) || COALESCE(email, ''::text)) || '
'::text) || COALESCE(telefone, ''::text)) || '
'::text) || COALESCE(referencia_externa, ''::text)))) stored not null,
  criado_em timestamp with time zone not null,
  usado_em timestamp with time zone,
  constraint cliente_pkey PRIMARY KEY (organizacao_id, id),
  constraint cliente_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX cliente_busca ON public.cliente USING gin (organizacao_id, busca gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX cliente_cpf ON public.cliente USING btree (organizacao_id, ambiente, cpf) WHERE (cpf IS NOT NULL);
CREATE UNIQUE INDEX cliente_email ON public.cliente USING btree (organizacao_id, ambiente, lower(email));
CREATE INDEX cliente_lista ON public.cliente USING btree (organizacao_id, ambiente, criado_em DESC, id DESC);
CREATE INDEX cliente_telefone ON public.cliente USING btree (organizacao_id, ambiente, telefone) WHERE (telefone IS NOT NULL);
alter table public.cliente enable row level security;
create policy escopo on public.cliente for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.cliente to rubrica_app;

create table public.cliente_oauth (
  id uuid not null,
  client_id text not null,
  segredo_hash bytea not null,
  nome text not null,
  ambiente text not null,
  redirect_uris text[] not null,
  escopos text[] not null,
  membro_id uuid,
  criado_em timestamp with time zone not null,
  revogado_em timestamp with time zone,
  constraint cliente_oauth_pkey PRIMARY KEY (id),
  constraint cliente_oauth_client_id_key UNIQUE (client_id),
  constraint cliente_oauth_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id)
);
alter table public.cliente_oauth enable row level security;
grant delete, insert, select, update on table public.cliente_oauth to rubrica_app;

create table public.codigo_otp (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null,
  signatario_id uuid not null,
  fator text not null,
  destino text not null,
  criado_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  encerrado_em timestamp with time zone,
  lugares jsonb default '[]'::jsonb not null,
  contado_em uuid[] default '{}'::uuid[] not null,
  constraint codigo_otp_pkey PRIMARY KEY (organizacao_id, id),
  constraint codigo_otp_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id)
);
CREATE INDEX codigo_otp_link_id_idx ON public.codigo_otp USING btree (link_id);
CREATE INDEX codigo_otp_organizacao_id_ambiente_signatario_id_fator_cria_idx ON public.codigo_otp USING btree (organizacao_id, ambiente, signatario_id, fator, criado_em DESC);
alter table public.codigo_otp enable row level security;
create policy escopo on public.codigo_otp for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.codigo_otp to rubrica_app;

create table public.codigo_recuperacao (
  usuario_id uuid not null,
  codigo_hash bytea not null,
  criado_em timestamp with time zone not null,
  usado_em timestamp with time zone,
  constraint codigo_recuperacao_pkey PRIMARY KEY (usuario_id, codigo_hash),
  constraint codigo_recuperacao_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
alter table public.codigo_recuperacao enable row level security;
create policy proprios on public.codigo_recuperacao for all
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.codigo_recuperacao to rubrica_app;

create table public.concessao_oauth (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  cliente_id uuid not null,
  membro_id uuid not null,
  propria boolean default false not null,
  escopos text[] not null,
  criada_em timestamp with time zone not null,
  ultimo_uso_em timestamp with time zone,
  ultimo_ip text,
  revogada_em timestamp with time zone,
  motivo_revogacao text,
  constraint concessao_oauth_pkey PRIMARY KEY (id),
  constraint concessao_oauth_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES cliente_oauth(id),
  constraint concessao_oauth_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint concessao_oauth_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX concessao_oauth_lista ON public.concessao_oauth USING btree (organizacao_id, ambiente, criada_em DESC, id DESC);
CREATE INDEX concessao_oauth_organizacao_id_criada_em_idx ON public.concessao_oauth USING btree (organizacao_id, criada_em DESC);
CREATE UNIQUE INDEX concessao_oauth_propria ON public.concessao_oauth USING btree (cliente_id) WHERE propria;
alter table public.concessao_oauth enable row level security;
create policy escopo on public.concessao_oauth for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.concessao_oauth to rubrica_app;

create table public.confirmacao_email (
  id uuid not null,
  usuario_id uuid not null,
  token_hash bytea not null,
  reenvio boolean not null,
  criada_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  usada_em timestamp with time zone,
  constraint confirmacao_email_pkey PRIMARY KEY (id),
  constraint confirmacao_email_token_hash_key UNIQUE (token_hash),
  constraint confirmacao_email_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE INDEX confirmacao_email_expira_em_idx ON public.confirmacao_email USING btree (expira_em);
CREATE INDEX confirmacao_email_usuario_id_criada_em_idx ON public.confirmacao_email USING btree (usuario_id, criada_em);
alter table public.confirmacao_email enable row level security;
create policy proprias on public.confirmacao_email for all
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.confirmacao_email to rubrica_app;

create table public.consumo_mensal (
  organizacao_id uuid not null,
  mes date not null,
  tipo text not null,
  quantidade bigint not null,
  linhas bigint default 0 not null,
  constraint consumo_mensal_pkey PRIMARY KEY (organizacao_id, mes, tipo)
);
alter table public.consumo_mensal enable row level security;
create policy escopo on public.consumo_mensal for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.consumo_mensal to rubrica_app;

create table public.consumo_variacao (
  organizacao_id uuid not null,
  mes date not null,
  tipo text not null,
  quantidade bigint not null
);
CREATE INDEX consumo_variacao_organizacao_id_mes_idx ON public.consumo_variacao USING btree (organizacao_id, mes);
alter table public.consumo_variacao enable row level security;
create policy escopo on public.consumo_variacao for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.consumo_variacao to rubrica_app;

create table public.contato (
  id uuid not null,
  protocolo text not null,
  nome text not null,
  email text not null,
  assunto text,
  mensagem text not null,
  ip text not null,
  agente_usuario text,
  criado_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  constraint contato_pkey PRIMARY KEY (id),
  constraint contato_protocolo_key UNIQUE (protocolo)
);
CREATE INDEX contato_criado_em_idx ON public.contato USING btree (criado_em);
alter table public.contato enable row level security;
create policy escreve on public.contato for insert
  with check (true);
grant delete, insert, select, update on table public.contato to rubrica_app;

create table public.convite (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  membro_id uuid not null,
  convidado_por uuid not null,
  token_hash bytea not null,
  criado_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  usado_em timestamp with time zone,
  revogado_em timestamp with time zone,
  constraint convite_pkey PRIMARY KEY (id),
  constraint convite_token_hash_key UNIQUE (token_hash),
  constraint convite_convidado_por_fkey FOREIGN KEY (convidado_por) REFERENCES membro(id),
  constraint convite_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint convite_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE UNIQUE INDEX convite_aberto ON public.convite USING btree (membro_id) WHERE ((usado_em IS NULL) AND (revogado_em IS NULL));
CREATE INDEX convite_convidado_por_idx ON public.convite USING btree (convidado_por) WHERE ((usado_em IS NULL) AND (revogado_em IS NULL));
CREATE INDEX convite_por_organizacao ON public.convite USING btree (organizacao_id, criado_em DESC) WHERE (ambiente = 'PRODUCAO'::text);
alter table public.convite enable row level security;
create policy escopo on public.convite for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.convite to rubrica_app;

create table public.credencial_oauth (
  hash bytea not null,
  organizacao_id uuid not null,
  ambiente text not null,
  concessao_id uuid not null,
  tipo text not null,
  escopos text[] not null,
  redirect_uri text,
  desafio text,
  criada_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  usada_em timestamp with time zone,
  constraint credencial_oauth_pkey PRIMARY KEY (hash),
  constraint credencial_oauth_concessao_id_fkey FOREIGN KEY (concessao_id) REFERENCES concessao_oauth(id),
  constraint credencial_oauth_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX credencial_oauth_concessao_id_idx ON public.credencial_oauth USING btree (concessao_id);
CREATE INDEX credencial_oauth_expira_em_idx ON public.credencial_oauth USING btree (expira_em);
alter table public.credencial_oauth enable row level security;
create policy escopo on public.credencial_oauth for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.credencial_oauth to rubrica_app;

create table public.desafio (
  id uuid not null,
  usuario_id uuid not null,
  organizacao_id uuid not null,
  membro_id uuid not null,
  convite_id uuid,
  criado_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  encerrado_em timestamp with time zone,
  constraint desafio_pkey PRIMARY KEY (id),
  constraint desafio_convite_id_fkey FOREIGN KEY (convite_id) REFERENCES convite(id),
  constraint desafio_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint desafio_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id),
  constraint desafio_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE INDEX desafio_expira_em_idx ON public.desafio USING btree (expira_em);
CREATE INDEX desafio_usuario_id_idx ON public.desafio USING btree (usuario_id) WHERE (encerrado_em IS NULL);
alter table public.desafio enable row level security;
create policy proprios on public.desafio for all
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.desafio to rubrica_app;

create table public.documento (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  titulo text not null,
  descricao text,
  status text default 'RASCUNHO'::text not null,
  nivel_assinatura text not null,
  fatores_exigidos text[] not null,
  pasta_id uuid,
  envelope_id uuid,
  ordenado boolean not null,
  recusavel boolean not null,
  parar_se_recusado boolean not null,
  mensagem text,
  lembrete text,
  prazo_em timestamp with time zone,
  expira_em timestamp with time zone,
  modelo_email_id uuid,
  responder_para text,
  criado_por uuid not null,
  criado_em timestamp with time zone not null,
  atualizado_em timestamp with time zone not null,
  enviado_em timestamp with time zone,
  assinado_por_todos_em timestamp with time zone,
  finalizado_em timestamp with time zone,
  excluido_em timestamp with time zone,
  arquivo_id uuid not null,
  arquivo_hash text not null,
  versao integer default 1 not null,
  paginas integer not null,
  geometria jsonb not null,
  codigo_validacao text,
  hash_publico text,
  arquivo_assinado_id uuid,
  revisao bigint default 1 not null,
  busca text default ''::text not null,
  lembrete_em timestamp with time zone,
  envelope_posicao integer,
  esquema text default 'rubrica.certificado.v1'::text not null,
  referencia_externa text,
  metadados jsonb default '{}'::jsonb not null,
  marcas jsonb,
  convite jsonb,
  campos_sal text,
  remetente text,
  mensagem_padrao text,
  constraint documento_pkey PRIMARY KEY (organizacao_id, id),
  constraint documento_codigo_validacao_key UNIQUE (codigo_validacao),
  constraint documento_esquema_check CHECK ((esquema = ANY (ARRAY['rubrica.certificado.v1'::text, 'rubrica.certificado.v2'::text]))),
  constraint documento_organizacao_id_arquivo_assinado_id_fkey FOREIGN KEY (organizacao_id, arquivo_assinado_id) REFERENCES arquivo(organizacao_id, id),
  constraint documento_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id),
  constraint documento_organizacao_id_criado_por_fkey FOREIGN KEY (organizacao_id, criado_por) REFERENCES membro(organizacao_id, id),
  constraint documento_organizacao_id_envelope_id_fkey FOREIGN KEY (organizacao_id, envelope_id) REFERENCES envelope(organizacao_id, id),
  constraint documento_organizacao_id_pasta_id_fkey FOREIGN KEY (organizacao_id, pasta_id) REFERENCES pasta(organizacao_id, id)
);
CREATE INDEX documento_a_concluir ON public.documento USING btree (assinado_por_todos_em) WHERE ((finalizado_em IS NULL) AND (assinado_por_todos_em IS NOT NULL));
CREATE INDEX documento_a_vencer ON public.documento USING btree (organizacao_id, ambiente, LEAST(prazo_em, expira_em), id) WHERE ((excluido_em IS NULL) AND (status = ANY (ARRAY['AGUARDANDO_ASSINATURAS'::text, 'PARCIALMENTE_ASSINADO'::text])) AND (LEAST(prazo_em, expira_em) IS NOT NULL));
CREATE INDEX documento_arquivo_assinado_id_idx ON public.documento USING btree (arquivo_assinado_id) WHERE (arquivo_assinado_id IS NOT NULL);
CREATE INDEX documento_arquivo_id_idx ON public.documento USING btree (arquivo_id);
CREATE INDEX documento_atualizado ON public.documento USING btree (organizacao_id, ambiente, atualizado_em DESC, id DESC) WHERE (excluido_em IS NULL);
CREATE INDEX documento_busca ON public.documento USING gin (organizacao_id, busca gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX documento_envelope_id_idx ON public.documento USING btree (envelope_id) WHERE (envelope_id IS NOT NULL);
CREATE INDEX documento_excluidos ON public.documento USING btree (organizacao_id, ambiente, criado_em DESC, id DESC) WHERE (excluido_em IS NOT NULL);
CREATE INDEX documento_finalizado ON public.documento USING btree (organizacao_id, ambiente, finalizado_em DESC, id DESC) WHERE ((excluido_em IS NULL) AND (finalizado_em IS NOT NULL));
CREATE INDEX documento_hash ON public.documento USING btree (hash_publico) WHERE (hash_publico IS NOT NULL);
CREATE INDEX documento_lembrete ON public.documento USING btree (lembrete_em) WHERE ((lembrete_em IS NOT NULL) AND (status = ANY (ARRAY['AGUARDANDO_ASSINATURAS'::text, 'PARCIALMENTE_ASSINADO'::text])));
CREATE INDEX documento_lembrete_teste ON public.documento USING btree (organizacao_id, lembrete_em) WHERE ((ambiente = 'TESTE'::text) AND (status = ANY (ARRAY['AGUARDANDO_ASSINATURAS'::text, 'PARCIALMENTE_ASSINADO'::text])) AND (lembrete_em IS NOT NULL));
CREATE INDEX documento_lista ON public.documento USING btree (organizacao_id, ambiente, criado_em DESC, id DESC) WHERE (excluido_em IS NULL);
CREATE INDEX documento_pasta ON public.documento USING btree (organizacao_id, ambiente, pasta_id, criado_em DESC, id DESC) WHERE ((excluido_em IS NULL) AND (pasta_id IS NOT NULL));
CREATE INDEX documento_pasta_excluidos ON public.documento USING btree (pasta_id) WHERE ((excluido_em IS NOT NULL) AND (pasta_id IS NOT NULL));
CREATE INDEX documento_pasta_status ON public.documento USING btree (organizacao_id, ambiente, pasta_id, status, criado_em DESC, id DESC) WHERE ((excluido_em IS NULL) AND (pasta_id IS NOT NULL));
CREATE INDEX documento_recusado ON public.documento USING btree (organizacao_id, ambiente, atualizado_em DESC, id DESC) WHERE ((excluido_em IS NULL) AND (status = 'RECUSADO'::text));
CREATE INDEX documento_referencia ON public.documento USING btree (organizacao_id, ambiente, referencia_externa, criado_em DESC, id DESC) WHERE (referencia_externa IS NOT NULL);
CREATE INDEX documento_status ON public.documento USING btree (organizacao_id, ambiente, status, criado_em DESC, id DESC) WHERE (excluido_em IS NULL);
CREATE INDEX documento_texto ON public.documento USING btree (organizacao_id, ambiente, status) INCLUDE (pasta_id, busca) WHERE ((excluido_em IS NULL) AND (octet_length(busca) <= 1000));
CREATE INDEX documento_texto_longo ON public.documento USING btree (organizacao_id, ambiente, status) WHERE ((excluido_em IS NULL) AND (octet_length(busca) > 1000));
CREATE INDEX documento_vence ON public.documento USING btree (LEAST(prazo_em, expira_em)) WHERE ((status = ANY (ARRAY['AGUARDANDO_ASSINATURAS'::text, 'PARCIALMENTE_ASSINADO'::text])) AND (LEAST(prazo_em, expira_em) IS NOT NULL));
CREATE INDEX documento_vence_teste ON public.documento USING btree (organizacao_id, LEAST(prazo_em, expira_em)) WHERE ((ambiente = 'TESTE'::text) AND (status = ANY (ARRAY['AGUARDANDO_ASSINATURAS'::text, 'PARCIALMENTE_ASSINADO'::text])) AND (LEAST(prazo_em, expira_em) IS NOT NULL));
CREATE STATISTICS public.documento_tamanho_do_texto ON octet_length(busca) FROM documento;
alter table public.documento enable row level security;
create policy escopo on public.documento for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER conta_alterado AFTER UPDATE OF status, pasta_id, excluido_em, titulo, referencia_externa, busca ON public.documento FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.pasta_id IS DISTINCT FROM new.pasta_id) OR (old.busca IS DISTINCT FROM new.busca) OR ((old.excluido_em IS NULL) IS DISTINCT FROM (new.excluido_em IS NULL)))) EXECUTE FUNCTION rubrica_conta_documento();
CREATE TRIGGER conta_excluido AFTER DELETE ON public.documento FOR EACH ROW EXECUTE FUNCTION rubrica_conta_documento();
CREATE TRIGGER conta_inserido AFTER INSERT ON public.documento REFERENCING NEW TABLE AS novo FOR EACH STATEMENT EXECUTE FUNCTION rubrica_conta_documentos_novos();
CREATE TRIGGER conta_pasta_alterado AFTER UPDATE OF pasta_id, excluido_em ON public.documento FOR EACH ROW EXECUTE FUNCTION rubrica_conta_pasta();
CREATE TRIGGER conta_pasta_excluido AFTER DELETE ON public.documento FOR EACH ROW WHEN ((old.pasta_id IS NOT NULL)) EXECUTE FUNCTION rubrica_conta_pasta();
CREATE TRIGGER conta_pasta_inserido AFTER INSERT ON public.documento FOR EACH ROW WHEN ((new.pasta_id IS NOT NULL)) EXECUTE FUNCTION rubrica_conta_pasta();
CREATE TRIGGER entra_no_envelope_alterado BEFORE UPDATE OF envelope_id ON public.documento FOR EACH ROW WHEN ((new.envelope_id IS DISTINCT FROM old.envelope_id)) EXECUTE FUNCTION rubrica_entra_no_envelope();
CREATE TRIGGER entra_no_envelope_inserido BEFORE INSERT ON public.documento FOR EACH ROW WHEN ((new.envelope_id IS NOT NULL)) EXECUTE FUNCTION rubrica_entra_no_envelope();
CREATE TRIGGER escrito_alterado BEFORE UPDATE ON public.documento FOR EACH ROW EXECUTE FUNCTION rubrica_documento_escrito();
CREATE TRIGGER escrito_inserido BEFORE INSERT ON public.documento FOR EACH ROW WHEN ((new.busca = ''::text)) EXECUTE FUNCTION rubrica_documento_escrito();
grant delete, insert, select, update on table public.documento to rubrica_app;

create table public.documento_contagem (
  organizacao_id uuid not null,
  ambiente text not null,
  pasta_id uuid not null,
  status text not null,
  total bigint not null,
  constraint documento_contagem_pkey PRIMARY KEY (organizacao_id, ambiente, pasta_id, status)
);
alter table public.documento_contagem enable row level security;
create policy escopo on public.documento_contagem for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.documento_contagem to rubrica_app;

create table public.documento_variacao (
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  pasta_id uuid,
  status text not null,
  busca text not null,
  variacao integer not null,
  sem_texto boolean default false not null,
  transacao xid8 default pg_current_xact_id() not null,
  ocorrida_em timestamp with time zone default now() not null,
  dobrada boolean default false not null
);
CREATE INDEX documento_variacao_nova ON public.documento_variacao USING btree (organizacao_id, ambiente) WHERE (NOT dobrada);
CREATE INDEX documento_variacao_transacao ON public.documento_variacao USING btree (organizacao_id, ambiente, transacao);
alter table public.documento_variacao enable row level security;
create policy escopo on public.documento_variacao for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.documento_variacao to rubrica_app;

create table public.download (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  token_hash bytea not null,
  arquivo_id uuid not null,
  nome_arquivo text not null,
  criado_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  usado_em timestamp with time zone,
  constraint download_pkey PRIMARY KEY (organizacao_id, id),
  constraint download_token_hash_key UNIQUE (token_hash),
  constraint download_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id)
);
CREATE INDEX download_arquivo_id_idx ON public.download USING btree (arquivo_id);
alter table public.download enable row level security;
create policy escopo on public.download for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.download to rubrica_app;

create table public.edicao (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  documento_id uuid not null,
  bilhete_hash bytea not null,
  token_hash bytea not null,
  origem text not null,
  nome text not null,
  credencial_id uuid not null,
  membro_id uuid not null,
  expira_em timestamp with time zone not null,
  chave_hash bytea,
  constraint edicao_pkey PRIMARY KEY (organizacao_id, id),
  constraint edicao_bilhete_hash_key UNIQUE (bilhete_hash),
  constraint edicao_token_hash_key UNIQUE (token_hash),
  constraint edicao_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
CREATE INDEX edicao_organizacao_id_documento_id_idx ON public.edicao USING btree (organizacao_id, documento_id);
alter table public.edicao enable row level security;
create policy escopo on public.edicao for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.edicao to rubrica_app;

create table public.entrega_webhook (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  webhook_id uuid not null,
  evento_id uuid not null,
  evento text not null,
  corpo bytea not null,
  status text default 'PENDENTE'::text not null,
  tentativas integer default 0 not null,
  ocorrida_em timestamp with time zone not null,
  criada_em timestamp with time zone not null,
  primeira_tentativa_em timestamp with time zone,
  proxima_tentativa_em timestamp with time zone,
  resposta_http integer,
  duracao_ms integer,
  erro text,
  rodada integer default 0 not null,
  teste boolean default false not null,
  constraint entrega_webhook_pkey PRIMARY KEY (organizacao_id, id),
  constraint entrega_webhook_evento_id_webhook_id_key UNIQUE (evento_id, webhook_id),
  constraint entrega_webhook_organizacao_id_evento_id_fkey FOREIGN KEY (organizacao_id, evento_id) REFERENCES evento_saida(organizacao_id, id),
  constraint entrega_webhook_organizacao_id_webhook_id_fkey FOREIGN KEY (organizacao_id, webhook_id) REFERENCES webhook(organizacao_id, id)
);
CREATE INDEX entrega_webhook_aberta ON public.entrega_webhook USING btree (webhook_id, id) WHERE (status = ANY (ARRAY['PENDENTE'::text, 'FALHOU'::text]));
CREATE INDEX entrega_webhook_situacao ON public.entrega_webhook USING btree (webhook_id, status, criada_em DESC, id DESC);
CREATE INDEX entrega_webhook_webhook_id_criada_em_id_idx ON public.entrega_webhook USING btree (webhook_id, criada_em DESC, id DESC);
alter table public.entrega_webhook enable row level security;
create policy escopo on public.entrega_webhook for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.entrega_webhook to rubrica_app;

create table public.envelope (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  titulo text not null,
  criado_por uuid not null,
  criado_em timestamp with time zone not null,
  enviado_em timestamp with time zone,
  referencia_externa text,
  metadados jsonb default '{}'::jsonb not null,
  constraint envelope_pkey PRIMARY KEY (organizacao_id, id),
  constraint envelope_criado_por_fkey FOREIGN KEY (criado_por) REFERENCES membro(id),
  constraint envelope_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX envelope_organizacao_id_ambiente_criado_em_id_idx ON public.envelope USING btree (organizacao_id, ambiente, criado_em DESC, id DESC);
CREATE INDEX envelope_referencia ON public.envelope USING btree (organizacao_id, ambiente, referencia_externa, criado_em DESC, id DESC) WHERE (referencia_externa IS NOT NULL);
alter table public.envelope enable row level security;
create policy escopo on public.envelope for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.envelope to rubrica_app;

create table public.evento_auditoria (
  documento_id uuid not null,
  sequencia integer not null,
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  corpo text not null,
  hash text not null,
  constraint evento_auditoria_pkey PRIMARY KEY (organizacao_id, documento_id, sequencia),
  constraint evento_auditoria_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES trilha(organizacao_id, documento_id)
);
alter table public.evento_auditoria enable row level security;
create policy escopo on public.evento_auditoria for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER encadeia BEFORE INSERT ON public.evento_auditoria FOR EACH ROW EXECUTE FUNCTION rubrica_encadeia();
CREATE TRIGGER so_acrescenta BEFORE DELETE OR UPDATE ON public.evento_auditoria FOR EACH ROW EXECUTE FUNCTION rubrica_so_com_expurgo();
CREATE TRIGGER so_acrescenta_truncate BEFORE TRUNCATE ON public.evento_auditoria FOR EACH STATEMENT EXECUTE FUNCTION rubrica_so_acrescenta();
grant insert, select on table public.evento_auditoria to rubrica_app;

create table public.evento_lembrado (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  posicao bigint not null,
  constraint evento_lembrado_pkey PRIMARY KEY (organizacao_id, id)
);
alter table public.evento_lembrado enable row level security;
create policy escopo on public.evento_lembrado for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.evento_lembrado to rubrica_app;

create table public.evento_saida (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  evento text not null,
  documento_id uuid,
  ocorrido_em timestamp with time zone not null,
  dados jsonb not null,
  ouvintes uuid[],
  posicao bigint,
  constraint evento_saida_pkey PRIMARY KEY (organizacao_id, id)
);
CREATE INDEX evento_saida_documento_id_ocorrido_em_idx ON public.evento_saida USING btree (documento_id, ocorrido_em);
CREATE INDEX evento_saida_feed ON public.evento_saida USING btree (organizacao_id, ambiente, posicao) WHERE ((posicao IS NOT NULL) AND (documento_id IS NOT NULL));
CREATE INDEX evento_saida_ocorrido_em_idx ON public.evento_saida USING btree (ocorrido_em);
CREATE INDEX evento_saida_ordem ON public.evento_saida USING btree (posicao) WHERE (posicao IS NOT NULL);
CREATE INDEX evento_saida_periodo ON public.evento_saida USING btree (organizacao_id, ambiente, ocorrido_em, id) WHERE (documento_id IS NOT NULL);
CREATE INDEX evento_saida_por_numerar ON public.evento_saida USING btree (ocorrido_em, id) WHERE (posicao IS NULL);
alter table public.evento_saida enable row level security;
create policy escopo on public.evento_saida for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER lembra_evento AFTER DELETE ON public.evento_saida FOR EACH ROW WHEN ((old.posicao IS NOT NULL)) EXECUTE FUNCTION rubrica_lembra_evento();
grant delete, insert, select, update on table public.evento_saida to rubrica_app;

create table public.evento_seguranca (
  id uuid default gen_random_uuid() not null,
  organizacao_id uuid,
  ocorrido_em timestamp with time zone not null,
  tipo text not null,
  requisicao_id uuid,
  ip text,
  detalhe jsonb not null,
  constraint evento_seguranca_pkey PRIMARY KEY (id)
);
CREATE INDEX evento_seguranca_ocorrido_em_idx ON public.evento_seguranca USING btree (ocorrido_em);
alter table public.evento_seguranca enable row level security;
create policy escreve on public.evento_seguranca for insert
  with check (true);
create policy le on public.evento_seguranca for select
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant insert, select on table public.evento_seguranca to rubrica_app;

create table public.expurgo (
  documento_id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  categoria text not null,
  desde timestamp with time zone not null,
  expurgado_em timestamp with time zone not null,
  trilha_tamanho integer not null,
  trilha_hash text not null,
  transacao xid8 default pg_current_xact_id() not null,
  constraint expurgo_pkey PRIMARY KEY (organizacao_id, documento_id)
);
alter table public.expurgo enable row level security;
create policy escopo on public.expurgo for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER so_acrescenta BEFORE DELETE OR UPDATE ON public.expurgo FOR EACH ROW EXECUTE FUNCTION rubrica_so_acrescenta();
grant select on table public.expurgo to rubrica_app;

create table public.fator_signatario (
  organizacao_id uuid not null,
  ambiente text not null,
  signatario_id uuid not null,
  fator text not null,
  cumprido_em timestamp with time zone,
  meio text,
  falhas integer default 0 not null,
  bloqueado_ate timestamp with time zone,
  provado_para jsonb,
  link_id uuid,
  constraint fator_signatario_pkey PRIMARY KEY (organizacao_id, ambiente, signatario_id, fator),
  constraint fator_signatario_organizacao_id_ambiente_signatario_id_fkey FOREIGN KEY (organizacao_id, ambiente, signatario_id) REFERENCES signatario(organizacao_id, ambiente, id) ON DELETE CASCADE
);
alter table public.fator_signatario enable row level security;
create policy escopo on public.fator_signatario for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER escrito_alterado AFTER UPDATE ON public.fator_signatario REFERENCING NEW TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_fator_escrito();
CREATE TRIGGER escrito_excluido AFTER DELETE ON public.fator_signatario REFERENCING OLD TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_fator_escrito();
CREATE TRIGGER escrito_inserido AFTER INSERT ON public.fator_signatario REFERENCING NEW TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_fator_escrito();
grant delete, insert, select, update on table public.fator_signatario to rubrica_app;

create table public.fatura (
  id uuid not null,
  organizacao_id uuid not null,
  mes date not null,
  numero text not null,
  itens jsonb not null,
  total_centavos bigint not null,
  emitida_em timestamp with time zone not null,
  vence_em timestamp with time zone not null,
  paga_em timestamp with time zone,
  token_hash bytea,
  constraint fatura_pkey PRIMARY KEY (organizacao_id, id),
  constraint fatura_numero_key UNIQUE (numero),
  constraint fatura_organizacao_id_mes_key UNIQUE (organizacao_id, mes),
  constraint fatura_token_hash_key UNIQUE (token_hash),
  constraint fatura_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX fatura_sem_token ON public.fatura USING btree (id) WHERE (token_hash IS NULL);
alter table public.fatura enable row level security;
create policy escopo on public.fatura for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.fatura to rubrica_app;

create table public.formulario (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  modelo_id uuid not null,
  titulo text not null,
  papel_id uuid not null,
  documento jsonb not null,
  limite integer,
  respostas integer default 0 not null,
  expira_em timestamp with time zone,
  encerrado_em timestamp with time zone,
  token text not null,
  criado_por uuid not null,
  criado_em timestamp with time zone not null,
  impedimento text,
  impedido_em timestamp with time zone,
  avisado_em timestamp with time zone,
  constraint formulario_pkey PRIMARY KEY (organizacao_id, id),
  constraint formulario_token_key UNIQUE (token),
  constraint formulario_organizacao_id_modelo_id_fkey FOREIGN KEY (organizacao_id, modelo_id) REFERENCES modelo(organizacao_id, id)
);
CREATE INDEX formulario_lista ON public.formulario USING btree (organizacao_id, modelo_id, criado_em DESC, id DESC);
alter table public.formulario enable row level security;
create policy escopo on public.formulario for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.formulario to rubrica_app;

create table public.formulario_pedido (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  formulario_id uuid not null,
  token_hash bytea not null,
  nome text,
  email text,
  idioma text,
  pedido_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  documento_id uuid,
  link_id uuid,
  constraint formulario_pedido_pkey PRIMARY KEY (organizacao_id, id),
  constraint formulario_pedido_token_hash_key UNIQUE (token_hash),
  constraint formulario_pedido_check CHECK (((link_id IS NULL) OR (documento_id IS NOT NULL))),
  constraint formulario_pedido_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id),
  constraint formulario_pedido_organizacao_id_formulario_id_fkey FOREIGN KEY (organizacao_id, formulario_id) REFERENCES formulario(organizacao_id, id),
  constraint formulario_pedido_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id)
);
CREATE UNIQUE INDEX formulario_pedido_aberto ON public.formulario_pedido USING btree (organizacao_id, formulario_id, lower(email)) WHERE (documento_id IS NULL);
CREATE INDEX formulario_pedido_expira_em_idx ON public.formulario_pedido USING btree (expira_em) WHERE (documento_id IS NULL);
CREATE INDEX formulario_pedido_organizacao_id_documento_id_idx ON public.formulario_pedido USING btree (organizacao_id, documento_id);
CREATE INDEX formulario_pedido_organizacao_id_link_id_idx ON public.formulario_pedido USING btree (organizacao_id, link_id);
alter table public.formulario_pedido enable row level security;
create policy escopo on public.formulario_pedido for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.formulario_pedido to rubrica_app;

create table public.funcao_aplicada (
  arquivo text not null,
  sha256 text not null,
  aplicada_em timestamp with time zone default now() not null,
  constraint funcao_aplicada_pkey PRIMARY KEY (arquivo, sha256)
);
alter table public.funcao_aplicada enable row level security;

create table public.idempotencia (
  organizacao_id uuid not null,
  ambiente text not null,
  rota text not null,
  chave text not null,
  requisicao_hash text not null,
  status integer,
  cabecalhos jsonb,
  corpo bytea,
  criado_em timestamp with time zone not null,
  autor uuid,
  constraint idempotencia_pkey PRIMARY KEY (organizacao_id, ambiente, rota, chave)
);
CREATE INDEX idempotencia_criado_em_idx ON public.idempotencia USING btree (criado_em);
alter table public.idempotencia enable row level security;
create policy de_ninguem on public.idempotencia for all
  using ((organizacao_id = '00000000-0000-0000-0000-000000000000'::uuid));
create policy escopo on public.idempotencia for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.idempotencia to rubrica_app;

create table public.imagem_assinatura (
  organizacao_id uuid not null,
  ambiente text not null,
  signatario_id uuid not null,
  uso text not null,
  png bytea not null,
  constraint imagem_assinatura_pkey PRIMARY KEY (organizacao_id, ambiente, signatario_id, uso),
  constraint imagem_assinatura_organizacao_id_ambiente_signatario_id_fkey FOREIGN KEY (organizacao_id, ambiente, signatario_id) REFERENCES signatario(organizacao_id, ambiente, id)
);
alter table public.imagem_assinatura enable row level security;
create policy escopo on public.imagem_assinatura for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.imagem_assinatura to rubrica_app;

create table public.instalacao (
  nome text not null,
  impressao text not null,
  desde timestamp with time zone default now() not null,
  constraint instalacao_pkey PRIMARY KEY (nome)
);
alter table public.instalacao enable row level security;

create table public.link (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  token_hash bytea not null,
  canal text not null,
  destino text,
  criado_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  revogado_em timestamp with time zone,
  motivo_revogacao text,
  pessoa text,
  motivo text default 'CONVITE'::text not null,
  erros integer default 0 not null,
  constraint link_pkey PRIMARY KEY (organizacao_id, id),
  constraint link_token_hash_key UNIQUE (token_hash)
);
alter table public.link enable row level security;
create policy escopo on public.link for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.link to rubrica_app;

create table public.link_exibido (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null,
  credencial_id uuid not null,
  exibido_em timestamp with time zone not null,
  documento_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint link_exibido_pkey PRIMARY KEY (organizacao_id, link_id, credencial_id, documento_id),
  constraint link_exibido_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id)
);
alter table public.link_exibido enable row level security;
create policy escopo on public.link_exibido for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.link_exibido to rubrica_app;

create table public.link_incorporado (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null,
  bilhete_hash bytea not null,
  origem text not null,
  url_retorno text,
  expira_em timestamp with time zone not null,
  chave_hash bytea,
  constraint link_incorporado_pkey PRIMARY KEY (organizacao_id, link_id),
  constraint link_incorporado_bilhete_hash_key UNIQUE (bilhete_hash),
  constraint link_incorporado_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id)
);
alter table public.link_incorporado enable row level security;
create policy escopo on public.link_incorporado for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.link_incorporado to rubrica_app;

create table public.link_signatario (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null,
  documento_id uuid not null,
  signatario_id uuid not null,
  desligado_em timestamp with time zone,
  motivo_desligamento text,
  constraint link_signatario_pkey PRIMARY KEY (link_id, signatario_id),
  constraint link_signatario_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id),
  constraint link_signatario_organizacao_id_link_id_fkey FOREIGN KEY (organizacao_id, link_id) REFERENCES link(organizacao_id, id)
);
CREATE INDEX link_signatario_documento_id_idx ON public.link_signatario USING btree (documento_id);
CREATE INDEX link_signatario_organizacao_id_ambiente_signatario_id_idx ON public.link_signatario USING btree (organizacao_id, ambiente, signatario_id);
alter table public.link_signatario enable row level security;
create policy escopo on public.link_signatario for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.link_signatario to rubrica_app;

create table public.medicao (
  id uuid not null,
  organizacao_id uuid not null,
  tipo text not null,
  quantidade bigint not null,
  ocorrido_em timestamp with time zone not null,
  documento_id uuid,
  descricao text,
  referencia text not null,
  constraint medicao_pkey PRIMARY KEY (organizacao_id, id),
  constraint medicao_organizacao_id_tipo_referencia_key UNIQUE (organizacao_id, tipo, referencia)
);
CREATE INDEX medicao_organizacao_id_ocorrido_em_id_idx ON public.medicao USING btree (organizacao_id, ocorrido_em DESC, id DESC);
CREATE INDEX medicao_tipo ON public.medicao USING btree (organizacao_id, tipo, ocorrido_em DESC, id DESC);
alter table public.medicao enable row level security;
create policy escopo on public.medicao for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.medicao to rubrica_app;

create table public.membro (
  id uuid not null,
  organizacao_id uuid not null,
  usuario_id uuid,
  nome text,
  email text not null,
  papel text not null,
  estado text default 'ATIVO'::text not null,
  ultimo_acesso_em timestamp with time zone,
  criado_em timestamp with time zone not null,
  removido_em timestamp with time zone,
  constraint membro_pkey PRIMARY KEY (id),
  constraint membro_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id),
  constraint membro_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE UNIQUE INDEX membro_email ON public.membro USING btree (organizacao_id, lower(email)) WHERE (removido_em IS NULL);
CREATE INDEX membro_organizacao_id_criado_em_id_idx ON public.membro USING btree (organizacao_id, criado_em DESC, id DESC) WHERE (removido_em IS NULL);
CREATE INDEX membro_por_email ON public.membro USING btree (lower(email));
CREATE UNIQUE INDEX membro_por_organizacao ON public.membro USING btree (organizacao_id, id);
CREATE UNIQUE INDEX membro_usuario ON public.membro USING btree (organizacao_id, usuario_id) WHERE (removido_em IS NULL);
CREATE INDEX membro_usuario_id_idx ON public.membro USING btree (usuario_id);
alter table public.membro enable row level security;
create policy escopo on public.membro for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
create policy le_os_proprios on public.membro for select
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.membro to rubrica_app;

create table public.mensagem_capturada (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  canal text not null,
  destino text not null,
  assunto text,
  texto text not null,
  html text,
  criado_em timestamp with time zone not null,
  reservada boolean default false not null,
  tipo text,
  documentos uuid[] default '{}'::uuid[] not null,
  signatario_id uuid,
  link text,
  codigo text,
  de text,
  responder_para text,
  gravada_em timestamp with time zone default now() not null,
  anexos jsonb default '[]'::jsonb not null,
  constraint mensagem_capturada_pkey PRIMARY KEY (id)
);
CREATE INDEX mensagem_capturada_gravada ON public.mensagem_capturada USING btree (organizacao_id, ambiente, gravada_em);
CREATE INDEX mensagem_capturada_organizacao_id_ambiente_criado_em_id_idx ON public.mensagem_capturada USING btree (organizacao_id, ambiente, criado_em DESC, id DESC);
alter table public.mensagem_capturada enable row level security;
create policy escopo on public.mensagem_capturada for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.mensagem_capturada to rubrica_app;

create table public.migracao (
  nome text not null,
  sha256 text not null,
  aplicada_em timestamp with time zone default now() not null,
  constraint migracao_pkey PRIMARY KEY (nome)
);

create table public.modelo (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  nome text not null,
  descricao text,
  escopo text not null,
  arquivo_id uuid not null,
  geometria jsonb not null,
  paginas integer not null,
  variaveis text[] not null,
  papeis jsonb not null,
  campos jsonb not null,
  vezes_usado integer default 0 not null,
  criado_por uuid not null,
  criado_em timestamp with time zone not null,
  excluido_em timestamp with time zone,
  marcas jsonb,
  constraint modelo_pkey PRIMARY KEY (organizacao_id, id),
  constraint modelo_criado_por_fkey FOREIGN KEY (criado_por) REFERENCES membro(id),
  constraint modelo_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id),
  constraint modelo_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX modelo_lista ON public.modelo USING btree (organizacao_id, ambiente, criado_em DESC, id DESC) WHERE (excluido_em IS NULL);
alter table public.modelo enable row level security;
create policy escopo on public.modelo for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.modelo to rubrica_app;

create table public.modelo_email (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  nome text not null,
  assunto text not null,
  corpo text not null,
  criado_por uuid not null,
  criado_em timestamp with time zone not null,
  excluido_em timestamp with time zone,
  constraint modelo_email_pkey PRIMARY KEY (organizacao_id, ambiente, id),
  constraint modelo_email_criado_por_fkey FOREIGN KEY (criado_por) REFERENCES membro(id),
  constraint modelo_email_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX modelo_email_lista ON public.modelo_email USING btree (organizacao_id, ambiente, criado_em DESC, id DESC) WHERE (excluido_em IS NULL);
alter table public.modelo_email enable row level security;
create policy escopo on public.modelo_email for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.modelo_email to rubrica_app;

create table public.numeracao_fatura (
  ano integer not null,
  ultimo integer not null,
  constraint numeracao_fatura_pkey PRIMARY KEY (ano)
);
alter table public.numeracao_fatura enable row level security;
grant delete, insert, select, update on table public.numeracao_fatura to rubrica_app;

create table public.organizacao (
  id uuid not null,
  nome text not null,
  documento text,
  status text default 'ATIVA'::text not null,
  plano_codigo text default 'INICIAL'::text not null,
  marca jsonb default '{}'::jsonb not null,
  criada_em timestamp with time zone not null,
  armazenamento_ate date,
  faturado_ate date,
  encerra_em timestamp with time zone,
  encerrada_em timestamp with time zone,
  origens_permitidas text[] default '{}'::text[] not null,
  constraint organizacao_pkey PRIMARY KEY (id),
  constraint organizacao_plano CHECK ((plano_codigo = ANY (ARRAY['INICIAL'::text, 'ESSENCIAL'::text, 'PROFISSIONAL'::text, 'EMPRESARIAL'::text])))
);
CREATE INDEX organizacao_armazenamento ON public.organizacao USING btree (COALESCE(armazenamento_ate, (((criada_em AT TIME ZONE 'America/Sao_Paulo'::text))::date - 1)));
CREATE INDEX organizacao_encerrando ON public.organizacao USING btree (encerra_em) WHERE ((encerra_em IS NOT NULL) AND (encerrada_em IS NULL));
CREATE INDEX organizacao_faturamento ON public.organizacao USING btree (COALESCE(faturado_ate, ((date_trunc('month'::text, (criada_em AT TIME ZONE 'America/Sao_Paulo'::text)) - '1 mon'::interval))::date));
alter table public.organizacao enable row level security;
create policy escopo on public.organizacao for all
  using ((id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
CREATE TRIGGER vigencia_alterada AFTER UPDATE OF plano_codigo ON public.organizacao FOR EACH ROW WHEN ((old.plano_codigo <> new.plano_codigo)) EXECUTE FUNCTION rubrica_vigencia();
CREATE TRIGGER vigencia_inserida AFTER INSERT ON public.organizacao FOR EACH ROW EXECUTE FUNCTION rubrica_vigencia();
grant delete, insert, select, update on table public.organizacao to rubrica_app;

create table public.palpite (
  organizacao_id uuid not null,
  ambiente text not null,
  alvo bytea not null,
  falhas integer not null,
  bloqueado_ate timestamp with time zone,
  constraint palpite_pkey PRIMARY KEY (organizacao_id, ambiente, alvo)
);
alter table public.palpite enable row level security;
create policy escopo on public.palpite for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.palpite to rubrica_app;

create table public.pasta (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  nome text not null,
  pai_id uuid,
  criada_em timestamp with time zone not null,
  quantidade_documentos bigint default 0 not null,
  constraint pasta_pkey PRIMARY KEY (organizacao_id, id),
  constraint pasta_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id),
  constraint pasta_organizacao_id_pai_id_fkey FOREIGN KEY (organizacao_id, pai_id) REFERENCES pasta(organizacao_id, id)
);
CREATE INDEX pasta_lista ON public.pasta USING btree (organizacao_id, ambiente, criada_em DESC, id DESC);
CREATE UNIQUE INDEX pasta_nome ON public.pasta USING btree (organizacao_id, ambiente, COALESCE(pai_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(nome));
CREATE INDEX pasta_organizacao_id_ambiente_pai_id_idx ON public.pasta USING btree (organizacao_id, ambiente, pai_id);
alter table public.pasta enable row level security;
create policy escopo on public.pasta for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.pasta to rubrica_app;

create table public.plano_vigencia (
  organizacao_id uuid not null,
  desde timestamp with time zone not null,
  plano_codigo text not null,
  constraint plano_vigencia_pkey PRIMARY KEY (organizacao_id, desde),
  constraint plano_vigencia_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
alter table public.plano_vigencia enable row level security;
create policy escopo on public.plano_vigencia for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
grant delete, insert, select, update on table public.plano_vigencia to rubrica_app;

create table public.politica_retencao (
  organizacao_id uuid not null,
  ambiente text not null,
  concluido integer,
  rascunho integer,
  cancelado_ou_expirado integer,
  entrega_webhook integer,
  registro_chamada integer,
  definida_em timestamp with time zone not null,
  definida_por uuid not null,
  constraint politica_retencao_pkey PRIMARY KEY (organizacao_id, ambiente),
  constraint politica_retencao_cancelado_ou_expirado_check CHECK (((cancelado_ou_expirado >= 1) AND (cancelado_ou_expirado <= 36525))),
  constraint politica_retencao_check CHECK ((cancelado_ou_expirado <= concluido)),
  constraint politica_retencao_concluido_check CHECK (((concluido >= 1825) AND (concluido <= 36525))),
  constraint politica_retencao_entrega_webhook_check CHECK (((entrega_webhook >= 1) AND (entrega_webhook <= 36525))),
  constraint politica_retencao_rascunho_check CHECK (((rascunho >= 1) AND (rascunho <= 36525))),
  constraint politica_retencao_registro_chamada_check CHECK (((registro_chamada >= 1) AND (registro_chamada <= 36525))),
  constraint politica_retencao_definida_por_fkey FOREIGN KEY (definida_por) REFERENCES membro(id),
  constraint politica_retencao_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
alter table public.politica_retencao enable row level security;
create policy escopo on public.politica_retencao for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.politica_retencao to rubrica_app;

create table public.recuperacao_senha (
  id uuid not null,
  email_cifrado bytea,
  usuario_id uuid,
  token_hash bytea,
  criada_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  usada_em timestamp with time zone,
  constraint recuperacao_senha_pkey PRIMARY KEY (id),
  constraint recuperacao_senha_token_hash_key UNIQUE (token_hash),
  constraint recuperacao_senha_check CHECK (((usuario_id IS NULL) = (email_cifrado IS NOT NULL))),
  constraint recuperacao_senha_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE INDEX recuperacao_senha_expira_em_idx ON public.recuperacao_senha USING btree (expira_em);
CREATE INDEX recuperacao_senha_usuario_id_criada_em_idx ON public.recuperacao_senha USING btree (usuario_id, criada_em);
alter table public.recuperacao_senha enable row level security;
create policy pedida_ou_propria on public.recuperacao_senha for all
  using (((usuario_id IS NULL) OR (usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario))));
grant delete, insert, select, update on table public.recuperacao_senha to rubrica_app;

create table public.registro_aberto (
  ambiente text not null,
  geracao text not null,
  origem text not null,
  chave bytea,
  vkey text not null,
  tamanho bigint default 0 not null,
  raiz bytea not null,
  nota text,
  estendido_em timestamp with time zone not null,
  publicado text,
  publicado_tamanho bigint default 0 not null,
  publicado_em timestamp with time zone,
  encerrado_em timestamp with time zone,
  constraint registro_aberto_pkey PRIMARY KEY (ambiente, geracao),
  constraint registro_aberto_ambiente_check CHECK ((ambiente = ANY (ARRAY['PRODUCAO'::text, 'TESTE'::text]))),
  constraint registro_aberto_check CHECK (((chave IS NULL) = (encerrado_em IS NOT NULL)))
);
CREATE UNIQUE INDEX registro_aberto_ambiente_idx ON public.registro_aberto USING btree (ambiente) WHERE (encerrado_em IS NULL);
alter table public.registro_aberto enable row level security;
grant delete, insert, select, update on table public.registro_aberto to rubrica_app;

create table public.registro_bloco (
  ambiente text not null,
  geracao text not null,
  nivel integer not null,
  numero bigint not null,
  hashes bytea not null,
  constraint registro_bloco_pkey PRIMARY KEY (ambiente, geracao, nivel, numero)
);
alter table public.registro_bloco enable row level security;
grant delete, insert, select, update on table public.registro_bloco to rubrica_app;

create table public.registro_chamada (
  organizacao_id uuid not null,
  ambiente text not null,
  ocorrido_em timestamp with time zone not null,
  requisicao_id uuid not null,
  operacao text not null,
  metodo text not null,
  rota text not null,
  status integer not null,
  codigo text,
  duracao_ms integer not null,
  tipo_ator text not null,
  ator text not null,
  credencial_id uuid,
  ip text not null,
  constraint registro_chamada_pkey PRIMARY KEY (organizacao_id, ambiente, ocorrido_em, requisicao_id)
) partition by RANGE (ocorrido_em);
CREATE INDEX registro_chamada_idade ON ONLY public.registro_chamada USING btree (ocorrido_em);
alter table public.registro_chamada enable row level security;
create policy escopo on public.registro_chamada for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.registro_chamada to rubrica_app;

create table public.registro_dia (
  ambiente text not null,
  geracao text not null,
  dia date not null,
  nota text not null,
  carimbo bytea,
  constraint registro_dia_pkey PRIMARY KEY (ambiente, geracao, dia)
);
alter table public.registro_dia enable row level security;
grant delete, insert, select, update on table public.registro_dia to rubrica_app;

create table public.registro_fila (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid default gen_random_uuid() not null,
  rotulo bytea not null,
  folha text not null,
  em timestamp with time zone default clock_timestamp() not null,
  constraint registro_fila_pkey PRIMARY KEY (organizacao_id, id)
);
CREATE INDEX registro_fila_ambiente_em_idx ON public.registro_fila USING btree (ambiente, em);
alter table public.registro_fila enable row level security;
create policy escopo on public.registro_fila for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.registro_fila to rubrica_app;

create table public.registro_folha (
  ambiente text not null,
  geracao text not null,
  indice bigint not null,
  rotulo bytea not null,
  folha text not null,
  constraint registro_folha_pkey PRIMARY KEY (ambiente, geracao, indice),
  constraint registro_folha_ambiente_rotulo_geracao_key UNIQUE (ambiente, rotulo, geracao)
);
alter table public.registro_folha enable row level security;
CREATE TRIGGER so_acrescenta BEFORE DELETE OR UPDATE ON public.registro_folha FOR EACH ROW EXECUTE FUNCTION rubrica_so_acrescenta();
grant delete, insert, select, update on table public.registro_folha to rubrica_app;

create table public.relogio (
  organizacao_id uuid not null,
  ambiente text not null,
  deslocamento_s integer default 0 not null,
  destino_s integer,
  constraint relogio_pkey PRIMARY KEY (organizacao_id, ambiente),
  constraint relogio_check CHECK ((destino_s >= deslocamento_s)),
  constraint relogio_de_teste CHECK (((ambiente = 'TESTE'::text) OR ((deslocamento_s = 0) AND (destino_s IS NULL)))),
  constraint relogio_deslocamento_s_check CHECK ((deslocamento_s >= 0)),
  constraint relogio_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX relogio_adiantado ON public.relogio USING btree (organizacao_id) WHERE (deslocamento_s > 0);
alter table public.relogio enable row level security;
create policy escopo on public.relogio for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.relogio to rubrica_app;

create table public.selo_publicado (
  impressao text not null,
  pem text not null,
  de timestamp with time zone not null,
  ambiente text not null,
  ate timestamp with time zone,
  revogado_em timestamp with time zone,
  constraint selo_publicado_pkey PRIMARY KEY (impressao, de),
  constraint selo_publicado_ambiente_check CHECK ((ambiente = ANY (ARRAY['PRODUCAO'::text, 'TESTE'::text])))
);
alter table public.selo_publicado enable row level security;
grant delete, insert, select, update on table public.selo_publicado to rubrica_app;

create table public.selo_teste (
  unico boolean default true not null,
  chave bytea not null,
  constraint selo_teste_pkey PRIMARY KEY (unico),
  constraint selo_teste_unico_check CHECK (unico)
);
alter table public.selo_teste enable row level security;
grant delete, insert, select, update on table public.selo_teste to rubrica_app;

create table public.sessao (
  id uuid not null,
  organizacao_id uuid not null,
  membro_id uuid not null,
  usuario_id uuid not null,
  token_hash bytea not null,
  csrf_hash bytea not null,
  ip text,
  agente_usuario text,
  geolocalizacao jsonb,
  criada_em timestamp with time zone not null,
  usada_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  encerrada_em timestamp with time zone,
  constraint sessao_pkey PRIMARY KEY (id),
  constraint sessao_token_hash_key UNIQUE (token_hash),
  constraint sessao_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membro(id),
  constraint sessao_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id),
  constraint sessao_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE INDEX sessao_usuario_id_criada_em_id_idx ON public.sessao USING btree (usuario_id, criada_em DESC, id DESC) WHERE (encerrada_em IS NULL);
alter table public.sessao enable row level security;
create policy escopo on public.sessao for all
  using ((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)));
create policy proprias on public.sessao for all
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.sessao to rubrica_app;

create table public.signatario (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  posicao integer not null,
  funcao text not null,
  nome text,
  email text,
  telefone text,
  cpf text,
  data_nascimento date,
  metodo_entrega text not null,
  fatores_exigidos text[],
  ordem integer,
  travar_dados boolean not null,
  cliente_id uuid,
  status text default 'PENDENTE'::text not null,
  convidado_em timestamp with time zone,
  enviado_em timestamp with time zone,
  visualizado_em timestamp with time zone,
  autenticado_em timestamp with time zone,
  assinado_em timestamp with time zone,
  recusado_em timestamp with time zone,
  motivo_recusa text,
  paginas_lidas integer default 0 not null,
  leitura_segundos double precision default 0 not null,
  leitura_concluida_em timestamp with time zone,
  aceito_em timestamp with time zone,
  aceite jsonb,
  transacao_id uuid,
  evidencia jsonb,
  assinatura jsonb,
  rubrica jsonb,
  correcoes timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  envio_sal text,
  envio_dados jsonb,
  valores_sal text,
  referencia_externa text,
  metadados jsonb default '{}'::jsonb not null,
  chave text,
  idioma text,
  url_retorno text,
  delegavel boolean default false not null,
  delegado_de jsonb,
  presencial boolean default false not null,
  constraint signatario_pkey PRIMARY KEY (organizacao_id, ambiente, id),
  constraint signatario_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
CREATE INDEX signatario_a_assinar ON public.signatario USING btree (organizacao_id, ambiente, lower(email), convidado_em DESC) WHERE (status = ANY (ARRAY['ENVIADO'::text, 'VISUALIZADO'::text]));
CREATE INDEX signatario_cliente ON public.signatario USING btree (organizacao_id, cliente_id) WHERE (cliente_id IS NOT NULL);
CREATE INDEX signatario_cpf ON public.signatario USING btree (cpf, organizacao_id, ambiente) WHERE (cpf IS NOT NULL);
CREATE INDEX signatario_de_outro ON public.signatario USING btree (organizacao_id, ambiente) WHERE ((delegado_de IS NOT NULL) OR (correcoes <> '{}'::timestamp with time zone[]));
CREATE INDEX signatario_documento_id_posicao_idx ON public.signatario USING btree (documento_id, posicao);
CREATE INDEX signatario_email ON public.signatario USING btree (lower(email), organizacao_id, ambiente);
CREATE INDEX signatario_idioma ON public.signatario USING btree (organizacao_id, ambiente, email, visualizado_em DESC) WHERE ((idioma IS NOT NULL) AND (visualizado_em IS NOT NULL));
CREATE INDEX signatario_nao_alcancado ON public.signatario USING btree (organizacao_id, ambiente, convidado_em DESC) WHERE (status = 'FALHA_ENTREGA'::text);
alter table public.signatario enable row level security;
create policy escopo on public.signatario for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
CREATE TRIGGER escrito_alterado AFTER UPDATE ON public.signatario FOR EACH ROW EXECUTE FUNCTION rubrica_signatario_mudado();
CREATE TRIGGER escrito_excluido AFTER DELETE ON public.signatario REFERENCING OLD TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_signatario_escrito();
CREATE TRIGGER escrito_inserido AFTER INSERT ON public.signatario REFERENCING NEW TABLE AS mudou FOR EACH STATEMENT EXECUTE FUNCTION rubrica_signatario_escrito();
grant delete, insert, select, update on table public.signatario to rubrica_app;

create table public.solicitacao_lgpd (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  tipo text not null,
  estado text not null,
  titular_nome text not null,
  titular_email text not null,
  titular_cpf text,
  descricao text,
  prazo_legal_em timestamp with time zone not null,
  carencia_ate timestamp with time zone,
  criada_em timestamp with time zone not null,
  criada_por uuid not null,
  confirmada_em timestamp with time zone,
  confirmada_por uuid,
  encerrada_em timestamp with time zone,
  motivo_recusa text,
  resultado jsonb,
  arquivo_id uuid,
  arquivo_expira_em timestamp with time zone,
  constraint solicitacao_lgpd_pkey PRIMARY KEY (organizacao_id, id),
  constraint solicitacao_lgpd_confirmada_por_fkey FOREIGN KEY (confirmada_por) REFERENCES membro(id),
  constraint solicitacao_lgpd_criada_por_fkey FOREIGN KEY (criada_por) REFERENCES membro(id),
  constraint solicitacao_lgpd_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id),
  constraint solicitacao_lgpd_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX solicitacao_lgpd_a_eliminar ON public.solicitacao_lgpd USING btree (carencia_ate) WHERE ((estado = 'EM_CARENCIA'::text) AND (confirmada_em IS NOT NULL));
CREATE INDEX solicitacao_lgpd_arquivo ON public.solicitacao_lgpd USING btree (arquivo_expira_em) WHERE (arquivo_id IS NOT NULL);
CREATE INDEX solicitacao_lgpd_arquivo_id_idx ON public.solicitacao_lgpd USING btree (arquivo_id) WHERE (arquivo_id IS NOT NULL);
CREATE INDEX solicitacao_lgpd_organizacao_id_ambiente_criada_em_id_idx ON public.solicitacao_lgpd USING btree (organizacao_id, ambiente, criada_em DESC, id DESC);
alter table public.solicitacao_lgpd enable row level security;
create policy escopo on public.solicitacao_lgpd for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.solicitacao_lgpd to rubrica_app;

create table public.tentativa_entrega (
  organizacao_id uuid not null,
  ambiente text not null,
  entrega_id uuid not null,
  numero integer not null,
  realizada_em timestamp with time zone not null,
  resposta_http integer,
  resposta_corpo text,
  duracao_ms integer not null,
  erro text,
  regra text,
  valores jsonb,
  constraint tentativa_entrega_pkey PRIMARY KEY (organizacao_id, entrega_id, numero),
  constraint tentativa_entrega_organizacao_id_entrega_id_fkey FOREIGN KEY (organizacao_id, entrega_id) REFERENCES entrega_webhook(organizacao_id, id) ON DELETE CASCADE
);
alter table public.tentativa_entrega enable row level security;
create policy escopo on public.tentativa_entrega for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.tentativa_entrega to rubrica_app;

create table public.tentativa_senha (
  conta bytea not null,
  seguidas integer not null,
  ultima_em timestamp with time zone not null,
  constraint tentativa_senha_pkey PRIMARY KEY (conta)
);
CREATE INDEX tentativa_senha_ultima_em_idx ON public.tentativa_senha USING btree (ultima_em);
alter table public.tentativa_senha enable row level security;
grant delete, insert, select, update on table public.tentativa_senha to rubrica_app;

create table public.trilha (
  documento_id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  tamanho integer not null,
  hash text not null,
  ultimo_em timestamp with time zone,
  nonce bytea,
  constraint trilha_pkey PRIMARY KEY (organizacao_id, documento_id),
  constraint trilha_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
alter table public.trilha enable row level security;
create policy escopo on public.trilha for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.trilha to rubrica_app;

create table public.troca_email (
  id uuid not null,
  usuario_id uuid not null,
  email_anterior text not null,
  email_novo text not null,
  token_hash bytea not null,
  criada_em timestamp with time zone not null,
  expira_em timestamp with time zone not null,
  entregue_em timestamp with time zone,
  encerrada_em timestamp with time zone,
  constraint troca_email_pkey PRIMARY KEY (id),
  constraint troca_email_token_hash_key UNIQUE (token_hash),
  constraint troca_email_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuario(id)
);
CREATE UNIQUE INDEX troca_email_aberta ON public.troca_email USING btree (usuario_id) WHERE (encerrada_em IS NULL);
CREATE INDEX troca_email_expira_em_idx ON public.troca_email USING btree (expira_em);
CREATE INDEX troca_email_usuario_id_criada_em_idx ON public.troca_email USING btree (usuario_id, criada_em);
alter table public.troca_email enable row level security;
create policy proprias on public.troca_email for all
  using ((usuario_id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.troca_email to rubrica_app;

create table public.usuario (
  id uuid not null,
  nome text not null,
  email text not null,
  senha_hash text not null,
  totp_segredo bytea,
  totp_confirmado_em timestamp with time zone,
  totp_ultimo_passo bigint,
  criado_em timestamp with time zone not null,
  totp_falhas integer default 0 not null,
  totp_descansa_ate timestamp with time zone,
  recuperacao_falhas integer default 0 not null,
  recuperacao_descansa_ate timestamp with time zone,
  email_confirmado_em timestamp with time zone,
  idioma text,
  tema text default 'SISTEMA'::text not null,
  avisos_recusados text[] default '{}'::text[] not null,
  registro_avisado_em date,
  constraint usuario_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX usuario_email ON public.usuario USING btree (lower(email));
alter table public.usuario enable row level security;
create policy altera on public.usuario for update
  using ((id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
create policy cria on public.usuario for insert
  with check (true);
create policy le on public.usuario for select
  using ((EXISTS ( SELECT
   FROM membro m
  WHERE ((m.usuario_id = usuario.id) AND (m.removido_em IS NULL) AND (m.organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao))))));
create policy le_a_propria on public.usuario for select
  using ((id = ( SELECT rubrica_usuario() AS rubrica_usuario)));
grant delete, insert, select, update on table public.usuario to rubrica_app;

create table public.valor_campo (
  organizacao_id uuid not null,
  ambiente text not null,
  campo_id uuid not null,
  signatario_id uuid not null,
  texto text,
  imagem bytea,
  preenchido_em timestamp with time zone not null,
  constraint valor_campo_pkey PRIMARY KEY (organizacao_id, ambiente, campo_id),
  constraint valor_campo_organizacao_id_ambiente_campo_id_fkey FOREIGN KEY (organizacao_id, ambiente, campo_id) REFERENCES campo(organizacao_id, ambiente, id)
);
CREATE INDEX valor_campo_signatario ON public.valor_campo USING btree (organizacao_id, ambiente, signatario_id);
alter table public.valor_campo enable row level security;
create policy escopo on public.valor_campo for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.valor_campo to rubrica_app;

create table public.versao (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null,
  numero integer not null,
  arquivo_id uuid not null,
  paginas integer not null,
  geometria jsonb not null,
  enviado_em timestamp with time zone not null,
  enviado_por text not null,
  constraint versao_pkey PRIMARY KEY (organizacao_id, id),
  constraint versao_organizacao_id_arquivo_id_fkey FOREIGN KEY (organizacao_id, arquivo_id) REFERENCES arquivo(organizacao_id, id),
  constraint versao_organizacao_id_documento_id_fkey FOREIGN KEY (organizacao_id, documento_id) REFERENCES documento(organizacao_id, id)
);
CREATE INDEX versao_arquivo_id_idx ON public.versao USING btree (arquivo_id);
CREATE UNIQUE INDEX versao_numero ON public.versao USING btree (organizacao_id, documento_id, numero);
alter table public.versao enable row level security;
create policy escopo on public.versao for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.versao to rubrica_app;

create table public.webhook (
  id uuid not null,
  organizacao_id uuid not null,
  ambiente text not null,
  url text not null,
  eventos text[] not null,
  descricao text,
  ativo boolean not null,
  segredo bytea not null,
  segredo_anterior bytea,
  segredo_anterior_ate timestamp with time zone,
  criado_em timestamp with time zone not null,
  excluido_em timestamp with time zone,
  desativado_em timestamp with time zone,
  ultimo_sucesso_em timestamp with time zone,
  ultima_entrega_em timestamp with time zone,
  ultima_entrega_status text,
  desativado_motivo text,
  falhas_simuladas integer default 0 not null,
  falha_simulada text,
  constraint webhook_pkey PRIMARY KEY (organizacao_id, id),
  constraint webhook_organizacao_id_fkey FOREIGN KEY (organizacao_id) REFERENCES organizacao(id)
);
CREATE INDEX webhook_id ON public.webhook USING btree (id);
CREATE INDEX webhook_organizacao_id_ambiente_criado_em_id_idx ON public.webhook USING btree (organizacao_id, ambiente, criado_em DESC, id DESC) WHERE (excluido_em IS NULL);
alter table public.webhook enable row level security;
create policy escopo on public.webhook for all
  using (((organizacao_id = ( SELECT rubrica_organizacao() AS rubrica_organizacao)) AND (ambiente = ( SELECT rubrica_ambiente() AS rubrica_ambiente))));
grant delete, insert, select, update on table public.webhook to rubrica_app;

create view public.consumo_do_mes as
 SELECT organizacao_id,
    mes,
    tipo,
    (sum(quantidade))::bigint AS quantidade,
    (sum(linhas))::bigint AS linhas
   FROM ( SELECT consumo_mensal.organizacao_id,
            consumo_mensal.mes,
            consumo_mensal.tipo,
            consumo_mensal.quantidade,
            consumo_mensal.linhas
           FROM consumo_mensal
        UNION ALL
         SELECT consumo_variacao.organizacao_id,
            consumo_variacao.mes,
            consumo_variacao.tipo,
            consumo_variacao.quantidade,
            1
           FROM consumo_variacao) parcela
  GROUP BY organizacao_id, mes, tipo;
grant delete, insert, select, update on table public.consumo_do_mes to rubrica_app;

create view public.prazo_guarda as
 SELECT o.id AS organizacao_id,
    a.ambiente,
    p.concluido,
        CASE
            WHEN (p.organizacao_id IS NULL) THEN 90
            ELSE p.rascunho
        END AS rascunho,
        CASE
            WHEN (p.organizacao_id IS NULL) THEN 365
            ELSE p.cancelado_ou_expirado
        END AS cancelado_ou_expirado,
        CASE
            WHEN (p.organizacao_id IS NULL) THEN 30
            ELSE p.entrega_webhook
        END AS entrega_webhook,
        CASE
            WHEN (p.organizacao_id IS NULL) THEN 90
            ELSE p.registro_chamada
        END AS registro_chamada,
    COALESCE(r.deslocamento_s, 0) AS adiantado_s
   FROM (((organizacao o
     CROSS JOIN ( VALUES ('PRODUCAO'::text), ('TESTE'::text)) a(ambiente))
     LEFT JOIN politica_retencao p ON (((p.organizacao_id = o.id) AND (p.ambiente = a.ambiente))))
     LEFT JOIN relogio r ON (((r.organizacao_id = o.id) AND (r.ambiente = a.ambiente))));
grant delete, insert, select, update on table public.prazo_guarda to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.a_concluir(p_ate timestamp with time zone)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.organizacao_id, d.ambiente
    from documento d
    left join relogio r on r.organizacao_id = d.organizacao_id and r.ambiente = d.ambiente
   where d.finalizado_em is null
     and d.assinado_por_todos_em <= p_ate + make_interval(secs => coalesce(r.deslocamento_s, 0))
   order by d.assinado_por_todos_em
   limit 1000
$function$;
grant execute on routine acesso.a_concluir(p_ate timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.abrir_semanas_de_chamadas(p_adiante interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  inicio timestamptz;
  abertas int := 0;
  nome text;
begin
  perform pg_advisory_xact_lock(hashtext('semanas-de-chamadas'));
  select coalesce(max(ate), date_trunc('week', now(), 'UTC')) into inicio from rubrica_semanas_de_chamadas();
  while inicio < now() + p_adiante loop
    nome := 'registro_chamada_' || to_char(inicio at time zone 'UTC', 'YYYY_MM_DD');
    execute format('create table particao.%I (like public.registro_chamada including defaults)', nome);
    execute format(
      'with vindas as (
         delete from particao.registro_chamada_outras where ocorrido_em >= %L and ocorrido_em < %L returning *)
       insert into particao.%I select * from vindas', inicio, inicio + interval '7 days', nome);
    execute format('alter table public.registro_chamada attach partition particao.%I for values from (%L) to (%L)',
                   nome, inicio, inicio + interval '7 days');
    inicio := inicio + interval '7 days';
    abertas := abertas + 1;
  end loop;
  return abertas;
end $function$;
grant execute on routine acesso.abrir_semanas_de_chamadas(p_adiante interval) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.acesso_oauth(p_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[], membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select g.id, g.organizacao_id, g.ambiente, c.nome, c.client_id, t.escopos, m.id, m.usuario_id, m.papel, g.ultimo_uso_em
    from credencial_oauth t
    join concessao_oauth g on g.id = t.concessao_id
    join cliente_oauth c on c.id = g.cliente_id
    join membro m on m.id = g.membro_id
   where t.hash = p_hash
     and t.tipo = 'ACESSO'
     and t.expira_em > p_em
     and g.revogada_em is null
     and c.revogado_em is null
$function$;
grant execute on routine acesso.acesso_oauth(p_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.aplicativos_concedidos()
 RETURNS TABLE(id uuid, client_id text, nome text, revogado_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.client_id, c.nome, c.revogado_em
    from cliente_oauth c
   where exists (select from concessao_oauth g
                  where g.cliente_id = c.id
                    and g.organizacao_id = rubrica_organizacao() and g.ambiente = rubrica_ambiente())
$function$;
grant execute on routine acesso.aplicativos_concedidos() to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.armazenamento_a_medir(p_dia date, p_limite integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id
    from organizacao
   where coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1) < p_dia
   order by coalesce(armazenamento_ate, (criada_em at time zone 'America/Sao_Paulo')::date - 1)
   limit p_limite
$function$;
grant execute on routine acesso.armazenamento_a_medir(p_dia date, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.arquivo_existe(p_chave text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from arquivo where chave = p_chave)
$function$;
grant execute on routine acesso.arquivo_existe(p_chave text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.assumir_chave(p_impressao text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update instalacao set impressao = p_impressao, desde = now()
   where nome = 'chave-mestra' and impressao <> p_impressao;
  return found;
end $function$;
grant execute on routine acesso.assumir_chave(p_impressao text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.buscar(p_padrao text, p_status text, p_pasta_id uuid, p_coluna text, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer)
 RETURNS TABLE(id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query execute
    'select id from documento where ' || rubrica_condicao_de_busca(p_status, p_pasta_id)
    || format(' and %1$I is not null%2$s order by %1$I desc, id desc limit $8', p_coluna,
              case when p_depois_em is null then '' else format(' and (%I, id) < ($6, $7)', p_coluna) end)
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id,
          p_depois_em, p_depois_id, p_limite;
end $function$;
grant execute on routine acesso.buscar(p_padrao text, p_status text, p_pasta_id uuid, p_coluna text, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.buscar(p_padrao text, p_status text, p_pasta_id uuid, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from acesso.buscar(p_padrao, p_status, p_pasta_id, 'criado_em', p_depois_em, p_depois_id, p_limite)
$function$;
grant execute on routine acesso.buscar(p_padrao text, p_status text, p_pasta_id uuid, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.buscar_clientes(p_padrao text, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer)
 RETURNS TABLE(id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query execute
    'select id from cliente where organizacao_id = $1 and ambiente = $2 and busca like $3'
    || case when p_depois_em is null then '' else ' and (criado_em, id) < ($4, $5)' end
    || ' order by criado_em desc, id desc limit $6'
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_depois_em, p_depois_id, p_limite;
end $function$;
grant execute on routine acesso.buscar_clientes(p_padrao text, p_depois_em timestamp with time zone, p_depois_id uuid, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.caixa_de_desenvolvimento(p_limite integer)
 RETURNS SETOF mensagem_capturada
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from mensagem_capturada where ambiente = 'PRODUCAO' order by criado_em desc, id desc limit p_limite
$function$;
grant execute on routine acesso.caixa_de_desenvolvimento(p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.caixas_recentes(p_organizacoes uuid[])
 RETURNS TABLE(organizacao_id uuid, ambiente text, marca text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.id, 'TESTE',
         coalesce((select md5(string_agg(n.id::text, ',' order by n.id))
                     from (select m.id
                             from mensagem_capturada m
                            where m.organizacao_id = o.id and m.ambiente = 'TESTE'
                            order by m.gravada_em desc
                            limit 100) n), '')
    from unnest(p_organizacoes) as o (id)
$function$;
grant execute on routine acesso.caixas_recentes(p_organizacoes uuid[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.chave_usada(p_id uuid, p_em timestamp with time zone, p_ip text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update chave_api set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$function$;
grant execute on routine acesso.chave_usada(p_id uuid, p_em timestamp with time zone, p_ip text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.chaves(p_prefixos text[], p_documentos uuid[])
 RETURNS TABLE(posicao integer, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[], membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamp with time zone, revogada boolean, revisao bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (p.posicao)::integer AS posicao,
     c.id,
     c.organizacao_id,
     c.ambiente,
     c.nome,
     c.segredo_hash,
     c.escopos,
     c.membro_id,
     c.usuario_id,
     c.papel,
     c.ultimo_uso_em,
     c.revogada,
     ( SELECT d.revisao
            FROM documento d
           WHERE ((d.id = p.documento_id) AND (d.organizacao_id = c.organizacao_id) AND (d.ambiente = c.ambiente) AND (d.excluido_em IS NULL))) AS revisao
    FROM (UNNEST(chaves.p_prefixos, chaves.p_documentos) WITH ORDINALITY p(prefixo, documento_id, posicao)
      CROSS JOIN LATERAL ( SELECT k.id,
             k.organizacao_id,
             k.ambiente,
             k.nome,
             k.segredo_hash,
             k.escopos,
             k.membro_id,
             k.ultimo_uso_em,
             (k.revogada_em IS NOT NULL) AS revogada,
             m.usuario_id,
             m.papel
            FROM (chave_api k
              JOIN membro m ON ((m.id = k.membro_id)))
           WHERE (k.prefixo = p.prefixo)
          LIMIT 1) c);
END;
grant execute on routine acesso.chaves(p_prefixos text[], p_documentos uuid[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.chaves_usadas(p_usos jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update chave_api c
     set ultimo_uso_em = u.em, ultimo_ip = u.ip
    from jsonb_to_recordset(p_usos) as u (id uuid, em timestamptz, ip text)
   where c.id = u.id
     and c.id in (select id from chave_api
                   where id in (select (uso ->> 'id')::uuid from jsonb_array_elements(p_usos) as uso)
                     for update skip locked)
$function$;
grant execute on routine acesso.chaves_usadas(p_usos jsonb) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.cifrados_antes(p_inicio bytea, p_limite integer)
 RETURNS TABLE(lugar text, id uuid, valor bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select lugar, id, valor
    from (select 'webhook.segredo' as lugar, id, segredo as valor from webhook
          union all select 'webhook.segredo_anterior', id, segredo_anterior from webhook
          union all select 'usuario.totp_segredo', id, totp_segredo from usuario
          union all select 'autenticador.segredo', id, segredo from autenticador
          union all select 'selo_teste.chave', null, chave from selo_teste
          union all select 'registro_aberto.chave', null, chave from registro_aberto) cifrado
   where valor is not null and substring(valor from 1 for length(p_inicio)) <> p_inicio
   limit p_limite
$function$;
grant execute on routine acesso.cifrados_antes(p_inicio bytea, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.cliente_oauth(p_client_id text)
 RETURNS TABLE(id uuid, client_id text, segredo_hash bytea, nome text, ambiente text, redirect_uris text[], escopos text[], membro_id uuid, organizacao_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.client_id, c.segredo_hash, c.nome, c.ambiente, c.redirect_uris, c.escopos, m.id, m.organizacao_id
    from cliente_oauth c
    left join membro m on m.id = c.membro_id
   where c.client_id = p_client_id
     and c.revogado_em is null
$function$;
grant execute on routine acesso.cliente_oauth(p_client_id text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.concessao_oauth_usada(p_id uuid, p_em timestamp with time zone, p_ip text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update concessao_oauth set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$function$;
grant execute on routine acesso.concessao_oauth_usada(p_id uuid, p_em timestamp with time zone, p_ip text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.confirmacao_email(p_token_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(id uuid, usuario_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.usuario_id
    from confirmacao_email c
   where c.token_hash = p_token_hash
     and c.usada_em is null and c.expira_em > p_em
$function$;
grant execute on routine acesso.confirmacao_email(p_token_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.confirmar_chave(p_impressao text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into instalacao (nome, impressao) values ('chave-mestra', p_impressao) on conflict (nome) do nothing;
  return exists (select from instalacao where nome = 'chave-mestra' and impressao = p_impressao);
end $function$;
grant execute on routine acesso.confirmar_chave(p_impressao text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.confirmar_chaves(p_impressoes text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into instalacao (nome, impressao) values ('chave-mestra', p_impressoes[1]) on conflict (nome) do nothing;
  return exists (select from instalacao where nome = 'chave-mestra' and impressao = any(p_impressoes));
end $function$;
grant execute on routine acesso.confirmar_chaves(p_impressoes text[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.contar_busca(p_padrao text, p_status text, p_pasta_id uuid, OUT total bigint, OUT retrato pg_snapshot)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET random_page_cost TO '1.1'
AS $function$
declare
  passa constant text := 'select count(*) from documento where ' || rubrica_condicao_de_busca(p_status, p_pasta_id);
begin
  execute format('select (%1$s and octet_length(busca) <= 1000) + (%1$s and octet_length(busca) > 1000),'
                 ' pg_current_snapshot()', passa)
    into total, retrato
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao), p_status, p_pasta_id;
end $function$;
grant execute on routine acesso.contar_busca(p_padrao text, p_status text, p_pasta_id uuid, OUT total bigint, OUT retrato pg_snapshot) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.contar_clientes(p_padrao text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  total bigint;
begin
  execute 'select count(*) from cliente where organizacao_id = $1 and ambiente = $2 and busca like $3'
    into total
    using rubrica_organizacao(), rubrica_ambiente(), rubrica_busca(p_padrao);
  return total;
end $function$;
grant execute on routine acesso.contar_clientes(p_padrao text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.contato_a_entregar(p_id uuid)
 RETURNS TABLE(id uuid, protocolo text, nome text, email text, assunto text, mensagem text, criado_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, protocolo, nome, email, assunto, mensagem, criado_em
    from contato
   where id = p_id and entregue_em is null
$function$;
grant execute on routine acesso.contato_a_entregar(p_id uuid) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.contato_entregue(p_id uuid, p_em timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update contato set entregue_em = p_em where id = p_id and entregue_em is null
$function$;
grant execute on routine acesso.contato_entregue(p_id uuid, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.convite(p_token_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(id uuid, organizacao_id uuid, organizacao text, membro_id uuid, email text, papel text, usuario_id uuid, usuario_nome text, senha_hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.organizacao_id, o.nome, m.id, m.email, m.papel, u.id, u.nome, u.senha_hash
    from convite c
    join membro m on m.id = c.membro_id
    join organizacao o on o.id = c.organizacao_id
    left join usuario u on lower(u.email) = lower(m.email)
   where c.token_hash = p_token_hash
     and c.usado_em is null and c.revogado_em is null and c.expira_em > p_em
     and m.removido_em is null and m.estado = 'CONVIDADO'
$function$;
grant execute on routine acesso.convite(p_token_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.convites_ao_endereco(p_email text, p_desde timestamp with time zone, p_limite integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('convite:' || lower(p_email), 0));
  return (
    select c.criado_em
      from convite c
      join membro m on m.id = c.membro_id
     where lower(m.email) = lower(p_email)
       and c.ambiente = 'PRODUCAO'
       and c.criado_em > p_desde
     order by c.criado_em desc
    offset p_limite - 1
     limit 1);
end $function$;
grant execute on routine acesso.convites_ao_endereco(p_email text, p_desde timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.credencial_oauth(p_hash bytea, p_tipo text)
 RETURNS TABLE(organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.organizacao_id, t.ambiente
    from credencial_oauth t
   where t.hash = p_hash
     and t.tipo = p_tipo
$function$;
grant execute on routine acesso.credencial_oauth(p_hash bytea, p_tipo text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.desafio(p_id uuid)
 RETURNS TABLE(usuario_id uuid, organizacao_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.usuario_id, d.organizacao_id from desafio d where d.id = p_id
$function$;
grant execute on routine acesso.desafio(p_id uuid) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.dobrar_consumo(p_limite integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with tirada as (
    delete from consumo_variacao
     where ctid = any (array(select ctid from consumo_variacao limit p_limite for update skip locked))
    returning organizacao_id, mes, tipo, quantidade
  ), dobrada as (
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
    select organizacao_id, mes, tipo, sum(quantidade), count(*)
      from tirada
     group by organizacao_id, mes, tipo
     order by organizacao_id, mes, tipo
    on conflict (organizacao_id, mes, tipo) do update
       set quantidade = consumo_mensal.quantidade + excluded.quantidade,
           linhas = consumo_mensal.linhas + excluded.linhas
  )
  select count(*) from tirada
$function$;
grant execute on routine acesso.dobrar_consumo(p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.dobrar_contagem(p_limite integer, p_guardar interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from documento_variacao where dobrada and ocorrida_em < now() - p_guardar;
  with dobrada_agora as (
    update documento_variacao
       set dobrada = true
     where ctid = any (array(
       select ctid from documento_variacao where not dobrada limit p_limite for update skip locked))
    returning organizacao_id, ambiente, pasta_id, status, variacao
  ), somada as (
    insert into documento_contagem (organizacao_id, ambiente, pasta_id, status, total)
    select organizacao_id, ambiente, pasta, status, sum(variacao)
      from dobrada_agora
     cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (pasta_id)) as p (pasta)
     where pasta is not null
     group by organizacao_id, ambiente, pasta, status
     order by organizacao_id, ambiente, pasta, status
    on conflict (organizacao_id, ambiente, pasta_id, status) do update
       set total = documento_contagem.total + excluded.total
  )
  select count(*) from dobrada_agora
$function$;
grant execute on routine acesso.dobrar_contagem(p_limite integer, p_guardar interval) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.documentos_em_andamento()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)
    from documento
   where organizacao_id = rubrica_organizacao()
     and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and excluido_em is null
$function$;
grant execute on routine acesso.documentos_em_andamento() to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.donos_a_avisar(p_dia date, p_limite integer)
 RETURNS TABLE(usuario_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id
    from usuario u
   where u.email_confirmado_em is not null
     and (u.registro_avisado_em is null or u.registro_avisado_em < p_dia)
     and not 'registroAberto' = any(u.avisos_recusados)
     and exists (
       select from membro m
        where m.usuario_id = u.id and m.papel = 'PROPRIETARIO' and m.estado = 'ATIVO' and m.removido_em is null)
     and not exists (
       select from registro_dia dia
         join registro_dia antes
           on antes.ambiente = dia.ambiente and antes.geracao = dia.geracao and antes.dia < dia.dia
          and split_part(antes.nota, e'\n', 2) = split_part(dia.nota, e'\n', 2)
        where dia.ambiente = 'PRODUCAO' and dia.dia = p_dia)
   order by u.id
   limit p_limite
$function$;
grant execute on routine acesso.donos_a_avisar(p_dia date, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.download(p_token_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id, ambiente from download where token_hash = p_token_hash
$function$;
grant execute on routine acesso.download(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.edicao(p_bilhete_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, origem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.id, e.organizacao_id, e.ambiente, case when e.origem = any (o.origens_permitidas) then e.origem end
    from edicao e
    join organizacao o on o.id = e.organizacao_id
   where e.bilhete_hash = p_bilhete_hash
$function$;
grant execute on routine acesso.edicao(p_bilhete_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.eliminacoes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.organizacao_id, s.ambiente, s.carencia_ate
    from solicitacao_lgpd s
   where s.organizacao_id = p_organizacao_id
     and s.ambiente = 'TESTE'
     and s.estado = 'EM_CARENCIA' and s.confirmada_em is not null
     and s.carencia_ate > p_desde
     and s.carencia_ate <= p_ate
   order by s.carencia_ate
   limit p_limite
$function$;
grant execute on routine acesso.eliminacoes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.eliminacoes_devidas(p_agora timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  (select id, organizacao_id, ambiente
     from solicitacao_lgpd
    where estado = 'EM_CARENCIA' and confirmada_em is not null and carencia_ate <= p_agora
    order by carencia_ate
    limit p_limite)
   union all
  select e.id, e.organizacao_id, e.ambiente
    from relogio r
   cross join lateral acesso.eliminacoes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) e
   where r.deslocamento_s > 0
   limit p_limite
$function$;
grant execute on routine acesso.eliminacoes_devidas(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.encerramentos_devidos(p_agora timestamp with time zone, p_limite integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.id
    from organizacao o
   where o.encerra_em <= p_agora and o.encerrada_em is null
     and not exists (select from documento d
                      where d.organizacao_id = o.id
                        and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
                        and d.excluido_em is null)
   order by o.encerra_em
   limit p_limite
$function$;
grant execute on routine acesso.encerramentos_devidos(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.encerrar_organizacao(p_em timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  fechada constant uuid := rubrica_organizacao();
begin
  update organizacao
     set encerrada_em = p_em, plano_codigo = 'INICIAL'
   where id = fechada and encerra_em <= p_em and encerrada_em is null;
  if not found then return; end if;
  update sessao set encerrada_em = p_em where organizacao_id = fechada and encerrada_em is null;
  update chave_api set revogada_em = p_em where organizacao_id = fechada and revogada_em is null;
  update concessao_oauth set revogada_em = p_em, motivo_revogacao = 'ORGANIZACAO_ENCERRADA'
   where organizacao_id = fechada and revogada_em is null;
  update convite set revogado_em = p_em where organizacao_id = fechada and usado_em is null and revogado_em is null;
  update webhook set ativo = false, excluido_em = p_em where organizacao_id = fechada and excluido_em is null;
  return query
    update membro set removido_em = p_em
     where organizacao_id = fechada and removido_em is null and usuario_id is not null
    returning usuario_id;
  update membro set removido_em = p_em where organizacao_id = fechada and removido_em is null;
end $function$;
grant execute on routine acesso.encerrar_organizacao(p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.espelhar_conta(p_em timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  conta constant usuario := (select u from usuario u where u.id = rubrica_usuario());
  convidados uuid[];
begin
  with removidos as (
    update membro m set removido_em = p_em
     where lower(m.email) = lower(conta.email) and m.estado = 'CONVIDADO' and m.removido_em is null
       and exists (select from membro o
                    where o.organizacao_id = m.organizacao_id and o.usuario_id = conta.id and o.removido_em is null)
    returning m.id)
  select array_agg(id) into convidados from removidos;
  update convite set revogado_em = p_em
   where membro_id = any(convidados) and usado_em is null and revogado_em is null;
  update membro set nome = conta.nome, email = conta.email
   where usuario_id = conta.id and removido_em is null;
end $function$;
grant execute on routine acesso.espelhar_conta(p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.esquecer_pedidos_de_formulario(p_ate timestamp with time zone, p_limite integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  esquecidos int;
begin
  delete from formulario_pedido
   where (organizacao_id, id) in (
     select p.organizacao_id, p.id
       from formulario_pedido p
       left join relogio r on r.organizacao_id = p.organizacao_id and r.ambiente = p.ambiente
      where p.documento_id is null
        and p.expira_em < p_ate + make_interval(secs => coalesce(r.deslocamento_s, 0))
      limit p_limite
        for update of p skip locked);
  get diagnostics esquecidos = row_count;
  return esquecidos;
end $function$;
grant execute on routine acesso.esquecer_pedidos_de_formulario(p_ate timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.eventos_depois(p_depois bigint, p_limite integer)
 RETURNS TABLE(posicao bigint, organizacao_id uuid, ambiente text, evento text, documento_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select posicao, organizacao_id, ambiente, evento, documento_id
    from evento_saida
   where posicao > p_depois
   order by posicao
   limit p_limite
$function$;
grant execute on routine acesso.eventos_depois(p_depois bigint, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.exportacoes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.organizacao_id, s.ambiente, s.arquivo_expira_em
    from solicitacao_lgpd s
   where s.organizacao_id = p_organizacao_id
     and s.ambiente = 'TESTE'
     and s.arquivo_id is not null
     and s.arquivo_expira_em > p_desde
     and s.arquivo_expira_em <= p_ate
   order by s.arquivo_expira_em
   limit p_limite
$function$;
grant execute on routine acesso.exportacoes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.exportacoes_vencidas(p_agora timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  (select id, organizacao_id, ambiente
     from solicitacao_lgpd
    where arquivo_id is not null and arquivo_expira_em <= p_agora
    order by arquivo_expira_em
    limit p_limite)
   union all
  select e.id, e.organizacao_id, e.ambiente
    from relogio r
   cross join lateral acesso.exportacoes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) e
   where r.deslocamento_s > 0
   limit p_limite
$function$;
grant execute on routine acesso.exportacoes_vencidas(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.expurgar_chamadas(p_agora timestamp with time zone, p_limite integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  largadas constant int := rubrica_largar_semanas_de_chamadas(agora);
  expurgadas int;
begin
  delete from registro_chamada r
   using (select * from rubrica_chamadas_expurgaveis(agora) limit p_limite) x
   where r.organizacao_id = x.organizacao_id and r.ambiente = x.ambiente
     and r.ocorrido_em = x.ocorrido_em and r.requisicao_id = x.requisicao_id;
  get diagnostics expurgadas = row_count;
  return largadas + expurgadas;
end $function$;
grant execute on routine acesso.expurgar_chamadas(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.expurgar_documento(p_id uuid, p_agora timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  alvo documento;
  devido record;
begin
  select * into alvo
    from documento
   where id = p_id and organizacao_id = rubrica_organizacao() and ambiente = rubrica_ambiente()
     for update;
  if not found then return null; end if;
  select * into devido from rubrica_expurgaveis(agora, p_id);
  if not found then return null; end if;
  if rubrica_trilha_confirma(p_id, devido.categoria) is not true then return null; end if;
  return rubrica_apagar_documento(alvo, devido.categoria, devido.desde, agora);
end $function$;
grant execute on routine acesso.expurgar_documento(p_id uuid, p_agora timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.expurgar_entregas(p_agora timestamp with time zone, p_limite integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  agora constant timestamptz := least(p_agora, clock_timestamp());
  entregas int;
  eventos int;
begin
  delete from entrega_webhook
   where (organizacao_id, id) in (
     select x.organizacao_id, x.id from rubrica_entregas_expurgaveis(agora) x limit p_limite);
  get diagnostics entregas = row_count;
  delete from evento_saida
   where (organizacao_id, id) in (
     select s.organizacao_id, s.id
       from evento_saida s
       join prazo_guarda g on g.organizacao_id = s.organizacao_id and g.ambiente = s.ambiente
      where s.ocorrido_em + make_interval(days => g.entrega_webhook) <= agora + make_interval(secs => g.adiantado_s)
        and not exists (select from entrega_webhook e where e.organizacao_id = s.organizacao_id and e.evento_id = s.id)
      limit p_limite);
  get diagnostics eventos = row_count;
  return greatest(entregas, eventos);
end $function$;
grant execute on routine acesso.expurgar_entregas(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.expurgaveis(p_agora timestamp with time zone, p_limite integer, p_exceto uuid[])
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select documento_id, organizacao_id, ambiente, categoria, desde
    from rubrica_expurgaveis(least(p_agora, clock_timestamp()), null)
   where documento_id <> all (p_exceto)
   order by desde
   limit p_limite
$function$;
grant execute on routine acesso.expurgaveis(p_agora timestamp with time zone, p_limite integer, p_exceto uuid[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.expurgo_previsto(p_agora timestamp with time zone)
 RETURNS TABLE(organizacao_id uuid, organizacao text, ambiente text, categoria text, quantidade bigint, bytes bigint, desde timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with alvo as (
    select x.organizacao_id, x.ambiente, x.categoria, x.desde,
           (select coalesce(sum(a.tamanho_bytes), 0)
              from arquivo a
             where a.organizacao_id = x.organizacao_id
               and a.id in (select v.arquivo_id from versao v
                             where v.organizacao_id = x.organizacao_id and v.documento_id = x.documento_id
                            union
                            select c.arquivo_id from certificado c
                             where c.organizacao_id = x.organizacao_id and c.documento_id = x.documento_id
                            union
                            select d.arquivo_assinado_id from documento d
                             where d.organizacao_id = x.organizacao_id and d.id = x.documento_id)) as bytes
      from rubrica_expurgaveis(least(p_agora, clock_timestamp()), null) x
     union all
    select e.organizacao_id, e.ambiente, 'ENTREGA_WEBHOOK', e.criada_em, 0
      from rubrica_entregas_expurgaveis(least(p_agora, clock_timestamp())) e
     union all
    select c.organizacao_id, c.ambiente, 'REGISTRO_CHAMADA', c.ocorrido_em, 0
      from rubrica_chamadas_expurgaveis(least(p_agora, clock_timestamp())) c
  )
  select alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria, count(*), sum(alvo.bytes)::bigint, min(alvo.desde)
    from alvo
    join organizacao o on o.id = alvo.organizacao_id
   group by alvo.organizacao_id, o.nome, alvo.ambiente, alvo.categoria
   order by o.nome, alvo.organizacao_id, alvo.ambiente, alvo.categoria
$function$;
grant execute on routine acesso.expurgo_previsto(p_agora timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.fatura_a_pagar(p_token_hash bytea)
 RETURNS TABLE(numero text, organizacao text, mes date, itens jsonb, total_centavos bigint, emitida_em timestamp with time zone, vence_em timestamp with time zone, paga_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.numero, o.nome, f.mes, f.itens, f.total_centavos, f.emitida_em, f.vence_em, f.paga_em
    from fatura f
    join organizacao o on o.id = f.organizacao_id
   where f.token_hash = p_token_hash
$function$;
grant execute on routine acesso.fatura_a_pagar(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.faturas_a_fechar(p_mes date, p_limite integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id
    from organizacao
   where coalesce(faturado_ate,
                  (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date) < p_mes
   order by coalesce(faturado_ate,
                     (date_trunc('month', criada_em at time zone 'America/Sao_Paulo') - interval '1 month')::date)
   limit p_limite
$function$;
grant execute on routine acesso.faturas_a_fechar(p_mes date, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.faturas_sem_token(p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id from fatura where token_hash is null order by id limit p_limite
$function$;
grant execute on routine acesso.faturas_sem_token(p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.formulario(p_token text)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, origem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id, ambiente, null::text from formulario where token = p_token
$function$;
grant execute on routine acesso.formulario(p_token text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.lembretes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.organizacao_id, d.ambiente, d.lembrete_em
    from documento d
   where d.organizacao_id = p_organizacao_id
     and d.ambiente = 'TESTE'
     and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and d.lembrete_em > p_desde
     and d.lembrete_em <= p_ate
     and d.assinado_por_todos_em is null
     and d.excluido_em is null
     and exists (select 1 from organizacao o where o.id = d.organizacao_id and o.status = 'ATIVA')
   order by d.lembrete_em
   limit p_limite
$function$;
grant execute on routine acesso.lembretes_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.lembretes_devidos(p_agora timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  (select d.id, d.organizacao_id, d.ambiente
     from documento d
    where d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
      and d.lembrete_em <= p_agora
      and d.assinado_por_todos_em is null
      and d.excluido_em is null
      and exists (select 1 from organizacao o where o.id = d.organizacao_id and o.status = 'ATIVA')
    order by d.lembrete_em
    limit p_limite)
   union all
  select l.id, l.organizacao_id, l.ambiente
    from relogio r
   cross join lateral acesso.lembretes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) l
   where r.deslocamento_s > 0
   limit p_limite
$function$;
grant execute on routine acesso.lembretes_devidos(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.limitar_chamadas(p_maximo integer, p_ativas_desde timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  uma uuid;
  ultima record;
begin
  for uma in
    select distinct organizacao_id from registro_chamada where ocorrido_em >= p_ativas_desde
  loop
    -- Each environment is read by its index as far as it may count, and no further.
    select ocorrido_em, requisicao_id into ultima
      from ((select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'PRODUCAO'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)
            union all
            (select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'TESTE'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)) as recentes
     order by ocorrido_em desc, requisicao_id desc
    offset p_maximo limit 1;
    continue when not found;
    delete from registro_chamada
     where organizacao_id = uma
       and ocorrido_em <= ultima.ocorrido_em
       and (ocorrido_em, requisicao_id) <= (ultima.ocorrido_em, ultima.requisicao_id);
  end loop;
end $function$;
grant execute on routine acesso.limitar_chamadas(p_maximo integer, p_ativas_desde timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.limpar(p_idempotencia_ate timestamp with time zone, p_agora timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from idempotencia where criado_em < p_idempotencia_ate;
  delete from download where expira_em < p_agora - interval '1 day';
  delete from codigo_otp where expira_em < p_agora - interval '1 day';
  delete from mensagem_capturada
   where ambiente = 'PRODUCAO'
     and (criado_em, id) <= (select criado_em, id
                               from mensagem_capturada
                              where ambiente = 'PRODUCAO'
                              order by criado_em desc, id desc
                             offset 1000 limit 1);
$function$;
grant execute on routine acesso.limpar(p_idempotencia_ate timestamp with time zone, p_agora timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.limpar_contas(p_antes timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from desafio where expira_em < p_antes;
  delete from recuperacao_senha where expira_em < p_antes;
  delete from confirmacao_email where expira_em < p_antes;
  delete from troca_email where expira_em < p_antes;
  delete from tentativa_senha where ultima_em < p_antes;
  delete from sessao where expira_em < p_antes or encerrada_em < p_antes;
$function$;
grant execute on routine acesso.limpar_contas(p_antes timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.limpar_oauth(p_antes timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from credencial_oauth where expira_em < p_antes
$function$;
grant execute on routine acesso.limpar_oauth(p_antes timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.limpar_sandbox(p_ate timestamp with time zone, p_documentos integer, p_linhas integer, OUT removidas integer, OUT chaves text[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  dona constant uuid := rubrica_organizacao();
  velhos uuid[];
  alvo documento;
  um uuid;
  chave_um text;
  tabela record;
  linhas int;
begin
  removidas := 0;
  chaves := '{}';
  if dona is null or rubrica_ambiente() is distinct from 'TESTE' then return; end if;

  velhos := array(
    select id from documento
     where organizacao_id = dona and ambiente = 'TESTE' and criado_em <= p_ate
     order by criado_em, id
     limit p_documentos);
  -- Documents, then the folders that count them, each in the order of ids, as everywhere: operations on the same ones
  -- never deadlock.
  perform from documento where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos) order by id for update;
  perform from pasta
    where organizacao_id = dona
      and id in (select pasta_id from documento
                  where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos) and excluido_em is null)
    order by id for no key update;
  for alvo in
    select * from documento where organizacao_id = dona and ambiente = 'TESTE' and id = any (velhos)
  loop
    chaves := chaves || rubrica_apagar_documento(alvo, 'SANDBOX', alvo.criado_em, clock_timestamp());
    removidas := removidas + 1;
  end loop;
  if removidas > 0 then return; end if;

  -- Each with the column that says since when, and what keeps a row.
  for tabela in
    select * from (values
      ('entrega_webhook', 'criada_em', 'true'),
      ('evento_saida', 'ocorrido_em', 'not exists (select from entrega_webhook e
                                      where e.organizacao_id = t.organizacao_id and e.evento_id = t.id)'),
      ('mensagem_capturada', 'criado_em', 'true'),
      ('autenticador', 'criado_em', 'true'),
      ('cliente', 'criado_em', 'true'),
      ('formulario_pedido', 'pedido_em', 'true'),
      ('formulario', 'criado_em', 'not exists (select from formulario_pedido p
                                  where p.organizacao_id = t.organizacao_id and p.formulario_id = t.id)'),
      ('modelo_email', 'criado_em', 'true'),
      ('idempotencia', 'criado_em', 'status is not null and rota not like ''%/limpar'''),
      ('envelope', 'criado_em', 'not exists (select from documento d
                                  where d.organizacao_id = t.organizacao_id and d.envelope_id = t.id)'),
      ('pasta', 'criada_em', 'not exists (select from documento d
                                          where d.organizacao_id = t.organizacao_id and d.pasta_id = t.id)
                              and not exists (select from pasta f
                                               where f.organizacao_id = t.organizacao_id and f.pai_id = t.id)'),
      ('palpite', null, 'true')
    ) as uma (nome, desde, livre)
  loop
    execute format(
      'delete from %1$I where ctid = any (array(
         select t.ctid from %1$I t where t.organizacao_id = $1 and t.ambiente = ''TESTE'' %2$s and %3$s limit $3))',
      tabela.nome, case when tabela.desde is null then '' else format('and t.%I <= $2', tabela.desde) end, tabela.livre)
      using dona, p_ate, p_linhas;
    get diagnostics linhas = row_count;
    removidas := removidas + linhas;
  end loop;

  -- A row's place says nothing in a table of several parts.
  delete from registro_chamada r
   using (select c.ocorrido_em, c.requisicao_id
            from registro_chamada c
           where c.organizacao_id = dona and c.ambiente = 'TESTE' and c.ocorrido_em <= p_ate limit p_linhas) x
   where r.organizacao_id = dona and r.ambiente = 'TESTE'
     and r.ocorrido_em = x.ocorrido_em and r.requisicao_id = x.requisicao_id;
  get diagnostics linhas = row_count;
  removidas := removidas + linhas;

  -- What names a file of its own.
  for um in
    with modelos as (
      delete from modelo where organizacao_id = dona and id = any (array(
        select m.id from modelo m
         where m.organizacao_id = dona and m.ambiente = 'TESTE' and m.criado_em <= p_ate
           and not exists (select from formulario f where f.organizacao_id = m.organizacao_id and f.modelo_id = m.id)
         limit p_documentos))
      returning arquivo_id
    ), pedidos as (
      delete from solicitacao_lgpd where organizacao_id = dona and id = any (array(
        select p.id from solicitacao_lgpd p
         where p.organizacao_id = dona and p.ambiente = 'TESTE' and p.criada_em <= p_ate limit p_documentos))
      returning arquivo_id
    )
    select arquivo_id from modelos union all select arquivo_id from pedidos
  loop
    removidas := removidas + 1;
    continue when um is null;
    delete from download where organizacao_id = dona and arquivo_id = um;
    delete from arquivo where organizacao_id = dona and id = um returning chave into chave_um;
    if found then chaves := chaves || chave_um; end if;
  end loop;
end $function$;
grant execute on routine acesso.limpar_sandbox(p_ate timestamp with time zone, p_documentos integer, p_linhas integer, OUT removidas integer, OUT chaves text[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.link(p_token_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, revogado boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id, ambiente, revogado_em is not null from link where token_hash = p_token_hash
$function$;
grant execute on routine acesso.link(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.link_incorporado(p_bilhete_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, origem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select i.link_id, i.organizacao_id, i.ambiente,
         case when i.origem = any (o.origens_permitidas) then i.origem end
    from link_incorporado i
    join organizacao o on o.id = i.organizacao_id
   where i.bilhete_hash = p_bilhete_hash
$function$;
grant execute on routine acesso.link_incorporado(p_bilhete_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.login(p_email text)
 RETURNS TABLE(usuario_id uuid, nome text, senha_hash text, totp boolean, membro_id uuid, organizacao_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.nome, u.senha_hash, u.totp_confirmado_em is not null, m.id, m.organizacao_id
    from usuario u
    left join membro m on m.usuario_id = u.id and m.removido_em is null and m.estado = 'ATIVO'
   where lower(u.email) = lower(p_email)
   order by m.ultimo_acesso_em desc nulls last, m.criado_em
   limit 1
$function$;
grant execute on routine acesso.login(p_email text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.medir_requisicoes(p_linhas jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with dada as (
    select organizacao_id, hora, quantidade
      from jsonb_to_recordset(p_linhas) as linha (organizacao_id uuid, hora timestamptz, quantidade bigint)
  ), gravada as (
    insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, descricao, referencia)
    select gen_random_uuid(), organizacao_id, 'REQUISICAO_API', quantidade, hora, 'Chamadas à API nesta hora',
           'hora:' || to_char(hora at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
      from dada
     order by organizacao_id, hora
    on conflict (organizacao_id, tipo, referencia) do update
       set quantidade = medicao.quantidade + excluded.quantidade
    returning organizacao_id, ocorrido_em, xmax = 0 as nova
  )
  insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
  select dada.organizacao_id,
         date_trunc('month', hora at time zone 'America/Sao_Paulo')::date as mes,
         'REQUISICAO_API',
         sum(dada.quantidade),
         count(*) filter (where nova)
    from dada
    join gravada on gravada.organizacao_id = dada.organizacao_id and gravada.ocorrido_em = dada.hora
   group by 1, 2
   order by 1, 2
  on conflict (organizacao_id, mes, tipo) do update
     set quantidade = consumo_mensal.quantidade + excluded.quantidade,
         linhas = consumo_mensal.linhas + excluded.linhas
$function$;
grant execute on routine acesso.medir_requisicoes(p_linhas jsonb) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.numerar_eventos(p_limite integer, OUT numerados integer, OUT ultima bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  numerados := 0;
  if exists (select from evento_saida where posicao is null) then
    perform pg_advisory_xact_lock(hashtext('evento_posicao'));
    update evento_saida e
       set posicao = n.posicao
      from (select organizacao_id, id, nextval('evento_posicao') as posicao
              from (select organizacao_id, id
                      from evento_saida
                     where posicao is null
                     order by ocorrido_em, id
                     limit p_limite
                       for no key update skip locked) as novos) as n
     where e.organizacao_id = n.organizacao_id and e.id = n.id;
    get diagnostics numerados = row_count;
  end if;
  select coalesce(max(posicao), 0) into ultima from evento_saida;
end $function$;
grant execute on routine acesso.numerar_eventos(p_limite integer, OUT numerados integer, OUT ultima bigint) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.organizacoes_da_pessoa(p_usuario_id uuid)
 RETURNS TABLE(id uuid, nome text, documento text, status text, plano_codigo text, marca jsonb, criada_em timestamp with time zone, encerra_em timestamp with time zone, membro_id uuid, papel text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.id, o.nome, o.documento, o.status, o.plano_codigo, o.marca, o.criada_em, o.encerra_em, m.id, m.papel
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id
     and m.removido_em is null
     and m.estado = 'ATIVO'
$function$;
grant execute on routine acesso.organizacoes_da_pessoa(p_usuario_id uuid) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.organizacoes_do_usuario(p_usuario_id uuid)
 RETURNS TABLE(id uuid, nome text, documento text, status text, plano_codigo text, marca jsonb, criada_em timestamp with time zone, membro_id uuid, papel text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.id, o.nome, o.documento, o.status, o.plano_codigo, o.marca, o.criada_em, m.id, m.papel
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id
     and m.removido_em is null
     and m.estado = 'ATIVO'
$function$;
grant execute on routine acesso.organizacoes_do_usuario(p_usuario_id uuid) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.pedido_de_formulario(p_token_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, origem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id, ambiente, null::text from formulario_pedido where token_hash = p_token_hash
$function$;
grant execute on routine acesso.pedido_de_formulario(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.podar_chamadas(p_agora timestamp with time zone, p_guarda interval, p_maximo integer, p_ativas_desde timestamp with time zone, p_limite integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 0
$function$;
grant execute on routine acesso.podar_chamadas(p_agora timestamp with time zone, p_guarda interval, p_maximo integer, p_ativas_desde timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.proximo_numero_fatura(p_ano integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into numeracao_fatura (ano, ultimo) values (p_ano, 1)
  on conflict (ano) do update set ultimo = numeracao_fatura.ultimo + 1
  returning ultimo
$function$;
grant execute on routine acesso.proximo_numero_fatura(p_ano integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.publicar_selo(p_impressao text, p_pem text, p_em timestamp with time zone)
 RETURNS TABLE(impressao text, pem text, desde timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into selo_publicado (impressao, pem, de, ambiente)
  select p_impressao, p_pem, p_em, 'PRODUCAO'
   where not exists (select from selo_publicado s where s.ambiente = 'TESTE' or s.impressao = p_impressao);
  return query
    select s.impressao, min(s.pem), min(s.de) from selo_publicado s where s.ambiente = 'PRODUCAO'
     group by s.impressao order by min(s.de) desc, s.impressao;
end $function$;
grant execute on routine acesso.publicar_selo(p_impressao text, p_pem text, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.publicar_selos(p_producao text, p_producao_pem text, p_teste text, p_teste_pem text, p_em timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  novo record;
  revogado text;
  -- A seal tells the second in which it was put: it must not seem to be older than its line.
  em timestamptz := date_trunc('second', p_em);
begin
  lock table selo_publicado in share row exclusive mode;
  select impressao into revogado
    from selo_publicado
   where impressao in (p_producao, p_teste) and revogado_em is not null;
  if found then return revogado; end if;
  if not exists (select from selo_publicado where ambiente = 'TESTE') then
    update selo_publicado set ate = em where ate is null;
  end if;
  for novo in values ('PRODUCAO', p_producao, p_producao_pem), ('TESTE', p_teste, p_teste_pem) loop
    continue when exists (
      select from selo_publicado where ambiente = novo.column1 and impressao = novo.column2 and ate is null);
    update selo_publicado set ate = em where ambiente = novo.column1 and ate is null;
    insert into selo_publicado (impressao, pem, de, ambiente) values (novo.column2, novo.column3, em, novo.column1)
        on conflict (impressao, de) do update set ate = null;
  end loop;
  return null;
end $function$;
grant execute on routine acesso.publicar_selos(p_producao text, p_producao_pem text, p_teste text, p_teste_pem text, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.quem_chama_por_acesso(p_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[], membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamp with time zone, suspensa boolean, confirmado boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.concessao_id, a.organizacao_id, a.ambiente, a.nome, a.client_id, a.escopos, a.membro_id, a.usuario_id,
         a.papel, a.ultimo_uso_em, o.status = 'SUSPENSA' or o.encerra_em is not null,
         u.email_confirmado_em is not null
    from acesso.acesso_oauth(p_hash, p_em) a
    join organizacao o on o.id = a.organizacao_id
    join usuario u on u.id = a.usuario_id
$function$;
grant execute on routine acesso.quem_chama_por_acesso(p_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.quem_chama_por_chave(p_prefixos text[], p_documentos uuid[])
 RETURNS TABLE(posicao integer, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[], membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamp with time zone, revogada boolean, revisao bigint, suspensa boolean, confirmado boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (p.posicao)::integer AS posicao,
     c.id,
     c.organizacao_id,
     c.ambiente,
     c.nome,
     c.segredo_hash,
     c.escopos,
     c.membro_id,
     c.usuario_id,
     c.papel,
     c.ultimo_uso_em,
     c.revogada,
     ( SELECT d.revisao
            FROM documento d
           WHERE ((d.id = p.documento_id) AND (d.organizacao_id = c.organizacao_id) AND (d.ambiente = c.ambiente) AND (d.excluido_em IS NULL))) AS revisao,
     c.suspensa,
     c.confirmado
    FROM (UNNEST(quem_chama_por_chave.p_prefixos, quem_chama_por_chave.p_documentos) WITH ORDINALITY p(prefixo, documento_id, posicao)
      CROSS JOIN LATERAL ( SELECT k.id,
             k.organizacao_id,
             k.ambiente,
             k.nome,
             k.segredo_hash,
             k.escopos,
             k.membro_id,
             k.ultimo_uso_em,
             (k.revogada_em IS NOT NULL) AS revogada,
             m.usuario_id,
             m.papel,
             ((o.status = 'SUSPENSA'::text) OR (o.encerra_em IS NOT NULL)) AS suspensa,
             (u.email_confirmado_em IS NOT NULL) AS confirmado
            FROM (((chave_api k
              JOIN membro m ON ((m.id = k.membro_id)))
              JOIN organizacao o ON ((o.id = k.organizacao_id)))
              JOIN usuario u ON ((u.id = m.usuario_id)))
           WHERE (k.prefixo = p.prefixo)
          LIMIT 1) c);
END;
grant execute on routine acesso.quem_chama_por_chave(p_prefixos text[], p_documentos uuid[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.quem_chama_por_sessao(p_token_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text, csrf_hash bytea, usada_em timestamp with time zone, expira_em timestamp with time zone, encerrada boolean, suspensa boolean, confirmado boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null,
         o.status = 'SUSPENSA' or o.encerra_em is not null, u.email_confirmado_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
    join organizacao o on o.id = s.organizacao_id
    join usuario u on u.id = s.usuario_id
   where s.token_hash = p_token_hash
$function$;
grant execute on routine acesso.quem_chama_por_sessao(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.quem_edita(p_token_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, documento_id uuid, origem text, nome text, membro_id uuid, usuario_id uuid, papel text, suspensa boolean, confirmado boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.id, e.organizacao_id, e.ambiente, e.documento_id, e.origem, e.nome, m.id, m.usuario_id, m.papel,
         o.status = 'SUSPENSA' or o.encerra_em is not null, u.email_confirmado_em is not null
    from edicao e
    join organizacao o on o.id = e.organizacao_id and e.origem = any (o.origens_permitidas)
    join documento d on d.organizacao_id = e.organizacao_id and d.id = e.documento_id
    join membro m on m.id = e.membro_id
    join usuario u on u.id = m.usuario_id
   where e.token_hash = p_token_hash
     and e.chave_hash is not null
     and e.expira_em > p_em
     and d.status = 'RASCUNHO' and d.excluido_em is null
     and m.estado = 'ATIVO' and m.removido_em is null
     and (exists (select from chave_api k where k.id = e.credencial_id and k.revogada_em is null)
          or exists (select
                       from concessao_oauth g
                       join cliente_oauth c on c.id = g.cliente_id and c.revogado_em is null
                      where g.id = e.credencial_id and g.revogada_em is null)
          or exists (select
                       from sessao s
                      where s.id = e.credencial_id and s.encerrada_em is null and s.expira_em > p_em))
$function$;
grant execute on routine acesso.quem_edita(p_token_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.recifrar(p_lugar text, p_id uuid, p_antes bytea, p_depois bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  case p_lugar
    when 'webhook.segredo' then
      update webhook set segredo = p_depois where id = p_id and segredo = p_antes;
    when 'webhook.segredo_anterior' then
      update webhook set segredo_anterior = p_depois where id = p_id and segredo_anterior = p_antes;
    when 'usuario.totp_segredo' then
      update usuario set totp_segredo = p_depois where id = p_id and totp_segredo = p_antes;
    when 'autenticador.segredo' then
      update autenticador set segredo = p_depois where id = p_id and segredo = p_antes;
    when 'selo_teste.chave' then
      update selo_teste set chave = p_depois where chave = p_antes;
    when 'registro_aberto.chave' then
      update registro_aberto set chave = p_depois where chave = p_antes;
  end case;
  return found;
end $function$;
grant execute on routine acesso.recifrar(p_lugar text, p_id uuid, p_antes bytea, p_depois bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.recuperacao(p_token_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(id uuid, usuario_id uuid, nome text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.id, u.id, u.nome, u.email
    from recuperacao_senha r
    join usuario u on u.id = r.usuario_id
   where r.token_hash = p_token_hash
     and r.usada_em is null and r.expira_em > p_em
$function$;
grant execute on routine acesso.recuperacao(p_token_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.recuperacao_pedida(p_id uuid)
 RETURNS TABLE(usuario_id uuid, email_cifrado bytea, expira_em timestamp with time zone, entregue_em timestamp with time zone, usada_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.usuario_id, r.email_cifrado, r.expira_em, r.entregue_em, r.usada_em
    from recuperacao_senha r
   where r.id = p_id
$function$;
grant execute on routine acesso.recuperacao_pedida(p_id uuid) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registrar_chamadas(p_linhas json)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into registro_chamada
  select * from json_populate_recordset(null::registro_chamada, p_linhas)
  on conflict do nothing
$function$;
grant execute on routine acesso.registrar_chamadas(p_linhas json) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_a_fazer()
 RETURNS TABLE(ambiente text, esperando_desde timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select l.ambiente, f.em
    from registro_aberto l
    left join lateral (select em from registro_fila where ambiente = l.ambiente order by em limit 1) f on true
   where l.encerrado_em is null and (f.em is not null or l.publicado_tamanho < l.tamanho or l.tamanho = 0)
$function$;
grant execute on routine acesso.registro_a_fazer() to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_aberto(p_ambiente text, p_geracao text, p_origem text, p_chave bytea, p_vkey text, p_em timestamp with time zone)
 RETURNS TABLE(origem text, chave bytea, vkey text, primeiro boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_chave is not null then
    insert into registro_aberto (ambiente, geracao, origem, chave, vkey, raiz, estendido_em)
    values (p_ambiente, p_geracao, p_origem, p_chave, p_vkey, sha256(''), p_em)
    on conflict do nothing;
  end if;
  return query
    select r.origem, r.chave, r.vkey, r.geracao = ''
      from registro_aberto r
     where r.ambiente = p_ambiente and r.encerrado_em is null;
end $function$;
grant execute on routine acesso.registro_aberto(p_ambiente text, p_geracao text, p_origem text, p_chave bytea, p_vkey text, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_achar(p_ambiente text, p_geracao text, p_rotulo bytea)
 RETURNS TABLE(geracao text, indice bigint, folha text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select geracao, indice, folha
    from registro_folha
   where ambiente = p_ambiente and rotulo = p_rotulo
   order by geracao is not distinct from p_geracao desc, geracao desc
   limit 1
$function$;
grant execute on routine acesso.registro_achar(p_ambiente text, p_geracao text, p_rotulo bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_anterior(p_ambiente text)
 RETURNS TABLE(origem text, vkey text, tamanho bigint, raiz bytea, seguinte text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select origem, vkey, tamanho, raiz, to_char(encerrado_em at time zone 'UTC', 'YYYYMMDD"t"HH24MISS"z"')
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is not null
   order by geracao desc
   limit 1
$function$;
grant execute on routine acesso.registro_anterior(p_ambiente text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_blocos(p_ambiente text, p_geracao text, p_niveis integer[], p_numeros bigint[])
 RETURNS TABLE(nivel integer, numero bigint, hashes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.nivel, b.numero, b.hashes
    from unnest(p_niveis, p_numeros) as pedido (nivel, numero)
    join registro_bloco b
      on b.ambiente = p_ambiente
     and b.geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
     and b.nivel = pedido.nivel and b.numero = pedido.numero
$function$;
grant execute on routine acesso.registro_blocos(p_ambiente text, p_geracao text, p_niveis integer[], p_numeros bigint[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_cabeca(p_ambiente text, p_geracao text)
 RETURNS TABLE(geracao text, origem text, vkey text, tamanho bigint, nota text, estendido_em timestamp with time zone, publicado text, publicado_tamanho bigint, publicado_em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select geracao, origem, vkey, tamanho, nota, estendido_em, publicado, publicado_tamanho, publicado_em
    from registro_aberto
   where ambiente = p_ambiente and (geracao = p_geracao or (p_geracao is null and encerrado_em is null))
$function$;
grant execute on routine acesso.registro_cabeca(p_ambiente text, p_geracao text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_carimbar(p_ambiente text, p_dia date, p_carimbo bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update registro_dia d
     set carimbo = p_carimbo
    from registro_aberto l
   where l.ambiente = p_ambiente and l.encerrado_em is null
     and d.ambiente = l.ambiente and d.geracao = l.geracao and d.dia = p_dia and d.carimbo is null
$function$;
grant execute on routine acesso.registro_carimbar(p_ambiente text, p_dia date, p_carimbo bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_do_dia(p_ambiente text, p_geracao text, p_dia date)
 RETURNS TABLE(dia date, nota text, carimbo bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select dia, nota, carimbo
    from registro_dia
   where ambiente = p_ambiente and (p_dia is null or dia = p_dia)
     and geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
   order by dia desc
   limit 1
$function$;
grant execute on routine acesso.registro_do_dia(p_ambiente text, p_geracao text, p_dia date) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_estender(p_ambiente text, p_de bigint, p_rotulos bytea[], p_folhas text[], p_niveis integer[], p_numeros bigint[], p_hashes bytea[], p_raiz bytea, p_nota text, p_em timestamp with time zone, p_organizacoes uuid[], p_fila uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_geracao text;
begin
  select geracao into v_geracao
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is null and tamanho = p_de and origem = split_part(p_nota, e'\n', 1)
     for update;
  if not found then return false; end if;
  perform acesso.registro_fechar_dia(p_ambiente, (p_em at time zone 'UTC')::date - 1);
  update registro_aberto
     set tamanho = p_de + cardinality(p_folhas), raiz = p_raiz, nota = p_nota, estendido_em = p_em
   where ambiente = p_ambiente and geracao = v_geracao;
  insert into registro_folha (ambiente, geracao, indice, rotulo, folha)
  select p_ambiente, v_geracao, p_de + n - 1, rotulo, folha
    from unnest(p_rotulos, p_folhas) with ordinality as nova (rotulo, folha, n);
  insert into registro_bloco (ambiente, geracao, nivel, numero, hashes)
  select p_ambiente, v_geracao, nivel, numero, hashes
    from unnest(p_niveis, p_numeros, p_hashes) as novo (nivel, numero, hashes)
  on conflict (ambiente, geracao, nivel, numero) do update set hashes = excluded.hashes;
  delete from registro_fila f
   using unnest(p_organizacoes, p_fila) as feita (organizacao_id, id)
   where f.organizacao_id = feita.organizacao_id and f.id = feita.id;
  return true;
end $function$;
grant execute on routine acesso.registro_estender(p_ambiente text, p_de bigint, p_rotulos bytea[], p_folhas text[], p_niveis integer[], p_numeros bigint[], p_hashes bytea[], p_raiz bytea, p_nota text, p_em timestamp with time zone, p_organizacoes uuid[], p_fila uuid[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_fechar_dia(p_ambiente text, p_dia date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into registro_dia (ambiente, geracao, dia, nota)
  select ambiente, geracao, p_dia, case when publicado_tamanho = tamanho then publicado else nota end
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is null
     and nota is not null and (estendido_em at time zone 'UTC')::date <= p_dia
  on conflict do nothing
$function$;
grant execute on routine acesso.registro_fechar_dia(p_ambiente text, p_dia date) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_folhas(p_ambiente text, p_geracao text, p_de bigint, p_ate bigint)
 RETURNS TABLE(folha text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select folha
    from registro_folha
   where ambiente = p_ambiente and geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
     and indice >= p_de and indice < p_ate
   order by indice
$function$;
grant execute on routine acesso.registro_folhas(p_ambiente text, p_geracao text, p_de bigint, p_ate bigint) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_geracao(p_ambiente text, p_geracao text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_geracao, (select geracao from registro_aberto where ambiente = p_ambiente and encerrado_em is null))
$function$;

CREATE OR REPLACE FUNCTION acesso.registro_na_fila(p_ambiente text, p_limite integer)
 RETURNS TABLE(organizacao_id uuid, id uuid, rotulo bytea, folha text, ja text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.organizacao_id, f.id, f.rotulo, f.folha, r.folha
    from (select * from registro_fila where ambiente = p_ambiente order by em, id limit p_limite) f
    join registro_aberto l on l.ambiente = p_ambiente and l.encerrado_em is null
    left join registro_folha r on r.ambiente = p_ambiente and r.geracao = l.geracao and r.rotulo = f.rotulo
   order by f.em, f.id
$function$;
grant execute on routine acesso.registro_na_fila(p_ambiente text, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_publicar(p_ambiente text, p_tamanho bigint, p_nota text, p_em timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update registro_aberto
     set publicado = p_nota, publicado_tamanho = p_tamanho, publicado_em = p_em
   where ambiente = p_ambiente and encerrado_em is null and origem = split_part(p_nota, e'\n', 1)
     and publicado_tamanho <= p_tamanho and tamanho >= p_tamanho
$function$;
grant execute on routine acesso.registro_publicar(p_ambiente text, p_tamanho bigint, p_nota text, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_publico(p_ambiente text, p_codigo text, p_hash text)
 RETURNS TABLE(id uuid, organizacao_id uuid, achado text, versao integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select achados.id, achados.organizacao_id, achados.achado, achados.versao
    from (select d.id, d.organizacao_id, 'REGISTRO' as achado, null::integer as versao, 1 as ordem, d.finalizado_em,
                 d.enviado_em
            from documento d
           where d.codigo_validacao = p_codigo and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'REGISTRO', null, 1, d.finalizado_em, d.enviado_em
            from documento d
           where p_codigo is null and d.hash_publico = p_hash and d.codigo_validacao is not null
             and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'CERTIFICADO', c.versao, 2, d.finalizado_em, d.enviado_em
            from arquivo a
            join certificado c on c.organizacao_id = a.organizacao_id and c.arquivo_id = a.id
            join documento d on d.organizacao_id = c.organizacao_id and d.id = c.documento_id
           where p_codigo is null and a.sha256 = p_hash and d.ambiente = p_ambiente and d.excluido_em is null
           union all
          select d.id, d.organizacao_id, 'ORIGINAL', null, 3, d.finalizado_em, d.enviado_em
            from arquivo a
            join documento d on d.organizacao_id = a.organizacao_id and d.arquivo_id = a.id
           where p_codigo is null and a.sha256 = p_hash and d.codigo_validacao is not null
             and d.ambiente = p_ambiente and d.excluido_em is null) as achados
   order by ordem, finalizado_em is null, enviado_em, achados.id
   limit 1
$function$;
grant execute on routine acesso.registro_publico(p_ambiente text, p_codigo text, p_hash text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_publico(p_codigo text, p_hash text)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, organizacao_id, ambiente
    from documento
   where case when p_codigo is not null then codigo_validacao = p_codigo
              else hash_publico = p_hash and codigo_validacao is not null end
     and excluido_em is null
   order by finalizado_em desc nulls last, enviado_em desc
   limit 1
$function$;
grant execute on routine acesso.registro_publico(p_codigo text, p_hash text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_recomecar(p_em timestamp with time zone)
 RETURNS TABLE(origem text)
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update registro_aberto
     set chave = null,
         encerrado_em = p_em,
         publicado = case when publicado_tamanho = tamanho then publicado else nota end,
         publicado_tamanho = tamanho,
         publicado_em = case when publicado_tamanho = tamanho then publicado_em else p_em end
   where encerrado_em is null
  returning origem
$function$;

CREATE OR REPLACE FUNCTION acesso.registro_sem_carimbo(p_desde date)
 RETURNS TABLE(ambiente text, dia date, nota text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.ambiente, d.dia, d.nota
    from registro_aberto l
    join registro_dia d on d.ambiente = l.ambiente and d.geracao = l.geracao
   where l.encerrado_em is null and d.carimbo is null and d.dia >= p_desde
   order by d.dia, d.ambiente
   limit 10
$function$;
grant execute on routine acesso.registro_sem_carimbo(p_desde date) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.registro_tem(p_ambiente text, p_rotulos bytea[])
 RETURNS TABLE(rotulo bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.rotulo
    from registro_aberto l
    join registro_folha f on f.ambiente = l.ambiente and f.geracao = l.geracao and f.rotulo = any(p_rotulos)
   where l.ambiente = p_ambiente and l.encerrado_em is null
$function$;
grant execute on routine acesso.registro_tem(p_ambiente text, p_rotulos bytea[]) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.retomar_conta(p_usuario_id uuid, p_em timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  proprios uuid[];
  fundadas uuid[];
begin
  select coalesce(array_agg(m.id), '{}'),
         coalesce(array_agg(m.organizacao_id) filter (
           where m.criado_em = o.criada_em and m.papel = 'PROPRIETARIO' and m.estado = 'ATIVO'
             and m.removido_em is null), '{}')
    into proprios, fundadas
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id;
  update membro set estado = 'SUSPENSO'
   where organizacao_id = any(fundadas) and not id = any(proprios) and estado = 'ATIVO' and removido_em is null;
  update convite set revogado_em = p_em
   where (organizacao_id = any(fundadas) or convidado_por = any(proprios)) and usado_em is null and revogado_em is null;
  update sessao set encerrada_em = p_em where organizacao_id = any(fundadas) and encerrada_em is null;
  update chave_api set revogada_em = p_em
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update concessao_oauth set revogada_em = p_em, motivo_revogacao = 'CONTA_RETOMADA'
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update webhook set ativo = false, excluido_em = p_em where organizacao_id = any(fundadas) and excluido_em is null;
end $function$;
grant execute on routine acesso.retomar_conta(p_usuario_id uuid, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.selo_de_teste(p_nova bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_nova is not null then
    insert into selo_teste (chave) values (p_nova) on conflict (unico) do nothing;
  end if;
  return (select chave from selo_teste);
end $function$;
grant execute on routine acesso.selo_de_teste(p_nova bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.selo_em_uso(p_impressao text, p_ambiente text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from selo_publicado
     where impressao = p_impressao and ambiente = p_ambiente and ate is null and revogado_em is null)
$function$;
grant execute on routine acesso.selo_em_uso(p_impressao text, p_ambiente text) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.selos()
 RETURNS TABLE(impressao text, ambiente text, de timestamp with time zone, ate timestamp with time zone, revogado_em timestamp with time zone, pem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select impressao, ambiente, de, ate, revogado_em, pem from selo_publicado order by de desc, ambiente, impressao
$function$;
grant execute on routine acesso.selos() to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.senha_certa(p_conta bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from tentativa_senha where conta = p_conta
$function$;
grant execute on routine acesso.senha_certa(p_conta bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.senha_tentada(p_conta bytea, p_em timestamp with time zone, p_desde timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into tentativa_senha as t (conta, seguidas, ultima_em)
  values (p_conta, 1, p_em)
  on conflict (conta) do update
     set seguidas = case when t.ultima_em < p_desde then 1 else t.seguidas + 1 end,
         ultima_em = p_em
  returning seguidas - 1
$function$;
grant execute on routine acesso.senha_tentada(p_conta bytea, p_em timestamp with time zone, p_desde timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.sessao(p_token_hash bytea)
 RETURNS TABLE(id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text, csrf_hash bytea, usada_em timestamp with time zone, expira_em timestamp with time zone, encerrada boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
   where s.token_hash = p_token_hash
$function$;
grant execute on routine acesso.sessao(p_token_hash bytea) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.sessao_usada(p_id uuid, p_em timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update membro set ultimo_acesso_em = p_em where id = (select membro_id from sessao where sessao.id = p_id);
  update sessao set usada_em = p_em where id = p_id;
$function$;
grant execute on routine acesso.sessao_usada(p_id uuid, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.sessoes_do_usuario(p_usuario_id uuid, p_em timestamp with time zone, p_ociosa_desde timestamp with time zone)
 RETURNS TABLE(id uuid, criada_em timestamp with time zone, usada_em timestamp with time zone, expira_em timestamp with time zone, ip text, agente_usuario text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.criada_em, s.usada_em, s.expira_em, s.ip, s.agente_usuario
    from sessao s
    join membro m on m.id = s.membro_id
   where s.usuario_id = p_usuario_id
     and s.encerrada_em is null
     and s.expira_em > p_em
     and s.usada_em >= p_ociosa_desde
     and m.removido_em is null
     and m.estado = 'ATIVO'
$function$;
grant execute on routine acesso.sessoes_do_usuario(p_usuario_id uuid, p_em timestamp with time zone, p_ociosa_desde timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.troca_email(p_token_hash bytea, p_em timestamp with time zone)
 RETURNS TABLE(id uuid, usuario_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.usuario_id
    from troca_email t
   where t.token_hash = p_token_hash
     and t.encerrada_em is null and t.expira_em > p_em
$function$;
grant execute on routine acesso.troca_email(p_token_hash bytea, p_em timestamp with time zone) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.ultimo_backup()
 RETURNS TABLE(conjunto text, de timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select impressao, desde from instalacao where nome = 'backup'
$function$;
grant execute on routine acesso.ultimo_backup() to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.vencidos(p_agora timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  (select id, organizacao_id, ambiente
     from documento
    where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
      and least(prazo_em, expira_em) <= p_agora
      and assinado_por_todos_em is null
      and excluido_em is null
    order by least(prazo_em, expira_em)
    limit p_limite)
   union all
  select v.id, v.organizacao_id, v.ambiente
    from relogio r
   cross join lateral acesso.vencidos_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) v
   where r.deslocamento_s > 0
   limit p_limite
$function$;
grant execute on routine acesso.vencidos(p_agora timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.vencidos_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, em timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.organizacao_id, d.ambiente, least(d.prazo_em, d.expira_em)
    from documento d
   where d.organizacao_id = p_organizacao_id
     and d.ambiente = 'TESTE'
     and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and least(d.prazo_em, d.expira_em) > p_desde
     and least(d.prazo_em, d.expira_em) <= p_ate
     and d.assinado_por_todos_em is null
     and d.excluido_em is null
   order by least(d.prazo_em, d.expira_em)
   limit p_limite
$function$;
grant execute on routine acesso.vencidos_de_teste(p_organizacao_id uuid, p_desde timestamp with time zone, p_ate timestamp with time zone, p_limite integer) to rubrica_app;

CREATE OR REPLACE FUNCTION acesso.versao_pronta(p_impressao text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from instalacao where nome = 'versao:' || p_impressao)
$function$;
grant execute on routine acesso.versao_pronta(p_impressao text) to rubrica_app;

CREATE OR REPLACE FUNCTION public.rubrica_ambiente()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('rubrica.ambiente'::text, true), ''::text);
grant execute on routine public.rubrica_ambiente() to public;

CREATE OR REPLACE FUNCTION public.rubrica_apagar_documento(alvo documento, p_categoria text, p_desde timestamp with time zone, p_agora timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  dona constant uuid := alvo.organizacao_id;
  signatarios uuid[];
  links uuid[];
  arquivos uuid[];
  um uuid;
  chave_um text;
  chaves text[] := '{}';
begin
  insert into expurgo (documento_id, organizacao_id, ambiente, categoria, desde, expurgado_em, trilha_tamanho, trilha_hash)
  select alvo.id, alvo.organizacao_id, alvo.ambiente, p_categoria, p_desde, p_agora, t.tamanho, t.hash
    from trilha t
   where t.organizacao_id = dona and t.documento_id = alvo.id;

  -- Keys begin with the organization, hence it stands in every statement; those of signers with the environment too.
  signatarios := array(
    select s.id from signatario s where s.organizacao_id = dona and s.documento_id = alvo.id
    union
    select l.signatario_id from link_signatario l where l.organizacao_id = dona and l.documento_id = alvo.id);
  links := array(
    select distinct l.link_id from link_signatario l where l.organizacao_id = dona and l.documento_id = alvo.id);
  arquivos := array(
    select v.arquivo_id from versao v where v.organizacao_id = dona and v.documento_id = alvo.id
    union select c.arquivo_id from certificado c where c.organizacao_id = dona and c.documento_id = alvo.id
    union select unnest(array[alvo.arquivo_id, alvo.arquivo_assinado_id]));

  delete from entrega_webhook e using evento_saida s
   where s.organizacao_id = dona and s.documento_id = alvo.id
     and e.organizacao_id = dona and e.evento_id = s.id;
  delete from evento_saida where organizacao_id = dona and documento_id = alvo.id;
  delete from codigo_otp
   where signatario_id = any (signatarios) and organizacao_id = dona and ambiente = alvo.ambiente;
  delete from valor_campo v using campo c
   where c.organizacao_id = dona and c.documento_id = alvo.id
     and v.campo_id = c.id and v.organizacao_id = c.organizacao_id and v.ambiente = c.ambiente;
  delete from imagem_assinatura
   where signatario_id = any (signatarios) and organizacao_id = dona and ambiente = alvo.ambiente;
  delete from campo where organizacao_id = dona and documento_id = alvo.id;
  delete from edicao where organizacao_id = dona and documento_id = alvo.id;
  delete from formulario_pedido where organizacao_id = dona and documento_id = alvo.id;
  delete from link_signatario where organizacao_id = dona and documento_id = alvo.id;
  -- A link of an envelope goes with the last document it opens.
  links := array(
    select l.id from link l
     where l.organizacao_id = dona and l.id = any (links)
       and not exists (select from link_signatario x where x.organizacao_id = dona and x.link_id = l.id));
  delete from codigo_otp where organizacao_id = dona and link_id = any (links);
  delete from link_exibido where organizacao_id = dona and link_id = any (links);
  delete from link_incorporado where organizacao_id = dona and link_id = any (links);
  delete from link where organizacao_id = dona and id = any (links);
  delete from signatario where organizacao_id = dona and documento_id = alvo.id;
  delete from versao where organizacao_id = dona and documento_id = alvo.id;
  delete from certificado where organizacao_id = dona and documento_id = alvo.id;
  delete from evento_auditoria where organizacao_id = dona and documento_id = alvo.id;
  delete from trilha where organizacao_id = dona and documento_id = alvo.id;
  delete from documento where organizacao_id = dona and id = alvo.id;
  if alvo.envelope_id is not null then
    -- Whoever holds it, to send it or to order its documents, goes on to lock these: waiting for it would be a deadlock. It
    -- stays without a document then, and goes with the next cleaning of the sandbox or by its owner's hand.
    delete from envelope e
     where e.organizacao_id = dona
       and e.id = (select id from envelope
                    where organizacao_id = dona and id = alvo.envelope_id for update skip locked)
       and not exists (select from documento d where d.organizacao_id = dona and d.envelope_id = e.id);
  end if;

  foreach um in array arquivos loop
    continue when um is null;
    begin
      delete from download where organizacao_id = dona and arquivo_id = um;
      delete from arquivo where organizacao_id = dona and id = um returning chave into chave_um;
      if found then chaves := chaves || chave_um; end if;
    exception when foreign_key_violation then
      -- Another row still names this file; it stays with that row.
      null;
    end;
  end loop;
  return chaves;
end $function$;
grant execute on routine public.rubrica_apagar_documento(alvo documento, p_categoria text, p_desde timestamp with time zone, p_agora timestamp with time zone) to public;

CREATE OR REPLACE FUNCTION public.rubrica_busca(texto text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, texto));
grant execute on routine public.rubrica_busca(texto text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_campo_escrito()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare alterado record;
begin
  for alterado in select distinct organizacao_id, documento_id as id from mudou loop
    perform rubrica_revisa_documento(alterado.organizacao_id, alterado.id, false);
  end loop;
  return null;
end $function$;
grant execute on routine public.rubrica_campo_escrito() to public;

CREATE OR REPLACE FUNCTION public.rubrica_chamadas_expurgaveis(p_agora timestamp with time zone)
 RETURNS TABLE(organizacao_id uuid, ambiente text, ocorrido_em timestamp with time zone, requisicao_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select r.organizacao_id, r.ambiente, r.ocorrido_em, r.requisicao_id
    from rubrica_prazos_de_chamadas(p_agora) g
    join registro_chamada r
      on r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente and r.ocorrido_em <= g.vao_ate
$function$;
grant execute on routine public.rubrica_chamadas_expurgaveis(p_agora timestamp with time zone) to public;

CREATE OR REPLACE FUNCTION public.rubrica_condicao_de_busca(p_status text, p_pasta_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'organizacao_id = $1 and ambiente = $2 and excluido_em is null and busca like $3'
         || case when p_status is null then '' else ' and status = $4' end
         || case when p_pasta_id is null then '' else ' and pasta_id = $5' end
$function$;
grant execute on routine public.rubrica_condicao_de_busca(p_status text, p_pasta_id uuid) to public;

CREATE OR REPLACE FUNCTION public.rubrica_conta_documento()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.excluido_em is null then
    -- What is removed for good is not to be read here either.
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao, sem_texto)
    values (old.organizacao_id, old.ambiente, old.id, old.pasta_id, old.status,
            case when tg_op = 'DELETE' then '' else old.busca end, -1, tg_op = 'DELETE');
  end if;
  if tg_op = 'UPDATE' and new.excluido_em is null then
    insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
    values (new.organizacao_id, new.ambiente, new.id, new.pasta_id, new.status, new.busca, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rubrica_conta_documentos_novos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into documento_variacao (organizacao_id, ambiente, documento_id, pasta_id, status, busca, variacao)
  select organizacao_id, ambiente, id, pasta_id, status, busca, 1
    from novo
   where excluido_em is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rubrica_conta_pasta()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  dona constant uuid := case when tg_op = 'DELETE' then old.organizacao_id else new.organizacao_id end;
  antes uuid := case when tg_op <> 'INSERT' and old.excluido_em is null then old.pasta_id end;
  depois uuid := case when tg_op <> 'DELETE' and new.excluido_em is null then new.pasta_id end;
begin
  if antes is not distinct from depois then return null; end if;
  -- In the order of their ids, so that two documents changing places never wait on each other.
  perform from pasta where organizacao_id = dona and id in (antes, depois) order by id for no key update;
  update pasta
     set quantidade_documentos = quantidade_documentos + case when id = depois then 1 else -1 end
   where organizacao_id = dona and id in (antes, depois);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rubrica_documento_escrito()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.busca = '' then
      new.busca := rubrica_busca(concat_ws(e'\n', new.titulo, new.referencia_externa));
      new.revisao := 2;
    end if;
    return new;
  end if;
  new.revisao := old.revisao + 1;
  if (new.titulo, new.referencia_externa) is distinct from (old.titulo, old.referencia_externa) then
    new.busca := rubrica_texto_de_busca(new.id, new.titulo, new.referencia_externa);
  end if;
  return new;
end $function$;
grant execute on routine public.rubrica_documento_escrito() to public;

CREATE OR REPLACE FUNCTION public.rubrica_encadeia()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  cabeca trilha;
  em timestamptz := (new.corpo::json ->> 'ocorridoEm')::timestamptz;
begin
  update trilha
     set tamanho = new.sequencia, hash = new.hash, ultimo_em = em
   where organizacao_id = new.organizacao_id and documento_id = new.documento_id
     and tamanho = new.sequencia - 1
     and new.hash = encode(sha256(convert_to(hash || e'\n' || new.corpo, 'UTF8')), 'hex')
     and (em < ultimo_em) is not true;
  if found then return new; end if;
  select * into strict cabeca
    from trilha
   where organizacao_id = new.organizacao_id and documento_id = new.documento_id
     for update;
  if new.sequencia = cabeca.tamanho + 1 and em < cabeca.ultimo_em then
    raise exception 'link % is earlier than the one before', new.sequencia using errcode = 'RB004';
  end if;
  if new.sequencia = cabeca.tamanho + 1 then
    raise exception 'hash of link % does not fit the chain', new.sequencia using errcode = 'RB003';
  end if;
  raise exception 'link % does not follow %', new.sequencia, cabeca.tamanho using errcode = 'RB002';
end $function$;
grant execute on routine public.rubrica_encadeia() to public;

CREATE OR REPLACE FUNCTION public.rubrica_entra_no_envelope()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.envelope_posicao := case when new.envelope_id is not null then
    (select coalesce(max(envelope_posicao), 0) + 1
       from documento
      where organizacao_id = new.organizacao_id and envelope_id = new.envelope_id) end;
  return new;
end $function$;
grant execute on routine public.rubrica_entra_no_envelope() to public;

CREATE OR REPLACE FUNCTION public.rubrica_entregas_expurgaveis(p_agora timestamp with time zone)
 RETURNS TABLE(id uuid, organizacao_id uuid, ambiente text, criada_em timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select e.id, e.organizacao_id, e.ambiente, e.criada_em
    from entrega_webhook e
    join webhook w on w.organizacao_id = e.organizacao_id and w.id = e.webhook_id
    join prazo_guarda g on g.organizacao_id = e.organizacao_id and g.ambiente = e.ambiente
   where e.criada_em + make_interval(days => g.entrega_webhook) <= p_agora + make_interval(secs => g.adiantado_s)
     and (e.status in ('ENTREGUE', 'DESISTIU') or not w.ativo or w.excluido_em is not null)
$function$;
grant execute on routine public.rubrica_entregas_expurgaveis(p_agora timestamp with time zone) to public;

CREATE OR REPLACE PROCEDURE public.rubrica_escopo(IN tabela regclass, IN com_ambiente boolean DEFAULT true)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', tabela);
  execute format(
    'create policy escopo on %s using (organizacao_id = (select public.rubrica_organizacao())%s)',
    tabela,
    case when com_ambiente then ' and ambiente = (select public.rubrica_ambiente())' else '' end
  );
end $procedure$;
grant execute on routine public.rubrica_escopo(IN tabela regclass, IN com_ambiente boolean) to public;

CREATE OR REPLACE FUNCTION public.rubrica_expurgaveis(p_agora timestamp with time zone, p_documento uuid)
 RETURNS TABLE(documento_id uuid, organizacao_id uuid, ambiente text, categoria text, desde timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  with candidato as materialized (
    select d.id, d.organizacao_id, d.ambiente, d.assinado_por_todos_em, c.categoria, c.desde, c.dias,
           p_agora + make_interval(secs => g.adiantado_s) as agora
      from documento d
      join prazo_guarda g on g.organizacao_id = d.organizacao_id and g.ambiente = d.ambiente
     cross join lateral (
       select 'CONCLUIDO', d.finalizado_em, g.concluido where d.status = 'ASSINADO'
        union all
       select 'EXCLUIDO', greatest(d.excluido_em, d.atualizado_em), 30
        where d.status = 'RASCUNHO' and d.excluido_em is not null
        union all
       select 'RASCUNHO', d.atualizado_em, g.rascunho where d.status = 'RASCUNHO' and d.excluido_em is null
        union all
       select 'CANCELADO_OU_EXPIRADO', d.atualizado_em, g.cancelado_ou_expirado
        where d.status in ('CANCELADO', 'EXPIRADO', 'RECUSADO')
     ) c (categoria, desde, dias)
     where (p_documento is null or d.organizacao_id = rubrica_organizacao() and d.id = p_documento)
       and c.desde + make_interval(days => c.dias) <= p_agora + make_interval(secs => g.adiantado_s)
  )
  select c.id, c.organizacao_id, c.ambiente, c.categoria, e.desde
    from candidato c
   cross join lateral (
     select min(k.emitido_em) as certificado_em
      from certificado k
     where k.organizacao_id = c.organizacao_id and k.documento_id = c.id
   ) k
   -- Instants of the certificate and of the trail cannot be altered; those of the document's row could.
   cross join lateral (
     select case when c.categoria = 'CONCLUIDO' then greatest(c.desde, k.certificado_em)
                 else greatest(c.desde, (select max((t.corpo::jsonb ->> 'ocorridoEm')::timestamptz)
                                           from evento_auditoria t
                                          where t.organizacao_id = c.organizacao_id
                                            and t.documento_id = c.id)) end as desde
   ) e
   where e.desde + make_interval(days => c.dias) <= c.agora
     and case when c.categoria = 'CONCLUIDO'
              then k.certificado_em is not null and e.desde + interval '5 years' <= c.agora
              else k.certificado_em is null and c.assinado_por_todos_em is null end
$function$;
grant execute on routine public.rubrica_expurgaveis(p_agora timestamp with time zone, p_documento uuid) to public;

CREATE OR REPLACE FUNCTION public.rubrica_fator_escrito()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  mudado record;
  alterado uuid;
begin
  for mudado in select distinct organizacao_id, ambiente, signatario_id from mudou loop
    select documento_id into alterado
      from signatario
     where organizacao_id = mudado.organizacao_id and ambiente = mudado.ambiente and id = mudado.signatario_id;
    perform rubrica_revisa_documento(mudado.organizacao_id, alterado, false);
  end loop;
  return null;
end $function$;
grant execute on routine public.rubrica_fator_escrito() to public;

CREATE OR REPLACE FUNCTION public.rubrica_largar_semanas_de_chamadas(p_agora timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  semana record;
  mantida boolean;
  linhas int;
  largadas int := 0;
begin
  for semana in
    select parte, ate from rubrica_semanas_de_chamadas() where ate <= p_agora - interval '90 days' order by ate
  loop
    execute format(
      'select exists (select from rubrica_prazos_de_chamadas($1) g
                       where (g.vao_ate is null or g.vao_ate < $2 - interval ''1 microsecond'')
                         and exists (select from %s r
                                      where r.organizacao_id = g.organizacao_id and r.ambiente = g.ambiente))', semana.parte)
      into mantida using p_agora, semana.ate;
    continue when mantida;
    begin
      set local lock_timeout = '1s';
      execute format('select count(*) from %s', semana.parte) into linhas;
      execute format('drop table %s', semana.parte);
      largadas := largadas + linhas;
    exception when lock_not_available then
      null;
    end;
  end loop;
  return largadas;
end $function$;
grant execute on routine public.rubrica_largar_semanas_de_chamadas(p_agora timestamp with time zone) to public;

CREATE OR REPLACE FUNCTION public.rubrica_lembra_evento()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into evento_lembrado (id, organizacao_id, ambiente, posicao)
  values (old.id, old.organizacao_id, old.ambiente, old.posicao)
  on conflict do nothing;
  return null;
end $function$;
grant execute on routine public.rubrica_lembra_evento() to public;

CREATE OR REPLACE FUNCTION public.rubrica_organizacao()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('rubrica.organizacao'::text, true), ''::text))::uuid;
grant execute on routine public.rubrica_organizacao() to public;

CREATE OR REPLACE FUNCTION public.rubrica_ouvido(p_organizacao_id uuid, p_ambiente text, p_evento text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $function$;
grant execute on routine public.rubrica_ouvido(p_organizacao_id uuid, p_ambiente text, p_evento text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_ouvintes(p_organizacao_id uuid, p_ambiente text, p_evento text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select id from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $function$;
grant execute on routine public.rubrica_ouvintes(p_organizacao_id uuid, p_ambiente text, p_evento text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_prazos_de_chamadas(p_agora timestamp with time zone)
 RETURNS TABLE(organizacao_id uuid, ambiente text, vencidas_ate timestamp with time zone, vao_ate timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  with prazo as materialized (
    select g.organizacao_id, g.ambiente, p.organizacao_id is not null as proprio,
           p_agora - make_interval(days => g.registro_chamada) as vencidas_ate
      from prazo_guarda g
      left join politica_retencao p on p.organizacao_id = g.organizacao_id and p.ambiente = g.ambiente
  ), corte as materialized (
    select proprio, vencidas_ate,
           case when proprio then vencidas_ate
                else coalesce((select s.de - interval '1 microsecond'
                                 from rubrica_semanas_de_chamadas() s
                                where s.de <= vencidas_ate and vencidas_ate < s.ate), vencidas_ate) end as vao_ate
      from (select distinct proprio, vencidas_ate from prazo where vencidas_ate is not null) cada
  )
  select prazo.organizacao_id, prazo.ambiente, prazo.vencidas_ate, corte.vao_ate
    from prazo
    left join corte on corte.proprio = prazo.proprio and corte.vencidas_ate = prazo.vencidas_ate
$function$;
grant execute on routine public.rubrica_prazos_de_chamadas(p_agora timestamp with time zone) to public;

CREATE OR REPLACE FUNCTION public.rubrica_relogio(p_modo text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  trava constant bigint := hashtextextended('relogio:' || rubrica_organizacao(), 0);
begin
  if p_modo = 'ESCREVE' then
    perform pg_advisory_xact_lock_shared(trava);
  elsif p_modo = 'MOVE' then
    perform pg_advisory_xact_lock(trava);
  end if;
  return coalesce((select r.deslocamento_s
                     from public.relogio r
                    where r.organizacao_id = rubrica_organizacao() and r.ambiente = rubrica_ambiente()), 0);
end $function$;
grant execute on routine public.rubrica_relogio(p_modo text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_revisa_documento(p_organizacao_id uuid, p_documento_id uuid, p_outro_texto boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare texto text;
begin
  if not p_outro_texto then
    update documento set revisao = revisao
     where organizacao_id = p_organizacao_id and id = p_documento_id and xmin <> pg_current_xact_id()::xid;
    return;
  end if;
  select rubrica_texto_de_busca(d.id, d.titulo, d.referencia_externa) into texto
    from documento d
   where d.organizacao_id = p_organizacao_id and d.id = p_documento_id;
  update documento set busca = texto
   where organizacao_id = p_organizacao_id and id = p_documento_id
     and (busca <> texto or xmin <> pg_current_xact_id()::xid);
end $function$;
grant execute on routine public.rubrica_revisa_documento(p_organizacao_id uuid, p_documento_id uuid, p_outro_texto boolean) to public;

CREATE OR REPLACE FUNCTION public.rubrica_semanas_de_chamadas()
 RETURNS TABLE(parte regclass, de timestamp with time zone, ate timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select inhrelid::regclass, (regexp_match(limites, 'FROM \(''([^'']+)''\)'))[1]::timestamptz,
         (regexp_match(limites, 'TO \(''([^'']+)''\)'))[1]::timestamptz
    from (select inhrelid, pg_get_expr(c.relpartbound, c.oid) as limites
            from pg_inherits
            join pg_class c on c.oid = inhrelid
           where inhparent = 'public.registro_chamada'::regclass) p
   where limites <> 'DEFAULT'
$function$;
grant execute on routine public.rubrica_semanas_de_chamadas() to public;

CREATE OR REPLACE FUNCTION public.rubrica_signatario_escrito()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare alterado record;
begin
  for alterado in
    select distinct m.organizacao_id, m.documento_id as id
      from mudou m
     where tg_op = 'DELETE'
        or not exists (select from documento d
                        where d.organizacao_id = m.organizacao_id and d.id = m.documento_id
                          and d.revisao = 1 and d.xmin = pg_current_xact_id()::xid)
  loop
    perform rubrica_revisa_documento(alterado.organizacao_id, alterado.id, true);
  end loop;
  return null;
end $function$;
grant execute on routine public.rubrica_signatario_escrito() to public;

CREATE OR REPLACE FUNCTION public.rubrica_signatario_mudado()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform rubrica_revisa_documento(
    new.organizacao_id, new.documento_id,
    (new.nome, new.email, new.referencia_externa, new.posicao)
      is distinct from (old.nome, old.email, old.referencia_externa, old.posicao));
  return null;
end $function$;
grant execute on routine public.rubrica_signatario_mudado() to public;

CREATE OR REPLACE FUNCTION public.rubrica_so_acrescenta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $function$;
grant execute on routine public.rubrica_so_acrescenta() to public;

CREATE OR REPLACE FUNCTION public.rubrica_so_com_expurgo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (
    select from public.expurgo e
     where e.organizacao_id = old.organizacao_id and e.documento_id = old.documento_id
       and e.transacao = pg_current_xact_id()
  ) then
    return old;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'RB001';
end $function$;
grant execute on routine public.rubrica_so_com_expurgo() to public;

CREATE OR REPLACE FUNCTION public.rubrica_texto_de_busca(p_documento_id uuid, p_titulo text, p_referencia text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return rubrica_busca(concat_ws(e'\n', p_titulo, p_referencia, (
    select string_agg(concat_ws(e'\n', s.nome, s.email, s.referencia_externa), e'\n' order by s.posicao)
      from signatario s
     where s.documento_id = p_documento_id)));
end $function$;
grant execute on routine public.rubrica_texto_de_busca(p_documento_id uuid, p_titulo text, p_referencia text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_trilha_confirma(p_documento uuid, p_categoria text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case p_categoria
           when 'CONCLUIDO' then bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           when 'CANCELADO_OU_EXPIRADO' then
             bool_or(acao in ('DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_RECUSADO'))
             and not bool_or(acao = 'DOCUMENTO_CONCLUIDO')
           else not bool_or(acao = 'DOCUMENTO_ENVIADO')
         end
    from (select corpo::jsonb ->> 'acao' as acao
            from evento_auditoria
           where organizacao_id = rubrica_organizacao() and documento_id = p_documento) e
$function$;
grant execute on routine public.rubrica_trilha_confirma(p_documento uuid, p_categoria text) to public;

CREATE OR REPLACE FUNCTION public.rubrica_usuario()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('rubrica.usuario'::text, true), ''::text))::uuid;
grant execute on routine public.rubrica_usuario() to public;

CREATE OR REPLACE FUNCTION public.rubrica_vigencia()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into plano_vigencia (organizacao_id, desde, plano_codigo)
  select new.id,
         -- Never before what it replaces: the application's clock, which told `criada_em`, may go ahead of this one.
         case when tg_op = 'INSERT' then new.criada_em else greatest(now(), max(desde)) end,
         new.plano_codigo
    from plano_vigencia
   where organizacao_id = new.id
  on conflict (organizacao_id, desde) do update set plano_codigo = excluded.plano_codigo;
  return null;
end $function$;
