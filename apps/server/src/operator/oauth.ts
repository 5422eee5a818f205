import { sentenceOf } from '@rubrica/contract';
import { listClients, listGrants, registerClient, revokeClient, revokeGrant } from '../modules/oauth/index.ts';
import { type Command, ownersCommand, UsageError } from './command.ts';

/** OAuth applications, and the grants organizations gave them (docs/operations/oauth.md). */
export const OAUTH: Readonly<Record<string, Command>> = {
  'oauth registrar': ownersCommand(
    {
      usage:
        '--nome NOME --escopos a,b --redirect URL [--redirect URL] [--ambiente PRODUCAO|TESTE] [--organizacao ID --responsavel E-MAIL]',
      about: 'registra um aplicativo e mostra o seu segredo esta única vez',
      options: {
        nome: { type: 'string' },
        escopos: { type: 'string' },
        redirect: { type: 'string', multiple: true },
        ambiente: { type: 'string' },
        organizacao: { type: 'string' },
        responsavel: { type: 'string' },
      },
    },
    async (sql, { options: given }) => {
      if (Object.keys(given).length === 0) throw new UsageError();
      const [{ undrawable }, { loadNodeFonts }] = await Promise.all([
        import('@rubrica/pdf'),
        import('@rubrica/pdf/node'),
      ]);
      const fonts = loadNodeFonts();
      const registration = {
        nome: given.nome ?? '',
        ambiente: given.ambiente ?? 'PRODUCAO',
        redirects: given.redirect ?? [],
        escopos: (given.escopos ?? '').split(','),
        organizacao: given.organizacao ?? null,
        responsavel: given.responsavel ?? null,
      };
      const registered = await registerClient(sql, registration, (name) => undrawable(fonts, name));
      if (!('clientId' in registered)) {
        throw new Error(registered.map(({ campo, ...said }) => `${campo}: ${sentenceOf(said)}`).join('\n'));
      }
      const { clientId, clientSecret } = registered;
      return `client_id      ${clientId}\nclient_secret  ${clientSecret}\nO segredo não será mostrado de novo.\n`;
    },
  ),
  'oauth listar': ownersCommand({ usage: '', about: 'lista os aplicativos, uma linha JSON cada' }, async (sql) =>
    lines(await listClients(sql)),
  ),
  'oauth revogar': ownersCommand(
    { usage: 'CLIENT_ID', about: 'encerra um aplicativo em todas as organizações', words: 1 },
    async (sql, { words: [id = ''] }) => ((await revokeClient(sql, id)) ? 'Aplicativo revogado.\n' : null),
  ),
  'oauth concessoes': ownersCommand(
    { usage: 'ORGANIZACAO_ID', about: 'lista o que a organização concedeu', words: 1 },
    async (sql, { words: [id = ''] }) => lines(await listGrants(sql, id)),
  ),
  'oauth revogar-concessao': ownersCommand(
    { usage: 'ID', about: 'encerra uma concessão', words: 1 },
    async (sql, { words: [id = ''] }) => ((await revokeGrant(sql, id)) ? 'Concessão revogada.\n' : null),
  ),
};

const lines = (rows: readonly object[]) =>
  rows.length === 0 ? 'Nada a listar.\n' : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
