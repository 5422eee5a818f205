import { writeFileSync } from 'node:fs';
import { TOOL_VARIABLES } from '../../../scripts/variables.ts';
import { readVariables } from '../src/config/read.ts';
import type { Variable } from '../src/config/variable.ts';
import { SUBJECTS, type VariableName } from '../src/config/variables/index.ts';

/**
 * Writes what is written about configuration from the table of variables: docs/operations/configuration.md and
 * .env.example. Usage: npm run contract
 */

export const CONFIGURATION_FILES: ReadonlyArray<readonly [path: string, render: () => string]> = [
  ['docs/operations/configuration.md', renderReference],
  ['.env.example', renderExample],
];

const HEAD = `# Configuration

Made by \`npm run contract\` from \`apps/server/src/config/variables\`; not to be edited.

Every process reads its environment once, as it starts, and nothing else: no file of settings. What is wrong is told all at
once, and the process does not start: a value that does not do, variables that only go together, and names that look like
one of these and are none. An empty value counts as not set. A value that is or may hold a secret is never shown, logged
or repeated in a message. [.env.example](../../.env.example) holds every variable with an example, for
\`set -a; . ./.env; set +a\`, systemd's \`EnvironmentFile\` or the \`env_file\` of a compose file.

Before strangers reach an installation: [Put it on the internet](internet.md).
`;

const TOOLS_HEAD = `## Of tests, benchmarks, the demo and the system

No settings of an installation. The service refuses a \`RUBRICA_…\` it is given and reads the last two alone.
`;

/** docs/operations/configuration.md. */
export function renderReference(): string {
  const { values } = readVariables({});
  const subjects = SUBJECTS.map(([title, variables]) => {
    const parts = Object.entries(variables).map(([name, variable]) =>
      described(name, variable, values[name as VariableName]),
    );
    return [`## ${title}\n`, ...parts].join('\n');
  });
  const tools = Object.entries(TOOL_VARIABLES).map(([name, { about, readBy, form, unset }]) =>
    lines(name, about, [
      ['read by', readBy],
      ['takes', form],
      ['not set', unset],
    ]),
  );
  return [HEAD, ...subjects, [TOOLS_HEAD, ...tools].join('\n')].join('\n');
}

function described(name: string, variable: Variable<unknown>, value: unknown): string {
  const { about, form, unset, example, secret, onlyWith, together, elsewhere, production } = variable;
  return lines(name, about, [
    ['takes', form],
    ['not set', unset ?? shown(value)],
    ['example', `\`${example}\``],
    ...(onlyWith === undefined ? [] : [['only with', `\`${onlyWith}\``] as const]),
    ...(together === undefined ? [] : [['together with', companions(name, together)] as const]),
    ...(secret ? [['secret', 'its value is never shown'] as const] : []),
    ...(elsewhere === undefined ? [] : [['on another machine', ELSEWHERE[elsewhere]] as const]),
    ...(production === undefined
      ? []
      : [['in production', `required, unless \`ALLOW_DEV\` has \`${production.standIn}\``] as const]),
  ]);
}

const ELSEWHERE = { https: '`https`', 'https and production': '`https`, and `NODE_ENV=production`' } as const;

function companions(name: string, together: string): string {
  const names = SUBJECTS.flatMap(([, variables]) => Object.entries(variables))
    .filter(([other, variable]) => variable.together === together && other !== name)
    .map(([other]) => `\`${other}\``);
  return `${names.join(' and ')}, all or none`;
}

/** A value in the form a variable takes it. */
function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
}

function lines(name: string, about: string, facts: ReadonlyArray<readonly [what: string, fact: string]>): string {
  return `### ${name}\n\n${about}\n\n${facts.map(([what, fact]) => `- ${what}: ${fact}\n`).join('')}`;
}

/** .env.example: a line each, commented out. */
export function renderExample(): string {
  const subjects = SUBJECTS.map(([title, variables]) => {
    const rows = Object.entries(variables).map(([name, { example }]) => `#${name}=${quoted(example)}\n`);
    return `\n# ${title}\n${rows.join('')}`;
  });
  const head = `# Made by "npm run contract". What each does: docs/operations/configuration.md\n`;
  return [head, ...subjects].join('');
}

const quoted = (text: string) => (/^[\w./:@,+=-]*$/.test(text) ? text : `"${text}"`);

if (import.meta.main) {
  for (const [path, render] of CONFIGURATION_FILES)
    writeFileSync(new URL(`../../../${path}`, import.meta.url), render());
}
