import allura from '@fontsource/allura/files/allura-latin-400-normal.woff2?url';
import caveat from '@fontsource/caveat/files/caveat-latin-400-normal.woff2?url';
import dancingScript from '@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff2?url';
import type { Handwriting } from '@rubrica/contract';
import { useEffect, useState } from 'react';
import { persistently } from '../../kit/persistent.ts';
import { isSpared } from '../line.ts';

/**
 * The handwritings of typed signatures, the same that the signed file embeds, above and below its baseline as the stamp
 * has them (HANDS).
 */
const FONTS: Readonly<Record<Handwriting, { family: string; file: string; above: string; below: string }>> = {
  SOLTA: { family: 'Caveat', file: caveat, above: '95%', below: '27%' },
  REDONDA: { family: 'Dancing Script', file: dancingScript, above: '92%', below: '30%' },
  FINA: { family: 'Allura', file: allura, above: '83%', below: '39%' },
};
export const HANDWRITINGS = Object.keys(FONTS) as Handwriting[];

/** The fonts of a handwriting; a character it lacks is in that of texts, as in the signed file. */
export const familyOf = (fonte: Handwriting = 'SOLTA') =>
  `"${FONTS[fonte].family}", "Noto Sans", system-ui, sans-serif`;

const coming = new Map<Handwriting, Promise<void>>();

/**
 * Fetches a handwriting once. It is made here and not in a sheet because a browser that failed to fetch the font of a
 * sheet never asks again: where the line fell meanwhile, other letters than those of the signed file would stay.
 */
function load(fonte: Handwriting): Promise<void> {
  const found = coming.get(fonte);
  if (found) return found;
  const { family, file, above, below } = FONTS[fonte];
  const metrics = { ascentOverride: above, descentOverride: below, lineGapOverride: '0%' };
  const fetched = persistently(() => new FontFace(family, `url("${file}")`, metrics).load()).then((face) => {
    document.fonts.add(face);
  });
  coming.set(fonte, fetched);
  return fetched;
}

/** Fetches every handwriting before one is asked for: by then the line may be gone. */
export function keepHandwritings(): void {
  if (!isSpared()) for (const fonte of HANDWRITINGS) void load(fonte);
}

/** Fetches a handwriting, and renders again once it is there: what was measured before was measured in other letters. */
export function useHandwriting(fonte: Handwriting | null): void {
  const [, setLoaded] = useState<Handwriting | null>(null);
  useEffect(() => {
    let left = false;
    if (fonte !== null) void load(fonte).then(() => !left && setLoaded(fonte));
    return () => {
      left = true;
    };
  }, [fonte]);
}
