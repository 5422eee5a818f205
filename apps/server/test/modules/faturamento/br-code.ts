/** Reads a BR Code anew: ids, lengths and values, and the checksum over everything before it. */

const TEMPLATES: readonly string[] = ['26', '62'];

export type BrCode = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** @throws Error where a length does not fit or the checksum does not hold */
export function readBrCode(text: string): BrCode {
  const [, body = '', checksum = ''] = /^(.*6304)([0-9A-F]{4})$/.exec(text) ?? [];
  if (crc(body) !== Number.parseInt(checksum, 16)) throw new Error('the checksum does not hold');
  return Object.fromEntries(
    Object.entries(fieldsOf(text)).map(([id, value]) => [id, TEMPLATES.includes(id) ? fieldsOf(value) : value]),
  );
}

function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (value.length !== length) throw new Error('a length does not fit');
    fields[text.slice(at, at + 2)] = value;
    at += 4 + length;
  }
  return fields;
}

/** By a table of all bytes, which is another way than the one that is tested. */
function crc(text: string): number {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte * 256;
    for (let bit = 0; bit < 8; bit += 1) value = value >= 32_768 ? ((value * 2) % 65_536) ^ 4129 : value * 2;
    return value;
  });
  let value = 65_535;
  for (const byte of Buffer.from(text)) value = ((value % 256) * 256) ^ (table[(value >> 8) ^ byte] ?? 0);
  return value;
}
