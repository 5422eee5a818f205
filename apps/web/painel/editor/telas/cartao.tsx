import { Icone } from '../../partes/icone.tsx';
import { useEditing } from '../contexto.tsx';
import type { Party } from '../estado/tipos.ts';
import type { Badge } from '../mesa/campo.tsx';
import { Figura } from './figura.tsx';
import { Pessoa } from './pessoa.tsx';
import { HANDLE_CLASS, useMove } from './usar-ordem.ts';

export interface CartaoProps {
  readonly party: Party;
  readonly badge: Badge | undefined;
  readonly aberta: boolean;
  readonly onAberta: (id: string | null) => void;
  readonly onDrag: (event: React.PointerEvent<HTMLElement>) => void;
  readonly movable: boolean;
}

/** A person in a line: their place in the order, who they are, what is wrong; opened, all that is known of them. */
export function Cartao(props: CartaoProps) {
  const { party, badge, aberta } = props;
  const { dono } = useEditing();
  return (
    <div className={dono === party.id ? 'pessoa ativa' : 'pessoa'} data-cor={badge?.cor}>
      <div className="pessoa-linha">
        {props.movable && <Alca {...props} />}
        <Nome {...props} />
      </div>
      {aberta && <Pessoa party={party} onDone={() => props.onAberta(null)} />}
    </div>
  );
}

/** What a person is dragged by, and moved by with the arrow keys. */
function Alca({ party, badge, onDrag }: CartaoProps) {
  const { t } = useEditing();
  const move = useMove();
  const nome = badge?.nome ?? t.pessoas.semNome;
  return (
    <button
      type="button"
      className={HANDLE_CLASS}
      aria-label={t.pessoas.mover(nome)}
      title={t.pessoas.mover(nome)}
      onPointerDown={onDrag}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        move({ type: 'mover-parte', id: party.id, by: event.key === 'ArrowUp' ? -1 : 1 });
      }}
    >
      <Figura nome="alca" />
    </button>
  );
}

function Nome({ party, badge, aberta, onAberta }: CartaoProps) {
  const { editor, problems, setDono, kind, t } = useEditing();
  const count = editor.present.campos.filter((field) => field.dono === party.id).length;
  const own = problems.filter(({ spot }) => spot.at === 'parte' && spot.id === party.id);
  const way = kind === 'documento' ? `${t.entregas[party.metodoEntrega]} · ` : '';
  return (
    <button
      type="button"
      className="pessoa-nome"
      aria-expanded={aberta}
      onClick={() => {
        setDono(party.id);
        onAberta(aberta ? null : party.id);
      }}
    >
      <span className="sigla" aria-hidden="true">
        {badge?.sigla}
      </span>
      <span className="pessoa-texto">
        <span className="nome" dir="auto">
          {badge?.nome ?? t.pessoas.semNome}
        </span>
        <span className="detalhe">
          {t.funcoes[party.funcao]} · {way}
          {t.pessoas.campos(count)}
        </span>
      </span>
      {own.some(({ blocks }) => blocks) && (
        <span className="alerta" title={t.barra.problemas(own.length)}>
          <Icone nome="alerta" />
          <span className="unseen">{t.barra.problemas(own.length)}</span>
        </span>
      )}
      <Icone nome={aberta ? 'baixo' : 'direita'} tamanho={16} />
    </button>
  );
}
