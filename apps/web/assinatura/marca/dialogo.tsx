import { useCallback, useRef, useState } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Icon, TextField } from '../../kit/parts.tsx';
import type { Mark } from '../campos.ts';
import { useRoad } from '../contexto.tsx';
import { PictureChooser } from './arquivo.tsx';
import { type Drawing, DrawingPad } from './desenho.tsx';

const WAYS = ['desenhar', 'digitar', 'enviar'] as const;
type Way = (typeof WAYS)[number];

/** Who points with a finger most likely draws; who has a keyboard may well not be able to. */
const likely = (mark: Mark | null): Way => {
  if (mark) return mark.tipo === 'DIGITADA' ? 'digitar' : mark.tipo === 'DESENHADA' ? 'desenhar' : 'enviar';
  return matchMedia('(pointer: coarse)').matches ? 'desenhar' : 'digitar';
};

type Kind = 'assinatura' | 'rubrica';
type Lack = 'ponto' | 'texto' | 'arquivo' | 'imagem';

/** A mark in the making, in each of the three ways; changing the way loses nothing of the others. */
function useMark(kind: Kind, onClose: () => void) {
  const { road, state, session, t, announce } = useRoad();
  const before = state.given[kind];
  const name = state.given.nome ?? session.signatario.nome ?? '';
  const [way, setWay] = useState<Way>(() => likely(before));
  const [text, setText] = useState(
    before?.tipo === 'DIGITADA' ? before.texto : kind === 'rubrica' ? initialsOf(name) : name,
  );
  const [picture, setPicture] = useState(before?.tipo === 'IMAGEM' ? before.imagem : '');
  const [problem, setProblem] = useState<Lack | null>(null);
  const drawing = useRef<Drawing | null>(null);
  const forget = useCallback(() => setProblem(null), []);

  const made = (): Mark | null => {
    if (way === 'digitar') return text.trim() === '' ? null : { tipo: 'DIGITADA', texto: text.trim() };
    if (way === 'enviar') return picture === '' ? null : { tipo: 'IMAGEM', imagem: picture };
    const imagem = drawing.current?.picture();
    return imagem ? { tipo: 'DESENHADA', imagem } : null;
  };
  const use = () => {
    const mark = made();
    if (!mark) return setProblem(({ desenhar: 'ponto', digitar: 'texto', enviar: 'arquivo' } as const)[way]);
    road.give({ [kind]: mark });
    announce(t.marca.usada);
    onClose();
  };
  /** What was said of what was there before holds no longer. */
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      forget();
    };
  return {
    way,
    setWay: anew(setWay),
    text,
    setText: anew(setText),
    picture,
    setPicture: anew(setPicture),
    drawing,
    problem,
    refuse: () => setProblem('imagem'),
    forget,
    use,
  };
}

/** Making one's signature or initials: drawn, typed or as a picture, all three worth the same. */
export function MarkDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const { t } = useRoad();
  const mark = useMark(kind, onClose);
  const { way, text } = mark;
  return (
    <Dialog title={t.marca.titulo[kind]} closeLabel={t.fechar} onClose={onClose} wide>
      <Ways way={way} onWay={mark.setWay} />
      {way === 'desenhar' && (
        <>
          <p className="hint">{t.marca.desenhe}</p>
          <DrawingPad drawing={mark.drawing} label={t.marca.area} onChange={mark.forget} />
        </>
      )}
      {way === 'digitar' && (
        <>
          <TextField
            label={t.marca.digite[kind]}
            autoComplete={kind === 'assinatura' ? 'name' : 'off'}
            maxLength={200}
            value={text}
            onValue={mark.setText}
          />
          <p className="sample" aria-hidden="true">
            <span className="script">{text || ' '}</span>
          </p>
        </>
      )}
      {way === 'enviar' && (
        <PictureChooser picture={mark.picture} onPicture={mark.setPicture} onRefused={mark.refuse} />
      )}
      {mark.problem && (
        <p className="error" role="alert">
          <Icon name="alert" /> {t.marca.problemas[mark.problem]}
        </p>
      )}
      <p className="hint">{t.marca.vale[kind]}</p>
      <div className="actions">
        <Button look="primary" className="large" onClick={mark.use}>
          {t.marca.usar[kind]}
        </Button>
        <Button onClick={onClose}>{t.voltar}</Button>
      </div>
    </Dialog>
  );
}

function Ways({ way, onWay }: { readonly way: Way; readonly onWay: (way: Way) => void }) {
  const { t } = useRoad();
  return (
    <fieldset className="ways">
      <legend className="unseen">{t.marca.como}</legend>
      {WAYS.map((one) => (
        <label key={one} className={way === one ? 'chosen' : ''}>
          <input type="radio" name="modo" checked={way === one} onChange={() => onWay(one)} />
          {t.marca.modos[one]}
        </label>
      ))}
    </fieldset>
  );
}
