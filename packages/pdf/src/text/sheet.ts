import { PdfBudgetError } from '../core/errors.ts';
import type { Box } from '../layout.ts';
import type { Shown, TextState } from './interpreter.ts';

/** The most glyphs one content stream may show; a page in the smallest print has some 20,000. */
const MAX_GLYPHS = 60_000;

/** What the glyphs of one operator have in common, in the page's user space. */
export type Setting = {
  /** Unit vectors of the writing direction, and of its upward direction. */
  along: readonly [number, number];
  up: readonly [number, number];
  /** Height of the font. */
  em: number;
  clip: Box;
};

/** Everything one content stream shows, in order. */
export class Sheet {
  readonly x0: number[] = [];
  readonly y0: number[] = [];
  readonly x1: number[] = [];
  readonly y1: number[] = [];
  readonly texts: string[] = [];
  /** For each glyph; undefined if the glyph is invisible. */
  readonly settings: (Setting | undefined)[] = [];
  readonly rules: Box[] = [];
  /** Glyphs with braces, without which there is no tag. */
  readonly braces: number[] = [];

  get count(): number {
    return this.texts.length;
  }

  /** The glyphs that have ink, in drawing order. */
  visible(): number[] {
    const glyphs: number[] = [];
    for (let i = 0; i < this.count; i++) if (this.settings[i]) glyphs.push(i);
    return glyphs;
  }

  add({ glyphs, state, matrix }: Shown): void {
    if (this.count + glyphs.length > MAX_GLYPHS)
      throw new PdfBudgetError('a page shows more text than the engine reads');
    const setting = settingOf(state, matrix);
    for (const { text, x0, y0, x1, y1 } of glyphs) {
      this.x0.push(x0);
      this.y0.push(y0);
      this.x1.push(x1);
      this.y1.push(y1);
      this.texts.push(text);
      this.settings.push(setting);
      if (text.includes('{') || text.includes('}')) this.braces.push(this.count - 1);
    }
  }
}

/** Rendering modes without ink (table 104): text under a scanned picture, and clips. */
const INVISIBLE = [3, 7];

function settingOf({ size, scale, mode, clip }: TextState, [a, b, c, d]: Shown['matrix']): Setting | undefined {
  const across = Math.hypot(a, b);
  // The height of upright text under a slanted matrix is the distance of its vertical axis from its baseline.
  const height = Math.abs(a * d - b * c) / across;
  const em = Math.abs(size) * height;
  if (INVISIBLE.includes(mode) || !(em > 0) || !Number.isFinite(em) || scale === 0) return undefined;
  const forward = Math.sign(size * scale) / across;
  const along = [a * forward, b * forward] as const;
  const side = Math.sign(-along[1] * c + along[0] * d) * Math.sign(size) || 1;
  return { along, up: [-along[1] * side, along[0] * side], em, clip };
}
