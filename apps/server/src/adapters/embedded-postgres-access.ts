import { randomBytes } from 'node:crypto';
import { lchown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../core/sql.ts';
import { createOnce } from './durable.ts';

/**
 * A login by the server's socket, or where systems have none by a port; `host` and `port` are what node-postgres takes
 * for either.
 */
export interface SocketConnection {
  /** The socket's; empty where there is none. */
  readonly path: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password?: string;
}

/** Owns nothing, and can become nothing but the application's role. */
export const EMBEDDED_LOGIN = 'rubrica_processo';
/** In addition to the cluster's own, which stays as initdb made it. */
const ACCESS_FILE = 'acesso.conf';
const OWNER_PASSWORD_FILE = 'pg.senha';
const PASSWORD_BYTES = 32;
/** How long a server that has just started may take to accept a connection. */
export const ACCEPTS_WITHIN_S = 30;
/** invalid_password, invalid_authorization_specification. */
const REFUSED = ['28P01', '28000'];

const accessFor = (method: 'trust' | 'scram-sha-256') => `local all all ${method}\n`;

/**
 * Writes who may connect without a password: at startup everyone who can enter the socket's directory, which is only
 * this process as long as it starts nothing else.
 * @returns the file, for the server's `hba_file`
 */
export async function openAccessFile(
  cluster: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): Promise<string> {
  const path = join(cluster, ACCESS_FILE);
  await replace(path, accessFor('trust'), owner);
  return path;
}

/**
 * Sets new passwords for owner and login for this run of the server, and from then on requires them. The owner's is
 * stored in `dataDir`, readable only by its owner, for the operator's commands; the login's is stored nowhere. An owner
 * that has a password already keeps it: its server never let anybody in without.
 */
export async function guard(
  owner: SocketConnection,
  dataDir: string,
  cluster: string,
): Promise<{ connection: SocketConnection; login: SocketConnection }> {
  const [ownerSecret, loginSecret] = [owner.password ?? randomPassword(), randomPassword()];
  const guarded = {
    connection: { ...owner, password: ownerSecret },
    login: { ...owner, username: EMBEDDED_LOGIN, password: loginSecret },
  };
  const sql = connect({ ...owner, connect_timeout: ACCEPTS_WITHIN_S }, null, 1);
  try {
    const found = await sql`select 1 from pg_roles where rolname = ${EMBEDDED_LOGIN}`;
    // Passwords consist of letters, digits, - and _, so they need no quoting in a statement without parameters.
    if (found.length === 0) await sql.unsafe(`create role ${EMBEDDED_LOGIN} login`);
    await sql.unsafe(
      `alter role ${EMBEDDED_LOGIN} with login nosuperuser nocreatedb nocreaterole password '${loginSecret}'`,
    );
    if (owner.password !== undefined) return guarded;
    await sql.unsafe(`alter role ${owner.username} with password '${ownerSecret}'`);
    await replace(join(dataDir, OWNER_PASSWORD_FILE), ownerSecret, null);
    await writeFile(join(cluster, ACCESS_FILE), accessFor('scram-sha-256'));
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end();
  }
  while (await letsIn(owner));
  return guarded;
}

/**
 * Makes the owner's password of a cluster that will never let anybody in without one, unless there is one.
 * @returns the file, for `initdb --pwfile`
 */
export async function makeOwnerPassword(
  dataDir: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): Promise<string> {
  const path = join(dataDir, OWNER_PASSWORD_FILE);
  await createOnce(path, randomPassword);
  if (owner !== null) await lchown(path, owner.uid, owner.gid);
  return path;
}

/** The owner's password of the server running on a data directory. */
export const ownerPassword = (dataDir: string): Promise<string> => readFile(join(dataDir, OWNER_PASSWORD_FILE), 'utf8');

const randomPassword = () => randomBytes(PASSWORD_BYTES).toString('base64url');

/** Whether the server still accepts connections without a password: it reloads its file a moment after being told. */
async function letsIn(owner: SocketConnection): Promise<boolean> {
  const sql = connect({ ...owner, connect_timeout: ACCEPTS_WITHIN_S }, null, 1);
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (REFUSED.includes(code)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function replace(path: string, text: string, owner: { uid: number; gid: number } | null): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600 });
  if (owner !== null) await lchown(fresh, owner.uid, owner.gid);
  await rename(fresh, path);
}
