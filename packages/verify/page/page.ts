import type { Relatorio } from '../src/report.ts';
import { heading, inOrder, RESULTADOS, SEM_VALIDADE, summary } from '../src/text.ts';
import { verify } from '../src/verify.ts';

/** The page that checks two files where they are: it opens from disk and cannot reach any network. */

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const inputs = [byId<HTMLInputElement>('assinado'), byId<HTMLInputElement>('certificado')] as const;
const accepted = byId<HTMLInputElement>('selos');
const result = byId('resultado');
const chosen: (File | undefined)[] = [undefined, undefined];
/** Counts the checks begun, so that a slow one does not overwrite a later one. */
let round = 0;

function choose(index: number, file: File): void {
  chosen[index] = file;
  void run();
}

async function run(): Promise<void> {
  const [first, second] = chosen;
  if (!first || !second) return;
  const own = ++round;
  result.replaceChildren(element('p', 'Conferindo…'));
  const report = await check(first, second);
  if (own === round) show(report);
}

/** The two files in the order given, or the other way round if that is what makes sense of them. */
async function check(first: File, second: File): Promise<Relatorio> {
  const [a, b] = await Promise.all([first, second].map(async (file) => new Uint8Array(await file.arrayBuffer())));
  const options = { acceptedSeals: accepted.value.split(/[\s,;]+/).filter((value) => value !== '') };
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

function show(report: Relatorio): void {
  const head = element('h2', RESULTADOS[report.resultado], report.resultado === 'CONFERE' ? 'sim' : 'nao');
  const parts = [head, element('p', summary(report))];
  if (report.documento?.semValidade) parts.unshift(element('p', SEM_VALIDADE, 'teste'));
  if (report.documento) parts.push(element('p', heading(report), 'documento'));
  const list = element('ul', '', 'pontos');
  for (const { confere, afirmacao, motivo } of inOrder(report)) {
    const item = element('li', '', confere ? 'sim' : 'nao');
    item.append(element('strong', `${confere ? '✓' : '✗'} ${afirmacao}`), element('span', `${motivo}.`));
    list.append(item);
  }
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
accepted.addEventListener('change', () => void run());

/** Puts a dropped file into its input, which then shows its name. */
function drop(index: number, file: File): void {
  const list = new DataTransfer();
  list.items.add(file);
  (inputs[index] as HTMLInputElement).files = list.files;
  choose(index, file);
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  const [file] = files;
  if (!file) return;
  const target = event.target instanceof Element ? event.target.closest('label') : null;
  if (files.length > 1) for (const [index, each] of files.slice(0, 2).entries()) drop(index, each);
  else drop(target?.htmlFor === 'certificado' || (!target && chosen[0]) ? 1 : 0, file);
});
