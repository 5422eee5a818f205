import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import type { Party } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import { Figure } from './figure.tsx';
import { Person } from './person.tsx';
import { HANDLE_CLASS, useMove } from './use-order.ts';

export interface CardProps {
  readonly party: Party;
  readonly badge: Badge | undefined;
  readonly aberta: boolean;
  readonly onAberta: (id: string | null) => void;
  readonly onDrag: (event: React.PointerEvent<HTMLElement>) => void;
  readonly movable: boolean;
}

/** A person in a line: their place in the order, who they are, what is wrong; opened, all that is known of them. */
export function Card(props: CardProps) {
  const { party, badge, aberta } = props;
  const { holder } = useEditing();
  return (
    <div className={holder === party.id ? 'pessoa ativa' : 'pessoa'} data-cor={badge?.cor}>
      <div className="pessoa-linha">
        {props.movable && <Handle {...props} />}
        <Nome {...props} />
      </div>
      {aberta && <Person party={party} onDone={() => props.onAberta(null)} />}
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
      className={HANDLE_CLASS}
      aria-label={t.persons.mover(nome)}
      title={t.persons.mover(nome)}
      onPointerDown={onDrag}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        move({ type: 'move-part', id: party.id, by: event.key === 'ArrowUp' ? -1 : 1 });
      }}
    >
      <Figure nome="handle" />
    </button>
  );
}

function Nome({ party, badge, aberta, onAberta }: CardProps) {
  const { editor, problems, setHolder, kind, t } = useEditing();
  const count = editor.present.campos.filter((field) => field.holder === party.id).length;
  const own = problems.filter(({ spot }) => spot.at === 'part' && spot.id === party.id);
  const way = kind === 'documento' ? `${t.entregas[party.metodoEntrega]} · ` : '';
  return (
    <button
      type="button"
      className="pessoa-nome"
      aria-expanded={aberta}
      onClick={() => {
        setHolder(party.id);
        onAberta(aberta ? null : party.id);
      }}
    >
      <span className="sigla" aria-hidden="true">
        {badge?.monogram}
      </span>
      <span className="pessoa-texto">
        <span className="nome" dir="auto">
          {badge?.nome ?? t.persons.noName}
        </span>
        <span className="detalhe">
          {t.functions[party.funcao]} · {way}
          {t.persons.campos(count)}
        </span>
      </span>
      {own.some(({ blocks }) => blocks) && (
        <span className="alerta" title={t.bar.issues(own.length)}>
          <Icon nome="alert" />
          <span className="unseen">{t.bar.issues(own.length)}</span>
        </span>
      )}
      <Icon nome={aberta ? 'low' : 'right'} tamanho={16} />
    </button>
  );
}
