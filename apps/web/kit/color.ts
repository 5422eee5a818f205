/** Colours of a sender's brand, made legible: contrast as WCAG 2.2 reckons it (relative luminance, 1.4.3). */

type Rgb = readonly [number, number, number];

const AA_TEXT = 4.5;

const parse = (hex: string): Rgb | null => {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return match ? ([1, 2, 3].map((i) => Number.parseInt(match[i] ?? '0', 16)) as unknown as Rgb) : null;
};

const format = (rgb: Rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  if (!x || !y) return 1;
  const [light, dark] = [luminance(x), luminance(y)].sort((one, two) => two - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((value, i) => value + ((b[i] ?? 0) - value) * share) as unknown as Rgb;

/** The nearest tone of a colour that is legible as text on a ground: darker on a light one, lighter on a dark one. */
export function legibleOn(color: string, ground: string): string {
  const [own, below] = [parse(color), parse(ground)];
  if (!own || !below) return color;
  const away: Rgb = luminance(below) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share <= 1; share += 0.04) {
    const tone = format(mix(own, away, share));
    if (contrast(tone, ground) >= AA_TEXT) return tone;
  }
  return format(away);
}

/** White or near black, whichever is legible on a colour. One of the two always is. */
export const textOn = (color: string): string =>
  contrast('#ffffff', color) >= AA_TEXT || contrast('#ffffff', color) >= contrast('#111418', color)
    ? '#ffffff'
    : '#111418';

/** The colours of the page that come from the brand, for one ground. @param color `#rrggbb`, or null for ours */
export function brandColors(color: string | null, ground: string, fallback: string) {
  const base = color && parse(color) ? color : fallback;
  // A button has to stand out from the ground as well as carry its text.
  const button = legibleOn(base, ground);
  return { brand: button, onBrand: textOn(button), brandText: legibleOn(base, ground) };
}
