import { encryptTestSealAnew } from '../adapters/seal.ts';
import { sha256Hex } from '../core/chain.ts';
import type { Logger } from '../core/log.ts';
import type { Secrets } from '../core/ports.ts';
import type { Database, Sql } from '../core/sql.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { authenticatorContext } from '../modules/assinatura/index.ts';
import { totpContext } from '../modules/sessoes/index.ts';
import { secretContext } from '../modules/webhooks/index.ts';

const EVERY_MS = 60_000;
const BATCH = 100;

/** Columns that hold something encrypted for long, and what each value is bound to. */
const CONTEXTS: Readonly<Record<string, (id: string) => string>> = {
  'webhook.segredo': secretContext,
  'webhook.segredo_anterior': secretContext,
  'usuario.totp_segredo': totpContext,
  'autenticador.segredo': authenticatorContext,
};

interface Encrypted {
  readonly lugar: string;
  readonly id: string;
  readonly valor: Buffer;
}

/** What tells one master key from another, without telling the key. */
const fingerprints = (secrets: Secrets): string[] => secrets.deriveAll('instalacao').map((key) => sha256Hex(key));

/**
 * Two processes with different master keys would issue links and codes that the other does not know.
 * @throws Error for the operator
 */
export async function refuseForeignKey({ sql }: Database, secrets: Secrets): Promise<void> {
  const [row] = await sql<{ certa: boolean }[]>`select acesso.confirmar_chaves(${fingerprints(secrets)}) as certa`;
  if (row?.certa) return;
  throw new Error(
    'A chave mestra não é a desta instalação: os dados do banco foram feitos com outra. Dê a todo processo a mesma ' +
      'MASTER_KEY ou o mesmo DATA_DIR/master.key; ao trocar de chave, mantenha a anterior na lista até o registro dizer ' +
      'que tudo foi cifrado de novo.',
  );
}

/**
 * Encrypts under the master key for new rows what an earlier one encrypted, and says when the earlier is needed no more.
 * A value that changes meanwhile is seen again by the next run.
 */
export function rekeySweep(sql: Sql, secrets: Secrets, log: Logger): Sweep[] {
  const [newest = '', ...earlier] = fingerprints(secrets);
  if (earlier.length === 0) return [];
  return [
    {
      name: 'recifrar',
      everyMs: EVERY_MS,
      async run() {
        for (;;) {
          const rows = await sql<Encrypted[]>`select * from acesso.cifrados_antes(${secrets.heading}, ${BATCH})`;
          if (rows.length === 0) break;
          for (const row of rows) {
            const fresh = await encryptAnew(secrets, row);
            await sql`select acesso.recifrar(${row.lugar}, ${row.id}, ${row.valor}, ${fresh})`;
          }
        }
        const [row] = await sql<{ primeira: boolean }[]>`select acesso.assumir_chave(${newest}) as primeira`;
        if (row?.primeira) log.warn('everything kept for long is encrypted under the first key of MASTER_KEY');
      },
    },
  ];
}

async function encryptAnew(secrets: Secrets, { lugar, id, valor }: Encrypted): Promise<Buffer> {
  if (lugar === 'selo_teste.chave') return encryptTestSealAnew(secrets, valor);
  const contextOf = CONTEXTS[lugar];
  if (contextOf === undefined) throw new Error(`nobody knows what ${lugar} is bound to`);
  return secrets.encrypt(secrets.decrypt(valor, contextOf(id)), contextOf(id));
}
