import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import type { Party } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import { Monogram } from '../workbench/monogram.tsx';
import styles from './card.module.css';
import { Figure } from './figure.tsx';
import { Person } from './person.tsx';
import { useMove } from './use-order.ts';

export interface CardProps {
  readonly party: Party;
  readonly badge: Badge | undefined;
  readonly open: boolean;
  readonly onOpen: (id: string | null) => void;
  readonly onDrag: (event: React.PointerEvent<HTMLElement>) => void;
  readonly movable: boolean;
}

/** One row per person: their place in the order, who they are, what is wrong; expanded, everything known about them. */
export function Card(props: CardProps) {
  const { party, badge, open } = props;
  const { holder } = useEditing();
  return (
    <div className={`${styles.card} ${holder === party.id ? styles.active : ''}`} data-color={badge?.color}>
      <div className={styles.line}>
        {props.movable && <Handle {...props} />}
        <Opener {...props} />
      </div>
      {open && <Person party={party} onDone={() => props.onOpen(null)} />}
    </div>
  );
}

/** What a person is dragged by, and moved by with the arrow keys. */
function Handle({ party, badge, onDrag }: CardProps) {
  const { t } = useEditing();
  const move = useMove();
  const nome = badge?.nome ?? t.persons.noName;
  return (
    <button
      type="button"
      className={styles.handle}
      data-party-handle={party.id}
      aria-label={t.persons.mover(nome)}
      title={t.persons.mover(nome)}
      onPointerDown={onDrag}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        move({ type: 'move-party', id: party.id, by: event.key === 'ArrowUp' ? -1 : 1 });
      }}
    >
      <Figure name="handle" />
    </button>
  );
}

function Opener({ party, badge, open, onOpen }: CardProps) {
  const { editor, problems, setHolder, kind, t } = useEditing();
  const count = editor.present.campos.filter((field) => field.holder === party.id).length;
  const own = problems.filter(({ spot }) => spot.at === 'part' && spot.id === party.id);
  const way = kind === 'documento' ? `${t.entregas[party.metodoEntrega]} · ` : '';
  return (
    <button
      type="button"
      className={styles.opener}
      aria-expanded={open}
      onClick={() => {
        setHolder(party.id);
        onOpen(open ? null : party.id);
      }}
    >
      <Monogram letters={badge?.monogram} className={styles.monogram} />
      <span className={styles.about}>
        <span className={styles.name} dir="auto">
          {badge?.nome ?? t.persons.noName}
        </span>
        <span className={styles.detail}>
          {t.functions[party.funcao]} · {way}
          {t.persons.campos(count)}
        </span>
      </span>
      {own.some(({ blocks }) => blocks) && (
        <span className={styles.alert} title={t.bar.issues(own.length)}>
          <Icon name="alert" />
          <span className="unseen">{t.bar.issues(own.length)}</span>
        </span>
      )}
      <Icon name={open ? 'low' : 'right'} size={16} />
    </button>
  );
}
