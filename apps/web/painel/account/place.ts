import type { Geolocalizacao } from '@rubrica/contract';
import type { Language } from '../texts/area.ts';

/** `Campinas, SP, Brasil`, as far as the address says; null where it says nothing. */
export function placeOf(place: Geolocalizacao | null, language: Language): string | null {
  if (!place) return null;
  const country = place.pais && new Intl.DisplayNames(language, { type: 'region' }).of(place.pais);
  return [place.cidade, place.estado, country].filter(Boolean).join(', ') || null;
}
