import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './facts-card.module.css';

/** What is known of what a screen shows: a `dl`, and texts below it. */
export function FactsCard({ children }: { readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" className={styles.card}>
      {children}
    </Paper>
  );
}
