import { useCallback, useRef, useState } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Icon, TextField } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import type { Mark } from '../fields.ts';
import { type Drawing, DrawingPad } from './drawing.tsx';
import { PictureChooser } from './file.tsx';

const WAYS = ['draw', 'typeIn', 'enviar'] as const;
type Way = (typeof WAYS)[number];

/** Who points with a finger most likely draws; who has a keyboard may well not be able to. */
const likely = (mark: Mark | null): Way => {
  if (mark) return mark.tipo === 'DIGITADA' ? 'typeIn' : mark.tipo === 'DESENHADA' ? 'draw' : 'enviar';
  return matchMedia('(pointer: coarse)').matches ? 'draw' : 'typeIn';
};

type Kind = 'assinatura' | 'rubrica';
type Lack = 'point' | 'texto' | 'arquivo' | 'imagem';

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
    if (way === 'typeIn') return text.trim() === '' ? null : { tipo: 'DIGITADA', texto: text.trim() };
    if (way === 'enviar') return picture === '' ? null : { tipo: 'IMAGEM', imagem: picture };
    const imagem = drawing.current?.picture();
    return imagem ? { tipo: 'DESENHADA', imagem } : null;
  };
  const use = () => {
    const mark = made();
    if (!mark) return setProblem(({ draw: 'point', typeIn: 'texto', enviar: 'arquivo' } as const)[way]);
    road.give({ [kind]: mark });
    announce(t.marca.used);
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
    <Dialog title={t.marca.titulo[kind]} closeLabel={t.close} onClose={onClose} wide>
      <Ways way={way} onWay={mark.setWay} />
      {way === 'draw' && (
        <>
          <p className="hint">{t.marca.drawIt}</p>
          <DrawingPad drawing={mark.drawing} label={t.marca.area} onChange={mark.forget} />
        </>
      )}
      {way === 'typeIn' && (
        <>
          <TextField
            label={t.marca.typeIt[kind]}
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
          <Icon name="alert" /> {t.marca.issues[mark.problem]}
        </p>
      )}
      <p className="hint">{t.marca.vale[kind]}</p>
      <div className="actions">
        <Button look="primary" className="large" onClick={mark.use}>
          {t.marca.use[kind]}
        </Button>
        <Button onClick={onClose}>{t.back}</Button>
      </div>
    </Dialog>
  );
}

function Ways({ way, onWay }: { readonly way: Way; readonly onWay: (way: Way) => void }) {
  const { t } = useRoad();
  return (
    <fieldset className="ways">
      <legend className="unseen">{t.marca.how}</legend>
      {WAYS.map((one) => (
        <label key={one} className={way === one ? 'chosen' : ''}>
          <input type="radio" name="modo" checked={way === one} onChange={() => onWay(one)} />
          {t.marca.modes[one]}
        </label>
      ))}
    </fieldset>
  );
}
