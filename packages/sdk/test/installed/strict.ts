import { type Documento, type EventoWebhookEnvelope, InvalidRequestError, type Page, Rubrica } from '@rubrica/sdk';

/** Compiled strictly against the installed package; never run. */
export async function use(chave: string, stream: ReadableStream<Uint8Array>): Promise<string> {
  const rubrica = new Rubrica(chave, { url: 'https://rubrica.exemplo.com.br', retries: 1 });
  const documento: Documento = await rubrica.documentos.criar(
    {
      titulo: 'Contrato',
      arquivo: stream,
      signatarios: [{ funcao: 'ASSINAR', nome: 'Ana', email: 'ana@exemplo.com.br' }],
      prazoEm: undefined,
    },
    { idempotencyKey: 'pedido-1042' },
  );
  // @ts-expect-error a role that the contract does not have
  await rubrica.documentos.signatarios.criar(documento.id, { funcao: 'OLHAR' });
  for await (const { titulo, status } of rubrica.documentos.listar({ status: 'ASSINADO' })) {
    if (status === 'UM_VALOR_NOVO') return titulo;
  }
  const page: Page<{ id: string }> = await rubrica.webhooks.listar();
  const bytes: Uint8Array = await rubrica.documentos.baixar(documento.id, { tipo: 'ASSINADO' });
  const { url } = await rubrica.documentos.baixar(documento.id, {}, { as: 'json' });
  try {
    await rubrica.documentos.enviar(documento.id);
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.erros.map(({ campo }) => campo).join();
  }
  const evento: EventoWebhookEnvelope = await rubrica.webhooks.verificar('{}', new Headers(), 'whsec_');
  return evento.evento === 'document.completed'
    ? evento.dados.certificado.codigo
    : `${page.total} ${bytes.length} ${url}`;
}
