import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { Lembrete } from '@rubrica/contract';
import { REMINDERS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useIsAllowed } from '../../context.tsx';
import { useEmailTemplates } from '../../organizacao/queries.ts';
import { fromLocal, toLocal } from '../../parts/local-moment.ts';
import { useEditing } from '../context.tsx';
import type { Options } from '../state/types.ts';

/** Days from now, as deadlines are usually given. */
const DEADLINES = [7, 15, 30] as const;

/** The end of a day so many days from now, in the viewer's zone. */
function endOfDay(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  day.setHours(23, 59, 0, 0);
  return day.toISOString();
}

type SetOptions = (change: Partial<Options>, run?: keyof Options) => void;

/** Until when it may be signed: a moment, or a few days from now. */
function Deadline(props: { readonly options: Options; readonly set: SetOptions; readonly fault: string | undefined }) {
  const { options, set, fault } = props;
  const { dispatch, readOnly, t } = useEditing();
  return (
    <>
      <TextInput
        label={t.rules.prazo}
        type="datetime-local"
        disabled={readOnly}
        value={toLocal(options.prazoEm)}
        error={fault}
        onBlur={() => dispatch({ type: 'pause' })}
        onChange={(event) => set({ prazoEm: fromLocal(event.currentTarget.value) ?? '' }, 'prazoEm')}
      />
      <Group gap="xs">
        {DEADLINES.map((days) => (
          <Button
            key={days}
            size="compact-sm"
            variant={options.prazoEm === endOfDay(days) ? 'filled' : 'default'}
            aria-pressed={options.prazoEm === endOfDay(days)}
            disabled={readOnly}
            onClick={() => set({ prazoEm: endOfDay(days) })}
          >
            {t.send.days(days)}
          </Button>
        ))}
        {options.prazoEm !== '' && (
          <Button size="compact-sm" variant="subtle" disabled={readOnly} onClick={() => set({ prazoEm: '' })}>
            {t.send.noDeadline}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Which of the organization's texts the invitation has. */
function EmailTemplate({ options, set }: { readonly options: Options; readonly set: SetOptions }) {
  const { readOnly, t } = useEditing();
  const { isAllowed } = useIsAllowed();
  const mayChoose = isAllowed('listarModelosEmail');
  const templates = useEmailTemplates(mayChoose);
  if (!mayChoose) return null;
  const known = templates.data ?? [];
  const gone = options.modeloEmailId !== null && !known.some(({ id }) => id === options.modeloEmailId);
  return (
    <NativeSelect
      label={t.send.modeloEmail}
      disabled={readOnly}
      value={options.modeloEmailId ?? ''}
      data={[
        { value: '', label: t.send.ofService },
        ...(gone && templates.data ? [{ value: options.modeloEmailId ?? '', label: t.send.gone }] : []),
        ...known.map(({ id, nome }) => ({ value: id, label: nome })),
      ]}
      onChange={({ currentTarget: { value } }) => set({ modeloEmailId: value || null })}
    />
  );
}

/** What is decided when sending: the words, until when, how often to remind, and where answers go. */
export function SendStep() {
  const { editor, dispatch, problems, readOnly, inPanel, t } = useEditing();
  const { options } = editor.present;
  if (!options) return null;
  const set: SetOptions = (change, run) =>
    dispatch({ type: 'options', options: change, ...(run ? { run: `option:${run}` } : {}) });
  const wrong = (name: keyof Options) => {
    const own = problems.find(({ spot }) => spot.at === 'options' && spot.name === name);
    return own ? t.issue(own.fault, name) : undefined;
  };
  const pause = () => dispatch({ type: 'pause' });
  return (
    <Stack gap="sm" component="section" aria-label={t.send.titulo}>
      <Textarea
        label={t.rules.mensagem}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        disabled={readOnly}
        maxLength={MESSAGE_MAX_CHARS}
        value={options.mensagem}
        onBlur={pause}
        onChange={(event) => set({ mensagem: event.currentTarget.value }, 'mensagem')}
      />
      <Deadline options={options} set={set} fault={wrong('prazoEm')} />
      <NativeSelect
        label={t.rules.lembrete}
        disabled={readOnly}
        value={options.lembrete ?? ''}
        data={[
          { value: '', label: t.rules.reminders.none ?? '' },
          ...REMINDERS.map((value) => ({ value, label: t.rules.reminders[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ lembrete: value === '' ? null : (value as Lembrete) })}
      />
      {inPanel && <EmailTemplate options={options} set={set} />}
      <TextInput
        label={t.send.responderPara}
        description={t.send.replyHint}
        type="email"
        disabled={readOnly}
        value={options.responderPara}
        error={wrong('responderPara')}
        onBlur={pause}
        onChange={(event) => set({ responderPara: event.currentTarget.value }, 'responderPara')}
      />
    </Stack>
  );
}
