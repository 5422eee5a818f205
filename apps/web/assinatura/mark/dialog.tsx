import type { Handwriting } from '@rubrica/contract';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Icon, TextField } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import type { Mark } from '../fields.ts';
import partStyles from '../screens/parts.module.css';
import { type Drawing, DrawingPad } from './drawing.tsx';
import { PictureChooser } from './file.tsx';
import { Handwritings } from './handwritings.tsx';
import { labelOfUse, type Making } from './making.ts';
import styles from './mark.module.css';

const WAYS = ['draw', 'typeIn', 'upload'] as const;
type Way = (typeof WAYS)[number];

/** The name is known more often than not, and typed it is a signature already; each of the others is one tap away. */
const likely = (mark: Mark | null, name: string): Way => {
  if (mark) return mark.tipo === 'DIGITADA' ? 'typeIn' : mark.tipo === 'DESENHADA' ? 'draw' : 'upload';
  return name === '' && matchMedia('(pointer: coarse)').matches ? 'draw' : 'typeIn';
};

const handOf = (mark: Mark | null): Handwriting | undefined => (mark?.tipo === 'DIGITADA' ? mark.fonte : undefined);

type Kind = 'assinatura' | 'rubrica';
type Lack = 'point' | 'texto' | 'arquivo' | 'imagem';

/** A mark in the making, in each of the three ways; changing the way loses nothing of the others. */
function useMark(kind: Kind, onUsed: () => void) {
  const { road, state, session, t, announce } = useRoad();
  const before = state.given[kind];
  const name = state.given.nome ?? session.signatario.nome ?? '';
  const [way, setWay] = useState<Way>(() => likely(before, name));
  const [text, setText] = useState(
    before?.tipo === 'DIGITADA' ? before.texto : kind === 'rubrica' ? initialsOf(name) : name,
  );
  const [hand, setHand] = useState(() => handOf(before) ?? handOf(state.given.assinatura) ?? 'SOLTA');
  const [picture, setPicture] = useState(before?.tipo === 'IMAGEM' ? before.imagem : '');
  const [problem, setProblem] = useState<Lack | null>(null);
  const drawing = useRef<Drawing | null>(null);
  const forget = useCallback(() => setProblem(null), []);

  const made = (): Mark | null => {
    if (way === 'typeIn') return text.trim() === '' ? null : { tipo: 'DIGITADA', texto: text.trim(), fonte: hand };
    if (way === 'upload') return picture === '' ? null : { tipo: 'IMAGEM', imagem: picture };
    const imagem = drawing.current?.picture();
    return imagem ? { tipo: 'DESENHADA', imagem } : null;
  };
  const use = () => {
    const mark = made();
    if (!mark) return setProblem(({ draw: 'point', typeIn: 'texto', upload: 'arquivo' } as const)[way]);
    road.give({ [kind]: mark });
    announce(t.marca.used);
    onUsed();
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
    hand,
    setHand,
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
export function MarkDialog({ kind, onClose, onUsed, next }: Making & { readonly kind: Kind }) {
  const { t } = useRoad();
  const mark = useMark(kind, onUsed);
  const { way, text } = mark;
  return (
    <Dialog title={t.marca.titulo[kind]} closeLabel={t.close} onClose={onClose} wide low>
      <Ways way={way} onWay={mark.setWay} />
      <div className={styles.stack}>
        <Panel shown={way === 'draw'}>
          <p className="hint">{t.marca.drawIt}</p>
          <DrawingPad drawing={mark.drawing} label={t.marca.area} onChange={mark.forget} />
        </Panel>
        <Panel shown={way === 'typeIn'}>
          <TextField
            label={t.marca.typeIt[kind]}
            autoComplete={kind === 'assinatura' ? 'name' : 'off'}
            maxLength={200}
            value={text}
            onValue={mark.setText}
          />
          <Handwritings text={text} chosen={mark.hand} onChoose={mark.setHand} />
        </Panel>
        <Panel shown={way === 'upload'}>
          <PictureChooser picture={mark.picture} onPicture={mark.setPicture} onRefused={mark.refuse} cleans />
        </Panel>
      </div>
      {mark.problem && (
        <p className="error" role="alert">
          <Icon name="alert" /> {t.marca.issues[mark.problem]}
        </p>
      )}
      <p className="hint">{t.marca.vale[kind]}</p>
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={mark.use}>
          {labelOfUse(next, t) ?? t.marca.use[kind]}
        </Button>
        <Button onClick={onClose}>{t.back}</Button>
      </div>
    </Dialog>
  );
}

/** One of the ways. All take their place at once, so that choosing moves nothing; what is not shown cannot be reached. */
function Panel({ shown, children }: { readonly shown: boolean; readonly children: ReactNode }) {
  return <div className={shown ? styles.panel : `${styles.panel} ${styles.away}`}>{children}</div>;
}

function Ways({ way, onWay }: { readonly way: Way; readonly onWay: (way: Way) => void }) {
  const { t } = useRoad();
  return (
    <fieldset className={styles.ways}>
      <legend className="unseen">{t.marca.how}</legend>
      {WAYS.map((one) => (
        <label key={one} className={way === one ? styles.chosen : undefined}>
          <input type="radio" name="modo" checked={way === one} onChange={() => onWay(one)} />
          {t.marca.modes[one]}
        </label>
      ))}
    </fieldset>
  );
}
