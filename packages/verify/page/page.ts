import { clean } from '../src/foreign.ts';
import { recogniseAll } from '../src/log/given.ts';
import { isPdf } from '../src/pdf/file.ts';
import type { Report } from '../src/report.ts';
import { heading, inOrder, levelLine, markOf, NO_LEGAL_VALUE, RESULT_WORDS, summary } from '../src/text.ts';
import { parsePem, parseSeals, parseSealText, type TrustedSeal } from '../src/trust.ts';
import { type VerifyOptions, verify } from '../src/verify.ts';

/** The page that checks two files locally: it opens from disk and cannot reach any network. */

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const inputs = [byId<HTMLInputElement>('assinado'), byId<HTMLInputElement>('certificado')] as const;
const seals = byId<HTMLTextAreaElement>('selos');
const [roots, timestampRoots] = [byId<HTMLInputElement>('raizes'), byId<HTMLInputElement>('tempo')];
const log = byId<HTMLInputElement>('registro');
const result = byId('resultado');
const chosen: (File | undefined)[] = [undefined, undefined];
/** Counts the checks started, so that a slow one does not overwrite the result of a later one. */
let round = 0;

/** What an installation added to the copy it serves: its name, and the seals it publishes. */
function installation(): { origem: string; selos: TrustedSeal[] } | null {
  try {
    const text = byId('instalacao').textContent ?? 'null';
    const given = JSON.parse(text) as { origem?: unknown } | null;
    return given && { origem: clean(String(given.origem)), selos: parseSeals(text) };
  } catch {
    return null;
  }
}

const own = installation();
if (own) {
  const many = own.selos.length === 1 ? 'o selo' : `os ${own.selos.length} selos`;
  byId('origem').textContent =
    `Esta cópia foi entregue por ${own.origem} e traz ${many} que essa instalação publica: é neles que a conferência confia, a menos que você informe outros abaixo. Uma cópia que lhe foi entregue por outro pode dizer o que quiser; baixe-a você mesmo do endereço da instituição.`;
}

function choose(index: number, file: File): void {
  chosen[index] = file;
  void run();
}

async function run(): Promise<void> {
  const [first, second] = chosen;
  if (!first || !second) return;
  const turn = ++round;
  result.replaceChildren(element('p', 'Conferindo…'));
  let options: VerifyOptions;
  try {
    options = await trust();
  } catch (error) {
    const what = `O que foi informado sobre selos, autoridades e registro aberto não se lê: ${clean((error as Error).message)}.`;
    if (turn === round) result.replaceChildren(element('h2', 'NÃO FOI POSSÍVEL LER', 'fails'), element('p', what));
    return;
  }
  const report = await check(first, second, options);
  if (turn === round) show(report);
}

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** What the user trusts: the seals entered here, or else those that came with the copy. */
async function trust(): Promise<VerifyOptions> {
  const certificates = async ({ files }: HTMLInputElement) =>
    (await Promise.all([...(files ?? [])].map(async (file) => parsePem(await file.text())))).flat();
  const ofLog = await Promise.all([...(log.files ?? [])].map(bytesOf));
  return {
    log: ofLog.length > 0 ? recogniseAll(ofLog) : undefined,
    seals: seals.value.trim() === '' ? (own?.selos ?? []) : parseSealText(seals.value),
    roots: await certificates(roots),
    timestampRoots: await certificates(timestampRoots),
  };
}

/** The two files in the order given, or swapped if that is what makes sense of them. */
async function check(first: File, second: File, options: VerifyOptions): Promise<Report> {
  const [a, b] = await Promise.all([first, second].map(bytesOf));
  const report = await verify(a as Uint8Array, b as Uint8Array, options);
  if (report.resultado !== 'ILEGIVEL') return report;
  const swapped = await verify(b as Uint8Array, a as Uint8Array, options);
  return swapped.resultado === 'ILEGIVEL' ? report : swapped;
}

function element(tag: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

const LOOKS = {
  CONFERE: 'holds',
  SELO_NAO_IDENTIFICADO: 'open',
  TESTE: 'open',
  NAO_CONFERE: 'fails',
  ILEGIVEL: 'fails',
};

function show(report: Report): void {
  const head = element('h2', RESULT_WORDS[report.resultado], LOOKS[report.resultado]);
  const parts = [head, element('p', summary(report))];
  if (report.documento?.semValidade) parts.unshift(element('p', NO_LEGAL_VALUE, 'test'));
  if (report.documento) parts.push(element('p', heading(report), 'documento'));
  const list = element('ul', '', 'points');
  for (const found of inOrder(report)) {
    const { confere, afirmacao, motivo } = found;
    const item = element('li', '', confere === null ? 'open' : confere ? 'holds' : 'fails');
    item.append(element('strong', `${markOf(found)} ${afirmacao}`), element('span', `${motivo}.`));
    list.append(item);
  }
  const level = levelLine(report);
  if (level !== '') parts.push(element('p', level, 'documento'));
  parts.push(list);
  if (report.semComoConferir.length > 0) {
    const open = element('ul');
    open.append(...report.semComoConferir.map((text) => element('li', text)));
    parts.push(element('h2', 'Sem rede não se confere'), open);
  }
  result.replaceChildren(...parts);
}

inputs.forEach((input, index) => {
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) choose(index, file);
  });
});
for (const field of [seals, roots, timestampRoots, log]) field.addEventListener('change', () => void run());

/** Puts dropped files into an input, which then shows their names. */
function put(input: HTMLInputElement, files: readonly File[]): void {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
}

/** Two PDFs go where there is room for them; whatever is no PDF is of the open log. */
async function drop(files: readonly File[], target: string | undefined): Promise<void> {
  const kinds = await Promise.all(files.map(async (file) => isPdf(await bytesOf(file))));
  const documents = files.filter((_, i) => kinds[i]);
  const others = files.filter((_, i) => !kinds[i]);
  const first = documents.length > 1 ? 0 : target === 'certificado' || (!target && chosen[0]) ? 1 : 0;
  for (const [index, file] of documents.slice(0, 2).entries()) {
    put(inputs[first + index] as HTMLInputElement, [file]);
    chosen[first + index] = file;
  }
  if (others.length > 0) put(log, [...(log.files ?? []), ...others]);
  await run();
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const target = event.target instanceof Element ? event.target.closest('label') : null;
  void drop([...(event.dataTransfer?.files ?? [])], target?.htmlFor);
});
