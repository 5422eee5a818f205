import { newestSection, type OwnObject, type Section, sectionBefore } from '../pdf/file.ts';
import { isName, sameDict, sameValue } from '../pdf/same.ts';
import { type Dict, Ref, type Value } from '../pdf/values.ts';
import { ensure } from '../report.ts';
import { dictsIn, type Located, type Revision, stampOf } from './locate.ts';

/**
 * What may follow a seal: revocation data and document time stamps, each in its own revision, and nothing a reader
 * would display. A seal does not cover what follows it, so anything not known to be harmless is refused.
 */

/** Entries of the catalog that such a revision may change. */
const CATALOG = ['DSS', 'Extensions', 'AcroForm'];
/** And of the form it references. */
const FORM = ['Fields', 'SigFlags'];

/** The objects of a file before a revision, as far as the service wrote them. */
type Known = ReadonlyMap<number, OwnObject>;

const known = (revisions: readonly Revision[]): Map<number, OwnObject> =>
  new Map(revisions.flatMap(({ objects }) => objects.map((object) => [object.num, object] as const)));

const sizeOf = ({ trailer }: Section): number => {
  const size = trailer.get('Size');
  ensure(typeof size === 'number', 'uma revisão do arquivo não diz quantos objetos tem');
  return size;
};

const rootOf = ({ trailer }: Section): number => {
  const root = trailer.get('Root');
  ensure(root instanceof Ref, 'uma revisão do arquivo não tem catálogo');
  return root.num;
};

/** Checks everything after a seal. @returns the number of revisions @throws Unreadable naming what does not belong */
export function checkLater(bytes: Uint8Array, { revision, later }: Located): number {
  const before = [revision];
  for (const next of later) {
    checkOne(bytes, next, before);
    before.push(next);
  }
  return later.length;
}

function checkOne(bytes: Uint8Array, next: Revision, before: readonly Revision[]): void {
  const earlier = before.at(-1) as Revision;
  const root = rootOf(earlier.section);
  ensure(rootOf(next.section) === root, 'depois do selo o arquivo mudou de catálogo');
  const was = known(before);
  const size = sizeOf(earlier.section);
  const stamp = stampOf(bytes, next);
  const added = new Map(next.objects.filter(({ num }) => num >= size).map((object) => [object.num, object]));
  const changed = next.objects.filter(({ num }) => num < size);
  for (const object of changed) checkChange(object, was, added, root);
  const catalog = changed.find(({ num }) => num === root)?.value;
  const brings = catalog instanceof Map && !sameValue(catalog.get('DSS'), dictOf(was, root).get('DSS'));
  ensure(stamp || brings, 'depois do selo vem uma revisão que não é de dados de revogação nem de carimbo');
}

function dictOf(was: Known, num: number): Dict {
  const value = was.get(num)?.value;
  ensure(value instanceof Map, 'depois do selo mudou um objeto que ele não escreveu');
  return value;
}

/** One object that existed before: the catalog, the form, or the list of its fields. */
function checkChange(object: OwnObject, was: Known, added: Known, root: number): void {
  const { num, value, isStream } = object;
  const old = was.get(num);
  ensure(old && !isStream && !old.isStream, 'depois do selo mudou um objeto que não podia mudar');
  const foreign = 'depois do selo mudou o que se vê ou se lê no arquivo';
  if (Array.isArray(value)) {
    const form = formOf(was, root);
    ensure(form?.get('Fields') instanceof Ref && (form.get('Fields') as Ref).num === num, foreign);
    checkFields(old.value, value, added);
    return;
  }
  ensure(value instanceof Map && old.value instanceof Map, foreign);
  if (num === root) {
    ensure(sameDict(old.value, value, CATALOG), foreign);
    const [from, to] = [old.value.get('AcroForm'), value.get('AcroForm')];
    if (sameValue(from, to)) return;
    ensure((from === undefined || from instanceof Map) && to instanceof Map, foreign);
    checkForm(from ?? new Map(), to, added);
    return;
  }
  const entry = dictOf(was, root).get('AcroForm');
  ensure(entry instanceof Ref && entry.num === num, foreign);
  checkForm(old.value, value, added);
}

function formOf(was: Known, root: number): Dict | undefined {
  const entry = dictOf(was, root).get('AcroForm');
  const form = entry instanceof Ref ? was.get(entry.num)?.value : entry;
  return form instanceof Map ? form : undefined;
}

function checkForm(from: Dict, to: Dict, added: Known): void {
  ensure(sameDict(from, to, FORM), 'depois do selo mudou o formulário do arquivo');
  if (!sameValue(from.get('Fields'), to.get('Fields'))) checkFields(from.get('Fields') ?? [], to.get('Fields'), added);
}

/** Fields may only be added, and only invisible ones of time stamps. */
function checkFields(from: Value | undefined, to: Value | undefined, added: Known): void {
  const foreign = 'depois do selo entrou no formulário o que não é carimbo';
  ensure(Array.isArray(from) && Array.isArray(to) && sameValue(from, to.slice(0, from.length)), foreign);
  const stamps = new Set(
    dictsIn([...added.values()]).flatMap(({ num, dict }) => (isName(dict, 'Type', 'DocTimeStamp') ? [num] : [])),
  );
  for (const field of to.slice(from.length)) {
    const dict = field instanceof Ref ? added.get(field.num)?.value : undefined;
    const value = dict instanceof Map ? dict.get('V') : undefined;
    const box = dict instanceof Map ? dict.get('Rect') : undefined;
    ensure(dict instanceof Map && isName(dict, 'FT', 'Sig') && !dict.has('P'), foreign);
    ensure(value instanceof Ref && stamps.has(value.num), foreign);
    ensure(Array.isArray(box) && box.length === 4 && box.every((side) => side === 0), foreign);
  }
}

/** A certificate consists of exactly one revision and that of its seal. @throws Unreadable */
export async function checkOneRevision(bytes: Uint8Array, { revision }: Located): Promise<void> {
  const first = await sectionBefore(bytes, revision.section);
  ensure(first, 'o certificado e o seu selo são uma revisão só');
  const { trailer, offset } = await newestSection(bytes.subarray(0, revision.start));
  ensure(offset === first.offset, 'há bytes estranhos antes do selo');
  ensure(!trailer.has('Prev') && !trailer.has('XRefStm'), 'o certificado já tinha outra revisão antes da do selo');
}
