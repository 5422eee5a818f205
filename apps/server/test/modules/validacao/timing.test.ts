import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  field,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  signer,
  tinyPdf,
  tokenOf,
} from '../support.ts';

/**
 * Public validation takes equally long whatever its outcome. Times of one machine under whatever load are compared with
 * each other only: each round asks every question once, in an order of its own, and what counts is a question's time as a
 * multiple of the round's middle one. Where a busy machine blurs the medians more rounds are asked, all of them counted:
 * noise averages out, a difference does not.
 */

const WARM_UP = 20;
const ROUNDS = 100;
const ROUNDS_AT_MOST = 1000;
/**
 * The slowest outcome's median is at most so many times the fastest's. What differs is a few hundred bytes of the answer;
 * an outcome that spared the statements after the first would be at 1.5.
 */
const TOLERANCE = 1.3;
const PERSONAL = { cpf: '52998224725', dataNascimento: '1980-05-17' };

const service = sharedService();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const questions = new Map<string, object>();

async function documentOf(sender: Sender, pdf?: Buffer) {
  const dados = {
    fatoresExigidos: ['DADOS_PESSOAIS'],
    signatarios: [person({ fatoresExigidos: ['DADOS_PESSOAIS'], ...PERSONAL })],
    campos: [field()],
  };
  return sent(sender, dados, pdf);
}

beforeAll(async () => {
  const sender = await newSender(service(), 'PRODUCAO');
  const testing = await documentOf(await newSender(service()));
  const open = await documentOf(sender);
  // Bytes that no other document has: they would be on record as that one's.
  const done = await documentOf(sender, tinyPdf(1, Buffer.from('tempo')));
  const one = signer(sender.base, tokenOf(done.signatarios[0]));
  await one.personal(PERSONAL.cpf, PERSONAL.dataNascimento);
  for (const step of [await one.read(), await one.accept(), await one.sign()]) expect(step.status).toBe(200);
  const signed = (await about(sender, done.id, '/arquivo')).bytes;
  const hashArquivo = sha256(signed);
  const certificate = sha256((await about(sender, done.id, '/arquivo?tipo=CERTIFICADO')).bytes);
  const original = sha256((await about(sender, done.id, '/arquivo?tipo=ORIGINAL')).bytes);
  const codigo = done.codigoValidacao;
  const stranger = 'a'.repeat(64);
  for (const [name, question] of [
    ['AUTENTICO, by code', { codigo }],
    ['AUTENTICO, by code and hash', { codigo, hashArquivo }],
    ['AUTENTICO, by hash', { hashArquivo }],
    ['AUTENTICO, in progress', { codigo: open.codigoValidacao }],
    ['ADULTERADO', { codigo, hashArquivo: stranger }],
    ['NAO_ENCONTRADO, by code', { codigo: 'SVC-0000-0000-0000' }],
    ['NAO_ENCONTRADO, by hash', { hashArquivo: stranger }],
    ['NAO_ENCONTRADO, malformed', { codigo: 'SVC-1' }],
    ['NAO_ENCONTRADO, of the sandbox', { codigo: testing.codigoValidacao }],
    ['NAO_ENCONTRADO, the original', { hashArquivo: original }],
    ['NAO_ENCONTRADO, a certificate', { hashArquivo: certificate }],
  ] as const) {
    questions.set(name, question);
  }
});

async function ask(question: object): Promise<{ ms: number; resultado: string }> {
  const headers = { 'content-type': 'application/json', ...elsewhere() };
  const body = JSON.stringify(question);
  const started = performance.now();
  const response = await fetch(`${service().origin}/api/v1/validacao/consultar`, { method: 'POST', headers, body });
  const { resultado } = (await response.json()) as { resultado: string };
  return { ms: performance.now() - started, resultado };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

interface Sample {
  readonly ms: number;
  /** The time as a multiple of its round's middle one. */
  readonly relative: number;
}
const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
const quantile = (list: readonly number[], q: number) => sorted(list)[Math.floor(list.length * q)] ?? 0;

/** Asks every question once, in any order. */
async function round(samples: Map<string, Sample[]>): Promise<void> {
  const taken: [string, number][] = [];
  for (const [name, question] of shuffled([...questions])) {
    const { ms, resultado } = await ask(question);
    expect(name.startsWith(resultado)).toBe(true);
    taken.push([name, ms]);
  }
  const middle = quantile(
    taken.map(([, ms]) => ms),
    0.5,
  );
  for (const [name, ms] of taken) samples.get(name)?.push({ ms, relative: ms / middle });
}

const factorOf = (samples: Map<string, Sample[]>) => {
  const medians = [...samples.values()].map((list) =>
    quantile(
      list.map(({ relative }) => relative),
      0.5,
    ),
  );
  return Math.max(...medians) / Math.min(...medians);
};

function report(samples: Map<string, Sample[]>, rounds: number): string {
  const rows = [...samples].map(([name, list]) => {
    const times = [0.1, 0.5, 0.9].map((q) =>
      quantile(
        list.map(({ ms }) => ms),
        q,
      )
        .toFixed(2)
        .padStart(9),
    );
    const relative = quantile(
      list.map((one) => one.relative),
      0.5,
    )
      .toFixed(3)
      .padStart(10);
    return `  ${name.padEnd(28)}${times.join('')}${relative}`;
  });
  return [
    `public validation, ${rounds} rounds     p10 ms   median      p90  relative`,
    ...rows,
    `  slowest / fastest = ${factorOf(samples).toFixed(3)} (tolerance ${TOLERANCE})`,
  ].join('\n');
}

it(`whatever the outcome, the medians of the time stay within a factor of ${TOLERANCE}`, async () => {
  const fresh = () => new Map([...questions.keys()].map((name) => [name, [] as Sample[]]));
  for (let n = 0; n < WARM_UP; n += 1) await round(fresh());
  const samples = fresh();
  let rounds = 0;
  do {
    for (let n = 0; n < ROUNDS; n += 1) await round(samples);
    rounds += ROUNDS;
  } while (factorOf(samples) >= TOLERANCE && rounds < ROUNDS_AT_MOST);
  console.info(report(samples, rounds));
  expect(factorOf(samples)).toBeLessThan(TOLERANCE);
});
