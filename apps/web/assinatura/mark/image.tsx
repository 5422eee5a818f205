import { useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { fieldValue } from '../fields.ts';
import partStyles from '../screens/parts.module.css';
import type { Campo } from '../steps.ts';
import { PictureChooser } from './file.tsx';
import { labelOfUse, type Making } from './making.ts';

/** Choosing the picture of a field. */
export function PictureDialog({ campo, onClose, onUsed, next }: Making & { readonly campo: Campo }) {
  const { road, state, session, t } = useRoad();
  const [picture, setPicture] = useState(String(fieldValue(campo, state.given, session)));
  const [failed, setFailed] = useState(false);
  const use = () => {
    if (picture === '') return onClose();
    road.fill(campo.id, picture);
    onUsed();
  };
  return (
    <Dialog title={campo.rotulo ?? t.types.IMAGEM} closeLabel={t.close} onClose={onClose} low>
      <PictureChooser
        picture={picture}
        onPicture={(chosen) => {
          setPicture(chosen);
          setFailed(false);
        }}
        onRefused={() => setFailed(true)}
      />
      {failed && (
        <p className="error" role="alert">
          <Icon name="alert" /> {t.marca.issues.imagem}
        </p>
      )}
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={use}>
          {labelOfUse(next, t) ?? t.marca.useImage}
        </Button>
        <Button onClick={onClose}>{t.back}</Button>
      </div>
    </Dialog>
  );
}
