import { Modal } from '@mantine/core';
import { useEditing } from '../context.tsx';
import styles from './shortcuts.module.css';

/** What the keys do. */
export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useEditing();
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={t.shortcuts.titulo}
      closeButtonProps={{ 'aria-label': t.persons.close }}
    >
      <dl className={styles.shortcuts}>
        {t.shortcuts.list.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
