import { Group, NativeSelect, Paper, Text, TextInput, Title } from '@mantine/core';
import { groupBy } from '../../../kit/list.ts';
import { Tag } from '../../parts/tag.tsx';
import { useSpreadsheetTexts } from '../../texts/modelos.ts';
import formStyles from '../form.module.css';
import styles from './columns.module.css';
import { headerOf } from './example.ts';
import type { ReadItem } from './read.ts';
import type { Choices, Source, Target } from './targets.ts';

interface Props {
  readonly targets: readonly Target[];
  readonly readItem: ReadItem;
  readonly choices: Choices;
  readonly onChoices: (change: (now: Choices) => Choices) => void;
}

const isNeeded = (destino: Target) => destino.de === 'variable' || (destino.de === 'person' && destino.needed);

/** Which column says what: found by the headings, set right by hand. */
export function Columns({ targets, readItem, choices, onChoices }: Props) {
  const t = useSpreadsheetTexts();
  const roles = groupBy(
    targets.filter((one) => one.de === 'person'),
    ({ papelId }) => papelId,
  );
  const missing = targets.filter((one) => isNeeded(one) && !choices[one.id]).length;
  const choose = (destino: Target) => (fonte: Source | null) =>
    onChoices(({ [destino.id]: _gone, ...rest }) => (fonte ? { ...rest, [destino.id]: fonte } : rest));
  const all = (some: readonly Target[]) =>
    some.map((destino) => (
      <Column
        key={destino.id}
        destino={destino}
        header={readItem.header}
        fonte={choices[destino.id] ?? null}
        onSource={choose(destino)}
      />
    ));
  const variables = targets.filter(({ de }) => de === 'variable');
  return (
    <Paper withBorder p="lg" component="section">
      <Group gap="sm" mb="sm">
        <Title order={2} size="h4">
          {t.columns.titulo}
        </Title>
        {missing > 0 && <Tag tone="warning">{t.columns.leftOver(missing)}</Tag>}
      </Group>
      <div className={styles.groups}>
        {[...roles.values()].map((some) => (
          <fieldset key={some[0]?.papelId} className={formStyles.part}>
            <legend dir="auto">{some[0]?.papel}</legend>
            <div className={formStyles.inputs}>{all(some.filter(({ needed }) => needed))}</div>
            <details className={formStyles.more}>
              <summary>{t.columns.moreData}</summary>
              <div className={formStyles.inputs}>{all(some.filter(({ needed }) => !needed))}</div>
            </details>
          </fieldset>
        ))}
        {variables.length > 0 && (
          <fieldset className={formStyles.part}>
            <legend>{t.columns.variaveis}</legend>
            <div className={formStyles.inputs}>{all(variables)}</div>
          </fieldset>
        )}
        <fieldset className={formStyles.part}>
          <legend>{t.columns.documento}</legend>
          <div className={formStyles.inputs}>{all(targets.filter(({ de }) => de === 'titulo'))}</div>
          <Text size="xs" c="dimmed" mt={4}>
            {t.columns.titleHint}
          </Text>
        </fieldset>
      </div>
    </Paper>
  );
}

const FIXED = 'fixed';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Column(props: {
  readonly destino: Target;
  readonly header: readonly string[];
  readonly fonte: Source | null;
  readonly onSource: (fonte: Source | null) => void;
}) {
  const t = useSpreadsheetTexts();
  const { destino, header, fonte, onSource: onFonte } = props;
  const name = headerOf(destino, t);
  const label = destino.de === 'person' ? sentence(t.dado[destino.dado]) : name;
  const value = fonte === null ? '' : fonte.de === 'fixed' ? FIXED : String(fonte.index);
  const pick = (picked: string) => {
    if (picked === '') onFonte(null);
    else onFonte(picked === FIXED ? { de: 'fixed', valor: '' } : { de: 'column', index: Number(picked) });
  };
  return (
    <div className={isNeeded(destino) && fonte === null ? styles.withoutColumn : undefined}>
      <NativeSelect
        label={<span dir="auto">{label}</span>}
        aria-label={name}
        value={value}
        data={[
          { value: '', label: t.columns.doNotUse },
          ...header.map((head, index) => ({ value: String(index), label: head || `#${index + 1}` })),
          { value: FIXED, label: t.columns.fixed },
        ]}
        onChange={(event) => pick(event.currentTarget.value)}
      />
      {fonte?.de === 'fixed' && (
        <TextInput
          mt={6}
          dir="auto"
          aria-label={t.columns.fixedValue(name)}
          value={fonte.valor}
          onChange={(event) => onFonte({ de: 'fixed', valor: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
