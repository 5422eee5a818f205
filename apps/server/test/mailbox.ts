/** Production messages where a test finds them: captured by the service, or taken by a mail server of the test's own. */

interface Mail {
  readonly assunto: string;
  readonly texto: string;
}

const taken = new Map<string, Mail[]>();

/** Told by a mail server of a test what it took, so that helpers find in it what a person would. */
export function noteMail(to: string, assunto: string, texto: string): void {
  taken.set(to, [{ assunto, texto }, ...(taken.get(to) ?? [])]);
}

/** What makes links and codes of the text something to click. */
const TAGS = /<button.*?<\/button>|<[^>]*>/g;

/** Production messages to an address, newest first. */
export async function mailTo({ origin }: { readonly origin: string }, email: string): Promise<readonly Mail[]> {
  const page = await (await fetch(`${origin}/dev/caixa`)).text();
  const articles = page.matchAll(
    /<article><h2>(.*?)<\/h2><p>EMAIL para ([^<,]*), .*?<\/p><pre>(.*?)<\/pre><\/article>/gs,
  );
  const captured = [...articles]
    .filter(([, , destino]) => destino === email)
    .map(([, assunto = '', , texto = '']) => ({ assunto, texto: texto.replace(TAGS, '') }));
  return [...captured, ...(taken.get(email) ?? [])];
}

export const CONFIRMATION_LINK = /\/painel\/confirmar-email\/([\w-]{43})/;
