import { uuidOf } from '../../../kit/uuid.ts';

/** What identifies a line when it comes back, in whatever file, tab or browser; see ADR 0029. */

export interface Chave {
  /** `Idempotency-Key` of the creation. */
  readonly criar: string;
  readonly enviar: string;
  /** Ids of the signers to be, version 4 by their form: the service refuses them a second time, however late. */
  readonly signatarios: readonly string[];
}

interface Announced {
  readonly modeloId: string;
  /** What the sender calls this lot; another name makes every line new. */
  readonly batch: string;
  readonly conteudo: string;
  readonly vez: number;
  readonly howMany: number;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** The keys of one line. @param dita what the line says; `quantos` signers it makes */
export async function lineKeyOf({ modeloId, batch, conteudo, vez, howMany }: Announced): Promise<Chave> {
  const digest = hex(await sha256(JSON.stringify([modeloId, batch.trim(), conteudo, vez])));
  const ids = await Promise.all(Array.from({ length: howMany }, (_, place) => sha256(`${digest} ${place}`)));
  return {
    criar: `planilha-${digest}`,
    enviar: `planilha-${digest}-enviar`,
    signatarios: ids.map(uuidOf),
  };
}
