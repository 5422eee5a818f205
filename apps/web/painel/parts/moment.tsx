import { Tooltip } from '@mantine/core';
import { type Language, useSpeech } from '../texts/area.ts';

/** Moments are shown in the viewer's own zone; hovering shows the second and the offset from UTC. */

/** Making one takes longer than using it a thousand times, and a list shows a moment in every row. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, options);
    formatters.set(key, formatter);
  }
  return formatter;
}

const STYLES = {
  short: { dateStyle: 'medium', timeStyle: 'short' },
  dia: { dateStyle: 'short' },
  long: { dateStyle: 'long', timeStyle: 'short' },
  needed: { dateStyle: 'short', timeStyle: 'medium' },
} as const;
type Style = keyof typeof STYLES;

/** `21 de nov. de 2026, 15:10`; as a day, `21/11/2026`; to the second, `21/11/2026, 15:10:37` */
export function formatMoment(moment: string, language: Language, style: Style = 'short'): string {
  return formatterOf(language, STYLES[style]).format(new Date(moment));
}

/** `21/11/2026, 15:10:37 (GMT-03:00)` */
export function exactMoment(moment: string, language: Language): string {
  const date = new Date(moment);
  const text = formatterOf(language, STYLES.needed).format(date);
  const offset = formatterOf('en', { timeZoneName: 'longOffset' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const zone = formatterOf(language, {}).resolvedOptions().timeZone;
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
export function Moment(props: {
  /** RFC 3339; null shows the stand-in. */
  readonly when: string | null;
  readonly style?: Style | 'relative';
  readonly blank?: string;
}) {
  const { language } = useSpeech();
  if (props.when === null) return <>{props.blank ?? '—'}</>;
  const style = props.style ?? 'short';
  const shown = style === 'relative' ? relativeMoment(props.when, language) : formatMoment(props.when, language, style);
  return (
    <Tooltip label={<Exact when={props.when} />} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={props.when}>{shown}</time>
    </Tooltip>
  );
}

/** By itself, so that it is put into words only when it is shown. */
function Exact({ when }: { readonly when: string }) {
  return exactMoment(when, useSpeech().language);
}
