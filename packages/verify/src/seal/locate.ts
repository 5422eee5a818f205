import { own } from '../bytes.ts';
import { readElement } from '../crypto/der.ts';
import { newestSection, readObject, type Section } from '../pdf/file.ts';
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
}

const isName = (dict: Dict, key: string, value: string): boolean => {
  const entry = dict.get(key);
  return entry instanceof Name && entry.name === value;
};

/**
 * Finds the seal in a file's newest revision.
 * @throws Unreadable where there is none, or where it leaves bytes of the file outside
 */
export async function locateSeal(bytes: Uint8Array): Promise<Located> {
  const section = await newestSection(bytes);
  const dicts = [...section.objects].flatMap(([num, offset]) => {
    const { value } = readObject(bytes, offset, num);
    return value instanceof Map ? [{ num, dict: value }] : [];
  });
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
  return { ...coverage(bytes, dict), at: timeOfSealing(dict), section };
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
