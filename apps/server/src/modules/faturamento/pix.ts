/** The Pix recipient: all three are set, or none (PIX_KEY, PIX_NAME, PIX_CITY). */
export interface PixReceiver {
  /** As registered in the DICT: CPF or CNPJ without punctuation, `+5511987654321`, an e-mail, or a random key. */
  readonly key: string;
  /** At most 25 ASCII characters. */
  readonly name: string;
  /** At most 15 ASCII characters. */
  readonly city: string;
}

/** Up to 25 letters and digits; `***` if there is none (Manual de Padrões para Iniciação do Pix, 1.6.6). */
const TXID = /^[A-Za-z0-9]{1,25}$/;
const GUI = 'br.gov.bcb.pix';
const BRL = '986';

/**
 * A static BR Code, drawn as a QR code or copied (Banco Central, Manual do BR Code; EMV QRCPS, merchant-presented
 * mode).
 * @param amountCents null: the payer types the amount
 * @param txid null: none
 * @throws Error for a malformed txid
 */
export function brCode({ key, name, city }: PixReceiver, amountCents: number | null, txid: string | null): string {
  if (txid !== null && !TXID.test(txid)) throw new Error(`not a txid: ${txid}`);
  const text = [
    field('00', '01'),
    field('26', field('00', GUI) + field('01', key)),
    field('52', '0000'),
    field('53', BRL),
    ...(amountCents === null ? [] : [field('54', (amountCents / 100).toFixed(2))]),
    field('58', 'BR'),
    field('59', name),
    field('60', city),
    field('62', field('05', txid ?? '***')),
    // The checksum's own id and length are part of its input.
    '6304',
  ].join('');
  return text + crc16(text);
}

/** Id, length in two digits, value. */
function field(id: string, value: string): string {
  if (value.length > 99) throw new Error(`too long for field ${id} of a BR Code`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF; four upper-case hexadecimal digits. */
export function crc16(ascii: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(ascii, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
