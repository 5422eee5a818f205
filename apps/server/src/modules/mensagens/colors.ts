/**
 * Text on white, and the page's quieter tones; each with a contrast of at least 4.5:1 on its background (WCAG 2.2,
 * 1.4.3).
 */
export const INK = '#1f2430';
export const MUTED = '#565e6b';
export const LINE = '#e3e6eb';
export const PAPER = '#ffffff';
export const GROUND = '#f2f4f7';

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** White or near black, whichever is more readable on the colour: an organization may choose yellow. */
export function inkOver(color: string): string {
  return contrast(PAPER, color) >= contrast(INK, color) ? PAPER : INK;
}

/**
 * A border for areas filled with the colour: a button as pale as the paper needs one to be visible (WCAG 2.2, 1.4.11).
 */
export function edgeOf(color: string): string {
  return contrast(color, PAPER) >= 3 ? color : MUTED;
}
