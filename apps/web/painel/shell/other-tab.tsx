import { Alert, Button, Group } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { usePanel } from '../context.tsx';
import { useBase } from '../texts/base.ts';
import styles from './other-tab.module.css';

/** Another tab entered as somebody else or in another organization: what this page shows is not what calls would reach. */
export function OtherTab(props: { readonly usuarioId: string; readonly organizacaoId: string }) {
  const { session } = usePanel();
  const t = useBase();
  const now = useSyncExternalStore(session.subscribe, session.read);
  if (!now || (now.usuario.id === props.usuarioId && now.organizacaoId === props.organizacaoId)) return null;
  return (
    <div className={styles.aboveAll}>
      <Alert color="yellow" variant="outline" title={t.otherTab.titulo} role="alert" className="alert-warning">
        <Group justify="space-between">
          {t.otherTab.texto}
          <Button size="xs" onClick={() => location.reload()}>
            {t.actions.reloadPage}
          </Button>
        </Group>
      </Alert>
    </div>
  );
}
