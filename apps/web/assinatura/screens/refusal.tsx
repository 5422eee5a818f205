import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useId, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { focusAfter } from '../../kit/focus.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { openDocuments } from '../steps.ts';
import { InWords } from './sheet.tsx';

/** Refusing, where the sender allows it, with a reason; in a set, one document or all. */
export function RefuseButton() {
  const { session, t } = useRoad();
  const [open, setOpen] = useState(false);
  const refusable = openDocuments(session).filter(({ recusavel }) => recusavel);
  if (refusable.length === 0) return null;
  return (
    <div className="refuse">
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="refuse" /> {t.recusa.button}
      </Button>
      {open && <RefuseDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function RefuseDialog({ onClose }: { readonly onClose: () => void }) {
  const { road, state, session, t } = useRoad();
  const documents = openDocuments(session);
  const refusable = documents.filter(({ recusavel }) => recusavel);
  const wholly = refusable.length === documents.length;
  const [motivo, setMotivo] = useState('');
  const [which, setWhich] = useState(wholly ? '' : (refusable[0]?.id ?? ''));
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
    // Kept for the line, the act goes on without the dialog, and the notice of it is not behind it.
    if (!road.state.remark) onClose();
  };
  return (
    <Dialog title={t.recusa.titulo} closeLabel={t.close} onClose={onClose}>
      <p>{t.recusa.texto}</p>
      {documents.length > 1 && (
        <div className="field">
          <label htmlFor={`${id}-qual`}>{t.recusa.which}</label>
          <select id={`${id}-qual`} value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
            {wholly && <option value="">{t.recusa.all}</option>}
            {refusable.map((documento) => (
              <option key={documento.id} value={documento.id}>
                {documento.titulo}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className={`field ${missing ? 'wrong' : ''}`}>
        <label htmlFor={id}>{t.recusa.motivo}</label>
        <textarea
          id={id}
          rows={4}
          maxLength={REASON_MAX_CHARS}
          value={motivo}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-erro` : undefined}
          onInput={(event) => {
            setMotivo(event.currentTarget.value);
            setMissing(false);
          }}
        />
        {missing && (
          <p className="error" id={`${id}-erro`}>
            <Icon name="alert" /> {t.recusa.missing}
          </p>
        )}
      </div>
      {state.remark && (
        <p className="error" role="alert">
          <Icon name="alert" /> <InWords said={state.remark} />
        </p>
      )}
      <div className="actions">
        <Button look="danger" busy={state.busy === 'recusar'} onClick={submit}>
          {t.recusa.confirmar}
        </Button>
        <Button onClick={onClose}>{t.back}</Button>
      </div>
    </Dialog>
  );
}
