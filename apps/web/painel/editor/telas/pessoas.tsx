import { Button, Switch, Text } from '@mantine/core';
import { SIGNERS_MAX } from '@rubrica/contract/limits';
import { useRef } from 'react';
import { focusAfter } from '../../../kit/focus.ts';
import { newId } from '../../../kit/uuid.ts';
import { Icone } from '../../partes/icone.tsx';
import { useEditing } from '../contexto.tsx';
import { turnsOf } from '../estado/partes.ts';
import type { Badge } from '../mesa/campo.tsx';
import { Cartao } from './cartao.tsx';
import { partyInputId } from './pessoa.tsx';
import './pessoas.css';
import { useOrder } from './usar-ordem.ts';

/** Of the button that includes somebody. */
export const INCLUDE_ID = 'incluir-parte';

interface PessoasProps {
  readonly badges: ReadonlyMap<string, Badge>;
  readonly aberta: string | null;
  readonly onAberta: (id: string | null) => void;
}

/** Who signs, in which order; each can be opened to be filled in. */
export function Pessoas(props: PessoasProps) {
  const { editor, dispatch, kind, readOnly, setDono, t } = useEditing();
  const { partes } = editor.present;
  const template = kind === 'modelo';
  const titulo = template ? t.pessoas.tituloModelo : t.pessoas.titulo;
  const include = () => {
    const id = newId();
    focusAfter(
      () => {
        dispatch({ type: 'incluir-parte', id });
        setDono(id);
        props.onAberta(id);
      },
      () => document.getElementById(partyInputId(id, 'nome')),
    );
  };
  return (
    <section className="bloco pessoas" aria-label={titulo}>
      <h2>{titulo}</h2>
      {partes.length === 0 && (
        <Text size="sm" c="dimmed">
          {template ? t.pessoas.vazioModelo : t.pessoas.vazio}
        </Text>
      )}
      <EmOrdem />
      <Vezes {...props} />
      {!readOnly && (
        <Button
          id={INCLUDE_ID}
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

/** Whether they sign one after another. */
function EmOrdem() {
  const { editor, dispatch, readOnly, t } = useEditing();
  const { partes, opcoes } = editor.present;
  if (!opcoes || partes.length < 2) return null;
  return (
    <Switch
      size="sm"
      label={t.pessoas.emOrdem}
      description={opcoes.ordenado ? t.pessoas.emOrdemDica : undefined}
      checked={opcoes.ordenado}
      disabled={readOnly}
      onChange={(event) => dispatch({ type: 'ordenar', ordenado: event.currentTarget.checked })}
    />
  );
}

/** The turns, and the people of each. */
function Vezes({ badges, aberta, onAberta }: PessoasProps) {
  const { editor, readOnly, t } = useEditing();
  const { partes, opcoes } = editor.present;
  const inTurns = opcoes?.ordenado ?? true;
  const list = useRef<HTMLOListElement>(null);
  const drag = useOrder(list, inTurns);
  const turns = inTurns ? turnsOf(partes) : partes.map((party) => [party]);
  return (
    <ol ref={list} className="vezes">
      {turns.map((turn, index) => (
        <li key={turn[0]?.id ?? index} className="vez">
          {inTurns && partes.length > 1 && <span className="vez-numero">{t.pessoas.vez(index + 1)}</span>}
          <ul>
            {turn.map((party) => (
              <li key={party.id} className="pessoa-item" data-parte={party.id}>
                <Cartao
                  party={party}
                  badge={badges.get(party.id)}
                  aberta={aberta === party.id}
                  onAberta={onAberta}
                  onDrag={drag(party.id)}
                  movable={partes.length > 1 && !readOnly}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
