import { FIELD_KINDS } from '@rubrica/contract/field-kinds';
import { useLayoutEffect } from 'react';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { fieldValue, maskFor, problemOf } from '../fields.ts';
import { InWords } from '../screens/in-words.tsx';
import type { Campo } from '../steps.ts';
import { inputOf, placeholderOf } from './control.tsx';
import styles from './dock.module.css';
import { entryId, type useWalk } from './walk.ts';

type Walk = ReturnType<typeof useWalk>;

/** A field beside its page: its name, a large input, and the way on. The page above shows where it is. */
export function Entry({ walk, campo }: { readonly walk: Walk; readonly campo: Campo }) {
  const { state, session, t } = useRoad();
  const { fields, at, told, opened, next, leave, close } = walk;
  const problem = told.has(campo.id) ? problemOf(campo, state.given, session) : null;
  const id = entryId(campo.id);
  const name = campo.rotulo ?? t.types[campo.tipo];
  const remark = state.remark?.campoId === campo.id ? state.remark : null;
  const wrong = problem !== null || remark !== null;
  useLayoutEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id]);
  return (
    <form
      className={`${styles.entry} ${wrong ? 'wrong' : ''}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (opened) leave(opened);
      }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className={styles.named}>
        <label htmlFor={id}>
          <strong>{name}</strong> <span className="hint">{campo.obrigatorio ? '' : t.campos.optional}</span>
        </label>
        <span className="hint">{t.campos.de(at + 1, fields.length)}</span>
        <button type="button" className="close" aria-label={t.close} onClick={close}>
          <Icon name="refuse" />
        </button>
      </div>
      <Input campo={campo} id={id} describedBy={wrong ? `${id}-error` : undefined} />
      {wrong && (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" /> {problem ? t.issues[problem] : remark && <InWords said={remark} />}
        </p>
      )}
      <div className={styles.ways}>
        {at > 0 && (
          <Button aria-label={t.campos.anterior} onClick={walk.toFieldBefore}>
            <Icon name="back" />
          </Button>
        )}
        <Button look="primary" type="submit" className="large">
          {next.to === 'review' ? t.campos.review : next.to === 'page' ? t.campos.ready : t.campos.proximo}
        </Button>
      </div>
    </form>
  );
}

function Input(props: { readonly campo: Campo; readonly id: string; readonly describedBy: string | undefined }) {
  const { campo, id, describedBy } = props;
  const { road, state, session } = useRoad();
  const value = fieldValue(campo, state.given, session);
  const kind = FIELD_KINDS[campo.tipo];
  const described = { id, 'aria-describedby': describedBy, 'aria-invalid': describedBy !== undefined || undefined };
  if (kind.holds === 'CHECK') {
    return (
      <input
        {...described}
        type="checkbox"
        checked={value === true}
        onChange={(event) => road.fill(campo.id, event.currentTarget.checked)}
      />
    );
  }
  if (kind.holds !== 'TEXT') return null;
  const text = {
    ...described,
    value: String(value),
    placeholder: placeholderOf(campo, session) ?? '',
    required: campo.obrigatorio,
  };
  const take = (typed: string) => road.fill(campo.id, maskFor(campo, typed));
  return kind.several ? (
    <textarea {...text} rows={2} onInput={(event) => take(event.currentTarget.value)} />
  ) : (
    <input type="text" {...text} {...inputOf(kind)} onInput={(event) => take(event.currentTarget.value)} />
  );
}
