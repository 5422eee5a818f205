import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  type CertificateView,
  createSelfSignedSeal,
  inspectPdf,
  loadSealKey,
  type Mark,
  renderCertificate,
  sealPdf,
  stampPdf,
} from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import { cantooStamp } from './cantoo.ts';
import { type FloorKey, firstPage, floorSeal, floorStamp } from './floor.ts';
import { type Input, inputs } from './inputs.ts';

/** One step on one input: medians in milliseconds, and the process's peak memory in megabytes. */
export type Row = {
  input: string;
  step: 'inspect' | 'stamp' | 'seal' | 'completion';
  ours: number;
  /** The same job by hand, and the least that draws the same marks; see floor.ts. */
  floor: number | undefined;
  blind: number | undefined;
  cantoo: number | undefined;
  /** ours / floor; the bar it must stay under, where there is one. */
  ratio: number | undefined;
  bar: number | undefined;
  peakMegabytes: number | undefined;
};

const STAMP_BAR = 4;
const COMPLETION_BAR: Record<string, number> = { '1 page': 8, '10 pages': 8, '300 pages': 8, '20 MB, 40 pages': 3 };
const FOOTER = {
  code: 'SVC-7K2M-QX9A-4TBD',
  url: 'https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
  lines: ['Assinado eletronicamente por 2 pessoas', 'Confira em:'],
};
const AT = new Date('2026-11-21T13:00:00Z');
const SEAL = { at: AT, reason: 'Conclusao', name: 'Rubrica' };
const fonts = loadNodeFonts();

function marks(pages: number): Mark[] {
  return [
    { page: 1, at: { x: 0.1, y: 0.1, width: 0.3, height: 0.05 }, z: 0, kind: 'text', text: 'João da Silva' },
    { page: pages, at: { x: 0.5, y: 0.8, width: 0.4, height: 0.1 }, z: 0, kind: 'signature', text: 'Maria Antônia' },
  ];
}

type Step = { step: Row['step']; bar?: number | undefined } & Partial<Record<Contestant, () => unknown>>;
type Contestant = 'ours' | 'floor' | 'blind' | 'cantoo';
const CONTESTANTS: Contestant[] = ['ours', 'floor', 'blind', 'cantoo'];

/** Runs every step on every input, contestants in turn within each round, and gives back the medians. */
export async function runPdfBench(): Promise<Row[]> {
  const key = await loadSealKey(await selfSigned(), 'bench');
  const floorKey = throwawayKey(key.certificate);
  const rows: Row[] = [];
  for (const input of inputs()) {
    const rounds = input.bytes.length > 1_000_000 || input.pages > 100 ? 11 : 41;
    for (const step of await stepsFor(input, key, floorKey)) {
      const times = await medians(step, rounds);
      const ratio = times.floor && times.ours ? times.ours / times.floor : undefined;
      rows.push({
        input: input.name,
        step: step.step,
        ours: times.ours ?? 0,
        floor: times.floor,
        blind: times.blind,
        cantoo: times.cantoo,
        ratio,
        bar: step.bar,
        peakMegabytes: peak(step.step, input.name),
      });
    }
  }
  return rows;
}

async function stepsFor(input: Input, key: Key, floorKey: FloorKey): Promise<Step[]> {
  const { bytes, pages } = input;
  const ours = () => stampPdf(bytes, { marks: marks(pages), footer: FOOTER }, fonts);
  const stamped = await ours();
  const floorStamped = floorStamp(bytes, pages, FOOTER, fonts);
  return [
    { step: 'inspect', ours: () => inspectPdf(bytes, { maxPages: 300 }) },
    {
      step: 'stamp',
      bar: STAMP_BAR,
      ours,
      floor: () => floorStamp(bytes, pages, FOOTER, fonts),
      blind: () => floorStamp(bytes, pages, FOOTER),
      cantoo: () => cantooStamp(bytes, FOOTER),
    },
    {
      step: 'seal',
      ours: () => sealPdf(stamped, key, SEAL),
      floor: () => floorSeal(floorStamped, firstPage(floorStamped), floorKey),
    },
    {
      step: 'completion',
      bar: COMPLETION_BAR[input.name],
      ours: () => completion(input, key),
      floor: () => floorCompletion(input, floorKey),
    },
  ];
}

type Key = Awaited<ReturnType<typeof loadSealKey>>;

/** What the service does when the last person has signed: look again, stamp, seal, hash, certificate, seal. */
async function completion(input: Input, key: Key): Promise<void> {
  await inspectPdf(input.bytes, { maxPages: 300 });
  const stamped = await stampPdf(input.bytes, { marks: marks(input.pages), footer: FOOTER }, fonts);
  const sealed = await sealPdf(stamped, key, SEAL);
  const signed = createHash('sha256').update(sealed.bytes).digest('hex');
  const attachments = [{ name: 'conteudo.json', description: 'Pacote de evidências', bytes: Buffer.from('{}') }];
  await sealPdf(await renderCertificate(certificate(signed), attachments, fonts), key, SEAL);
}

