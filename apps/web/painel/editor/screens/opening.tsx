import { Alert, Button, Progress, Text } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { useBase } from '../../texts/base.ts';
import { useEditor as useTexts } from '../texts/area.ts';
import type { Opening } from '../workbench/use-file.ts';
import styles from './opening.module.css';

/** The document on its way, or what keeps it. */
export function OpeningScreen({ opening, retry }: { readonly opening: Opening; readonly retry: () => void }) {
  const t = useTexts();
  const base = useBase();
  if (opening.state === 'failed') {
    return (
      <Alert
        className={`${styles.opening} alert-error`}
        color="red"
        variant="outline"
        role="alert"
        icon={<Icon name="alert" />}
      >
        <Text size="sm" mb="xs">
          {opening.why === 'connection' ? t.noLine : t.failed}
        </Text>
        <Button size="xs" variant="default" onClick={retry}>
          {base.actions.tryAgain}
        </Button>
      </Alert>
    );
  }
  const share = opening.state === 'loading' ? opening.share : null;
  return (
    <div className={styles.opening} role="status">
      <Text size="sm" c="dimmed">
        {share === null ? t.opening : t.downloading}
      </Text>
      {share !== null && <Progress value={share * 100} aria-label={t.downloading} />}
      <div className={styles.blankSheet} aria-hidden="true" />
    </div>
  );
}
