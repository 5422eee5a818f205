import { useState } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { pictureOf } from './images.ts';

/** Choosing a picture: made smaller here, shown as it will be sent. The input is the browser's; its words are ours. */
export function PictureChooser(props: {
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
  readonly onRefused: () => void;
}) {
  const { t } = usePage();
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      props.onPicture(await pictureOf(file));
    } catch {
      props.onRefused();
    }
    setBusy(false);
  };
  return (
    <div className="field">
      <p className="hint" id="arquivo-dica">
        {t.marca.fileHint}
      </p>
      <label className="button chooser" aria-busy={busy}>
        {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="file" />}
        {props.picture === '' ? t.marca.arquivo : t.marca.otherFile}
        <input
          type="file"
          accept="image/*"
          aria-describedby="arquivo-dica"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      {props.picture && (
        <p className="sample">
          <img className="mark" src={props.picture} alt={t.marca.preview} />
        </p>
      )}
    </div>
  );
}
