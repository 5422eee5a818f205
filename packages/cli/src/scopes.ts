import { randomUUID } from 'node:crypto';
import type { EscopoChave } from '@rubrica/contract';
import { ApiError, type Rubrica } from '@rubrica/sdk';

/**
 * For each scope a call that needs it and does nothing: a short reading, or one of something that does not exist. A scope is
 * looked at before anything else of a call but its key, so what is refused for another reason has it.
 */
const PROBES: Readonly<Record<EscopoChave, (rubrica: Rubrica) => PromiseLike<unknown>>> = {
  'organizacao:ler': ({ organizacao }) => organizacao.obter(),
  'organizacao:escrever': ({ organizacao }) => organizacao.membros.excluir(randomUUID()),
  'documentos:ler': ({ documentos }) => documentos.listar({ limite: 1 }),
  'documentos:escrever': ({ documentos }) => documentos.excluir(randomUUID()),
  'signatarios:ler': ({ documentos }) => documentos.signatarios.obter(randomUUID(), randomUUID()),
  'signatarios:escrever': ({ documentos }) => documentos.signatarios.excluir(randomUUID(), randomUUID()),
  'pastas:ler': ({ pastas }) => pastas.listar({ limite: 1 }),
  'pastas:escrever': ({ pastas }) => pastas.excluir(randomUUID()),
  'modelos:ler': ({ modelos }) => modelos.listar({ limite: 1 }),
  'modelos:escrever': ({ modelos }) => modelos.excluir(randomUUID()),
  'arquivos:ler': ({ documentos }) => documentos.baixar(randomUUID()),
  'auditoria:ler': ({ documentos }) => documentos.auditoria.listar(randomUUID()),
  'webhooks:gerenciar': ({ webhooks }) => webhooks.listar({ limite: 1 }),
  'consumo:ler': ({ consumo }) => consumo.obter(),
};

/** The scopes that a key has, asked of the service. @throws whatever keeps the service from telling */
export async function scopesOf(rubrica: Rubrica): Promise<EscopoChave[]> {
  const has: EscopoChave[] = [];
  for (const [escopo, probe] of Object.entries(PROBES) as [EscopoChave, (typeof PROBES)[EscopoChave]][]) {
    try {
      await probe(rubrica);
      has.push(escopo);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 429 || error.status >= 500)
        throw error;
      if (error.codigo !== 'ESCOPO_INSUFICIENTE') has.push(escopo);
    }
  }
  return has;
}
