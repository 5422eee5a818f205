import { randomUUID } from 'node:crypto';
import { type Ambiente, type EscopoChave, NAME_MAX_CHARS, rule, URL_MAX_CHARS } from '@rubrica/contract';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import type { FieldProblem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Sql } from '../../core/sql.ts';
import { readEscopos } from './scopes.ts';
import { newClientId, newClientSecret } from './secrets.ts';

/** The operator's input for an application. A problem's `campo` is the name of the property here. */
export interface Registration {
  readonly nome: string;
  readonly ambiente: string;
  /** Redirect addresses, compared character by character; empty if only client_credentials is intended. */
  readonly redirects: readonly string[];
  readonly escopos: readonly string[];
  /** E-mail of the member, and id of the organization, for which client_credentials acts. */
  readonly responsavel: string | null;
  readonly organizacao: string | null;
}

export interface RegisteredClient {
  readonly clientId: string;
  /** Shown once; only its hash is stored. */
  readonly clientSecret: string;
}

const ENVIRONMENTS: readonly string[] = ['PRODUCAO', 'TESTE'] satisfies Ambiente[];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Only hosts that a Content-Security-Policy can name as the target of the consent form. */
const HOST = /^[a-z0-9.-]+$/;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Registers an application, as the owner of the database.
 * @returns its credentials, or every problem of the input
 */
export async function registerClient(
  sql: Sql,
  registration: Registration,
  undrawable: Undrawable,
): Promise<RegisteredClient | readonly FieldProblem[]> {
  const nome = registration.nome.trim();
  const escopos = readEscopos(registration.escopos.join(' '));
  const membro = await findOwner(sql, registration);
  const problems = [...problemsOf({ ...registration, nome }, escopos, undrawable), ...membro.problems];
  if (problems.length > 0 || escopos === null) return problems;

  const ambiente = registration.ambiente as Ambiente;
  const clientId = newClientId(ambiente);
  const segredo = newClientSecret();
  await sql`
    insert into cliente_oauth
           (id, client_id, segredo_hash, nome, ambiente, redirect_uris, escopos, membro_id, criado_em)
    values (${randomUUID()}, ${clientId}, ${segredo.hash}, ${nome}, ${ambiente}, ${[...registration.redirects]}::text[],
            ${escopos}::text[], ${membro.id}, now())`;
  return { clientId, clientSecret: segredo.valor };
}

function problemsOf(registration: Registration, escopos: EscopoChave[] | null, undrawable: Undrawable): FieldProblem[] {
  const { nome, ambiente, redirects, responsavel } = registration;
  const problems: FieldProblem[] = [];
  if (nome === '' || nome.length > NAME_MAX_CHARS) {
    problems.push({ campo: 'nome', ...rule('clientName', { n: NAME_MAX_CHARS }) });
  }
  // The name appears in the trail of the application's actions, and the trail is printed on the certificate.
  problems.push(...checkDrawable([['nome', nome]], undrawable));
  if (!ENVIRONMENTS.includes(ambiente)) {
    problems.push({ campo: 'ambiente', ...rule('clientEnvironment') });
  }
  if (escopos === null) problems.push({ campo: 'escopos', ...rule('clientScopes') });
  problems.push(...redirects.flatMap(redirectProblems));
  if (redirects.length === 0 && responsavel === null) {
    problems.push({
      campo: 'redirect',
      ...rule('clientRedirectMissing'),
    });
  }
  return problems;
}

/** RFC 6749, 3.1.2: absolute and without a fragment; https, except for a program on the person's own machine. */
function redirectProblems(redirect: string): FieldProblem[] {
  const url = URL.parse(redirect);
  const https = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  const plain = url && !url.username && !url.password && !redirect.includes('#') && HOST.test(url.hostname);
  // Only printable ASCII: addresses compared character by character must not contain look-alikes.
  if (https && plain && redirect.length <= URL_MAX_CHARS && /^[\x21-\x7e]+$/.test(redirect)) return [];
  return [
    {
      campo: 'redirect',
      ...rule('clientRedirect', { endereco: JSON.stringify(redirect) }),
    },
  ];
}

async function findOwner(
  sql: Sql,
  { organizacao, responsavel }: Registration,
): Promise<{ id: string | null; problems: FieldProblem[] }> {
  if (organizacao === null && responsavel === null) return { id: null, problems: [] };
  const [membro] =
    UUID.test(organizacao ?? '') && responsavel !== null
      ? await sql<Columns<'membro', 'id'>[]>`
          select id
            from membro
           where organizacao_id = ${organizacao}
             and lower(email) = lower(${responsavel})
             and papel in ('PROPRIETARIO', 'ADMINISTRADOR')
             and estado = 'ATIVO'
             and removido_em is null`
      : [];
  if (membro) return { id: membro.id, problems: [] };
  return { id: null, problems: [{ campo: 'responsavel', ...rule('clientOwner') }] };
}

/** Every application, newest first, including revoked ones. */
export async function listClients(sql: Sql) {
  return sql<
    {
      client_id: string;
      nome: string;
      ambiente: Ambiente;
      redirect_uris: string[];
      escopos: string[];
      organizacao_id: string | null;
      criado_em: Date;
      revogado_em: Date | null;
    }[]
  >`
    select c.client_id, c.nome, c.ambiente, c.redirect_uris, c.escopos, m.organizacao_id, c.criado_em, c.revogado_em
      from cliente_oauth c
      left join membro m on m.id = c.membro_id
     order by c.criado_em desc, c.id`;
}

/** An organization's grants, newest first, including revoked ones. */
export async function listGrants(sql: Sql, organizacaoId: string) {
  if (!UUID.test(organizacaoId)) return [];
  return sql<
    {
      id: string;
      client_id: string;
      nome: string;
      ambiente: Ambiente;
      escopos: string[];
      email: string;
      criada_em: Date;
      ultimo_uso_em: Date | null;
      revogada_em: Date | null;
    }[]
  >`
    select g.id, c.client_id, c.nome, g.ambiente, g.escopos, m.email, g.criada_em, g.ultimo_uso_em, g.revogada_em
      from concessao_oauth g
      join cliente_oauth c on c.id = g.cliente_id
      join membro m on m.id = g.membro_id
     where g.organizacao_id = ${organizacaoId}
     order by g.criada_em desc, g.id`;
}

/** Revokes an application in every organization at once. @returns false if there is none, or it was already revoked */
export async function revokeClient(sql: Sql, clientId: string): Promise<boolean> {
  const { count } = await sql`
    update cliente_oauth
       set revogado_em = now()
     where client_id = ${clientId}
       and revogado_em is null`;
  return count > 0;
}

/** Revokes one grant with all its tokens, at the organization's request. @returns as above */
export async function revokeGrant(sql: Sql, concessaoId: string): Promise<boolean> {
  if (!UUID.test(concessaoId)) return false;
  const [row] = await sql<Columns<'concessao_oauth', 'organizacao_id'>[]>`
    update concessao_oauth
       set revogada_em = now(),
           motivo_revogacao = 'PEDIDO'
     where id = ${concessaoId}
       and revogada_em is null
    returning organizacao_id`;
  if (!row) return false;
  const event = {
    tipo: 'OAUTH_REVOGADO',
    organizacaoId: row.organizacao_id,
    requisicaoId: null,
    ip: null,
    detalhe: { concessaoId },
  } as const;
  await recordSecurityEvent(sql, event, new Date());
  return true;
}
