import { VARIABLES } from './variables/index.ts';

const NAMES = Object.keys(VARIABLES);

/**
 * Variables with one of these prefixes are meant for us. DATABASE_ and REDIS_ are not among them: hosting platforms set
 * their own (DATABASE_HOST, REDIS_PASSWORD) besides the address.
 */
const OUR_PREFIXES = [
  ...['RUBRICA_', 'WEBHOOK_', 'SEAL_', 'SMS_', 'S3_', 'OAUTH_', 'RETENTION_', 'SMTP_', 'MAIL_', 'CLAMD_', 'TSA_'],
  'MASTER_',
  'BACKUP_',
  'METRICS_',
  'CONTACT_',
  'OPERATOR_',
  'PIX_',
  'DOCTOR_',
];

/** Kubernetes and Docker describe a service called `rubrica`, `smtp` or `clamd` to every container in its namespace. */
const SERVICE_LINK = /^[A-Z0-9_]+_(SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP)(_(ADDR|PORT|PROTO))?)$/;

/**
 * One problem, for the operator, for each variable that looks like ours but is not: it has one of our prefixes, or is a
 * typo away from one of our names (one letter for names of up to seven letters, so that HOME is not taken for HOST; two
 * for longer ones). Values are never shown, because a misspelt secret is still a secret.
 */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || NAMES.includes(name) || isServiceLink(name, value)) continue;
    const near = nearest(name);
    if (near === null && !OUR_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    problems.push(
      near === null
        ? `${name}: variável desconhecida. As conhecidas são: ${NAMES.join(', ')}.`
        : `${name}: variável desconhecida. Seria ${near}?`,
    );
  }
  return problems;
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && /^(tcp|udp):\/\//.test(value));
}

function nearest(name: string): string | null {
  const upper = name.toUpperCase();
  for (const allowed of [1, 2]) {
    const found = NAMES.find(
      (known) => (allowed === 1 || known.length > 7) && distance(upper, known, allowed) <= allowed,
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** Levenshtein distance, returned as `limit + 1` if it exceeds `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
