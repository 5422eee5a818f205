import { Button, Checkbox, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { Lembrete, NivelAssinatura } from '@rubrica/contract';
import { FATORES_ACEITOS, LEMBRETES, NIVEIS_ACEITOS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { fromLocal, toLocal } from '../../partes/local-moment.ts';
import { useEditing } from '../contexto.tsx';
import type { Action } from '../estado/editor.ts';
import type { Options } from '../estado/tipos.ts';
import { Gaveta } from './gaveta.tsx';

export const optionInputId = (name: keyof Options) => `regra-${name}`;

/** What holds for the whole document: title, message, proof of identity, deadline, refusal. */
export function Regras(props: {
  readonly aberta: boolean;
  /** Selects the rule that has the focus first. */
  readonly foco: string | null;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const { editor, t } = useEditing();
  const { opcoes } = editor.present;
  return (
    <Gaveta
      aberta={props.aberta && opcoes !== null}
      foco={props.foco}
      onClose={onClose}
      position="right"
      size="md"
      titulo={t.regras.titulo}
    >
      {opcoes && <Form opcoes={opcoes} onClose={onClose} />}
    </Gaveta>
  );
}

type Change = Extract<Action, { type: 'opcoes' }>['opcoes'];
type Set = (change: Change, run?: keyof Change) => void;

/** What every input of the rules has in common, the problem of its rule included. */
function useInput() {
  const { dispatch, problems, readOnly, t } = useEditing();
  return (name: keyof Options) => {
    const own = problems.find(({ spot }) => spot.at === 'opcoes' && spot.name === name);
    return {
      id: optionInputId(name),
      disabled: readOnly,
      error: own ? t.problema(own.fault, name) : undefined,
      onBlur: () => dispatch({ type: 'pausa' }),
    };
  };
}

function Form({ opcoes, onClose }: { readonly opcoes: Options; readonly onClose: () => void }) {
  const { dispatch, t } = useEditing();
  const input = useInput();
  const set: Set = (change, run) =>
    dispatch({ type: 'opcoes', opcoes: change, ...(run ? { run: `opcao:${run}` } : {}) });
  return (
    <Stack gap="md">
      <TextInput
        {...input('titulo')}
        label={t.regras.nome}
        value={opcoes.titulo}
        maxLength={TITLE_MAX_CHARS}
        dir="auto"
        onChange={(event) => set({ titulo: event.currentTarget.value }, 'titulo')}
      />
      <Textarea
        {...input('mensagem')}
        label={t.regras.mensagem}
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        maxLength={MESSAGE_MAX_CHARS}
        value={opcoes.mensagem}
        onChange={(event) => set({ mensagem: event.currentTarget.value }, 'mensagem')}
      />
      <Proof opcoes={opcoes} set={set} />
      <Course opcoes={opcoes} set={set} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.regras.pronto}</Button>
      </Group>
    </Stack>
  );
}

/** How sure one wants to be of who signs. */
function Proof({ opcoes, set }: { readonly opcoes: Options; readonly set: Set }) {
  const { dispatch, readOnly, t } = useEditing();
  const input = useInput();
  const factors = opcoes.fatoresExigidos;
  return (
    <>
      <NativeSelect
        {...input('nivelAssinatura')}
        label={t.regras.nivel}
        value={opcoes.nivelAssinatura}
        data={[...new Set([...NIVEIS_ACEITOS, opcoes.nivelAssinatura])].map((value) => ({
          value,
          label: t.regras.niveis[value] ?? value,
        }))}
        onChange={(event) => set({ nivelAssinatura: event.currentTarget.value as NivelAssinatura })}
      />
      <Checkbox.Group
        label={t.regras.fatores}
        value={[...factors]}
        onChange={() => undefined}
        error={input('fatoresExigidos').error}
      >
        <Stack gap="xs" mt="xs">
          {FATORES_ACEITOS.map((fator) => (
            <Checkbox
              key={fator}
              {...(fator === 'EMAIL' ? { id: optionInputId('fatoresExigidos') } : {})}
              value={fator}
              label={t.fatores[fator]}
              disabled={readOnly || (factors.length === 1 && factors[0] === fator)}
              onChange={(event) => dispatch({ type: 'exigir', de: null, fator, exigido: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

/** Until when, how often reminded, and what a refusal does. */
function Course({ opcoes, set }: { readonly opcoes: Options; readonly set: Set }) {
  const { readOnly, t } = useEditing();
  const input = useInput();
  return (
    <>
      <TextInput
        {...input('prazoEm')}
        label={t.regras.prazo}
        type="datetime-local"
        value={toLocal(opcoes.prazoEm)}
        onChange={(event) => set({ prazoEm: fromLocal(event.currentTarget.value) ?? '' }, 'prazoEm')}
      />
      <NativeSelect
        {...input('lembrete')}
        label={t.regras.lembrete}
        value={opcoes.lembrete ?? ''}
        data={[
          { value: '', label: t.regras.lembretes.nenhum ?? '' },
          ...LEMBRETES.map((value) => ({ value, label: t.regras.lembretes[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ lembrete: value === '' ? null : (value as Lembrete) })}
      />
      <Switch
        label={t.regras.recusavel}
        disabled={readOnly}
        checked={opcoes.recusavel}
        onChange={(event) => set({ recusavel: event.currentTarget.checked })}
      />
      <Switch
        label={t.regras.parar}
        disabled={readOnly || !opcoes.recusavel}
        checked={opcoes.recusavel && opcoes.pararSeRecusado}
        onChange={(event) => set({ pararSeRecusado: event.currentTarget.checked })}
      />
    </>
  );
}
