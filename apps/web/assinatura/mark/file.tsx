import { useState } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { pictureOf, withoutPaper } from './images.ts';
import styles from './mark.module.css';

/** A picture as it was chosen, and with its paper made clear. */
interface Photo {
  readonly before: string;
  readonly after: string;
}

/** Choosing a picture: made smaller here, shown as it will be sent. The input is the browser's; its words are ours. */
export function PictureChooser(props: {
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
  readonly onRefused: () => void;
  /** Whether it is a signature, of which the paper can be left out. */
  readonly cleans?: boolean;
}) {
  const { t } = usePage();
  const [busy, setBusy] = useState(false);
  const [photo, setPhoto] = useState<Photo | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const before = await pictureOf(file);
      const after = props.cleans ? await withoutPaper(before) : null;
      setPhoto(after === null ? null : { before, after });
      props.onPicture(before);
    } catch {
      props.onRefused();
    }
    setBusy(false);
  };
  return (
    <div className={styles.picture}>
      <p className="hint" id="file-hint">
        {t.marca.fileHint}
      </p>
      <label className={`button ${styles.chooser}`} aria-busy={busy}>
        {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="file" />}
        {props.picture === '' ? t.marca.arquivo : t.marca.otherFile}
        <input
          type="file"
          accept="image/*"
          aria-describedby="file-hint"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      {photo && (
        <label className={styles.clean}>
          <input
            type="checkbox"
            checked={props.picture === photo.after}
            onChange={(event) => props.onPicture(event.currentTarget.checked ? photo.after : photo.before)}
          />
          <span>{t.marca.clean}</span>
        </label>
      )}
      {props.picture && (
        <p className={styles.sample}>
          <img src={props.picture} alt={t.marca.preview} />
        </p>
      )}
    </div>
  );
}
