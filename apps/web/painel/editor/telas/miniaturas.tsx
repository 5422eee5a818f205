import type { PageGeometry } from '@rubrica/pdf/layout';
import { memo, useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../../kit/pdf/abrir.ts';
import { Picture } from '../../../kit/pdf/imagem.tsx';
import { useEditing } from '../contexto.tsx';
import type { Badge } from '../mesa/campo.tsx';

const WIDTH = 116;
const PER_ROW = 2;
const ROW_GAP = 10;
const LABEL = 22;
const ROW = Math.round(WIDTH * 1.42) + LABEL + ROW_GAP;
/** Only those that stay in sight are drawn. */
const REST_MS = 140;

/** Every page in small, with where its fields are; only those in sight are there. */
export function Miniaturas(props: {
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly current: number;
  readonly onShow?: () => void;
}) {
  const { pdf, geometries, badges, current } = props;
  const { editor, desk, t } = useEditing();
  const scroller = useRef<HTMLDivElement>(null);
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 6]);
  const rows = Math.ceil(pdf.pages / PER_ROW);
  useEffect(() => {
    const { current: box } = scroller;
    if (!box) return;
    const update = () => {
      const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 1);
      const to = Math.min(rows, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 1);
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [rows]);
  const shown: number[] = [];
  for (let row = first; row < last; row += 1)
    for (let place = 1; place <= PER_ROW; place += 1)
      if (row * PER_ROW + place <= pdf.pages) shown.push(row * PER_ROW + place);
  return (
    <section className="miniaturas" ref={scroller} aria-label={t.paginas.titulo}>
      <div className="miniaturas-coluna" style={{ height: rows * ROW }}>
        {shown.map((number) => {
          const fields = editor.present.campos.filter(({ pagina }) => pagina === number);
          const geometry = geometries.get(number) ?? geometries.get(1);
          if (!geometry) return null;
          const scale = Math.min(WIDTH / geometry.width, (WIDTH * 1.42) / geometry.height);
          return (
            <button
              key={number}
              type="button"
              className="miniatura"
              aria-label={t.paginas.ir(number, fields.length)}
              aria-current={number === current ? 'true' : undefined}
              style={{
                top: Math.floor((number - 1) / PER_ROW) * ROW,
                left: `${((number - 1) % PER_ROW) * (100 / PER_ROW)}%`,
                width: `calc(${100 / PER_ROW}% - 6px)`,
                height: ROW - ROW_GAP,
              }}
              onClick={() => {
                desk()?.showPage(number);
                props.onShow?.();
              }}
            >
              <span className="folha-mini" style={{ width: geometry.width * scale, height: geometry.height * scale }}>
                <MiniPicture pdf={pdf} number={number} scale={scale} />
                {fields.map(({ id, dono, x, y, largura, altura }) => (
                  <span
                    key={id}
                    className="campo-mini"
                    data-cor={dono ? badges.get(dono)?.cor : undefined}
                    style={{
                      left: `${x * 100}%`,
                      top: `${y * 100}%`,
                      width: `${largura * 100}%`,
                      height: `${altura * 100}%`,
                    }}
                  />
                ))}
              </span>
              <span className="numero">{number}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}

const MiniPicture = memo(function MiniPicture(props: {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly scale: number;
}) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested ? <Picture {...props} failure="" withText={false} /> : null;
});
