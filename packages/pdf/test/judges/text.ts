import { eachPage, openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';

/** The text of files as readers find it: by poppler if it is installed, otherwise by PDFium. */

export interface Word {
  readonly text: string;
  /**
   * Its position on the page as displayed, in points from the top left; its height is that of the font, not of the
   * letters.
   */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The text of each page, in drawing order. */
export async function textOf(bytes: Uint8Array): Promise<string[]> {
  if (has('pdftotext')) {
    const { output } = await among({ 'a.pdf': bytes }, (path) =>
      run('pdftotext', '-raw', '-enc', 'UTF-8', path('a.pdf'), '-'),
    );
    return output.split('\f').slice(0, -1);
  }
  return (await wordsByPdfium(bytes)).map((words) => words.map(({ text }) => text).join(' '));
}

/** The words of each page. */
export async function wordsOf(bytes: Uint8Array): Promise<Word[][]> {
  return has('pdftotext') ? wordsByPoppler(bytes) : wordsByPdfium(bytes);
}

async function wordsByPoppler(bytes: Uint8Array): Promise<Word[][]> {
  const { output } = await among({ 'a.pdf': bytes }, (path) => run('pdftotext', '-bbox', path('a.pdf'), '-'));
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g;
  return output
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(word)].map(([, left, top, right, bottom, text = '']) => {
        return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
      }),
    );
}

/** The fraction of a point in which PDFium's integer device coordinates are requested. */
const FINE = 100;

/**
 * The most that fonts extend above and below the line, relative to their size, as in poppler: some claim three times
 * that.
 */
const [ASCENT, DESCENT] = [1.05, 0.4];

async function wordsByPdfium(bytes: Uint8Array): Promise<Word[][]> {
  const file = await openInPdfium(bytes);
  const { pdfium } = file;
  const box = file.place(16);
  return eachPage(file, (page) => {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page) * FINE, pdfium.FPDF_GetPageHeightF(page) * FINE];
    const seen = (x: number, y: number): [number, number] => {
      pdfium.FPDF_PageToDevice(page, 0, 0, Math.round(width), Math.round(height), 0, x, y, box, box + 4);
      const place = file.bytesAt(box, 8);
      return [place.readInt32LE(0) / FINE, place.readInt32LE(4) / FINE];
    };
    const text = pdfium.FPDFText_LoadPage(page);
    const words: Word[] = [];
    let blank: 'none' | 'guessed' | 'drawn' = 'drawn';
    for (let index = 0; index < pdfium.FPDFText_CountChars(text); index += 1) {
      const letter = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index));
      // Spaces and line ends come as letters, including those that PDFium guesses between two letters.
      if (/\s/.test(letter)) {
        const guessed: boolean = blank !== 'drawn' && pdfium.FPDFText_IsGenerated(text, index) === 1;
        blank = guessed ? 'guessed' : 'drawn';
        continue;
      }
      pdfium.FPDFText_GetLooseCharBox(text, index, box);
      const edges = file.bytesAt(box, 16);
      const size = pdfium.FPDFText_GetFontSize(text, index);
      pdfium.FPDFText_GetCharOrigin(text, index, box, box + 8);
      const line = file.bytesAt(box + 8, 8).readDoubleLE();
      const [x0, y0] = seen(edges.readFloatLE(0), Math.min(edges.readFloatLE(4), line + ASCENT * size));
      const [x1, y1] = seen(edges.readFloatLE(8), Math.max(edges.readFloatLE(12), line - DESCENT * size));
      const now = { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) };
      const last = words.at(-1);
      const goesOn = last && (blank === 'none' || (blank === 'guessed' && follows(last, now)));
      if (goesOn) words.pop();
      words.push(goesOn ? joined(last, { text: letter, ...now }) : { text: letter, ...now });
      blank = 'none';
    }
    return words;
  });
}

type Place = Omit<Word, 'text'>;

/**
 * Whether a letter is on the line of a word and follows it more closely than words do: a tenth of its height, as in
 * poppler.
 */
function follows(word: Place, letter: Place): boolean {
  const height = letter.bottom - letter.top;
  const shared = Math.min(word.bottom, letter.bottom) - Math.max(word.top, letter.top);
  const gap = letter.left - word.right;
  return shared > height / 2 && gap > -height / 2 && gap < height / 10;
}

const joined = (one: Word, other: Word): Word => ({
  text: one.text + other.text,
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
