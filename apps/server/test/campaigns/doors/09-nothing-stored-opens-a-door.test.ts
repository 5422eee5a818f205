import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService } from '../../harness.ts';

/** Line 9: whoever has a copy of the database has nothing in it that opens a door. */

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

/** What people and programs were handed, by what it opens. */
async function handedOut(): Promise<Record<string, string>> {
  const base = `${service.origin}/v1`;
  const made = async (path: string, body: unknown, more: object = {}) => {
    const answer = await call(base + path, 'POST', body, { ...account.panel, ...more });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const signer = {
    funcao: 'ASSINAR',
    nome: 'Rui Sá',
    metodoEntrega: 'LINK',
    cpf: '52998224725',
    dataNascimento: '1987-04-12',
  };
  const documento = await made(
    '/documentos',
    documentForm(tinyPdf(), {
      titulo: 'Contrato que se acha',
      fatoresExigidos: ['DADOS_PESSOAIS'],
      signatarios: [signer],
    }),
  );
  const file = { ...account.panel, accept: 'application/json' };
  const download = await call(`${base}/documentos/${documento.id}/arquivo?tipo=ORIGINAL`, 'GET', undefined, file);
  // Answers with a secret that are remembered for a repetition are among what is stored.
  const once = () => ({ 'idempotency-key': randomUUID() });
  const chave = { nome: 'loja', ambiente: 'PRODUCAO', escopos: ['documentos:ler'] };
  const webhook = { url: 'https://8.8.8.8/gancho', eventos: ['document.completed'] };
  const [cookie = ''] = account.panel.cookie.split('=').slice(1);
  return {
    password: account.senha,
    session: cookie,
    csrf: account.panel['x-csrf-token'],
    key: account.live.authorization.replace('Bearer ', ''),
    'key of the sandbox': account.test.authorization.replace('Bearer ', ''),
    'key that may be answered again': (await made('/chaves-api', chave, once())).chave,
    'secret of a webhook': (await made('/webhooks', webhook, once())).segredo,
    'personal link': documento.signatarios[0].link.split('/').pop(),
    download: download.body.url.split('/').pop(),
  };
}

/** Every row of every table, as the text a dump would have. */
async function everythingStored(): Promise<string> {
  const tables = await service.owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`;
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await service.owner.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    // Mail that no server takes is kept here as it would have left; with one (SMTP_URL) there is none.
    if (name !== 'public.mensagem_capturada') parts.push(...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

/** Without what only says of what kind it is: the prefix of a key is stored, to find it by. */
const secretOf = (value: string) => value.replace(/^(?:svc_sessao_|svc_(?:live|test)_[^.]+\.|whsec_)/, '');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('passwords, sessions, keys, links and secrets are not among what is stored, in no form they could be taken from', async () => {
  const secrets = await handedOut();
  const stored = await everythingStored();
  // It was looked into where they would be.
  for (const known of ['Contrato que se acha', account.email, 'https://8.8.8.8/gancho', '$argon2id$']) {
    expect(stored).toContain(known);
  }
  for (const [what, value] of Object.entries(secrets)) {
    const secret = secretOf(value);
    expect([what, secret.length >= 20]).toEqual([what, true]);
    const forms = [secret, hex(Buffer.from(secret)), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
    if (/^[\w-]{43}$/.test(secret)) forms.push(hex(Buffer.from(secret, 'base64url')));
    expect([what, forms.filter((form) => stored.includes(form))]).toEqual([what, []]);
  }
  const ofLink = createHash('sha256')
    .update(secrets['personal link'] as string)
    .digest('hex');
  expect(stored).toContain(ofLink);
});

it('tokens that open something by themselves have 256 bits', async () => {
  const secrets = await handedOut();
  for (const name of ['session', 'personal link', 'download'] as const) {
    expect([name, Buffer.from(secretOf(secrets[name] as string), 'base64url').length]).toEqual([name, 32]);
  }
});
