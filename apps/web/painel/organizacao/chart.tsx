import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useSpeech } from '../texts/area.ts';
import { useConsumo } from '../texts/consumo.ts';
import styles from './chart.module.css';
import figuresStyles from './figures.module.css';
import { axisTop, dayName, dayOf, numero } from './measure.ts';

const HEIGHT = 200;
const LEFT = 48;
const BOTTOM = 24;
const TOP = 8;
const NARROW_PX = 480;

interface Props {
  readonly titulo: string;
  /** Day `2026-11-21` to quantity, in order. */
  readonly dias: ReadonlyMap<string, number>;
  /** The day from which on everything was read; earlier ones are not shown, and this one may lack something. */
  readonly desde: string | null;
}

/** A quantity by day: as bars, described in a sentence, or as a table that says the same. */
export function DailyChart(props: Props) {
  const t = useConsumo();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        aria-label={t.consumo.see}
        value={view}
        onChange={(value) => setView(value as typeof view)}
        data={[
          { value: 'chart', label: t.consumo.chart },
          { value: 'table', label: t.consumo.table },
        ]}
      />
      {view === 'chart' ? <Bars {...props} /> : <Table {...props} />}
    </Stack>
  );
}

function Bars({ titulo, dias, desde }: Props) {
  const t = useConsumo();
  const { language } = useSpeech();
  const { ref, width } = useElementSize<HTMLElement>();
  const days = [...dias];
  const top = axisTop(Math.max(0, ...dias.values()));
  const inner = Math.max(0, width - LEFT);
  const step = inner / days.length;
  const bar = Math.max(2, step * 0.7);
  const plot = HEIGHT - BOTTOM - TOP;
  const yOf = (value: number) => TOP + plot * (1 - value / top);
  const every = width < NARROW_PX ? 7 : 3;
  return (
    <figure ref={ref} className={styles.chart}>
      <svg role="img" aria-label={useSummary(titulo, dias)} width={width} height={HEIGHT}>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <line className={styles.axis} x1={LEFT} x2={width} y1={yOf(top * share)} y2={yOf(top * share)} />
            <text x={LEFT - 8} y={yOf(top * share) + 4} textAnchor="end">
              {numero(top * share, language)}
            </text>
          </g>
        ))}
        {days.map(([day, quantity], index) => (
          <g key={day}>
            {quantity > 0 && (
              <rect
                className={day === desde ? `${styles.bar} ${styles.partial}` : styles.bar}
                x={LEFT + index * step + (step - bar) / 2}
                y={Math.min(yOf(quantity), yOf(0) - 2)}
                width={bar}
                height={Math.max(2, yOf(0) - yOf(quantity))}
                rx={Math.min(3, bar / 2)}
              >
                <title>{t.consumo.onDay(dayName(day, language, true), numero(quantity, language))}</title>
              </rect>
            )}
            {index % every === 0 && (
              <text x={LEFT + (index + 0.5) * step} y={HEIGHT - 6} textAnchor="middle">
                {dayName(day, language)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {desde && (
        <Text component="figcaption" size="sm" c="dimmed">
          {t.consumo.partial(dayName(desde, language, true))}
        </Text>
      )}
    </figure>
  );
}

/** The chart in a sentence. */
function useSummary(titulo: string, dias: ReadonlyMap<string, number>): string {
  const t = useConsumo();
  const { language } = useSpeech();
  const days = [...dias];
  const total = days.reduce((sum, [, quantity]) => sum + quantity, 0);
  const [day, most] = days.reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  if (total === 0) return t.consumo.blankSummary(titulo);
  return t.consumo.resumo(titulo, numero(total, language), dayName(day, language, true), numero(most, language));
}

function Table({ titulo, dias, desde }: Props) {
  const t = useConsumo();
  const { language } = useSpeech();
  const today = dayOf(Date.now());
  const shown = [...dias].filter(([day]) => day <= today && (desde === null || day >= desde));
  const total = shown.reduce((sum, [, quantity]) => sum + quantity, 0);
  return (
    <table className={figuresStyles.table}>
      <caption>{t.consumo.byDay(titulo)}</caption>
      <thead>
        <tr>
          <th scope="col">{t.consumo.dia}</th>
          <th scope="col" className={figuresStyles.number}>
            {t.consumo.quantidade}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(([day, quantity]) => (
          <tr key={day}>
            <th scope="row">{dayName(day, language, true)}</th>
            <td className={figuresStyles.number}>{numero(quantity, language)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t.consumo.total}</th>
          <td className={figuresStyles.number}>{numero(total, language)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
