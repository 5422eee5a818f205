import type { Conteudo } from '../package/shapes.ts';
import { counted, ensure, Unsure } from '../report.ts';
import type { VerifierKey } from './note.ts';
import { type Receipt, readReceipt } from './receipt.ts';

/** The receipts in the package, and those that signers kept, held against the trail. */

const ACTS = ['ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA'];

/**
 * @param kept receipts from outside of the package
 * @param logs keys of the logs the user trusts; null if none was named
 * @throws Unreadable saying which receipt contradicts the files
 */
export async function checkReceipts(
  conteudo: Conteudo,
  kept: readonly string[],
  logs: readonly VerifierKey[] | null,
): Promise<string | Unsure> {
  const { registroAberto: own, eventos } = conteudo;
  const told = new Set<number>();
  for (const [index, text] of (own?.recibos ?? []).entries()) {
    const { sequencia } = await judge(text, `o recibo ${index + 1} do pacote`, conteudo, logs);
    ensure(!told.has(sequencia), `o pacote traz dois recibos do ato ${sequencia}`);
    told.add(sequencia);
  }
  for (const [index, text] of kept.entries()) {
    await judge(text, `o recibo informado${kept.length > 1 ? ` (o ${index + 1}º)` : ''}`, conteudo, logs);
  }
  const besides =
    kept.length === 0 ? '' : `; ${counted(kept.length, 'recibo informado confere', 'recibos informados conferem')}`;
  if (!own) return new Unsure(`o pacote é de antes do registro aberto${besides}`);
  const acts = eventos.filter(({ acao }) => ACTS.includes(acao)).length;
  const lacking = acts - told.size;
  if (lacking > 0) {
    const number = counted(lacking, 'ato não tem recibo', 'atos não têm recibo');
    return new Unsure(`${number} no pacote, como os de antes do registro aberto${besides}`);
  }
  const what = `${counted(acts, 'ato tem', 'atos têm')} o seu recibo${besides}`;
  return logs ? what : new Unsure(`${what}; quem os assinou não se conferiu: informe a chave do registro`);
}

/** Reads a receipt and finds its act. @throws Unreadable */
async function judge(
  text: string,
  which: string,
  { documento, registroAberto, eventos }: Conteudo,
  logs: readonly VerifierKey[] | null,
): Promise<Receipt> {
  const receipt = await readReceipt(text, logs ?? []);
  const { origin, nonce, documentoId, sequencia, elo, signed } = receipt;
  ensure(documentoId === documento.id, `${which} é de outro documento`);
  ensure(!registroAberto || origin === registroAberto.origem, `${which} é de outro registro`);
  const event = eventos[sequencia - 1];
  ensure(event && ACTS.includes(event.acao), `${which} é do evento ${sequencia}, que na trilha não é um ato`);
  ensure(
    event.hash === elo,
    `${which} é de outro ato ${sequencia}: a trilha foi reescrita, ou o recibo não é deste documento`,
  );
  ensure(
    !registroAberto || nonce === registroAberto.nonce,
    `${which} tem outro nonce: há duas versões deste documento`,
  );
  ensure(!logs || signed, `${which} não está assinado pela chave informada do registro`);
  return receipt;
}
