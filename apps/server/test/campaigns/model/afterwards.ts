import { expect } from 'vitest';
import { call, elsewhere, until } from '../../harness.ts';
import { type Documento, inProgress, type Model } from './model.ts';
import type { ReceivedEvent } from './outside.ts';
import type { Real } from './real.ts';
import { sealProblem } from './seal.ts';
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

/** A document's trail, read page by page. */
async function trailOf(real: Real, { id }: Documento): Promise<ServedEvent[]> {
  const events: ServedEvent[] = [];
  let cursor = '';
  do {
    const { body } = await real.api('GET', `/documentos/${id}/auditoria?limite=20${cursor}`);
    events.push(...body.itens);
    cursor = body.proximoCursor ? `&cursor=${encodeURIComponent(body.proximoCursor)}` : '';
  } while (cursor !== '');
  return events;
}

/** Trails, certificates, sealed files and the public record, recomputed from what is served. */
export async function checkRecords(model: Model, real: Real): Promise<void> {
  for (const documento of model.documentos.filter(({ deleted }) => !deleted)) {
    const trail = await trailOf(real, documento);
    expect(trailProblem(documento.id, sha256(real.pdf), trail)).toBeNull();
    const told = (acao: string) => trail.filter((event) => event.acao === acao).length;
    const signed = documento.signatarios.filter(({ status }) => status === 'ASSINADO').length;
    expect([told('DOCUMENTO_CRIADO'), told('ASSINATURA_REGISTRADA'), told('DOCUMENTO_CONCLUIDO')]).toEqual([
      1,
      signed,
      documento.status === 'ASSINADO' ? 1 : 0,
    ]);
    if (documento.status === 'ASSINADO') await checkCompletion(real, documento, trail);
    await checkPublicRecord(real, documento);
  }
}

async function checkCompletion(real: Real, { id }: Documento, trail: readonly ServedEvent[]): Promise<void> {
  const certificado = (await real.api('GET', `/documentos/${id}/certificado`)).body;
  // The certificate is frozen with the last event of the process; what came later is in the trail alone.
  expect(certificado.conteudo.eventos).toEqual(trail.slice(0, certificado.conteudo.eventos.length));
  expect(certificado.conteudo.eventos.at(-1).acao).toBe('DOCUMENTO_CONCLUIDO');
  expect(certificado.hashConteudo).toBe(sha256(canonical(certificado.conteudo)));
  expect(certificado.hash).toBe(sha256([certificado.codigo, '1', '', certificado.hashConteudo].join('\n')));
  const signed = await real.api('GET', `/documentos/${id}/arquivo`);
  expect(sealProblem(signed.bytes)).toBeNull();
  expect(certificado.hashDocumento).toBe(sha256(signed.bytes));
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
}
