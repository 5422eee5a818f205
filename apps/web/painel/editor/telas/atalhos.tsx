import { Modal } from '@mantine/core';
import { useEditing } from '../contexto.tsx';
import './atalhos.css';

/** What the keys do. */
export function Atalhos({ aberta, onClose }: { readonly aberta: boolean; readonly onClose: () => void }) {
  const { t } = useEditing();
  return (
    <Modal
      opened={aberta}
      onClose={onClose}
      title={t.atalhos.titulo}
      closeButtonProps={{ 'aria-label': t.pessoas.fechar }}
    >
      <dl className="atalhos">
        {t.atalhos.lista.map(([keys, what]) => (
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
