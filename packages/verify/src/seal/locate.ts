import { latin1, own } from '../bytes.ts';
import { readElement } from '../crypto/der.ts';
import type { Covered } from '../crypto/prefix-hashes.ts';
import {
  firstOffset,
  MAX_REVISIONS,
  newestSection,
  type OwnObject,
  objectsOf,
  type Section,
  sectionBefore,
} from '../pdf/file.ts';
import { isName } from '../pdf/same.ts';
import { type Dict, Ref, Text, type Value } from '../pdf/values.ts';
import { ensure } from '../report.ts';

/** A revision of the file and its byte range. */
export interface Revision {
  readonly section: Section;
  readonly objects: readonly OwnObject[];
  /** Where it begins, which is where the file ended before. */
  readonly start: number;
  readonly end: number;
}

/** A signature or a document time stamp as found in a file, not verified yet. */
export interface Signature {
  readonly num: number;
  readonly dict: Dict;
  readonly cms: Uint8Array;
  /** The covered bytes before and after the signature's own placeholder, up to the end of its revision. */
  readonly covered: Covered;
}

/** A seal as found in a file. */
export interface Located extends Signature {
  /** The time the sealer wrote into it. */
  readonly at: Date;
  readonly revision: Revision;
  /** The revisions after it, oldest first. */
  readonly later: readonly Revision[];
  /** Their size in bytes. */
  readonly after: number;
}

export const dictsIn = (objects: readonly OwnObject[]): { num: number; dict: Dict }[] =>
  objects.flatMap(({ num, value }) => (value instanceof Map ? [{ num, dict: value }] : []));

const signaturesIn = (objects: readonly OwnObject[], type: string) =>
  dictsIn(objects).filter(({ dict }) => isName(dict, 'Type', type));

/**
 * Finds the seal: the newest revision with a signature that is not a document time stamp. The revisions after it are
 * returned to be checked, not judged here.
 * @throws Unreadable if there is none, or if it leaves bytes of the file before it uncovered
 */
export async function locateSeal(bytes: Uint8Array): Promise<Located> {
  const later: Revision[] = [];
  let end = bytes.length;
  for (let section: Section | undefined = await newestSection(bytes); section; ) {
    const objects = objectsOf(bytes, section);
    const [signature, ...more] = signaturesIn(objects, 'Sig');
    const start = firstOffset(section.objects);
    const revision = { section, objects, start, end };
    if (signature) {
      ensure(more.length === 0, 'a revisão do selo traz mais de uma assinatura');
      return sealOf(bytes, signature, revision, later);
    }
    later.unshift(revision);
    const before: Section | undefined = await sectionBefore(bytes, section);
    ensure(later.length <= MAX_REVISIONS && before, 'o arquivo não traz um selo');
    // Where the file ended before: its last line comes right before the first appended object.
    const { offset } = await newestSection(bytes.subarray(0, start));
    ensure(offset === before.offset, 'há bytes estranhos entre as revisões do arquivo');
    end = start;
    section = before;
  }
  ensure(false, 'o arquivo não traz um selo');
}

function sealOf(
  bytes: Uint8Array,
  { num, dict }: { num: number; dict: Dict },
  revision: Revision,
  later: readonly Revision[],
): Located {
  ensure(isShown(revision, num), 'o selo não está ligado a um campo de assinatura, e nenhum leitor o mostraria');
  ensure(isName(dict, 'SubFilter', 'ETSI.CAdES.detached'), 'o selo não é do tipo PAdES');
  const { end } = revision;
  return {
    ...{ num, dict, ...coverage(bytes.subarray(0, end), dict) },
    ...{ at: timeOfSealing(dict), revision, later, after: bytes.length - end },
  };
}

/** Whether a signature is the value of a field of its own revision. */
const isShown = ({ objects }: Revision, num: number): boolean =>
  dictsIn(objects).some(({ dict }) => {
    const value = dict.get('V');
    return isName(dict, 'FT', 'Sig') && value instanceof Ref && value.num === num;
  });

/** The document time stamp a revision adds, if any (ETSI EN 319 142-1 clause 5.4.3). @throws Unreadable */
export function stampOf(bytes: Uint8Array, revision: Revision): Signature | undefined {
  const [stamp, ...more] = signaturesIn(revision.objects, 'DocTimeStamp');
  if (!stamp) return undefined;
  const { num, dict } = stamp;
  ensure(more.length === 0 && isShown(revision, num), 'um carimbo do arquivo não está ligado a um campo');
  ensure(isName(dict, 'SubFilter', 'ETSI.RFC3161'), 'o carimbo do arquivo é de outro tipo');
  return { num, dict, ...coverage(bytes.subarray(0, revision.end), dict) };
}

/**
 * The bytes a signature covers, which must be the whole file up to the end of its revision except its own placeholder.
 */
function coverage(bytes: Uint8Array, dict: Dict): Pick<Signature, 'cms' | 'covered'> {
  const contents = dict.get('Contents');
  const range = dict.get('ByteRange');
  ensure(contents instanceof Text && Array.isArray(range) && range.length === 4, 'o selo está danificado');
  const [start, before, after, rest] = range as number[];
  const whole =
    start === 0 && before === contents.start && after === contents.end && contents.end + (rest ?? 0) === bytes.length;
  ensure(whole, 'o selo não cobre o arquivo inteiro: há bytes fora dele');
  ensure(bytes[contents.start] === 0x3c, 'o espaço da assinatura não está em hexadecimal');
  const written = latin1(bytes, contents.start, contents.end);
  ensure(!/[A-F]/.test(written), 'o espaço da assinatura tem letras que o serviço não escreve');
  const cms = readElement(contents.bytes).raw;
  const padding = contents.bytes.subarray(cms.length);
  ensure(!padding.some((byte) => byte !== 0), 'há bytes estranhos depois da assinatura');
  return { cms: own(cms), covered: [bytes.subarray(0, contents.start), bytes.subarray(contents.end)] };
}

function timeOfSealing(dict: Dict): Date {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(String(dict.get('M')));
  const date = new Date(parts ? parts[0].replace(/^D:(....)(..)(..)(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z') : '');
  ensure(!Number.isNaN(date.getTime()), 'o selo não diz quando foi posto');
  return date;
}

/** An entry that may be a reference to one of these objects. */
export function resolveIn(objects: readonly OwnObject[], value: Value | undefined): Value | undefined {
  if (!(value instanceof Ref)) return value;
  return objects.find(({ num }) => num === value.num)?.value;
}

/** The newest definition of the catalog in these revisions. */
export function catalogOf({ section, objects }: Revision): Dict | undefined {
  const found = resolveIn(objects, section.trailer.get('Root'));
  return found instanceof Map ? found : undefined;
}
