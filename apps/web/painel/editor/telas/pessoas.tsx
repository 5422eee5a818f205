import { Button, Switch, Text } from '@mantine/core';
import { SIGNERS_MAX } from '@rubrica/contract/limits';
import { useRef } from 'react';
import { Icone } from '../../partes/icone.tsx';
import { useEditing } from '../contexto.tsx';
import { moveParty, oneByOne, shiftParty, stepParty, type Target, turnsOf } from '../estado/partes.ts';
import { newParty, type Party } from '../estado/tipos.ts';
import type { Badge } from '../mesa/campo.tsx';
import { Figura } from './figura.tsx';
import { Pessoa, partyInputId } from './pessoa.tsx';

/** Who signs, in which order; each can be opened to be filled in. */
export function Pessoas(props: {
  readonly badges: ReadonlyMap<string, Badge>;
  readonly aberta: string | null;
  readonly onAberta: (id: string | null) => void;
}) {
  const { editor, dispatch, kind, readOnly, setDono, t } = useEditing();
  const { partes, opcoes } = editor.present;
  const inTurns = opcoes?.ordenado ?? true;
  const list = useRef<HTMLOListElement>(null);
  const drag = useOrder(list, inTurns);
  const template = kind === 'modelo';
  const include = () => {
    const party = newParty((partes.at(-1)?.ordem ?? 0) + 1, template ? { nome: '' } : {});
    dispatch({ type: 'partes', partes: [...partes, party] });
    setDono(party.id);
    props.onAberta(party.id);
    requestAnimationFrame(() => document.getElementById(partyInputId(party.id, 'nome'))?.focus());
  };
  const turns = inTurns ? turnsOf(partes) : partes.map((party) => [party]);
  return (
    <section className="bloco pessoas" aria-label={template ? t.pessoas.tituloModelo : t.pessoas.titulo}>
      <h2>{template ? t.pessoas.tituloModelo : t.pessoas.titulo}</h2>
      {partes.length === 0 && (
        <Text size="sm" c="dimmed">
          {template ? t.pessoas.vazioModelo : t.pessoas.vazio}
        </Text>
      )}
      {opcoes && partes.length > 1 && (
        <Switch
          size="sm"
          label={t.pessoas.emOrdem}
          description={opcoes.ordenado ? t.pessoas.emOrdemDica : undefined}
          checked={opcoes.ordenado}
          disabled={readOnly}
          onChange={(event) => {
            const ordenado = event.currentTarget.checked;
            if (ordenado && new Set(partes.map(({ ordem }) => ordem)).size === 1)
              dispatch({ type: 'partes', partes: oneByOne(partes) });
            dispatch({ type: 'opcoes', opcoes: { ordenado } });
          }}
        />
      )}
      <ol ref={list} className={inTurns ? 'vezes' : 'vezes soltas'}>
        {turns.map((turn, index) => (
          <li key={turn[0]?.id ?? index} className="vez" data-vez={index}>
            {inTurns && partes.length > 1 && <span className="vez-numero">{t.pessoas.vez(index + 1)}</span>}
            <ul>
              {turn.map((party) => (
                <li key={party.id} className="pessoa-item" data-parte={party.id}>
                  <Cartao
                    party={party}
                    badge={props.badges.get(party.id)}
                    aberta={props.aberta === party.id}
                    onAberta={props.onAberta}
                    onDrag={drag(party)}
                    movable={partes.length > 1 && !readOnly}
                    inTurns={inTurns}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icone nome="somar" />}
          disabled={partes.length >= SIGNERS_MAX}
          onClick={include}
        >
          {template ? t.pessoas.incluirModelo : t.pessoas.incluir}
        </Button>
      )}
    </section>
  );
}

function Cartao(props: {
  readonly party: Party;
  readonly badge: Badge | undefined;
  readonly aberta: boolean;
  readonly onAberta: (id: string | null) => void;
  readonly onDrag: (event: React.PointerEvent<HTMLElement>) => void;
  readonly movable: boolean;
  readonly inTurns: boolean;
}) {
  const { party, badge, aberta } = props;
  const { editor, dispatch, problems, dono, setDono, kind, t, announce } = useEditing();
  const nome = badge?.nome ?? t.pessoas.semNome;
  const count = editor.present.campos.filter((field) => field.dono === party.id).length;
  const own = problems.filter(({ spot }) => spot.at === 'parte' && spot.id === party.id);
  const step = (by: -1 | 1) => {
    const partes = (props.inTurns ? stepParty : shiftParty)(editor.present.partes, party.id, by);
    dispatch({ type: 'partes', partes });
    const turns = turnsOf(partes);
    const at = turns.findIndex((turn) => turn.some(({ id }) => id === party.id));
    announce(t.pessoas.movida(nome, at + 1, turns.length));
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-parte="${party.id}"] .alca-de-ordem`)?.focus(),
    );
  };
  return (
    <div className={dono === party.id ? 'pessoa ativa' : 'pessoa'} data-cor={badge?.cor}>
      <div className="pessoa-linha">
        {props.movable && (
          <button
            type="button"
            className="alca-de-ordem"
            aria-label={t.pessoas.mover(nome)}
            title={t.pessoas.mover(nome)}
            onPointerDown={props.onDrag}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              event.stopPropagation();
              step(event.key === 'ArrowUp' ? -1 : 1);
            }}
          >
            <Figura nome="alca" />
          </button>
        )}
        <button
          type="button"
          className="pessoa-nome"
          aria-expanded={aberta}
          onClick={() => {
            setDono(party.id);
            props.onAberta(aberta ? null : party.id);
          }}
        >
          <span className="sigla" aria-hidden="true">
            {badge?.sigla}
          </span>
          <span className="pessoa-texto">
            <span className="nome" dir="auto">
              {nome}
            </span>
            <span className="detalhe">
              {t.funcoes[party.funcao]} · {kind === 'documento' ? `${t.entregas[party.metodoEntrega]} · ` : ''}
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
      </div>
      {aberta && <Pessoa party={party} onDone={() => props.onAberta(null)} />}
    </div>
  );
}

/** Dragging a person among the turns by its handle; what came of it is told once, at the end. */
function useOrder(list: { readonly current: HTMLOListElement | null }, inTurns: boolean) {
  const { editor, dispatch } = useEditing();
  return (party: Party) => (event: React.PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.focus();
    const item = handle.closest<HTMLElement>('.pessoa-item');
    const id = event.pointerId;
    const from = event.clientY;
    handle.setPointerCapture(id);
    let target: Target | null = null;
    const marks = () => list.current?.querySelectorAll<HTMLElement>('.vez') ?? [];
    const clear = () => {
      for (const turn of marks()) turn.classList.remove('entra', 'antes', 'depois');
      item?.style.removeProperty('transform');
      item?.classList.remove('levada');
    };
    const move = (now: PointerEvent) => {
      item?.classList.add('levada');
      if (item) item.style.transform = `translateY(${now.clientY - from}px)`;
      target = null;
      for (const turn of marks()) {
        turn.classList.remove('entra', 'antes', 'depois');
        const box = turn.getBoundingClientRect();
        if (target || now.clientY > box.bottom) continue;
        const index = Number(turn.dataset.vez);
        const share = (now.clientY - box.top) / box.height;
        const before = inTurns ? share < 0.25 : share < 0.5;
        const after = inTurns ? share > 0.75 : !before;
        target = before ? { before: index } : after ? { before: index + 1 } : { into: index };
        turn.classList.add(before ? 'antes' : after ? 'depois' : 'entra');
      }
      target ??= { before: marks().length };
    };
    const end = (done: boolean) => () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', stop);
      clear();
      if (!done || !target) return;
      const partes = inTurns ? editor.present.partes : oneByOne(editor.present.partes);
      dispatch({ type: 'partes', partes: moveParty(partes, party.id, target) });
    };
    const drop = end(true);
    const stop = end(false);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', stop);
  };
}
