/**
 * People and phones of the sandbox that act, or fail, by themselves, told by their address (docs/adr/0058). Nothing here
 * asks in which environment it is asked: `apps/server/src/core/test-people.ts` does.
 */

export const TEST_DOMAIN = 'teste.rubrica';

/** What an address of the domain begins with, up to a full stop. */
export const TEST_PEOPLE = ['assina', 'recusa', 'abre', 'ignora', 'devolve', 'atrasa'] as const;
export type TestPersonKind = (typeof TEST_PEOPLE)[number];

export interface TestPerson {
  readonly kind: TestPersonKind;
  /** How long after the invitation an `assina` acts. */
  readonly afterMs: number;
}

/** The answers a code takes for these people. */
export const TEST_CODES = { right: '000000', wrong: '111111', expired: '222222' } as const;

/** How much later the mail server accepts a message to `atrasa`. */
export const TEST_DELAY_MS = 60_000;

const LOCAL_PART = /^(?:(assina)(?:\+([0-9]{1,6})([smhd]))?|(recusa|abre|ignora|devolve|atrasa))(?:\.[^@]*)?$/;
const UNITS = { s: 1000, m: 60_000, h: 3600_000, d: 24 * 3600_000 } as const;
/** A person who acts later than in a year is a mistake. */
const AFTER_MAX_MS = 366 * UNITS.d;

const SUFFIX = `@${TEST_DOMAIN}`;

/** Whether an address is of the domain of test, in whatever letter case. */
export const isTestAddress = (email: string): boolean => email.toLowerCase().endsWith(SUFFIX);

/** The person an address stands for; null for an address of another domain, and for one that names none of them. */
export function testPersonOf(email: string): TestPerson | null {
  if (!isTestAddress(email)) return null;
  const [, signs, count = '0', unit = 's', other] = LOCAL_PART.exec(email.slice(0, -SUFFIX.length).toLowerCase()) ?? [];
  const kind = (signs ?? other) as TestPersonKind | undefined;
  const afterMs = Number(count) * UNITS[unit as keyof typeof UNITS];
  return kind === undefined || afterMs > AFTER_MAX_MS ? null : { kind, afterMs };
}

/** Brazilian area codes have no 0, so no phone of anybody begins like this. */
const TEST_PHONES = '+5500';

export const isTestPhone = (telefone: string): boolean => telefone.startsWith(TEST_PHONES);

/** What the carrier does with a message to a phone: takes it, refuses it, or does not answer. */
export type TestPhone = 'ACCEPTS' | 'REFUSES' | 'SILENT';

const PHONES: Readonly<Record<string, TestPhone>> = {
  '+5500000000001': 'ACCEPTS',
  '+5500000000002': 'REFUSES',
  '+5500000000003': 'SILENT',
};

/** Any other number of the kind is taken. */
export const testPhoneOf = (telefone: string): TestPhone | null =>
  isTestPhone(telefone) ? (PHONES[telefone] ?? 'ACCEPTS') : null;
