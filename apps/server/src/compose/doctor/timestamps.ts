import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Finding } from '@rubrica/contract';
import { timestamp } from '@rubrica/pdf';
import { createTimeAuthorities, readRoots } from '../../adapters/tsa.ts';
import { type Check, failed, fine, inapplicable, warned } from './check.ts';
import { placeOf, reasonOf } from './words.ts';

const NAME = 'Carimbo do tempo';
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 30;
/** What an authority may take; a completion waits no longer either. */
const ANSWER_MS = 7_000;

export const timestamps: Check = {
  ponto: NAME,
  async run({ config }) {
    if (config.tsaUrls.length === 0) {
      return [inapplicable(NAME, 'TSA_URL não definida: os selos não levam carimbo do tempo.')];
    }
    const roots = config.tsaRoots === null ? [] : readRoots(await readFile(config.tsaRoots, 'utf8'));
    return Promise.all(config.tsaUrls.map((url) => examine(url, roots)));
  },
};

/** A whole token, of random bytes, checked as those of documents are. */
async function examine(url: string, roots: ReturnType<typeof readRoots>): Promise<Finding> {
  const name = `${NAME}: ${placeOf(url)}`;
  const began = performance.now();
  let unanswered: unknown;
  try {
    const imprint = createHash('sha256').update(randomBytes(32)).digest();
    const authorities = createTimeAuthorities([url])(ANSWER_MS).map(({ name, send }) => ({
      name,
      send: (query: Uint8Array) =>
        send(query).catch((error) => {
          unanswered = error;
          throw error;
        }),
    }));
    const { signer } = await timestamp(imprint, { authorities, roots, now: () => new Date() });
    const days = Math.floor((new Date(signer.validTo).getTime() - Date.now()) / DAY_MS);
    const fact = `Deu um carimbo inteiro e válido em ${Math.round(performance.now() - began)} ms; o certificado dela vale por mais ${days} dias.`;
    if (roots.length === 0) {
      const advice = 'Ponha em TSA_ROOTS, em PEM, a raiz da autoridade que você contratou.';
      return warned(
        name,
        `${fact} Qualquer autoridade nesse endereço seria aceita: TSA_ROOTS não está definida.`,
        advice,
      );
    }
    if (days < EXPIRES_SOON_DAYS) return warned(name, fact, 'Pergunte à autoridade quando ela troca de certificado.');
    return fine(name, fact);
  } catch (error) {
    const advice =
      'Confira TSA_URL, TSA_ROOTS e a saída para esse endereço; sem carimbo, documentos esperam cinco minutos.';
    return failed(name, `Nenhum carimbo válido: ${unanswered ? reasonOf(unanswered) : faultOf(error)}.`, advice);
  }
}

/** What makes a token worthless, as `checkReply` says it, and in words. */
const FAULTS: ReadonlyArray<readonly [said: RegExp, words: string]> = [
  [/is of other data/, 'o carimbo é de outros dados'],
  [/answers another request/, 'o carimbo responde a outro pedido'],
  [/none of the roots given/, 'o carimbo não leva a nenhuma raiz de TSA_ROOTS'],
  [/certificate not in force/, 'o certificado da autoridade está fora da validade'],
  [/certificate that may not stamp/, 'o certificado da autoridade não serve para carimbar'],
  [/does not hold|changed after it was signed|names another certificate/, 'a assinatura do carimbo não confere'],
  [/s away from our own time/, 'a hora do carimbo está longe da desta máquina'],
  [/authority refused/, 'a autoridade recusou o pedido'],
];

const faultOf = (error: unknown): string => FAULTS.find(([said]) => said.test(String(error)))?.[1] ?? reasonOf(error);
