import type { PageGeometry } from '@rubrica/pdf/layout';
import { memo } from 'react';
import { Picture } from '../../../kit/pdf/image.tsx';
import type { OpenPdf } from '../../../kit/pdf/open.ts';
import type { Field } from '../state/types.ts';
import type { Texts } from '../texts/pt.ts';
import { type Badge, FieldOnPage } from './field.tsx';
import styles from './page.module.css';
import sheetStyles from './paper.module.css';
import { Rested } from './rest.tsx';

const REST_MS = 90;

export interface SheetProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly geometry: PageGeometry;
  readonly scale: number;
  readonly top: number;
  readonly fields: readonly Field[];
  /** Ids of the chosen fields of this page, joined by blanks: a string is the same when it says the same. */
  readonly chosen: string;
  readonly single: boolean;
  readonly wrong: string;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly readOnly: boolean;
  readonly t: Texts;
}

/** A page and what stands on it. Rendered again only when something on this page changed. */
export const Sheet = memo(function Sheet(props: SheetProps) {
  const { pdf, number, geometry, scale, t } = props;
  const chosen = new Set(props.chosen.split(' '));
  const wrong = new Set(props.wrong.split(' '));
  return (
    <section
      className={`${sheetStyles.page} ${sheetStyles.paper}`}
      data-page={number}
      aria-label={t.pagina(number, pdf.pages)}
      style={{ top: props.top, width: geometry.width * scale, height: geometry.height * scale }}
    >
      <Rested ms={REST_MS}>
        <Picture pdf={pdf} number={number} scale={scale} failure={t.pageFailed} withText={false} />
      </Rested>
      {props.fields.map((field) => (
        <FieldOnPage
          key={field.id}
          field={field}
          geometry={geometry}
          scale={scale}
          badge={(field.holder && props.badges.get(field.holder)) || null}
          selected={chosen.has(field.id)}
          handles={props.single && !props.readOnly && chosen.has(field.id)}
          wrong={wrong.has(field.id)}
          t={t}
        />
      ))}
      <div className={styles.guide} data-guide="x" hidden />
      <div className={styles.guide} data-guide="y" hidden />
      <div className={styles.frame} data-frame hidden />
    </section>
  );
});
