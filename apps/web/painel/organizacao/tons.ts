import { brandColors, contrast } from '../../kit/color.ts';

/** What becomes of a brand's colour, as the signing page and the messages work it out. */

export const HEX = /^#[0-9A-Fa-f]{6}$/;
/** The service's own colour, where the organization has none. */
export const OURS = { claro: '#1d4ed8', escuro: '#8ab4ff' };
/** Of the signing page's grounds, the one on which a colour is hardest to read. */
const GROUND = { claro: '#eef1f5', escuro: '#242a34' };
const AA_TEXT = 4.5;
const AA_EDGE = 3;
/** White paper, dark ink and quiet ink of the messages. */
const PAPER = '#ffffff';
const INK = '#1f2430';
const MUTED = '#565e6b';

export type Fundo = 'claro' | 'escuro';

/** The colours of the signing page. @param cor null or unreadable for ours */
export const tonsDaPagina = (cor: string | null, fundo: Fundo) =>
  brandColors(cor && HEX.test(cor) ? cor : null, GROUND[fundo], OURS[fundo]);

/** The colours of a message's button: text, and an edge where the colour is as pale as the paper. */
export function tonsDoEmail(cor: string | null) {
  const fill = cor && HEX.test(cor) ? cor : OURS.claro;
  const onPaper = contrast(PAPER, fill);
  const ink = onPaper >= contrast(INK, fill) ? PAPER : INK;
  return { fill, ink, edge: onPaper >= AA_EDGE ? fill : MUTED };
}

export interface Contraste {
  /** With the light ground of the page. */
  readonly razao: number;
  /** Whether the page uses the colour as it is. */
  readonly comoEsta: boolean;
  readonly tomClaro: string;
  readonly tomEscuro: string;
  /** Of the text on a message's button. */
  readonly razaoDoBotao: number;
  readonly botaoBom: boolean;
}

/** How legible a colour `#rrggbb` is where it is used (WCAG 2.2, 1.4.3). */
export function contrasteDe(cor: string): Contraste {
  const razao = contrast(cor, GROUND.claro);
  const { fill, ink } = tonsDoEmail(cor);
  const razaoDoBotao = contrast(fill, ink);
  return {
    razao,
    comoEsta: razao >= AA_TEXT,
    tomClaro: tonsDaPagina(cor, 'claro').brand,
    tomEscuro: tonsDaPagina(cor, 'escuro').brand,
    razaoDoBotao,
    botaoBom: razaoDoBotao >= AA_TEXT,
  };
}
