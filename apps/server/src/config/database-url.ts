import { Invalid } from './values.ts';

/** One PostgreSQL. A host that begins with a slash is the folder of its socket (libpq's convention). */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** What an address of the database says, as libpq reads it. */
export interface DatabaseAddress {
  /** At least one; of several, whichever takes writes is used. */
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  readonly sslmode: string | null;
}

const EXAMPLE = 'postgres://usuario:senha@máquina:5432/banco';
const SEVERAL = 'postgres://usuario:senha@máquina1:5432,máquina2:5432/banco?target_session_attrs=read-write';
const DEFAULT_PORT = 5432;

/** Scheme and login, hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/** Servers that the service could only read from. */
const NEVER_WRITES = ['read-only', 'standby', 'prefer-standby'];
const TARGETS = ['read-write', 'primary'];
/** What a replica may be asked for: whether it is one is found out by reading from it. */
const READ_TARGETS = ['any', 'standby', 'prefer-standby', 'read-only'];

/**
 * Parses `postgres://user:password@host:port,host:port/database?parameters`. The parameters `host` and `port` may hold lists
 * too, and take precedence; one port is that of all hosts.
 * @param reads whether it names servers to read from, all of which are used
 * @throws Invalid with the accepted form, for the operator
 */
export function parseDatabaseUrl(text: string, reads = false): DatabaseAddress {
  const [, login = '', listed = '', rest = ''] = PARTS.exec(text) ?? [];
  // A list of hosts is the one thing a URL cannot hold.
  const url = URL.parse(`${login}hosts${rest}`);
  if (login === '' || url === null) throw new Invalid(`use um endereço como ${EXAMPLE}`);
  if (url.pathname.length < 2) throw new Invalid(`falta o nome do banco; use um endereço como ${EXAMPLE}`);
  const hosts = hostsOf(listed, url.searchParams);
  checkTarget(url.searchParams.get('target_session_attrs'), reads);
  return {
    hosts,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    sslmode: url.searchParams.get('sslmode'),
  };
}

/** Hosts and ports for people, without login or parameters. */
export function databaseWhere({ hosts, database }: DatabaseAddress): string {
  const places = hosts.map(({ host, port }) => {
    if (host.startsWith('/')) return 'socket local';
    return port === DEFAULT_PORT ? host : `${host}:${port}`;
  });
  return `${places.join(', ')}/${database}`;
}

function hostsOf(listed: string, parameters: URLSearchParams): DatabaseAddress['hosts'] {
  const inAuthority = listed.split(',').map(hostIn);
  const names = parameters.get('host')?.split(',') ?? inAuthority.map(({ host }) => host);
  const ports = parameters.get('port')?.split(',').map(portIn) ?? inAuthority.map(({ port }) => port);
  if (ports.length > 1 && ports.length !== names.length) {
    throw new Invalid(`há ${names.length} máquinas e ${ports.length} portas; use um endereço como ${SEVERAL}`);
  }
  if (names.length > 1 && names.includes('')) throw new Invalid(`falta uma máquina; use um endereço como ${SEVERAL}`);
  const hosts = names.map((host, i) => ({ host: host || 'localhost', port: ports[i] ?? ports[0] ?? DEFAULT_PORT }));
  const distinct = new Set(hosts.map(({ host, port }) => `${host} ${port}`));
  if (distinct.size < hosts.length) throw new Invalid('a mesma máquina e porta aparece mais de uma vez.');
  return hosts as [DatabaseHost, ...DatabaseHost[]];
}

function hostIn(text: string): DatabaseHost {
  const [, host = '', port] = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]*)(?::(\d*))?$/.exec(text) ?? [];
  if (host === '' && text !== '' && !text.startsWith(':')) {
    throw new Invalid(`entre @ e / vêm máquinas e portas; use um endereço como ${SEVERAL}`);
  }
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: portIn(port ?? '') };
}

function portIn(text: string): number {
  if (text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Invalid('uma porta não é um inteiro de 1 a 65535.');
  return port;
}

/** The service writes, so it always looks for a server that takes writes, whether the address says so or not. */
function checkTarget(target: string | null, reads: boolean): void {
  if (target === null || (reads ? READ_TARGETS : TARGETS).includes(target)) return;
  if (reads) throw new Invalid(`target_session_attrs=${target}: daqui só se lê; use ${READ_TARGETS.join(' ou ')}.`);
  const why = NEVER_WRITES.includes(target) ? 'o serviço escreve' : 'valor desconhecido ou sem garantia de escrita';
  throw new Invalid(`target_session_attrs=${target}: ${why}; use ${TARGETS.join(' ou ')}, ou deixe-o fora.`);
}

/** Checks an address and leaves it as it was given, for other programs of PostgreSQL. @throws Invalid */
export function databaseUrl(text: string): string {
  parseDatabaseUrl(text);
  return text;
}

/** The same of servers to read from. @throws Invalid */
export function databaseReadUrl(text: string): string {
  parseDatabaseUrl(text, true);
  return text;
}
