import { type Registro, V1, V2 } from '../package/shapes.ts';
import { counted, ensure, moment, Unsure } from '../report.ts';
import { type History, isWhen, ofAction, same } from './history.ts';

/** What the summary states about the document, checked against its events. */

/** The explanation for whatever documents sent under the first schema lack. */
export const OLDER = 'este documento foi enviado antes de a trilha guardar isto';

/** The schema is fixed at sending: neither form passes for the other. */
export function checkSchema({ conteudo, sent }: History): string {
  const told = sent.event.detalhe.esquema ?? V1;
  ensure(told === conteudo.esquema, `o envio registrou o formato ${told}, e o pacote é do formato ${conteudo.esquema}`);
  return conteudo.esquema;
}

/** Title, level, pages and organization as sent, and when. */
export function checkDocument(history: History): string | Unsure {
  const { conteudo, created, sent } = history;
  const { documento, organizacao, esquema } = conteudo;
  ensure(isWhen(history, documento.criadoEm, created), 'a criação tem outra hora na trilha');
  ensure(isWhen(history, documento.enviadoEm, sent), 'o envio tem outra hora na trilha');
  if (esquema === V2) {
    const { titulo, nivelAssinatura, paginas, organizacao: sender } = sent.event.detalhe;
    ensure(titulo === documento.titulo, 'o documento foi enviado com outro título');
    ensure(nivelAssinatura === documento.nivelAssinatura, 'o documento foi enviado com outro nível de assinatura');
    ensure(paginas === documento.paginas, 'o documento foi enviado com outro número de páginas');
    const { nome, documento: id } = organizacao;
    ensure(same(sender, { nome, documento: id }), 'o documento foi enviado por outra organização');
    return `“${documento.titulo}”, de ${nome}, enviado em ${moment(new Date(documento.enviadoEm))}`;
  }
  const newest = ofAction(history, 'VERSAO_ENVIADA').findLast(({ index }) => index < sent.index) ?? created;
  ensure(newest.event.detalhe.paginas === documento.paginas, 'o arquivo tem outro número de páginas na trilha');
  const changed = ofAction(history, 'DOCUMENTO_ALTERADO').some(({ event }) => {
    return Array.isArray(event.detalhe.campos) && event.detalhe.campos.includes('titulo');
  });
  const title = created.event.detalhe.titulo;
  ensure(changed || title === undefined || title === documento.titulo, 'o documento foi criado com outro título');
  return new Unsure(`${OLDER}: organização e nível da assinatura${changed ? ', título' : ''}`);
}

const CODE = /^SVC-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

export function checkCode({ conteudo, sent }: History): string {
  const { codigoValidacao } = conteudo;
  ensure(CODE.test(codigoValidacao), 'o código não tem a forma dos da Rubrica');
  ensure(sent.event.detalhe.codigoValidacao === codigoValidacao, 'o envio registrou outro código');
  return codigoValidacao;
}

/** One file was sent, shown, signed and sealed. */
export function checkFiles(history: History): string {
  const { conteudo, sent, created, concluded } = history;
  const { original, assinado } = conteudo.hashes;
  const newest = ofAction(history, 'VERSAO_ENVIADA').findLast(({ index }) => index < sent.index) ?? created;
  ensure(newest.event.detalhe.hashArquivo === original, 'o último arquivo recebido é outro');
  ensure(sent.event.detalhe.hashArquivo === original, 'o envio é de outro arquivo');
  ensure(concluded.event.detalhe.hashArquivo === original, 'a conclusão fala de outro arquivo original');
  ensure(concluded.event.detalhe.hashAssinado === assinado, 'a conclusão fala de outro arquivo assinado');
  for (const { event } of ofAction(history, 'ASSINATURA_REGISTRADA')) {
    ensure(event.detalhe.hashArquivo === original, 'uma assinatura é de outro arquivo');
  }
  const late = ofAction(history, 'VERSAO_ENVIADA').some(({ index }) => index > sent.index);
  ensure(!late, 'o arquivo foi trocado depois do envio');
  return `SHA-256 ${original}, e assinado ${assinado}`;
}

/** Events that end a document in other ways, and events that cannot follow the end. */
const OTHER_ENDS = ['DOCUMENTO_RECUSADO', 'DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_EXCLUIDO'];
const ACTS = new Set([
  ...['DOCUMENTO_VISUALIZADO', 'FATOR_CUMPRIDO', 'SIGNATARIO_AUTENTICADO', 'LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO'],
  ...['DADOS_CORRIGIDOS', 'ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA'],
]);
const CORRECTIONS = new Set([
  ...['SIGNATARIO_CORRIGIDO', 'SIGNATARIO_DELEGADO', 'SIGNATARIO_REMOVIDO', 'SIGNATARIO_ADICIONADO'],
]);

export const isAct = (acao: string): boolean => ACTS.has(acao);

/** How far the clock that dates a certificate may be from its last event's. */
const ISSUE_MS = 10 * 60_000;

/**
 * Concluded once, not ended in another way, nothing done before sending or after the end, and re-issued as recorded.
 */
export function checkEnd(history: History, registro: Registro): string {
  const { conteudo, concluded, sent, events } = history;
  const { finalizadoEm } = conteudo.documento;
  ensure(concluded.event.ocorridoEm === finalizadoEm, 'a conclusão tem outra hora na trilha');
  for (const acao of OTHER_ENDS) {
    const ended = ofAction(history, acao).some(({ index }) => index > sent.index);
    ensure(!ended, `a trilha diz que o documento acabou de outro modo (${acao})`);
  }
  for (const { index, event } of events) {
    const early = index < sent.index && isAct(event.acao);
    ensure(!early, `há um ato (${event.acao}) antes do envio`);
    const late = index > concluded.index && (isAct(event.acao) || CORRECTIONS.has(event.acao));
    ensure(!late, `há um ato (${event.acao}) depois da conclusão`);
    ensure(index <= sent.index || event.acao !== 'SIGNATARIO_ADICIONADO', 'há quem tenha entrado depois do envio');
  }
  const issues = ofAction(history, 'CERTIFICADO_REEMITIDO');
  const versions = issues.map(({ event }) => event.detalhe.versao);
  ensure(
    same(
      versions,
      issues.map((_, i) => i + 2),
    ),
    'as versões do certificado não se seguem na trilha',
  );
  ensure(registro.versao === issues.length + 1, `a trilha é da versão ${issues.length + 1} do certificado`);
  const last = events.at(-1);
  ensure(last === (issues.at(-1) ?? concluded), 'a trilha não termina na emissão deste certificado');
  const distance = Math.abs(Date.parse(registro.emitidoEm) - Date.parse(last?.event.ocorridoEm ?? ''));
  ensure(distance <= ISSUE_MS, 'o certificado diz que foi emitido em outra hora que a da trilha');
  const again = issues.length === 0 ? '' : `; ${counted(issues.length, 'reemissão', 'reemissões')} do certificado`;
  return `concluído em ${moment(new Date(finalizadoEm))}${again}`;
}
