import { ActionIcon, Anchor, Button, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { Icone, type NomeIcone } from '../../partes/icone.tsx';
import { useEditing } from '../contexto.tsx';
import './barra.css';
import { Figura, type NomeFigura } from './figura.tsx';

export const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** The next zoom in a direction; the ends stay. */
export function nextZoom(zoom: number, by: -1 | 1): number {
  const at = ZOOMS.findIndex((step) => step >= zoom - 0.01);
  return ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + by))] ?? 1;
}

export interface BarraProps {
  readonly titulo: string;
  readonly acima: string;
  /** What that is called. */
  readonly voltar: string;
  readonly zoom: number;
  readonly onZoom: (by: -1 | 1) => void;
  readonly snap: boolean;
  readonly onSnap: () => void;
  readonly onPrevia: () => void;
  readonly onRegras: () => void;
  readonly onAtalhos: () => void;
  readonly onRevisao: () => void;
}

/** A small button that says what it does when one stays on it. */
function Ato(props: {
  readonly rotulo: string;
  readonly figura: NomeFigura;
  readonly onClick: () => void;
  readonly off?: boolean;
  readonly on?: boolean;
  readonly so?: string;
}) {
  const { rotulo, on } = props;
  return (
    <Tooltip label={rotulo}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color="gray"
        size="lg"
        className={props.so}
        aria-label={rotulo}
        aria-pressed={on}
        disabled={props.off ?? false}
        onClick={props.onClick}
      >
        <Figura nome={props.figura} />
      </ActionIcon>
    </Tooltip>
  );
}

function Desfazer() {
  const { editor, dispatch, t, announce } = useEditing();
  const act = (type: 'desfazer' | 'refazer', said: string) => () => {
    dispatch({ type });
    announce(said);
  };
  const nothing = { past: editor.past.length === 0, future: editor.future.length === 0 };
  return (
    <>
      <Ato
        rotulo={t.barra.desfazer}
        figura="desfazer"
        off={nothing.past}
        onClick={act('desfazer', t.anuncio.desfeito)}
      />
      <Ato rotulo={t.barra.refazer} figura="refazer" off={nothing.future} onClick={act('refazer', t.anuncio.refeito)} />
    </>
  );
}

function Zoom({ zoom, onZoom }: Pick<BarraProps, 'zoom' | 'onZoom'>) {
  const { t } = useEditing();
  const step = (label: string, sign: string, by: -1 | 1) => (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => onZoom(by)}>
      <span aria-hidden="true">{sign}</span>
    </ActionIcon>
  );
  const percent = Math.round(zoom * 100);
  return (
    <span className="zoom so-largo">
      {step(t.barra.diminuir, '−', -1)}
      <span className="zoom-valor" role="status" aria-label={t.barra.zoom(percent)}>
        {percent}%
      </span>
      {step(t.barra.aumentar, '+', 1)}
    </span>
  );
}

/** Above everything: where one is, how far saving is, and what holds for the whole. */
export function Barra(props: BarraProps) {
  const { kind, readOnly, t } = useEditing();
  const { snap } = props;
  return (
    <header className="barra">
      <div className="barra-lugar">
        <Anchor component={Link} to={props.acima} className="barra-voltar" aria-label={props.voltar}>
          <Icone nome="voltar" />
        </Anchor>
        <div className="barra-titulo">
          <h1 dir="auto" title={props.titulo}>
            {props.titulo}
          </h1>
          <Salvo />
        </div>
      </div>
      <div className="barra-atos" role="toolbar" aria-label={t.barra.ferramentas}>
        {!readOnly && <Desfazer />}
        <Zoom zoom={props.zoom} onZoom={props.onZoom} />
        {!readOnly && <Ato rotulo={t.barra.ima} figura="ima" on={snap} so="so-largo" onClick={props.onSnap} />}
        <Ato rotulo={t.barra.atalhos} figura="teclado" so="so-largo" onClick={props.onAtalhos} />
        <Ato rotulo={t.barra.previa} figura="olho" onClick={props.onPrevia} />
        {kind === 'documento' && <Ato rotulo={t.barra.regras} figura="ajustes" onClick={props.onRegras} />}
      </div>
      <Enviar onClick={props.onRevisao} />
    </header>
  );
}

/** Of the button that opens the review. */
export const REVIEW_CLASS = 'barra-enviar';

function Enviar({ onClick }: { readonly onClick: () => void }) {
  const { kind, problems, t } = useEditing();
  const blocking = problems.filter(({ blocks }) => blocks).length;
  return (
    <Button
      className={REVIEW_CLASS}
      leftSection={<Icone nome={kind === 'modelo' ? 'certo' : 'enviar'} />}
      rightSection={
        blocking > 0 ? (
          <span className="conta">
            <span aria-hidden="true">{blocking}</span>
            <span className="unseen"> {t.barra.problemas(blocking)}</span>
          </span>
        ) : undefined
      }
      onClick={onClick}
    >
      {kind === 'modelo' ? t.barra.revisarModelo : t.barra.revisar}
    </Button>
  );
}

const SIGNS: Readonly<Record<string, NomeIcone>> = {
  recusado: 'alerta',
  retido: 'alerta',
  fechado: 'alerta',
  salvo: 'certo',
};

/** How far saving is, in words. */
function Salvo() {
  const { saving, readOnly, t } = useEditing();
  if (readOnly && saving.state !== 'fechado') return null;
  const sign = SIGNS[saving.state];
  const line = (
    <p className={`salvo ${saving.state}`} role="status" data-estado={saving.state}>
      {saving.state === 'sem-conexao' ? (
        <Figura nome="nuvem-corte" tamanho={15} />
      ) : sign ? (
        <Icone nome={sign} tamanho={15} />
      ) : (
        <Figura nome="nuvem" tamanho={15} />
      )}
      <span>{t.salvar[saving.state]}</span>
    </p>
  );
  return saving.state === 'retido' ? <Tooltip label={t.salvar.detalheRetido}>{line}</Tooltip> : line;
}
