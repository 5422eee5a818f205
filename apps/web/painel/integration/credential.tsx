import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { EscopoChave } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { Moment } from '../parts/moment.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import styles from './credential.module.css';
import verbatimStyles from './verbatim.module.css';

/** A moment, with what happened then. */
interface Told {
  readonly label: string;
  readonly at: string;
}

/** A key or an application that was let in: what it may do, since when, and when it was last there. */
export function Credential(props: {
  readonly name: ReactNode;
  readonly code: string;
  readonly use: { readonly ultimoUsoEm?: string | null; readonly ultimoIp?: string | null };
  readonly neverUsed: string;
  readonly began: Told;
  readonly ended: Told | null;
  readonly escopos: readonly EscopoChave[];
  readonly end: { readonly label: string; readonly about: string; readonly act: () => void } | null;
}) {
  const t = useIntegrationTexts();
  const { use, began, ended, escopos, end } = props;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} className="grow">
          {props.name}
          <code className={verbatimStyles.code}>{props.code}</code>
          <Text size="sm" component="div">
            {use.ultimoUsoEm ? (
              <>
                {t.chaves.lastUse}: <Moment when={use.ultimoUsoEm} />
                {use.ultimoIp && ` ${t.chaves.fromIp(use.ultimoIp)}`}
              </>
            ) : (
              props.neverUsed
            )}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {began.label}: <Moment when={began.at} />
            {ended && (
              <>
                {' '}
                · {ended.label}: <Moment when={ended.at} />
              </>
            )}
          </Text>
          <details className={styles.scopes}>
            <summary>{t.chaves.escopos(escopos.length)}</summary>
            <ul>
              {escopos.map((escopo) => (
                <li key={escopo}>
                  {t.escopo[escopo] ?? ''} <code className={verbatimStyles.code}>{escopo}</code>
                </li>
              ))}
            </ul>
          </details>
        </Stack>
        {end && (
          <Button size="xs" variant="default" aria-label={end.about} onClick={end.act}>
            {end.label}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
