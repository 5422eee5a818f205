import { Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OpenPdf } from '../../../kit/pdf/abrir.ts';
import { Picture } from '../../../kit/pdf/imagem.tsx';
import { boxOf, textSize } from '../../../kit/pdf/lugar.ts';
import { useEditing } from '../contexto.tsx';
import { type Field, factorsOf, type Party } from '../estado/tipos.ts';
import type { Badge } from '../mesa/campo.tsx';
import { columnOf, windowOf } from '../mesa/janela.ts';
import './previa.css';

/** The document as one person will meet it: their way through it, their fields, and what is theirs only to read. */
export function Previa(props: {
  readonly aberta: boolean;
  readonly onClose: () => void;
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly badges: ReadonlyMap<string, Badge>;
}) {
  const { t } = useEditing();
  return (
    <Modal
      opened={props.aberta}
      onClose={props.onClose}
      fullScreen
      title={t.previa.titulo}
      closeButtonProps={{ 'aria-label': t.pessoas.fechar }}
      classNames={{ body: 'previa', content: 'previa-quadro' }}
    >
      <Corpo {...props} />
    </Modal>
  );
}

function Corpo(props: Parameters<typeof Previa>[0]) {
  const { editor, dono, t } = useEditing();
  const { partes, opcoes, campos } = editor.present;
  const [id, setId] = useState(dono ?? partes[0]?.id ?? null);
  const party = partes.find((one) => one.id === id) ?? partes[0];
  if (!party) return <Text>{t.previa.ninguem}</Text>;
  const names = partes.map((one) => ({ value: one.id, label: props.badges.get(one.id)?.nome ?? '' }));
  const own = campos.filter((field) => field.dono === party.id);
  return (
    <>
      <aside className="previa-lado">
        {partes.length <= 3 ? (
          <SegmentedControl
            orientation="vertical"
            fullWidth
            aria-label={t.previa.quem}
            value={party.id}
            onChange={setId}
            data={names}
          />
        ) : (
          <Select label={t.previa.quem} allowDeselect={false} value={party.id} onChange={setId} data={names} />
        )}
        <h3>{t.previa.passos}</h3>
        <ol>
          <li>{t.previa.recebe[party.metodoEntrega]}</li>
          {opcoes?.ordenado && party.ordem > 1 && <li>{t.previa.espera(party.ordem)}</li>}
          <li>
            {t.previa.comprova}:{' '}
            {factorsOf(party, opcoes)
              .map((fator) => t.fatores[fator])
              .join(', ')}
          </li>
          <li>{t.previa.le(props.pdf.pages)}</li>
          <li>{t.previa.preenche(own.map((field) => field.rotulo || t.tipos[field.tipo]))}</li>
        </ol>
      </aside>
      <Folhas {...props} party={party} shown={[...own, ...campos.filter((field) => field.dono === null)]} />
    </>
  );
}

function Folhas(props: Parameters<typeof Previa>[0] & { readonly party: Party; readonly shown: readonly Field[] }) {
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
    <section ref={frame} className="previa-folhas" tabIndex={0} aria-label={t.previa.titulo}>
      <div className="coluna" style={{ height: column.height }}>
        {numbers.map((number) => {
          const geometry = geometries.get(number) ?? geometries.get(1);
          const scale = column.scales[number - 1];
          if (!geometry || !scale) return null;
          return (
            <div
              key={number}
              className="pagina"
              style={{ top: column.tops[number - 1], width: geometry.width * scale, height: geometry.height * scale }}
            >
              <Picture pdf={pdf} number={number} scale={scale} failure={t.paginaFalhou} withText={false} />
              {shown
                .filter(({ pagina }) => pagina === number)
                .map((field) => (
                  <Espera key={field.id} field={field} geometry={geometry} scale={scale} />
                ))}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** A field as the signing page shows it before it is filled. */
function Espera({
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
  if (field.dono === null || field.valorPadrao !== '') {
    const text = checks ? (field.valorPadrao === 'true' ? '✓' : '') : field.valorPadrao;
    const fontSize = textSize(text, box, geometry, scale, hasSeveralLines(field.tipo));
    return (
      <div className={field.dono === null ? 'espera lida' : 'espera'} style={{ ...style, fontSize }}>
        {text}
      </div>
    );
  }
  const words = { ASSINATURA: t.previa.assineAqui, RUBRICA: t.previa.rubriqueAqui } as Partial<Record<string, string>>;
  return (
    <div
      className={`espera ${field.tipo.toLowerCase()}`}
      style={{ ...style, fontSize: Math.max(8, Math.min(15, box.height * 0.5, box.width / 8)) }}
    >
      {checks ? '' : (words[field.tipo] ?? (field.rotulo || t.tipos[field.tipo]))}
    </div>
  );
}
