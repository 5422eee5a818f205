import { clean } from '@rubrica/verify/cli';
import { type Command, type Given, misuse } from '../command.ts';
import { EXIT, Stop } from '../exit.ts';
import { openFolder } from '../log/folder.ts';
import { logKeys } from '../log/keys.ts';
import { takeFolder } from '../log/lock.ts';
import { jsonOf, reasonOf } from '../say.ts';
import { openKey } from '../witness/key.ts';
import { leave, listen } from '../witness/listen.ts';
import { type Fork, Witness } from '../witness/witness.ts';
import type { World } from '../world.ts';

const HELP = `Uso: rubrica testemunha --nome testemunha.exemplo/w1 --registro chave.vkey --estado PASTA

Testemunha que registros abertos só crescem (C2SP tlog-witness): assina um ponto de controle só se ele continua o último que
assinou do mesmo registro, e guarda-o antes de responder. Quem exige a assinatura dela não pode receber uma árvore que ela não viu.

  --nome N        como ela se chama: um endereço sem https://, sem espaços nem +; não muda mais
  --registro X    a chave de um registro que ela testemunha, ou um arquivo com elas, uma por linha; pode repetir-se
  --estado PASTA  onde ficam a chave dela e o que viu; é de um só processo por vez, e não se restaura de uma cópia antiga
  --porta P       onde escuta; sem isso, 8080
  --endereco E    em que endereço escuta; sem isso, 127.0.0.1

Na primeira vez cria a chave. A de conferência, que se dá a quem confia nela, é mostrada ao começar, fica em PASTA/chave.vkey e
em /chave.vkey. Duas raízes do mesmo tamanho são uma bifurcação: vão para a saída de erros, e as provas para PASTA/provas.
Com --json, uma linha de JSON por fato. Termina com Ctrl+C.
`;

const DEFAULT_PORT = 8080;
const NAME = /^[^\s+\p{C}]{1,200}$/u;

function nameOf(given: Given): string {
  const name = given.text('nome');
  if (name === undefined) throw misuse('Diga o nome da testemunha, com --nome testemunha.exemplo/w1.');
  if (!NAME.test(name)) throw misuse('--nome toma um nome sem espaços nem +, como testemunha.exemplo/w1.');
  return name;
}

function folderOf(given: Given): string {
  const folder = given.text('estado');
  if (!folder) throw misuse('Diga onde guardar o estado, com --estado PASTA.');
  return folder;
}

/** Tells a fact, as a line for people or for programs. */
const teller =
  (write: World['out'], json: boolean) =>
  (evento: string, facts: object, words: string): void =>
    write(`${json ? jsonOf({ evento, em: new Date().toISOString(), ...facts }) : words}\n`);

type Teller = ReturnType<typeof teller>;

const alarm =
  (tell: Teller) =>
  ({ origin, size, path }: Fork): void =>
    tell(
      'BIFURCACAO',
      { origem: origin, tamanho: size, provas: path },
      `BIFURCAÇÃO: ${clean(origin)} assinou duas árvores que não são a mesma (tamanho ${size}). As provas estão em ${clean(path)}. Guarde-as e publique-as.`,
    );

/** Answers until it is told to end, or until what it keeps cannot be read any more. */
async function serve(given: Given, world: World, folder: string, port: number): Promise<void> {
  const json = given.has('json');
  const [tell, complain] = [teller(world.out, json), teller(world.err, json)];
  const key = await openKey(folder, nameOf(given));
  const witness = new Witness({
    folder,
    key,
    logs: await logKeys(given.list('registro')),
    onCosigned: ({ origin, size }) =>
      tell('ASSINADO', { origem: origin, tamanho: size }, `Assinado: ${clean(origin)}, ${size} folhas`),
    onFork: alarm(complain),
  });
  await witness.examine();
  const host = given.text('endereco') ?? '127.0.0.1';
  const fatal = new AbortController();
  const opened = await listen(port, host, {
    key: key.text,
    addCheckpoint: (body) => witness.addCheckpoint(body),
    onFailure: (error) => {
      if (error instanceof Stop) fatal.abort(error);
      else complain('FALHA', { erro: reasonOf(error as Error) }, `Falhou: ${clean(reasonOf(error as Error))}`);
    },
  }).catch((error: Error) => {
    throw misuse(`Não foi possível escutar em ${clean(host)}:${port}: ${clean(reasonOf(error))}.`);
  });
  tell(
    'COMECO',
    { chave: key.text, endereco: host, porta: opened.port, registros: witness.origins },
    `Chave: ${key.text}\nEscutando em http://${host.includes(':') ? `[${host}]` : host}:${opened.port}, de ${witness.origins.map(clean).join(', ')}`,
  );
  await aborted(AbortSignal.any([world.end, fatal.signal]));
  await leave(opened.server);
  if (fatal.signal.aborted) throw fatal.signal.reason;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });

export const testemunha: Command = {
  summary: 'testemunha que registros abertos só crescem',
  help: HELP,
  options: {
    nome: { type: 'string' },
    registro: { type: 'string', multiple: true },
    estado: { type: 'string' },
    porta: { type: 'string' },
    endereco: { type: 'string' },
  },
  async run(given, world) {
    given.none();
    const folder = folderOf(given);
    const port = given.number('porta', { min: 0, max: 65_535 }) ?? DEFAULT_PORT;
    nameOf(given);
    await openFolder(folder);
    const release = await takeFolder(folder);
    try {
      await serve(given, world, folder, port);
    } finally {
      await release();
    }
    return EXIT.DONE;
  },
};
