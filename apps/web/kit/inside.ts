/** What pages that are shown inside another page (docs/adr/0084) have in common. They are told nothing by that page. */

const KEY_BYTES = 16;

/** Where the tab keeps its key. */
const KEY = 'rubrica.chave';

/** Of the tab that opens addresses: one that is reloaded goes on with its session, and no other can. */
function keyOfTab(): string {
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
  const fresh = made.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  try {
    const key = sessionStorage.getItem(KEY) ?? fresh;
    sessionStorage.setItem(KEY, key);
    return key;
  } catch {
    // A browser that keeps nothing for pages inside others: this page goes on, a reloaded one does not.
    return fresh;
  }
}

export const chave = keyOfTab();

/** What the page around is told where there is nothing more to do here, and it must do something. */
export const GONE = { codigo: 'LINK_INDISPONIVEL', mensagem: 'Este endereço não vale mais; peça outro ao serviço.' };

/** @param around the other page's origin; empty where nothing may show this one */
export const isInside = (around: string): boolean => parent !== window && around !== '';

/** Tells the page around how things go, and that origin alone. */
export const tellerTo =
  <Evento extends string>(around: string) =>
  (evento: Evento, dados: object): void => {
    if (isInside(around)) parent.postMessage({ rubrica: 1, evento, dados }, around);
  };
