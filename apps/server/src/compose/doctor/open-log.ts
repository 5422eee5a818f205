import type { Finding } from '@rubrica/contract';
import { createWitness } from '../../adapters/witness.ts';
import type { Config } from '../../config/index.ts';
import { isSignedBy, noteText, readHead, readSeenSize } from '../../core/open-log/note.ts';
import type { Sql } from '../../core/sql.ts';
import { createLogStore, type LogHead, missingOf, type Witness } from '../../modules/registro/index.ts';
import { originOf } from '../open-log.ts';
import { readStates } from '../open-log-state.ts';
import { type Check, failed, fine, inapplicable, unverified, warned } from './check.ts';
import { unlessReached } from './reached.ts';
import { counted, reasonOf, timeInWords } from './words.ts';

const NAME = 'Registro aberto';
const DOC = 'docs/operations/open-log.md';
/** Leaves are merged within seconds. */
const WARNED_MS = 60_000;
const REFUSED_MS = 5 * 60_000;
/** More are not counted. */
const MANY = 10_000;

/** The log of production, as those see it who hold the installation to it; and what waits for either log. */
export const openLog: Check = {
  ponto: NAME,
  run: (subject) =>
    unlessReached(subject, NAME, async (sql) => {
      const [head] = await sql<LogHead[]>`select * from acesso.registro_cabeca('PRODUCAO', null)`;
      if (!head) return [unverified(NAME, 'Ainda não começou.', 'Inicie o serviço.')];
      const own = [origin(subject.config, head), await waiting(sql), checkpoint(head)];
      return [...own, ...(await witnessed(subject.config, sql, head))];
    }),
};

/** An origin stays as it was when the log began. */
function origin({ publicUrl }: Config, { geracao, origem }: LogHead): Finding {
  const name = `${NAME}: origem`;
  const now = originOf(publicUrl, { ambiente: 'PRODUCAO', geracao });
  if (now === origem) return fine(name, `${origem}, que é onde o serviço o publica.`);
  const fact = `Começou em ${origem}, e não muda; com a PUBLIC_URL de agora é servido em ${now}.`;
  const advice = `Recibos e provas nomeiam ${origem}: mantenha esse endereço levando a este, com redirecionamento, e avise testemunhas e quem vigia (${DOC}).`;
  return warned(name, fact, advice);
}

async function waiting(sql: Sql): Promise<Finding> {
  const name = `${NAME}: folhas`;
  const states = await readStates(sql, new Date());
  const [row] = await sql<{ total: number }[]>`
    select (select count(*) from acesso.registro_na_fila('PRODUCAO', ${MANY}))::int
         + (select count(*) from acesso.registro_na_fila('TESTE', ${MANY}))::int as total`;
  const [own, test] = states.map(({ leaves }) => leaves);
  const total = row?.total ?? 0;
  if (total === 0) return fine(name, `${own} em produção, ${test} no sandbox, e nenhuma à espera.`);
  const oldest = Math.max(...states.map(({ waitingMs }) => waitingMs));
  const fact = `${counted(total, 'folha', 'folhas')} à espera, a mais antiga há ${timeInWords(oldest)}.`;
  const advice =
    'Um recibo promete um minuto. Confira se há um processo com ROLES=jobs no ar, e “sweep failed” no registro dele.';
  if (oldest > REFUSED_MS) return failed(name, fact, advice);
  return oldest > WARNED_MS ? warned(name, fact, advice) : fine(name, fact);
}

function checkpoint({ origem, vkey, publicado, publicado_tamanho }: LogHead): Finding {
  const name = `${NAME}: checkpoint`;
  if (publicado === null) return unverified(name, 'Nenhum foi publicado ainda.');
  const said = readHead(publicado);
  if (said.origin === origem && said.size === publicado_tamanho && isSignedBy(publicado, vkey)) {
    return fine(
      name,
      `O publicado, de ${counted(publicado_tamanho, 'folha', 'folhas')}, traz a assinatura do registro.`,
    );
  }
  const advice = `Alguém mudou o banco por fora, ou ele está danificado: compare com um backup, e com o que as testemunhas viram (${DOC}).`;
  return failed(name, 'A assinatura do publicado não confere com a chave do registro.', advice);
}

async function witnessed(config: Config, sql: Sql, { publicado, ...head }: LogHead): Promise<Finding[]> {
  const name = `${NAME}: testemunhas`;
  if (config.witnesses.length === 0) {
    return [inapplicable(name, 'WITNESSES não definida: ninguém de fora atesta que o registro só cresce.')];
  }
  if (publicado === null) return [unverified(name, 'Não há ainda o que mostrar a elas.')];
  const witnesses = config.witnesses.map(createWitness);
  const has = witnesses.length - missingOf(witnesses, publicado).length;
  const fact = `O publicado traz ${has} de ${witnesses.length} cossinaturas; WITNESS_QUORUM é ${config.witnessQuorum}.`;
  const advice = 'Quem exige o quórum não aceita provas de agora. Veja abaixo que testemunha falta.';
  const quorum = has >= config.witnessQuorum ? fine(name, fact) : failed(name, fact, advice);
  const own = `${noteText(publicado)}\n${linesOf(publicado, head.origem)}`;
  return [quorum, ...(await Promise.all(witnesses.map((one) => ask(one, sql, own, head.publicado_tamanho))))];
}

/** The log's own signatures of a note. */
const linesOf = (note: string, origin: string): string =>
  note
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    .map((line) => `${line}\n`)
    .join('');

/**
 * Shows a witness what the log shows to everybody, as going on from itself: one that saw it cosigns it once more, any other says what it
 * saw, and keeps nothing.
 */
async function ask({ witness, submit }: Witness, sql: Sql, note: string, size: number): Promise<Finding> {
  const name = `${NAME}: testemunha ${witness.name}`;
  let answer: Awaited<ReturnType<Witness['submit']>>;
  try {
    answer = await submit(`old ${size}\n\n${note}`);
  } catch (error) {
    return failed(
      name,
      `Não respondeu: ${reasonOf(error)}.`,
      'Confira o endereço em WITNESSES, e pergunte a quem a mantém.',
    );
  }
  const { status, body } = answer;
  if (status === 200) return fine(name, `Viu o publicado, de ${counted(size, 'folha', 'folhas')}, e o cossina.`);
  if (status === 404 || status === 403) {
    const advice = `Dê a quem a mantém a chave do registro, chave.vkey (${DOC}).`;
    return failed(name, `Respondeu ${status}: não conhece este registro, ou não com esta chave.`, advice);
  }
  const seen = status === 409 ? readSeenSize(body) : null;
  if (seen === null) return failed(name, `Respondeu ${status}.`, 'Pergunte a quem a mantém.');
  if (seen < size)
    return warned(name, `Viu até a folha ${seen}, de ${size}.`, 'Espere um minuto: o serviço a põe em dia.');
  // The service goes on meanwhile.
  const { tamanho } = await createLogStore(sql, 'PRODUCAO').head();
  if (seen > size && seen <= tamanho)
    return fine(name, `Já viu mais que o publicado de há um instante: ${seen} folhas.`);
  const fact =
    seen === size ? `Viu outra árvore de ${size} folhas.` : `Viu ${seen} folhas, e este banco só tem ${tamanho}.`;
  const advice = `Este banco voltou a um momento anterior, ou outro assina com a mesma chave. Pare todos os processos e leia ${DOC}, “After a restore”.`;
  return failed(name, fact, advice);
}
