import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useId, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { focusAfter } from '../../kit/focus.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { type Documento, openDocuments } from '../steps.ts';
import { InWords } from './in-words.tsx';
import partStyles from './parts.module.css';
import styles from './refusal.module.css';

/** Refusing, where the sender allows it, with a reason; in a set, one document or all. */
export function RefuseButton() {
  const { session, t } = useRoad();
  const [open, setOpen] = useState(false);
  const refusable = openDocuments(session).filter(({ recusavel }) => recusavel);
  if (refusable.length === 0) return null;
  return (
    <div className={styles.refuse}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="refuse" /> {t.recusa.button}
      </Button>
      {open && <RefuseDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The reason of a refusal and, in a set, what is refused. */
export function RefuseDialog({ onClose }: { readonly onClose: () => void }) {
  const { road, state, session, t } = useRoad();
  const documents = openDocuments(session);
  const refusable = documents.filter(({ recusavel }) => recusavel);
  const [motivo, setMotivo] = useState('');
  const [which, setWhich] = useState(refusable.length === documents.length ? '' : (refusable[0]?.id ?? ''));
  const [missing, setMissing] = useState(false);
  const id = useId();
  const submit = async () => {
    if (motivo.trim() === '') {
      focusAfter(
        () => setMissing(true),
        () => document.getElementById(id),
      );
      return;
    }
    await road.refuse(motivo.trim(), which === '' ? undefined : which);
    // If the connection is gone, the act is kept and goes on without the dialog, which would hide the notice of it.
    if (!road.state.remark) onClose();
  };
  return (
    <Dialog title={t.recusa.titulo} closeLabel={t.close} onClose={onClose}>
      <p>{t.recusa.texto}</p>
      {documents.length > 1 && (
        <Which documents={refusable} wholly={refusable.length === documents.length} which={which} onWhich={setWhich} />
      )}
      <div className={`field ${missing ? 'wrong' : ''}`}>
        <label htmlFor={id}>{t.recusa.motivo}</label>
        <textarea
          id={id}
          rows={4}
          maxLength={REASON_MAX_CHARS}
          value={motivo}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-error` : undefined}
          onInput={(event) => {
            setMotivo(event.currentTarget.value);
            setMissing(false);
          }}
        />
        {missing && (
          <p className="error" id={`${id}-error`}>
            <Icon name="alert" /> {t.recusa.missing}
          </p>
        )}
      </div>
      {state.remark && (
        <p className="error" role="alert">
          <Icon name="alert" /> <InWords said={state.remark} />
        </p>
      )}
      <div className={partStyles.actions}>
        <Button look="danger" busy={state.busy === 'recusar'} onClick={submit}>
          {t.recusa.confirm}
        </Button>
        <Button onClick={onClose}>{t.back}</Button>
      </div>
    </Dialog>
  );
}

/** Which of several documents is refused. `wholly` where all may be. */
function Which(props: {
  readonly documents: readonly Documento[];
  readonly wholly: boolean;
  readonly which: string;
  readonly onWhich: (id: string) => void;
}) {
  const { t } = useRoad();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.recusa.which}</label>
      <select id={id} value={props.which} onChange={(event) => props.onWhich(event.currentTarget.value)}>
        {props.wholly && <option value="">{t.recusa.all}</option>}
        {props.documents.map((documento) => (
          <option key={documento.id} value={documento.id}>
            {documento.titulo}
          </option>
        ))}
      </select>
    </div>
  );
}
