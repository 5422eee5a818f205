/**
 * Glyph names and the text they stand for (Adobe Glyph List), as far as text in European languages needs them. Accented
 * letters are composed from both parts of their names, so they need no list.
 */
const NAMED = `space 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25 ampersand 26 quotesingle 27
parenleft 28 parenright 29 asterisk 2a plus 2b comma 2c hyphen 2d minus 2212 period 2e slash 2f zero 30 one 31 two 32
three 33 four 34 five 35 six 36 seven 37 eight 38 nine 39 colon 3a semicolon 3b less 3c equal 3d greater 3e question 3f
at 40 bracketleft 5b backslash 5c bracketright 5d asciicircum 5e underscore 5f grave 60 braceleft 7b bar 7c
braceright 7d asciitilde 7e nbspace a0 nonbreakingspace a0 exclamdown a1 cent a2 sterling a3 currency a4 yen a5
brokenbar a6 section a7 dieresis a8 copyright a9 ordfeminine aa guillemotleft ab logicalnot ac sfthyphen ad
softhyphen ad registered ae macron af overscore af degree b0 plusminus b1 twosuperior b2 threesuperior b3 acute b4 mu b5
paragraph b6 periodcentered b7 middot b7 cedilla b8 onesuperior b9 ordmasculine ba guillemotright bb onequarter bc
onehalf bd threequarters be questiondown bf AE c6 Eth d0 multiply d7 Oslash d8 Thorn de germandbls df ae e6 eth f0
divide f7 oslash f8 thorn fe Dcroat 110 dcroat 111 Hbar 126 hbar 127 dotlessi 131 Lslash 141 lslash 142 Eng 14a eng 14b
OE 152 oe 153 Tbar 166 tbar 167 longs 17f florin 192 circumflex 2c6 caron 2c7 breve 2d8 dotaccent 2d9 ring 2da ogonek 2db
tilde 2dc hungarumlaut 2dd endash 2013 emdash 2014 quoteleft 2018 quoteright 2019 quotesinglbase 201a quotedblleft 201c
quotedblright 201d quotedblbase 201e dagger 2020 daggerdbl 2021 bullet 2022 ellipsis 2026 perthousand 2030
guilsinglleft 2039 guilsinglright 203a fraction 2044 Euro 20ac trademark 2122`;

/** Ligatures stand for their individual letters. */
const LIGATURES: Readonly<Record<string, string>> = { ff: 'ff', fi: 'fi', fl: 'fl', ffi: 'ffi', ffl: 'ffl' };

/** The combining character of each accent. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  cedilla: '\u0327',
  commaaccent: '\u0327',
  ogonek: '\u0328',
};

const known = new Map<string, string>(Object.entries(LIGATURES));
const words = NAMED.split(/\s+/);
for (let i = 0; i + 1 < words.length; i += 2) {
  known.set(words[i] as string, String.fromCharCode(Number.parseInt(words[i + 1] as string, 16)));
}

/** The text a glyph name stands for; empty if the name has no meaning, like those in subsets ("g12", "C0045"). */
export function glyphText(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  // A suffix names a variant, underscores join ligatures (Adobe Glyph List Specification, section 2).
  const dot = name.indexOf('.');
  if (dot > 0) return glyphText(name.slice(0, dot));
  if (name.length > 64) return '';
  if (name.includes('_')) return name.split('_').map(glyphText).join('');
  if (/^[A-Za-z]$/.test(name)) return name;
  const hex = /^(?:uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/.exec(name);
  if (hex?.[1]) return (hex[1].match(/.{4}/g) ?? []).map((unit) => character(unit)).join('');
  if (hex?.[2]) return character(hex[2]);
  const accented = /^([A-Za-z]|dotlessi)([a-z]{4,})$/.exec(name);
  const accent = ACCENTS[accented?.[2] ?? ''];
  return accented && accent ? `${accented[1]}${accent}`.normalize('NFC') : '';
}

function character(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}
