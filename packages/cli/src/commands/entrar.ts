import { AuthenticationError, PermissionDeniedError, type Rubrica } from '@rubrica/sdk';
import { type Command, misuse } from '../command.ts';
import { EXIT, Stop } from '../exit.ts';
import { tell } from '../say.ts';
import { clientOf, readSettings, save } from '../settings.ts';

const HELP = `Uso: rubrica entrar [--url ENDEREÇO]

Guarda a chave de API com que os outros comandos chamam, depois de conferir que o serviço a aceita. A chave se cria no
painel, em Integração; uma svc_test_ chama o sandbox. Ela é pedida aqui ou lida da entrada padrão, para que não fique no
histórico do terminal:

  rubrica entrar --url https://assinaturas.suaempresa.com.br < chave.txt

  --url E     onde está o serviço; sem ela, RUBRICA_URL ou http://localhost:3000

Fica em um arquivo que só você lê. RUBRICA_CHAVE e RUBRICA_URL, onde existem, valem mais do que ele.
`;

/** The organization of a key, or null where the key may not read it. @throws if the key is not accepted */
export async function organizationOf(rubrica: Rubrica): Promise<string | null> {
  try {
    return (await rubrica.organizacao.obter()).nome;
  } catch (error) {
    // The key was accepted before its scope was looked at.
    if (error instanceof PermissionDeniedError) return null;
    throw error;
  }
}

export const entrar: Command = {
  summary: 'guarda a chave de API',
  help: HELP,
  options: {},
  async run(given, world) {
    given.none();
    if (given.text('chave')) throw misuse('Não passe a chave na linha de comando: ela ficaria no histórico.');
    const { url = '' } = await readSettings(given, world);
    const chave = (await world.ask('Chave de API: ')).trim();
    const rubrica = clientOf(chave, url);
    const organizacao = await organizationOf(rubrica).catch((error) => {
      if (!(error instanceof AuthenticationError)) throw error;
      throw new Stop(EXIT.KEY, `${rubrica.root} não aceita esta chave: confira se é dali e se não foi revogada.`);
    });
    const arquivo = await save(world.env, { chave, url });
    const { ambiente, root } = rubrica;
    const whose = organizacao === null ? '' : ` de ${organizacao}`;
    const words = `Pronto: chave ${ambiente === 'TESTE' ? 'do sandbox' : 'de produção'}${whose}, em ${root}.\nGuardada em ${arquivo}.`;
    tell(world, given.has('json'), { ambiente, root, organizacao, arquivo }, words);
    return EXIT.DONE;
  },
};
