import { own } from '../bytes.ts';
import { readElement } from '../crypto/der.ts';
import { newestSection, readObject, type Section, sectionBefore } from '../pdf/file.ts';
import { type Dict, Name, Ref, Text } from '../pdf/values.ts';
import { ensure } from '../report.ts';

/** A seal as it lies in a file, nothing of it believed yet. */
export interface Located {
  readonly cms: Uint8Array;
  /** The bytes before and after the signature's own room. */
  readonly covered: readonly [Uint8Array, Uint8Array];
  /** The moment the sealer wrote into it. */
  readonly at: Date;
  readonly section: Section;
  /** Bytes after the sealed ones: the revocation data of the seal, or nothing. */
  readonly after: number;
}

const isName = (dict: Dict, key: string, value: string): boolean => {
  const entry = dict.get(key);
  return entry instanceof Name && entry.name === value;
};

const dictsOf = (bytes: Uint8Array, { objects }: Section): { num: number; dict: Dict }[] =>
  [...objects].flatMap(([num, offset]) => {
    const { value } = readObject(bytes, offset, num);
    return value instanceof Map ? [{ num, dict: value }] : [];
  });

/** Whether a revision brings the revocation data of a seal (PAdES B-LT, ETSI EN 319 142-1 clause 5.4.2) and no seal. */
export function isSecurityStore(bytes: Uint8Array, section: Section): boolean {
  const dicts = dictsOf(bytes, section).map(({ dict }) => dict);
  return dicts.some((dict) => isName(dict, 'Type', 'DSS')) && !dicts.some((dict) => isName(dict, 'Type', 'Sig'));
}

/**
 * Finds the seal in a file's newest revision.
 * @param options.mayBeFollowed revocation data may come after it, in one revision; what that says is not looked at, so
 *   its bytes have to be held by a hash of the whole file
 * @throws Unreadable where there is none, or where it leaves bytes of the file outside
 */
export async function locateSeal(
  bytes: Uint8Array,
  { mayBeFollowed = false }: { mayBeFollowed?: boolean } = {},
): Promise<Located> {
  const newest = await newestSection(bytes);
  const store = mayBeFollowed && isSecurityStore(bytes, newest) ? newest : undefined;
  const section = store ? await sectionBefore(bytes, store) : newest;
  ensure(section, 'o arquivo não traz um selo');
  const dicts = dictsOf(bytes, section);
  const signatures = dicts.filter(({ dict }) => isName(dict, 'Type', 'Sig'));
  const [signature] = signatures;
  ensure(signature && signatures.length === 1, 'a última revisão do arquivo não traz um selo');
  const { num, dict } = signature;
  const shown = dicts.some(({ dict: field }) => {
    const value = field.get('V');
    return isName(field, 'FT', 'Sig') && value instanceof Ref && value.num === num;
  });
  ensure(shown, 'o selo não está ligado a um campo de assinatura, e nenhum leitor o mostraria');
  ensure(isName(dict, 'SubFilter', 'ETSI.CAdES.detached'), 'o selo não é do tipo PAdES');
  const sealed = store ? bytes.subarray(0, await endBefore(bytes, store, section)) : bytes;
  return { ...coverage(sealed, dict), at: timeOfSealing(dict), section, after: bytes.length - sealed.length };
}

/** Where the file ended before a revision was appended: its first object comes right after. */
async function endBefore(bytes: Uint8Array, later: Section, earlier: Section): Promise<number> {
  const end = Math.min(...later.objects.values());
  const { offset } = await newestSection(bytes.subarray(0, end));
  ensure(offset === earlier.offset, 'há bytes estranhos entre o selo e os dados de revogação');
  return end;
}

function coverage(bytes: Uint8Array, dict: Dict): Pick<Located, 'cms' | 'covered'> {
  const contents = dict.get('Contents');
  const range = dict.get('ByteRange');
  ensure(contents instanceof Text && Array.isArray(range) && range.length === 4, 'o selo está danificado');
  const [start, before, after, rest] = range as number[];
  const whole =
    start === 0 && before === contents.start && after === contents.end && contents.end + (rest ?? 0) === bytes.length;
  ensure(whole, 'o selo não cobre o arquivo inteiro: há bytes fora dele');
  const capitals = bytes.subarray(contents.start, contents.end).some((byte) => byte >= 0x41 && byte <= 0x46);
  ensure(!capitals, 'o espaço da assinatura tem letras que o serviço não escreve');
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
