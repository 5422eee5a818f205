import { Tooltip } from '@mantine/core';
import { type Language, useSpeech } from '../textos/area.ts';

/** Moments are shown in the viewer's own zone; hovering tells the second and the offset from UTC. */

const STYLES = { curto: 'medium', dia: 'short', longo: 'long' } as const;

/** `21 de nov. de 2026, 15:10`; as a day, `21/11/2026` */
export function formatMoment(moment: string, language: Language, style: 'curto' | 'dia' | 'longo' = 'curto'): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: STYLES[style],
    ...(style === 'dia' ? {} : { timeStyle: 'short' }),
  }).format(new Date(moment));
}

/** `21/11/2026, 15:10:37 (GMT-03:00)` */
export function exactMoment(moment: string, language: Language): string {
  const date = new Date(moment);
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(date);
  const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${text} (${offset === 'GMT' ? 'GMT+00:00' : offset}, ${zone})`;
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `há 2 horas`, `em 3 dias` */
export function relativeMoment(moment: string, language: Language, now = Date.now()): string {
  const far = Date.parse(moment) - now;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, ms] of STEPS) {
    if (Math.abs(far) >= ms) return format.format(Math.trunc(far / ms), unit);
  }
  return format.format(0, 'second');
}

/** A moment, in the viewer's zone, with the exact one on hover. */
export function Momento(props: {
  /** RFC 3339; null shows the stand-in. */
  readonly quando: string | null;
  readonly estilo?: 'curto' | 'dia' | 'longo' | 'relativo';
  readonly vazio?: string;
}) {
  const { language } = useSpeech();
  if (props.quando === null) return <>{props.vazio ?? '—'}</>;
  const style = props.estilo ?? 'curto';
  const shown =
    style === 'relativo' ? relativeMoment(props.quando, language) : formatMoment(props.quando, language, style);
  return (
    <Tooltip label={exactMoment(props.quando, language)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={props.quando}>{shown}</time>
    </Tooltip>
  );
}
