import type { Usuario } from '@rubrica/contract';
import type { Client } from '@rubrica/sdk/client';
import { newId } from '../../kit/uuid.ts';
import { sampleFile } from '../documentos/example.ts';

/** Above the line of the first party on the last page of the sample contract. */
const SIGNATURE = { tipo: 'ASSINATURA', pagina: 4, x: 0.094, y: 0.15, largura: 0.36, altura: 0.05 } as const;

/**
 * Sends the sample contract to the person who asks, who is handed the link: it can be opened from here, and on a phone.
 * @param client of the environment it is to be sent in
 */
export async function sendSample(client: Client, { nome, email }: Usuario, titulo: string): Promise<void> {
  const signatarioId = newId();
  const { id } = await client.criarDocumento({
    arquivo: await sampleFile(),
    nomeArquivo: 'contrato-exemplo.pdf',
    dados: {
      titulo,
      signatarios: [{ id: signatarioId, funcao: 'ASSINAR', nome, email, metodoEntrega: 'LINK' }],
      campos: [{ ...SIGNATURE, signatarioId }],
    },
  });
  await client.enviarDocumento({ params: { documentoId: id } });
}
