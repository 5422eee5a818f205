import type { Operation, Switch } from './operation.ts';
import { operationIds, operationOf } from './types.ts';

const COLUMNS = ['method', 'path', 'credential', 'scope', 'minimum_role', 'success', 'source', 'note'];

const HEAD =
  '# credential: api = API key or panel session; paths are relative to {base_url} and to {base_url}/sandbox unless they say otherwise';

const HOSTS = { base: '', public: '{public_url}/api/v1', auth: '' } as const;

/** The environment variable that sets a switch. */
const VARIABLES: Readonly<Record<Switch, string>> = { oauth: 'OAUTH_ENABLED' };

/** What a row notes besides its columns. */
function notesOf({ body, only, host, switch: needed }: Operation): string {
  const parts =
    body?.kind === 'multipart' ? `multipart arquivo${body.dados === undefined ? '' : '+dados'} or JSON` : null;
  const notes = [
    parts,
    only === undefined ? null : `${only} only`,
    host === 'public' || host === 'auth' ? `${host} host` : null,
    needed === undefined ? null : `only with ${VARIABLES[needed]}`,
  ];
  return notes.filter((note) => note !== null).join('; ');
}

function rowOf(operation: Operation): string {
  const { method, host = 'base', path, credential, scope = '-', role = '-', success, added } = operation;
  const source = added === true ? 'added' : 'contract';
  return [method, `${HOSTS[host]}${path}`, credential, scope, role, success, source, notesOf(operation)].join('\t');
}

/** `docs/operations.tsv`: one line per operation, in the order of the served contract. */
export function renderOperations(): string {
  const rows = operationIds.map((id) => rowOf(operationOf(id)));
  return `${[HEAD, COLUMNS.join('\t'), ...rows].join('\n')}\n`;
}