/** The floor's completion: stamp, seal, hash, and a one-page file sealed in place of the certificate. */
function floorCompletion(input: Input, key: FloorKey): void {
  const stamped = floorStamp(input.bytes, input.pages, FOOTER, fonts);
  const sealed = floorSeal(stamped, firstPage(stamped), key);
  createHash('sha256').update(sealed).digest();
  const sheet = floorStamp(ONE_PAGE, 1, FOOTER, fonts);
  floorSeal(sheet, firstPage(sheet), key);
}

const ONE_PAGE = inputs()[0]?.bytes ?? Buffer.alloc(0);

function certificate(signed: string): CertificateView {
  const time = '21/11/2026 10:41:12 (UTC−03:00)';
  const steps = { sentAt: time, viewedAt: time, authenticatedAt: time, readAt: time, acceptedAt: time, signedAt: time };
  const signer = {
    name: 'Maria Antônia de Souza',
    role: 'Parte',
    status: 'Assinou',
    factors: [{ name: 'E-mail', fulfilledAt: time }],
    steps,
  };
  return {
    code: FOOTER.code,
    url: FOOTER.url,
    issuer: 'Rubrica',
    issuedAt: time,
    issuedOn: AT,
    document: { name: 'Contrato', id: '5b0c7d1e', pages: 1, sentBy: 'Ana', completedAt: time },
    level: { name: 'Assinatura eletrônica', explanation: 'O que o nível significa.' },
    hashes: { original: signed, signed },
    signers: [signer, signer],
    events: Array.from({ length: 14 }, () => ({ at: time, what: 'Documento aberto', who: 'Maria', hash: signed })),
    chain: { first: signed, explanation: ['Cada evento traz o hash do anterior.'] },
    record: { content: signed, hash: signed },
    legal: ['Medida Provisória nº 2.200-2/2001, art. 10, § 2º.'],
  };
}

async function medians(step: Step, rounds: number): Promise<Partial<Record<Contestant, number>>> {
  const times: Record<Contestant, number[]> = { ours: [], floor: [], blind: [], cantoo: [] };
  for (let round = -2; round < rounds; round++) {
    for (const contestant of CONTESTANTS) {
      const run = step[contestant];
      if (!run) continue;
      const begun = performance.now();
      await run();
      if (round >= 0) times[contestant].push(performance.now() - begun);
    }
  }
  const result: Partial<Record<Contestant, number>> = {};
  for (const contestant of CONTESTANTS) {
    const median = times[contestant].sort((a, b) => a - b)[times[contestant].length >> 1];
    if (median !== undefined) result[contestant] = median;
  }
  return result;
}

/** Peak memory of the step in a process of its own. */
function peak(step: string, input: string): number | undefined {
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--peak', step, input], {
    encoding: 'utf8',
  });
  const value = Number(run.stdout.trim());
  return run.status === 0 && value > 0 ? value : undefined;
}

async function measurePeak(step: string, name: string): Promise<void> {
  const input = inputs().find((item) => item.name === name);
  if (!input) throw new Error(`no input ${name}`);
  const key = await loadSealKey(await selfSigned(), 'bench');
  if (step === 'inspect') await inspectPdf(input.bytes, { maxPages: 300 });
  else if (step === 'completion') await completion(input, key);
  else {
    const stamped = await stampPdf(input.bytes, { marks: marks(input.pages), footer: FOOTER }, fonts);
    if (step === 'seal') await sealPdf(stamped, key, SEAL);
  }
  console.log(Math.round(process.resourceUsage().maxRSS / 1024));
}

function selfSigned(): Promise<Uint8Array> {
  return createSelfSignedSeal({
    organization: 'Bench',
    commonName: 'Bench',
    notBefore: new Date('2026-01-01'),
    years: 2,
    password: 'bench',
  });
}

/** The floor signs with a key of the same size; whose it is changes nothing about the work. */
function throwawayKey(certificate: X509Certificate): FloorKey {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const issuerAndSerial = Buffer.from('3009300002050102030405', 'hex');
  return { key: privateKey, certificate: certificate.raw, issuerAndSerial };
}

/** The rows as a table in Markdown. */
export function toMarkdown(rows: Row[]): string {
  const ms = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(1));
  const lines = rows.map((row) => {
    const ratio = row.ratio === undefined ? '' : `${row.ratio.toFixed(1)} ×`;
    const bar =
      row.bar === undefined ? '' : `${row.bar} × ${row.ratio !== undefined && row.ratio <= row.bar ? 'met' : 'missed'}`;
    return `| ${row.input} | ${row.step} | ${ms(row.ours)} | ${ms(row.floor)} | ${ratio} | ${bar} | ${ms(row.blind)} | ${ms(row.cantoo)} | ${row.peakMegabytes ?? ''} |`;
  });
  const head =
    '| input | step | ours, ms | floor, ms | ours / floor | bar | blind floor, ms | cantoo, ms | peak, MB |\n|---|---|---|---|---|---|---|---|---|';
  return `${head}\n${lines.join('\n')}`;
}

if (import.meta.main) {
  const [flag, step, name] = process.argv.slice(2);
  if (flag === '--peak') await measurePeak(step ?? '', name ?? '');
  else console.log(toMarkdown(await runPdfBench()));
}
