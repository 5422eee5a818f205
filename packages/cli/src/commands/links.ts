import type { LinkModelo, LinkModeloAlteracao, Modelo, Rubrica } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import { type Command, type Given, misuse } from '../command.ts';
import { EXIT } from '../exit.ts';
import { moment, tell } from '../say.ts';
import { connect } from '../settings.ts';

const HELP = `Uso: rubrica links MODELO [--criar TÍTULO | --alterar LINK | --encerrar LINK] [opções]

Mostra os links públicos de um modelo, dos mais novos aos mais antigos, ou cria, altera ou encerra um deles. Quem abre um link dá
nome e e-mail, confirma o endereço e assina um documento seu, feito do modelo.

  --criar T        cria um link, com o título que se lê no alto da página
  --papel P        com --criar: o papel de quem abre o link, pelo rótulo ou pelo id; dispensável se o modelo só tem um
  --alterar ID     altera este link, no que vier de --titulo, --limite e --ate
  --titulo T       com --alterar: outro título
  --limite N       quantos documentos, ao todo; “nenhum”, com --alterar, tira o limite
  --ate D          até quando recebe respostas: 2026-12-31, ou com hora e deslocamento (RFC 3339); “sempre”, com --alterar, tira o prazo
  --repeticao K    com --criar: uma chave sua; repetido com ela em 24 horas, o comando não cria outro link
  --encerrar ID    encerra este link; não há volta, e os documentos feitos por ele seguem como estão
  --quantos N      quantos mostrar (25)

Para dizer o que vale para todos os documentos (variáveis, os outros papéis, mensagem), crie o link pela API ou no painel.
`;

/** For people: where it leads, and how it stands. */
function wordsOf({ id, titulo, situacao, respostas, limite, expiraEm, impedimento, url }: LinkModelo): string {
  const answers = `${respostas}${limite === null ? '' : ` de ${limite}`} ${respostas === 1 ? 'resposta' : 'respostas'}`;
  const until = expiraEm ? `, até ${moment(expiraEm)}` : '';
  return [
    `${clean(titulo)}  ${situacao}, ${answers}${until}`,
    `  ${clean(url)}`,
    `  ${id}`,
    ...(impedimento ? [`  parado desde ${moment(impedimento.desde)}: ${impedimento.motivo}`] : []),
  ].join('\n');
}

/** The role that visitors take, by what was said of it. */
function roleOf({ papeis }: Modelo, said: string | undefined): string {
  const [only, ...others] = papeis;
  if (said === undefined && only && others.length === 0) return only.id;
  const found = papeis.find(({ id, rotulo }) => id === said || rotulo === said);
  if (found) return found.id;
  const names = papeis.map(({ rotulo }) => `“${clean(rotulo)}”`).join(', ');
  throw misuse(
    said === undefined ? `Diga o papel, com --papel: ${names}.` : `O modelo não tem esse papel; tem ${names}.`,
  );
}

function limitOf(given: Given, without: boolean): number | null | undefined {
  if (without && given.text('limite') === 'nenhum') return null;
  return given.number('limite', { min: 1, max: Number.MAX_SAFE_INTEGER });
}

function endOf(given: Given, without: boolean): string | null | undefined {
  const text = given.text('ate');
  if (text === undefined) return undefined;
  if (without && text === 'sempre') return null;
  return given.moment('ate');
}

async function create(rubrica: Rubrica, modeloId: string, titulo: string, given: Given): Promise<LinkModelo> {
  const papelId = roleOf(await rubrica.modelos.obter(modeloId), given.text('papel'));
  const limite = limitOf(given, false) ?? undefined;
  const expiraEm = endOf(given, false) ?? undefined;
  const idempotencyKey = given.text('repeticao');
  return rubrica.modelos.links.criar(modeloId, { titulo, papelId, limite, expiraEm }, { idempotencyKey });
}

function changesOf(given: Given): LinkModeloAlteracao {
  const changes = { titulo: given.text('titulo'), limite: limitOf(given, true), expiraEm: endOf(given, true) };
  if (Object.values(changes).every((value) => value === undefined))
    throw misuse('Diga o que muda: --titulo, --limite ou --ate.');
  return changes;
}

export const links: Command = {
  summary: 'mostra, cria, altera e encerra os links públicos de um modelo',
  help: HELP,
  options: {
    criar: { type: 'string' },
    papel: { type: 'string' },
    alterar: { type: 'string' },
    titulo: { type: 'string' },
    limite: { type: 'string' },
    ate: { type: 'string' },
    repeticao: { type: 'string' },
    encerrar: { type: 'string' },
    quantos: { type: 'string' },
  },
  async run(given, world) {
    const modeloId = given.only('o id do modelo');
    const [titulo, changed, ended] = ['criar', 'alterar', 'encerrar'].map((name) => given.text(name));
    if ([titulo, changed, ended].filter((one) => one !== undefined).length > 1)
      throw misuse('--criar, --alterar e --encerrar: um de cada vez.');
    const changes = changed === undefined ? {} : changesOf(given);
    const limite = given.number('quantos', { min: 1, max: 100 });
    const rubrica = await connect(given, world);
    const json = given.has('json');
    if (ended !== undefined) {
      await rubrica.modelos.links.encerrar(modeloId, ended);
      tell(world, json, {}, 'O link está encerrado.');
      return EXIT.DONE;
    }
    if (titulo === undefined && changed === undefined) {
      const { itens } = await rubrica.modelos.links.listar(modeloId, { limite });
      tell(world, json, itens, itens.map(wordsOf).join('\n\n') || 'Nenhum link público.');
      return EXIT.DONE;
    }
    const link =
      titulo === undefined
        ? await rubrica.modelos.links.alterar(modeloId, changed ?? '', changes)
        : await create(rubrica, modeloId, titulo, given);
    tell(world, json, link, wordsOf(link));
    return EXIT.DONE;
  },
};
