import { isLocalHost } from '../core/networks.ts';
import { type Env, isSet } from './read.ts';
import { ROLES } from './values.ts';
import { ROWS, type Values } from './variables/index.ts';

/**
 * Errors of variables whose individual values are valid, one sentence each for the operator: variables that must be set
 * together, non-local addresses, production requirements, and roles that cannot be separated.
 */
export function refusals(env: Env, values: Values): string[] {
  return [
    ...refusedInPart(env),
    ...refusedAddresses(env, values),
    ...refusedStandIns(env, values),
    ...refusedRoles(values),
    ...refusedQuorum(values),
  ];
}

function refusedInPart(env: Env): string[] {
  const sets = Map.groupBy(ROWS, ([, { together }]) => together);
  return [...sets].flatMap(([what, rows]) => {
    const names: string[] = rows.map(([name]) => name);
    const missing = names.filter((name) => !isSet(env, name));
    if (what === undefined || missing.length === names.length) return [];
    const all = `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
    return missing.map((name) => `${name}: falta; ${what} pede ${all} juntas.`);
  });
}

/**
 * Whoever publishes the service must say so, so that everything open to a developer is closed, and personal links,
 * passwords and keys are sent encrypted.
 */
function refusedAddresses(env: Env, values: Values): string[] {
  return ROWS.flatMap(([name, { elsewhere }]) => {
    const address = String(values[name]);
    if (elsewhere === undefined || !isSet(env, name) || isLocalHost(new URL(address).hostname)) return [];
    const wanted = [
      ...(elsewhere === 'https and production' && values.NODE_ENV !== 'production' ? ['NODE_ENV=production'] : []),
      ...(address.startsWith('https:') ? [] : [`${name}=${address.replace(/^http:/, 'https:')}`]),
    ];
    if (wanted.length === 0) return [];
    return [
      `${name}: ${address} não é um endereço desta máquina (localhost); para publicar, defina ${wanted.join(' e ')}.`,
    ];
  });
}

/** Production uses the real thing unless the operator accepts the stand-in by name. */
function refusedStandIns(env: Env, { NODE_ENV, ALLOW_DEV }: Values): string[] {
  if (NODE_ENV !== 'production') return [];
  return ROWS.flatMap(([name, { production }]) =>
    production === undefined || isSet(env, name) || ALLOW_DEV.includes(production.standIn)
      ? []
      : [
          `${name}: falta, e NODE_ENV=production a exige; para aceitar ${production.instead}, inclua "${production.standIn}" em ALLOW_DEV.`,
        ],
  );
}

/** The embedded database belongs to a single process, so no other process could take on a role left out. */
function refusedRoles({ ROLES: roles, DATABASE_URL }: Values): string[] {
  const alone = roles.length === 1 && roles[0] === 'migrate';
  if (DATABASE_URL !== null || alone || ROLES.every((role) => roles.includes(role))) return [];
  return [
    'ROLES: dividir o trabalho entre processos exige DATABASE_URL, pois o banco embutido pertence a um processo só.',
  ];
}

function refusedQuorum({ WITNESSES, WITNESS_QUORUM }: Values): string[] {
  if (WITNESS_QUORUM === null || WITNESS_QUORUM <= WITNESSES.length) return [];
  return [`WITNESS_QUORUM: são ${WITNESS_QUORUM}, e em WITNESSES só há ${WITNESSES.length}.`];
}
