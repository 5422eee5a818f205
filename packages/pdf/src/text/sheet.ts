import { PdfBudgetError } from '../core/errors.ts';
import type { Box } from '../layout.ts';
import type { Shown, TextState } from './interpreter.ts';

/** Glyphs one content stream may show; a page of the smallest print has some 20,000. */
const MAX_GLYPHS = 60_000;

/** What the glyphs of one operator have in common, in the page's user space. */
export type Setting = {
  /** Unit vectors of the direction of writing, and of what is up in it. */
  along: readonly [number, number];
  up: readonly [number, number];
  /** Height of the font. */
  em: number;
  clip: Box;
};

/** All that one content stream shows, in its order. */
export class Sheet {
  readonly x0: number[] = [];
  readonly y0: number[] = [];
  readonly x1: number[] = [];
  readonly y1: number[] = [];
  readonly texts: string[] = [];
  /** Of each glyph; undefined where the glyph cannot be seen. */
  readonly settings: (Setting | undefined)[] = [];
  readonly rules: Box[] = [];
  /** Glyphs with braces, without which there is no tag. */
  readonly braces: number[] = [];

  get count(): number {
    return this.texts.length;
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

/** Rendering modes that leave no ink (table 104): text under a scanned picture, and clips. */
const INVISIBLE = [3, 7];

function settingOf({ size, scale, mode, clip }: TextState, [a, b, c, d]: Shown['matrix']): Setting | undefined {
  const across = Math.hypot(a, b);
  // Upright text of a slanted matrix is as high as its vertical axis stands off its baseline.
  const height = Math.abs(a * d - b * c) / across;
  const em = Math.abs(size) * height;
  if (INVISIBLE.includes(mode) || !(em > 0) || !Number.isFinite(em) || scale === 0) return undefined;
  const forward = Math.sign(size * scale) / across;
  const along = [a * forward, b * forward] as const;
  const side = Math.sign(-along[1] * c + along[0] * d) * Math.sign(size) || 1;
  return { along, up: [-along[1] * side, along[0] * side], em, clip };
}
