import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSpreadsheetTexts } from '../../texts/modelos.ts';
import styles from './gradually.module.css';

const STEP = 50;

/** A long list, some at a time. */
export function Gradually<T>(props: {
  readonly itens: readonly T[];
  readonly rotulo: string;
  readonly linha: (item: T) => ReactNode;
  readonly chave: (item: T) => number;
}) {
  const { check: t } = useSpreadsheetTexts();
  const [shown, setShown] = useState(STEP);
  const rest = props.itens.length - shown;
  if (props.itens.length === 0) return <Text c="dimmed">{t.noneYet}</Text>;
  return (
    <>
      <ul className={`plain-list ${styles.lines}`} aria-label={props.rotulo}>
        {props.itens.slice(0, shown).map((item) => (
          <li key={props.chave(item)} className={styles.line}>
            {props.linha(item)}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" onClick={() => setShown((now) => now + STEP)}>
            {t.more(Math.min(rest, STEP))}
          </Button>
        </Group>
      )}
    </>
  );
}
