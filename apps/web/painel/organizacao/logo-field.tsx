import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { Icon } from '../parts/icon.tsx';
import { useSpeech } from '../texts/area.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { readLogo, storedSize } from './logo.ts';
import styles from './logo-field.module.css';

/** What was chosen of the person's files: its size, or why it cannot be. */
function useChosen(onLogo: (logo: string | null) => void) {
  const { marca: t } = useOrganizacao();
  const { language } = useSpeech();
  const [own, setOwn] = useState<string | null>(null);
  const [size, setSize] = useState<string | null>(null);
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    const read = await readLogo(file);
    if (!read.ok) {
      const megabytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(file.size / 1024 ** 2);
      const problem = read.problem === 'tamanho' ? t.issues.tamanho(megabytes) : t.issues[read.problem];
      focusAfter(
        () => setOwn(problem),
        () => input,
      );
      return;
    }
    const { width, height } = storedSize(read.width, read.height);
    setOwn(null);
    setSize(width === read.width ? t.logoMeasures(read.width, read.height) : t.logoReduced(width, height));
    onLogo(read.dataUri);
  };
  const remove = () => {
    setSize(null);
    setOwn(null);
    onLogo(null);
  };
  return { own, size, choose, remove };
}

/** The organization's picture: chosen, replaced, removed. */
export function LogoField(props: {
  readonly logo: string | null;
  readonly onLogo: (logo: string | null) => void;
  readonly problem: string | null;
}) {
  const t = useOrganizacao();
  const id = useId();
  const { own, size, choose, remove } = useChosen(props.onLogo);
  const problem = own ?? props.problem;
  return (
    <Input.Wrapper
      label={t.marca.logo}
      labelElement="div"
      description={t.marca.logoHint}
      error={problem}
      errorProps={{ id: `${id}-problem`, role: 'alert' }}
      descriptionProps={{ id: `${id}-hint` }}
    >
      <Stack gap="xs" mt={6} align="flex-start">
        {props.logo ? (
          <span className={styles.logo}>
            <img src={props.logo} alt={t.marca.currentLogo} />
          </span>
        ) : (
          <Text size="sm">{t.marca.noLogo}</Text>
        )}
        {size && props.logo && (
          <Text size="sm" c="dimmed" role="status">
            {size}
          </Text>
        )}
        <Group gap="xs">
          <label className={styles.file}>
            <input
              type="file"
              className="unseen"
              accept="image/png,image/jpeg"
              aria-invalid={problem ? true : undefined}
              aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
              onChange={(event) => void choose(event.currentTarget)}
            />
            <Icon name="goUp" />
            {props.logo ? t.marca.exchangeLogo : t.marca.chooseLogo}
          </label>
          {props.logo && (
            <Button variant="subtle" color="gray" onClick={remove}>
              {t.marca.removeLogo}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
