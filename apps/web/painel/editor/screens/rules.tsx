import { Button, Checkbox, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { Lembrete, NivelAssinatura } from '@rubrica/contract';
import { ACCEPTED_FACTORS, ACCEPTED_LEVELS, REMINDERS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { fromLocal, toLocal } from '../../parts/local-moment.ts';
import { useEditing } from '../context.tsx';
import type { Action } from '../state/editor.ts';
import type { Options } from '../state/types.ts';
import { SideDrawer } from './drawer.tsx';

export const optionInputId = (name: keyof Options) => `option-${name}`;

/** What holds for the whole document: title, message, proof of identity, deadline, refusal. */
export function Rules(props: {
  readonly open: boolean;
  /** Selects the rule that has the focus first. */
  readonly focusTarget: string | null;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const { editor, t } = useEditing();
  const { options } = editor.present;
  return (
    <SideDrawer
      open={props.open && options !== null}
      focusTarget={props.focusTarget}
      onClose={onClose}
      position="right"
      size="md"
      titulo={t.rules.titulo}
    >
      {options && <Form options={options} onClose={onClose} />}
    </SideDrawer>
  );
}

type Change = Extract<Action, { type: 'options' }>['options'];
type Set = (change: Change, run?: keyof Change) => void;

/** What every input of the rules has in common, the problem of its rule included. */
function useInput() {
  const { dispatch, problems, readOnly, t } = useEditing();
  return (name: keyof Options) => {
    const own = problems.find(({ spot }) => spot.at === 'options' && spot.name === name);
    return {
      id: optionInputId(name),
      disabled: readOnly,
      error: own ? t.issue(own.fault, name) : undefined,
      onBlur: () => dispatch({ type: 'pause' }),
    };
  };
}

function Form({ options, onClose }: { readonly options: Options; readonly onClose: () => void }) {
  const { dispatch, t } = useEditing();
  const input = useInput();
  const set: Set = (change, run) =>
    dispatch({ type: 'options', options: change, ...(run ? { run: `option:${run}` } : {}) });
  return (
    <Stack gap="md">
      <TextInput
        {...input('titulo')}
        label={t.rules.nome}
        value={options.titulo}
        maxLength={TITLE_MAX_CHARS}
        dir="auto"
        onChange={(event) => set({ titulo: event.currentTarget.value }, 'titulo')}
      />
      <Textarea
        {...input('mensagem')}
        label={t.rules.mensagem}
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        maxLength={MESSAGE_MAX_CHARS}
        value={options.mensagem}
        onChange={(event) => set({ mensagem: event.currentTarget.value }, 'mensagem')}
      />
      <Proof options={options} set={set} />
      <Course options={options} set={set} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.rules.ready}</Button>
      </Group>
    </Stack>
  );
}

/** How sure one wants to be of who signs. */
function Proof({ options, set }: { readonly options: Options; readonly set: Set }) {
  const { dispatch, readOnly, t } = useEditing();
  const input = useInput();
  const factors = options.fatoresExigidos;
  return (
    <>
      <NativeSelect
        {...input('nivelAssinatura')}
        label={t.rules.nivel}
        value={options.nivelAssinatura}
        data={[...new Set([...ACCEPTED_LEVELS, options.nivelAssinatura])].map((value) => ({
          value,
          label: t.rules.levels[value] ?? value,
        }))}
        onChange={(event) => set({ nivelAssinatura: event.currentTarget.value as NivelAssinatura })}
      />
      <Checkbox.Group
        label={t.rules.fatores}
        value={[...factors]}
        onChange={() => undefined}
        error={input('fatoresExigidos').error}
      >
        <Stack gap="xs" mt="xs">
          {ACCEPTED_FACTORS.map((fator) => (
            <Checkbox
              key={fator}
              {...(fator === 'EMAIL' ? { id: optionInputId('fatoresExigidos') } : {})}
              value={fator}
              label={t.fatores[fator]}
              disabled={readOnly || (factors.length === 1 && factors[0] === fator)}
              onChange={(event) => dispatch({ type: 'ask', de: null, fator, demanded: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

/** Until when, how often reminded, and what a refusal does. */
function Course({ options, set }: { readonly options: Options; readonly set: Set }) {
  const { readOnly, t } = useEditing();
  const input = useInput();
  return (
    <>
      <TextInput
        {...input('prazoEm')}
        label={t.rules.prazo}
        type="datetime-local"
        value={toLocal(options.prazoEm)}
        onChange={(event) => set({ prazoEm: fromLocal(event.currentTarget.value) ?? '' }, 'prazoEm')}
      />
      <NativeSelect
        {...input('lembrete')}
        label={t.rules.lembrete}
        value={options.lembrete ?? ''}
        data={[
          { value: '', label: t.rules.reminders.none ?? '' },
          ...REMINDERS.map((value) => ({ value, label: t.rules.reminders[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ lembrete: value === '' ? null : (value as Lembrete) })}
      />
      <Switch
        label={t.rules.recusavel}
        disabled={readOnly}
        checked={options.recusavel}
        onChange={(event) => set({ recusavel: event.currentTarget.checked })}
      />
      <Switch
        label={t.rules.stop}
        disabled={readOnly || !options.recusavel}
        checked={options.recusavel && options.pararSeRecusado}
        onChange={(event) => set({ pararSeRecusado: event.currentTarget.checked })}
      />
    </>
  );
}
