import { fromHex, toHex } from '../bytes.ts';
import { newSha256 } from '../crypto/sha256.ts';
import type { Conteudo, Evento } from '../package/shapes.ts';
import { counted, ensure, Unsure } from '../report.ts';
import { utf8, type VerifierKey } from './note.ts';
import { documentOf, type Receipt, readReceipt, receiptsIn } from './receipt.ts';

/** The receipts in the package, and those that signers kept, held against the trail. */

const ACTS = ['ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA'];

/** What the trail says of an act that was told to the log: SHA-256 of the nonce under which it was. */
const toldUnder = ({ detalhe }: Evento): string | undefined => {
  const { registro } = detalhe;
  return registro === undefined ? undefined : String(registro);
};

/** Whether the trail says that an act was told to the log. */
export const tellsOfLog = ({ eventos }: Conteudo): boolean => eventos.some((event) => toldUnder(event) !== undefined);

/** The real time of an event: a test's clock may have been ahead. */
const realTime = ({ ocorridoEm, detalhe }: Evento): unknown => detalhe.horaReal ?? ocorridoEm;

/**
 * @param kept files with receipts, from outside of the package; of those of a set each has at least one of this document
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
  for (const [index, event] of eventos.entries()) {
    const under = toldUnder(event);
    if (under === undefined) continue;
    const act = `o ato ${index + 1} foi, pela trilha, ao registro aberto`;
    ensure(told.has(index + 1), `${act}, e o pacote não traz o recibo dele`);
    ensure(own && toHex(nonceHash(own.nonce)) === under, `${act} com outro nonce: há duas versões deste documento`);
  }
  let agreeing = 0;
  for (const [index, text] of kept.entries()) {
    const which = `o recibo informado${kept.length > 1 ? ` (o ${index + 1}º)` : ''}`;
    for (const one of ofDocument(text, which, conteudo.documento.id)) {
      await judge(one, which, conteudo, logs);
      agreeing += 1;
    }
  }
  const besides =
    agreeing === 0 ? '' : `; ${counted(agreeing, 'recibo informado confere', 'recibos informados conferem')}`;
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

/** The receipts to judge in a file: one alone whatever it is of, of those of a set its document's. @throws Unreadable if there are none */
function ofDocument(text: string, which: string, documentoId: string): string[] {
  const found = receiptsIn(text);
  if (found.length === 0 || found[0] === text) return [text];
  const own = found.filter((one) => documentOf(one) === documentoId);
  ensure(own.length > 0, `${which} é de um conjunto, e nenhum dos recibos é deste documento`);
  return own;
}

function nonceHash(nonce: string): Uint8Array {
  const bytes = fromHex(utf8(nonce));
  ensure(bytes, 'o nonce não são algarismos hexadecimais');
  return newSha256().update(bytes).digest();
}

/** Reads a receipt and finds its act. @throws Unreadable */
async function judge(
  text: string,
  which: string,
  { documento, registroAberto, eventos }: Conteudo,
  logs: readonly VerifierKey[] | null,
): Promise<Receipt> {
  const receipt = await readReceipt(text, logs ?? []);
  const { origin, nonce, documentoId, sequencia, elo, leaf, signed } = receipt;
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
  ensure(
    toldUnder(event) === undefined || leaf.ts === realTime(event),
    `${which} dá ao ato outra hora do que a trilha`,
  );
  ensure(!logs || signed, `${which} não está assinado pela chave informada do registro`);
  return receipt;
}
