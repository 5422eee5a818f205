import { brandColors, contrast } from '../../kit/color.ts';

/** What becomes of a brand's colour, as the signing page and the messages work it out. */

export const HEX = /^#[0-9A-Fa-f]{6}$/;
/** The service's own colour, where the organization has none. */
export const OURS = { light: '#1d4ed8', dark: '#8ab4ff' };
/** Of the signing page's grounds, the one on which a colour is hardest to read. */
const GROUND = { light: '#eef1f5', dark: '#242a34' };
const AA_TEXT = 4.5;
const AA_EDGE = 3;
/** White paper, dark ink and quiet ink of the messages. */
const PAPER = '#ffffff';
const INK = '#1f2430';
const MUTED = '#565e6b';

export type Background = 'light' | 'dark';

/** The colours of the signing page. @param cor null or unreadable for ours */
export const pageTones = (cor: string | null, backdrop: Background) =>
  brandColors(cor && HEX.test(cor) ? cor : null, GROUND[backdrop], OURS[backdrop]);

/** The colours of a message's button: text, and an edge where the colour is as pale as the paper. */
export function emailTones(cor: string | null) {
  const fill = cor && HEX.test(cor) ? cor : OURS.light;
  const onPaper = contrast(PAPER, fill);
  const ink = onPaper >= contrast(INK, fill) ? PAPER : INK;
  return { fill, ink, edge: onPaper >= AA_EDGE ? fill : MUTED };
}

export interface Contrast {
  /** With the light ground of the page. */
  readonly reason: number;
  /** Whether the page uses the colour as it is. */
  readonly asIs: boolean;
  readonly lightTone: string;
  readonly darkTone: string;
  /** Of the text on a message's button. */
  readonly buttonReason: number;
  readonly goodButton: boolean;
}

/** How legible a colour `#rrggbb` is where it is used (WCAG 2.2, 1.4.3). */
export function contrastOf(cor: string): Contrast {
  const reason = contrast(cor, GROUND.light);
  const { fill, ink } = emailTones(cor);
  const buttonReason = contrast(fill, ink);
  return {
    reason,
    asIs: reason >= AA_TEXT,
    lightTone: pageTones(cor, 'light').brand,
    darkTone: pageTones(cor, 'dark').brand,
    buttonReason,
    goodButton: buttonReason >= AA_TEXT,
  };
}
