import { Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Picture } from '../../../kit/pdf/image.tsx';
import type { OpenPdf } from '../../../kit/pdf/open.ts';
import { boxOf, textSize } from '../../../kit/pdf/place.ts';
import { useEditing } from '../context.tsx';
import { type Field, factorsOf, type Party } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import sheetStyles from '../workbench/paper.module.css';
import { columnOf, windowOf } from '../workbench/window.ts';
import styles from './preview.module.css';

/** The document as one person will meet it: their way through it, their fields, and what is theirs only to read. */
export function Preview(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly badges: ReadonlyMap<string, Badge>;
}) {
  const { kind, t } = useEditing();
  return (
    <Modal
      opened={props.open}
      onClose={props.onClose}
      fullScreen
      title={kind === 'modelo' ? t.preview.tituloModelo : t.preview.titulo}
      closeButtonProps={{ 'aria-label': t.persons.close }}
      classNames={{ body: styles.body, content: styles.frame }}
    >
      <Body {...props} />
    </Modal>
  );
}

function Body(props: Parameters<typeof Preview>[0]) {
  const { editor, holder, kind, t } = useEditing();
  const { parts, options, campos } = editor.present;
  const [id, setId] = useState(holder ?? parts[0]?.id ?? null);
  const party = parts.find((one) => one.id === id) ?? parts[0];
  if (!party) return <Text>{kind === 'modelo' ? t.preview.nobodyModelo : t.preview.nobody}</Text>;
  const names = parts.map((one) => ({ value: one.id, label: props.badges.get(one.id)?.nome ?? '' }));
  const own = campos.filter((field) => field.holder === party.id);
  return (
    <>
      <aside className={styles.aside}>
        {parts.length <= 3 ? (
          <SegmentedControl
            orientation="vertical"
            fullWidth
            aria-label={t.preview.whom}
            value={party.id}
            onChange={setId}
            data={names}
          />
        ) : (
          <Select label={t.preview.whom} allowDeselect={false} value={party.id} onChange={setId} data={names} />
        )}
        <h3>{kind === 'modelo' ? t.preview.stepsModelo : t.preview.steps}</h3>
        <ol>
          <li>{t.preview.receives[party.metodoEntrega]}</li>
          {options?.ordenado && party.ordem > 1 && <li>{t.preview.waiting(party.ordem)}</li>}
          <li>
            {t.preview.proves}:{' '}
            {factorsOf(party, options)
              .map((fator) => t.fatores[fator])
              .join(', ')}
          </li>
          <li>{t.preview.le(props.pdf.pages)}</li>
          <li>{t.preview.fillsIn(own.map((field) => field.rotulo || t.types[field.tipo]))}</li>
        </ol>
      </aside>
      <Sheets {...props} party={party} shown={[...own, ...campos.filter((field) => field.holder === null)]} />
    </>
  );
}

function Sheets(props: Parameters<typeof Preview>[0] & { readonly party: Party; readonly shown: readonly Field[] }) {
  const { pdf, geometries, shown } = props;
  const { t } = useEditing();
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [range, setRange] = useState<readonly [number, number]>([1, 2]);
  const column = useMemo(
    () => columnOf(pdf.pages, geometries, Math.max(120, Math.min(760, width - 32))),
    [pdf, geometries, width],
  );
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const update = () => setRange(windowOf(column, current.scrollTop, current.clientHeight, current.clientHeight / 2));
    update();
    current.addEventListener('scroll', update, { passive: true });
    return () => current.removeEventListener('scroll', update);
  }, [column]);
  const numbers = Array.from({ length: range[1] - range[0] + 1 }, (_, index) => range[0] + index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a scrollable region takes the focus
    <section ref={frame} className={styles.sheets} tabIndex={0} aria-label={t.preview.titulo}>
      <div className={sheetStyles.column} style={{ height: column.height }}>
        {numbers.map((number) => {
          const geometry = geometries.get(number) ?? geometries.get(1);
          const scale = column.scales[number - 1];
          if (!geometry || !scale) return null;
          return (
            <div
              key={number}
              className={`${sheetStyles.page} ${sheetStyles.paper}`}
              style={{ top: column.tops[number - 1], width: geometry.width * scale, height: geometry.height * scale }}
            >
              <Picture pdf={pdf} number={number} scale={scale} failure={t.pageFailed} withText={false} />
              {shown
                .filter(({ pagina }) => pagina === number)
                .map((field) => (
                  <Waiting key={field.id} field={field} geometry={geometry} scale={scale} />
                ))}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** A field as the signing page shows it before it is filled. */
function Waiting({
  field,
  geometry,
  scale,
}: {
  readonly field: Field;
  readonly geometry: PageGeometry;
  readonly scale: number;
}) {
  const { t } = useEditing();
  const box = boxOf(field, geometry, scale);
  const style = { left: box.x, top: box.y, width: box.width, height: box.height };
  const checks = FIELD_KINDS[field.tipo].holds === 'CHECK';
  if (field.holder === null || field.valorPadrao !== '') {
    const text = checks ? (field.valorPadrao === 'true' ? '✓' : '') : field.valorPadrao;
    const fontSize = textSize(text, box, geometry, scale, hasSeveralLines(field.tipo));
    return (
      <div className={`${styles.waiting} ${field.holder === null ? styles.read : ''}`} style={{ ...style, fontSize }}>
        {text}
      </div>
    );
  }
  const words = { ASSINATURA: t.preview.signHere, RUBRICA: t.preview.initialHere } as Partial<Record<string, string>>;
  return (
    <div
      className={styles.waiting}
      style={{ ...style, fontSize: Math.max(8, Math.min(15, box.height * 0.5, box.width / 8)) }}
    >
      {checks ? '' : (words[field.tipo] ?? (field.rotulo || t.types[field.tipo]))}
    </div>
  );
}
