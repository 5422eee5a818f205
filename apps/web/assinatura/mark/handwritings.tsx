import type { Handwriting } from '@rubrica/contract';
import { extentOf } from '@rubrica/pdf/layout';
import { lettersOf } from '../../kit/pdf/place.ts';
import { usePage } from '../context.tsx';
import { familyOf, HANDWRITINGS, useHandwriting } from '../reader/handwriting.ts';
import { MarkPicture } from '../reader/mark.tsx';
import styles from './mark.module.css';

/** Choosing the handwriting by what is typed, written in each of them. */
export function Handwritings(props: {
  readonly text: string;
  readonly chosen: Handwriting;
  readonly onChoose: (fonte: Handwriting) => void;
}) {
  const { t } = usePage();
  return (
    <fieldset className={styles.hands}>
      <legend>{t.marca.hand}</legend>
      {HANDWRITINGS.map((fonte) => (
        <label key={fonte} className={props.chosen === fonte ? styles.chosen : undefined}>
          <input type="radio" name="letra" checked={props.chosen === fonte} onChange={() => props.onChoose(fonte)} />
          <span className="unseen">{t.marca.hands[fonte]} </span>
          <Sample text={props.text.trim()} fonte={fonte} />
        </label>
      ))}
    </fieldset>
  );
}

/** A line of it, smaller where it would be wider than there is room. */
function Sample({ text, fonte }: { readonly text: string; readonly fonte: Handwriting }) {
  const family = familyOf(fonte);
  useHandwriting(fonte);
  const { before, width, after } = extentOf(lettersOf(text, family));
  const style = {
    padding: `0 ${after}em 0 ${before}em`,
    fontSize: `min(2.1rem, ${100 / Math.max(1, before + width + after)}cqi)`,
  };
  return (
    <span className={styles.written}>
      <MarkPicture mark={{ tipo: 'DIGITADA', texto: text, fonte }} label="" style={style} />
    </span>
  );
}
