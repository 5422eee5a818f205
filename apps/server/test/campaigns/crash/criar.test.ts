import { describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, until } from '../../harness.ts';
import { sharedLane } from './death.ts';
import { HELD_AT_ONCE, type Outcome } from './lane.ts';
import type { Step, StepChoice } from './proxy.ts';

/** Drafts created together share a transaction (ADR 0030); the service dies at each step of such transactions. */

const TOGETHER = 4;
const ROWS = ['documento', 'versao', 'arquivo', 'trilha', 'evento_auditoria', 'evento_saida', 'signatario', 'medicao'];

interface Death {
  readonly step: Step;
  readonly organizacaoId: string;
  /** Rows of the organization by table, after the death. */
  readonly found: Record<string, number>;
}

const pdf = tinyPdf();
const lane = sharedLane('criar', () => dieAtEveryStep());
const deaths: Death[] = [];
let survived: Record<string, number> | undefined;
let accounts = 0;

async function rowsOf(organizacaoId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    ROWS.map(async (table) => {
      const [row] = await lane().sql<{ many: number }[]>`
        select count(*)::int as many
          from ${lane().sql(table)}
         where organizacao_id = ${organizacaoId}
               ${table === 'medicao' ? lane().sql`and tipo = 'DOCUMENTO_ENVIADO'` : lane().sql``}`;
      return [table, row?.many ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

const create = (account: Account, titulo: string): Promise<Answer> =>
  call(
    `${lane().origin()}/v1/documentos`,
    'POST',
    documentForm(pdf, { titulo, signatarios: [{ funcao: 'ASSINAR', nome: 'João', email: 'joao@exemplo.com.br' }] }),
    account.live,
  );

/** Several creations at once; the answer of the first tells whether they lived. */
async function createTogether(account: Account): Promise<Answer> {
  const answers = await Promise.all(
    Array.from({ length: TOGETHER }, (_, index) => create(account, `Contrato ${index}`)),
  );
  return answers[0] as Answer;
}

async function organizationOf(account: Account): Promise<string> {
  const [row] = await lane().sql<{ id: string }[]>`
    select organizacao_id as id from membro where email = ${account.email}`;
  return row?.id ?? '';
}

/** An organization for every step: what one of them left is told apart from the others' by that. */
async function dieAt(steps: readonly StepChoice[]): Promise<void> {
  const acts = await Promise.all(
    steps.map(async (at) => {
      accounts += 1;
      const account = await lane().account(accounts);
      return { marker: await organizationOf(account), at, run: () => createTogether(account) };
    }),
  );
  const outcomes = await lane().killDuring(acts);
  await lane().restart();
  for (const [index, { marker }] of acts.entries()) {
    const outcome = outcomes[index] as Outcome;
    if ('step' in outcome) deaths.push({ step: outcome.step, organizacaoId: marker, found: await rowsOf(marker) });
    else survived ??= await rowsOf(marker);
  }
}

/** How many transactions four creations share, and with that where a step of some number lies, is up to their arrival. */
async function dieAtEveryStep(): Promise<void> {
  for (let first = 1; !survived; first += HELD_AT_ONCE) {
    await dieAt(Array.from({ length: HELD_AT_ONCE }, (_, index) => first + index));
  }
  await dieAt([{ commit: 'before' }, { commit: 'after' }]);
}

describe('a service killed at each step of creations that arrive together', () => {
  it('dies in the middle of them, at their commits too, and lives when no step is left', () => {
    expect(survived).toEqual(Object.fromEntries(ROWS.map((table) => [table, TOGETHER])));
    expect(deaths.length).toBeGreaterThan(10);
    const commits = deaths.filter(({ step }) => /^commit/i.test(step.statement)).map(({ step }) => step.committed);
    expect(new Set(commits)).toEqual(new Set([false, true]));
  });

  it('leaves of each document everything or nothing', () => {
    for (const { step, found } of deaths) {
      const many = found.documento ?? 0;
      expect([step.statement, found]).toEqual([step.statement, Object.fromEntries(ROWS.map((table) => [table, many]))]);
    }
  });

  it('leaves some of the deaths with part of the documents, because several transactions wrote them', () => {
    const left = new Set(deaths.map(({ found }) => found.documento));
    expect(left.has(0)).toBe(true);
    expect([...left].some((many) => many !== undefined && many > 0)).toBe(true);
  });

  it('tells document.created of every document that is there, and of no other', async () => {
    const stored = await lane().sql<{ id: string }[]>`select id from documento`;
    const told = await until(async () => {
      const ids = new Set(
        lane()
          .receiver.requests.map(({ body }) => JSON.parse(body.toString()))
          .filter(({ evento }) => evento === 'document.created')
          .map(({ dados }) => dados.documento.id as string),
      );
      return ids.size >= stored.length && ids;
    });
    expect([...told].sort()).toEqual(stored.map(({ id }) => id).sort());
  });
});
