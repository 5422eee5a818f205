import { SegmentedControl } from '@mantine/core';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { type ReactNode, useState } from 'react';
import type { OpenPdf } from '../../../kit/pdf/open.ts';
import { useEditing } from '../context.tsx';
import type { Badge } from '../workbench/field.tsx';
import type { Ground } from '../workbench/gestures.ts';
import type { PageInSight } from '../workbench/in-view.ts';
import { SideDrawer } from './drawer.tsx';
import { Figure, type FigureName } from './figure.tsx';
import { Palette } from './palette.tsx';
import { People } from './people.tsx';
import { Properties } from './properties.tsx';
import styles from './sides.module.css';
import { Thumbnails } from './thumbnails.tsx';

export type Side = 'persons' | 'campos' | 'properties' | 'paginas';

export interface SidesProps {
  /** What is open in a sheet on a narrow screen; on a wide one, what is in front on the right. */
  readonly side: Side | null;
  readonly onSide: (side: Side | null) => void;
  /** Selects what has the focus first in a sheet that opens. */
  readonly focusTarget: string | null;
  readonly narrow: boolean;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly ground: () => Ground | null;
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly inSight: PageInSight;
  readonly children: ReactNode;
}

/** The desk between its panels; on a narrow screen the panels are sheets from below. */
export function Sides(props: SidesProps) {
  return props.narrow ? <Narrow {...props} /> : <Wide {...props} />;
}

function Wide(props: SidesProps) {
  const { editor, readOnly, t } = useEditing();
  const [wanted, setWanted] = useState<'properties' | 'paginas'>('paginas');
  const [seen, setSeen] = useState({ selection: editor.selection, side: props.side });
  // What was just chosen is what one wants to see; pages come back on demand.
  if (seen.selection !== editor.selection || seen.side !== props.side) {
    setSeen({ selection: editor.selection, side: props.side });
    if (editor.selection.length > 0 && seen.selection !== editor.selection) setWanted('properties');
    if (props.side === 'properties' || props.side === 'paginas') setWanted(props.side);
  }
  return (
    <div className={styles.stand}>
      <aside className={styles.side} aria-label={t.painel.persons}>
        <People {...props} className={styles.people} />
        {!readOnly && <Palette className={styles.palette} badges={props.badges} ground={props.ground} />}
      </aside>
      {props.children}
      <aside className={`${styles.side} ${styles.right}`} aria-label={t.painel.properties}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t.painel.properties}
          value={wanted}
          onChange={(value) => {
            setWanted(value as typeof wanted);
            props.onSide(value as Side);
          }}
          data={[
            { value: 'properties', label: t.painel.properties },
            { value: 'paginas', label: t.painel.paginas },
          ]}
        />
        {wanted === 'properties' ? (
          <Properties badges={props.badges} />
        ) : (
          <Thumbnails pdf={props.pdf} geometries={props.geometries} badges={props.badges} inSight={props.inSight} />
        )}
      </aside>
    </div>
  );
}

const TABS: readonly (readonly [Side, FigureName])[] = [
  ['persons', 'persons'],
  ['campos', 'campos'],
  ['properties', 'settings'],
  ['paginas', 'paginas'],
];

function Narrow(props: SidesProps) {
  const { side, onSide } = props;
  const { editor, kind, readOnly, t } = useEditing();
  const close = () => onSide(null);
  const name = (one: Side) => (one === 'persons' && kind === 'modelo' ? t.painel.papeis : t.painel[one]);
  return (
    <div className={`${styles.stand} ${styles.narrow}`}>
      {props.children}
      <nav className={styles.tabs} aria-label={t.bar.tools}>
        {TABS.filter(([one]) => one !== 'campos' || !readOnly).map(([one, figure]) => (
          <button
            key={one}
            type="button"
            aria-expanded={side === one}
            disabled={one === 'properties' && editor.selection.length === 0}
            onClick={() => onSide(side === one ? null : one)}
          >
            <Figure name={figure} size={20} />
            <span>{name(one)}</span>
          </button>
        ))}
      </nav>
      <SideDrawer
        open={side !== null}
        onClose={close}
        position="bottom"
        size={side === 'campos' ? '56%' : '80%'}
        titulo={side ? name(side) : ''}
        focusTarget={props.focusTarget}
      >
        {side === 'persons' && <People {...props} />}
        {side === 'campos' && <Palette badges={props.badges} ground={props.ground} onPlaced={close} touch />}
        {side === 'properties' && <Properties badges={props.badges} />}
        {side === 'paginas' && (
          <Thumbnails
            pdf={props.pdf}
            geometries={props.geometries}
            badges={props.badges}
            inSight={props.inSight}
            onShow={close}
          />
        )}
      </SideDrawer>
    </div>
  );
}
