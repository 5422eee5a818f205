import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../kit/brand.tsx';
import { useTitle } from '../parts/screen.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, useSpeech } from '../texts/area.ts';
import { useBase } from '../texts/base.ts';
import styles from './page.module.css';

/** A sign-in page: one sheet in the middle, the language at the top. */
export function AccountPage(props: {
  readonly titulo: string;
  readonly texto?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  const base = useBase();
  const t = useAccountTexts();
  const { language, speak } = useSpeech();
  useTitle(props.titulo);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.brand} href="/">
          <Mark size={30} /> {t.marca}
        </a>
        <NativeSelect
          size="xs"
          aria-label={base.language}
          value={language}
          onChange={(event) => speak(event.currentTarget.value as Language)}
          data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
      </header>
      <main id="conteudo">
        <Paper withBorder p="xl">
          <Stack>
            <Title order={1} size="h2">
              {props.titulo}
            </Title>
            {props.texto && (
              <Text c="dimmed" size="sm">
                {props.texto}
              </Text>
            )}
            {props.children}
          </Stack>
        </Paper>
        {props.footer && (
          <Group justify="center" mt="md" gap="xs">
            {props.footer}
          </Group>
        )}
      </main>
    </div>
  );
}
