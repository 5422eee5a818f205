import { expect } from 'vitest';
import { allOf, call, elsewhere, until } from '../../harness.ts';
import { checkCompletion } from './completion.ts';
import { type Documento, inProgress, type Model } from './model.ts';
import type { ReceivedEvent } from './outside.ts';
import type { Real } from './real.ts';
import { canonical, type ServedEvent, sha256, trailProblem } from './trail.ts';

const named = ({ evento, dados }: ReceivedEvent) =>
  [evento, dados.documento.id, dados.signatario?.id ?? ''].join(' ').trim();

/** Whether an event is the last one of its document. */
const isTerminal = ({ evento, dados }: ReceivedEvent) =>
  ['document.completed', 'document.cancelled', 'document.expired'].includes(evento) ||
  (evento === 'document.refused' && dados.documento.status === 'RECUSADO');

/** Every event of the model came, none besides, and none of a document after the one that ends it. */
export async function checkWebhooks(model: Model, real: Real): Promise<void> {
  const expected = [...model.events].sort();
  const received = () => real.outside.eventsOf(real.name).map(named).sort();
  await until(async () => received().length >= expected.length, 30_000).catch(() => {});
  expect(received()).toEqual(expected);
  for (const { id } of model.documentos) {
    const events = real.outside
      .eventsOf(real.name)
      .filter(({ dados }) => dados.documento.id === id)
      .sort((a, b) => a.ocorridoEm.localeCompare(b.ocorridoEm));
    const end = events.findIndex(isTerminal);
    expect(events.slice(end < 0 ? events.length : end + 1).map(named)).toEqual([]);
  }
}

/** The feed has what webhooks carried, word for word, and of each document in the order in which it happened. */
export async function checkFeed(model: Model, real: Real): Promise<void> {
  const feed = await allOf<ReceivedEvent>((cursor) => real.api('GET', `/eventos?limite=100${cursor}`));
  const text = (events: readonly ReceivedEvent[]) => events.map((event) => JSON.stringify(event)).sort();
  expect(text(feed)).toEqual(text(real.outside.eventsOf(real.name)));
  for (const { id } of model.documentos) {
    const told = model.events.filter((event) => event.split(' ')[1] === id);
    expect(feed.filter(({ dados }) => dados.documento.id === id).map(named)).toEqual(told);
  }
}

const isNotice = ({ text }: { text: string }) =>
  /porque você (foi convidado a assinar|responde por este envio)/.test(text);
const isForSigner = (mail: { text: string }) =>
  !isNotice(mail) && /\/assinar\/|Seu código é|^(?:\[TESTE\] )?\d{6} é/m.test(mail.text);

/** The last head of a day that is over, which every owner gets and nobody pays for: a life may pass into the next day. */
const isOfTheLog = ({ text }: { text: string }) => text.includes('nos dias em que o registro cresceu');

/** What is metered are the acts of the model, and the messages that really left. */
export async function checkMetering(model: Model, real: Real): Promise<void> {
  // Documents of earlier runs expire when a later one moves the clock.
  const own = ({ to }: { to: string }) => to === real.owner || to.includes(`.${real.name}@`);
  const sent = () => real.outside.mails.slice(real.mailsBefore).filter((mail) => own(mail) && !isOfTheLog(mail));
  // What an act sends to a signer it waited for; a notice comes when it comes.
  await until(async () => sent().filter(isNotice).length >= model.messages.NOTICE, 30_000).catch(() => {});
  const mails = sent();
  const texts = real.outside.texts.slice(real.textsBefore);
  expect({
    EMAIL: mails.filter(isForSigner).length,
    SMS: texts.length,
    NOTICE: mails.filter(isNotice).length,
  }).toEqual(model.messages);
  const expected = { ...model.metered, EMAIL_ENVIADO: mails.length, SMS_ENVIADO: texts.length };
  // By rows and not by GET /consumo: a life may pass from one month into the next.
  const metered = async () => {
    const rows = await real.service.owner<{ tipo: keyof typeof expected; quantidade: number }[]>`
      select tipo, sum(quantidade)::bigint as quantidade
        from medicao
       where organizacao_id = ${real.organizacaoId} and tipo = any(${Object.keys(expected)})
       group by tipo`;
    return Object.fromEntries(rows.map(({ tipo, quantidade }) => [tipo, quantidade]));
  };
  const present = Object.fromEntries(Object.entries(expected).filter(([, quantidade]) => quantidade > 0));
  const same = async () => canonical(await metered()) === canonical(present);
  // Of a message, acceptance is recorded after it left.
  await until(same).catch(() => {});
  expect(await metered()).toEqual(present);
}

