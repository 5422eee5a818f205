import { Drawer, type DrawerRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEditing } from '../contexto.tsx';
import './gaveta.css';

/** A sheet from an edge of the screen. Its head is no `header`: outside of `main` that would be a second banner. */
export function Gaveta(props: {
  readonly aberta: boolean;
  readonly titulo: string;
  readonly onClose: () => void;
  readonly position: NonNullable<DrawerRootProps['position']>;
  readonly size: NonNullable<DrawerRootProps['size']>;
  readonly children: ReactNode;
}) {
  const { t } = useEditing();
  const { position, size } = props;
  return (
    <Drawer.Root opened={props.aberta} onClose={props.onClose} position={position} size={size}>
      <Drawer.Overlay />
      <Drawer.Content className="gaveta" data-lado={position}>
        <div className="gaveta-topo">
          <Drawer.Title>{props.titulo}</Drawer.Title>
          <Drawer.CloseButton aria-label={t.pessoas.fechar} />
        </div>
        <Drawer.Body className="gaveta-corpo">{props.children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
