import { SegmentedControl } from '@mantine/core';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { type ReactNode, useState } from 'react';
import type { OpenPdf } from '../../../kit/pdf/abrir.ts';
import { useEditing } from '../contexto.tsx';
import type { PageInSight } from '../mesa/a-vista.ts';
import type { Badge } from '../mesa/campo.tsx';
import type { Ground } from '../mesa/gestos.ts';
import { Figura, type NomeFigura } from './figura.tsx';
import { Gaveta } from './gaveta.tsx';
import './lados.css';
import { Miniaturas } from './miniaturas.tsx';
import { Paleta } from './paleta.tsx';
import { Pessoas } from './pessoas.tsx';
import { Propriedades } from './propriedades.tsx';

export type Lado = 'pessoas' | 'campos' | 'propriedades' | 'paginas';

export interface LadosProps {
  /** What is open in a sheet on a narrow screen; on a wide one, what is in front on the right. */
  readonly lado: Lado | null;
  readonly onLado: (lado: Lado | null) => void;
  /** Selects what has the focus first in a sheet that opens. */
  readonly foco: string | null;
  readonly narrow: boolean;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly aberta: string | null;
  readonly onAberta: (id: string | null) => void;
  readonly ground: () => Ground | null;
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly inSight: PageInSight;
  readonly children: ReactNode;
}

/** The desk between its panels; on a narrow screen the panels are sheets from below. */
export function Lados(props: LadosProps) {
  return props.narrow ? <Estreito {...props} /> : <Largo {...props} />;
}

function Largo(props: LadosProps) {
  const { editor, readOnly, t } = useEditing();
  const [wanted, setWanted] = useState<'propriedades' | 'paginas'>('paginas');
  const [seen, setSeen] = useState({ selection: editor.selection, lado: props.lado });
  // What was just chosen is what one wants to see; pages come back on demand.
  if (seen.selection !== editor.selection || seen.lado !== props.lado) {
    setSeen({ selection: editor.selection, lado: props.lado });
    if (editor.selection.length > 0 && seen.selection !== editor.selection) setWanted('propriedades');
    if (props.lado === 'propriedades' || props.lado === 'paginas') setWanted(props.lado);
  }
  return (
    <div className="bancada">
      <aside className="lado" aria-label={t.painel.pessoas}>
        <Pessoas {...props} />
        {!readOnly && <Paleta badges={props.badges} ground={props.ground} />}
      </aside>
      {props.children}
      <aside className="lado direito" aria-label={t.painel.propriedades}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t.painel.propriedades}
          value={wanted}
          onChange={(value) => {
            setWanted(value as typeof wanted);
            props.onLado(value as Lado);
          }}
          data={[
            { value: 'propriedades', label: t.painel.propriedades },
            { value: 'paginas', label: t.painel.paginas },
          ]}
        />
        {wanted === 'propriedades' ? (
          <Propriedades badges={props.badges} />
        ) : (
          <Miniaturas pdf={props.pdf} geometries={props.geometries} badges={props.badges} inSight={props.inSight} />
        )}
      </aside>
    </div>
  );
}

const TABS: readonly (readonly [Lado, NomeFigura])[] = [
  ['pessoas', 'pessoas'],
  ['campos', 'campos'],
  ['propriedades', 'ajustes'],
  ['paginas', 'paginas'],
];

function Estreito(props: LadosProps) {
  const { lado, onLado } = props;
  const { editor, kind, readOnly, t } = useEditing();
  const close = () => onLado(null);
  const name = (one: Lado) => (one === 'pessoas' && kind === 'modelo' ? t.painel.papeis : t.painel[one]);
  return (
    <div className="bancada estreita">
      {props.children}
      <nav className="abas" aria-label={t.barra.ferramentas}>
        {TABS.filter(([one]) => one !== 'campos' || !readOnly).map(([one, figura]) => (
          <button
            key={one}
            type="button"
            aria-expanded={lado === one}
            disabled={one === 'propriedades' && editor.selection.length === 0}
            onClick={() => onLado(lado === one ? null : one)}
          >
            <Figura nome={figura} tamanho={20} />
            <span>{name(one)}</span>
          </button>
        ))}
      </nav>
      <Gaveta
        aberta={lado !== null}
        onClose={close}
        position="bottom"
        size={lado === 'campos' ? '56%' : '80%'}
        titulo={lado ? name(lado) : ''}
        foco={props.foco}
      >
        {lado === 'pessoas' && <Pessoas {...props} />}
        {lado === 'campos' && <Paleta badges={props.badges} ground={props.ground} onPlaced={close} touch />}
        {lado === 'propriedades' && <Propriedades badges={props.badges} />}
        {lado === 'paginas' && (
          <Miniaturas
            pdf={props.pdf}
            geometries={props.geometries}
            badges={props.badges}
            inSight={props.inSight}
            onShow={close}
          />
        )}
      </Gaveta>
    </div>
  );
}