/** Of the events of a trail those that the model has: not messages, whose arrival is recorded when it is known. */
const TOLD = new Set([
  ...['DOCUMENTO_CRIADO', 'VERSAO_ENVIADA', 'SIGNATARIO_ADICIONADO', 'SIGNATARIO_CORRIGIDO', 'SIGNATARIO_DELEGADO'],
  ...['SIGNATARIO_REMOVIDO', 'DOCUMENTO_ENVIADO', 'DOCUMENTO_AJUSTADO', 'CONVITE_REENVIADO', 'DOCUMENTO_VISUALIZADO'],
  ...['FATOR_CUMPRIDO', 'SIGNATARIO_AUTENTICADO', 'LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO', 'DADOS_CORRIGIDOS'],
  ...['ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA', 'DOCUMENTO_CONCLUIDO', 'DOCUMENTO_RECUSADO'],
  ...['DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_EXCLUIDO', 'DOCUMENTO_RESTAURADO'],
]);

/** An event as the model notes it. */
function noted({ acao, detalhe }: ServedEvent): string {
  const { signatarioId, fator, funcao, anulado, presencial } = detalhe;
  const words = [acao, signatarioId, fator, funcao, anulado && 'anulado', presencial && 'presencial'];
  return words.filter(Boolean).join(' ');
}

/** Trails, certificates, sealed files and the public record, recomputed from what is served. */
export async function checkRecords(model: Model, real: Real): Promise<void> {
  for (const documento of model.documentos.filter(({ deleted }) => !deleted)) {
    const trail = await allOf<ServedEvent>((cursor) =>
      real.api('GET', `/documentos/${documento.id}/auditoria?limite=20${cursor}`),
    );
    expect(trailProblem(documento.id, sha256(documento.first.bytes), trail)).toBeNull();
    expect(trail.filter(({ acao }) => TOLD.has(acao)).map(noted)).toEqual(documento.trail);
    if (documento.status === 'ASSINADO') await checkCompletion(real, documento, trail);
    await checkPublicRecord(real, documento);
  }
}

const SITUATIONS: Readonly<Record<string, string>> = {
  ASSINADO: 'CONCLUIDO',
  RECUSADO: 'RECUSADO',
  CANCELADO: 'CANCELADO',
  EXPIRADO: 'EXPIRADO',
};

async function checkPublicRecord(real: Real, documento: Documento): Promise<void> {
  if (documento.status === 'RASCUNHO') return;
  const { codigoValidacao } = (await real.api('GET', `/documentos/${documento.id}`)).body;
  const url = `${real.service.origin}/api/v1/validacao/consultar`;
  const { body } = await call(url, 'POST', { codigo: codigoValidacao }, elsewhere());
  const situacao = inProgress(documento) ? 'EM_ANDAMENTO' : SITUATIONS[documento.status];
  expect([body.resultado, body.situacao]).toEqual(['AUTENTICO', situacao]);
  const people = body.signatarios.map(({ nome, papel, status }: Record<string, string>) => [nome, papel, status]);
  expect(people).toEqual(documento.signatarios.map(({ nome, funcao, status }) => [nome, funcao, status]));
}
