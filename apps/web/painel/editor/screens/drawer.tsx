import { Drawer, type DrawerRootProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useEditing } from '../context.tsx';
import styles from './drawer.module.css';

/** A sheet from an edge of the screen. Its head is no `header`: outside of `main` that would be a second banner. */
export function SideDrawer(props: {
  readonly open: boolean;
  readonly titulo: string;
  readonly onClose: () => void;
  readonly position: NonNullable<DrawerRootProps['position']>;
  readonly size: NonNullable<DrawerRootProps['size']>;
  /** Selects what has the focus first; otherwise the first that can. */
  readonly focusTarget?: string | null;
  readonly children: ReactNode;
}) {
  const { t } = useEditing();
  const { position, size } = props;
  return (
    <Drawer.Root opened={props.open} onClose={props.onClose} position={position} size={size}>
      <Drawer.Overlay />
      <Drawer.Content className={styles.drawer} data-side={position}>
        <div className={styles.top}>
          <Drawer.Title className={styles.title}>{props.titulo}</Drawer.Title>
          <Drawer.CloseButton aria-label={t.persons.close} />
        </div>
        <Drawer.Body className={styles.body} data-drawer>
          {props.children}
          <First focusTarget={props.focusTarget ?? null} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Gives the focus to what the sheet was opened for, as soon as it is there. */
function First({ focusTarget }: { readonly focusTarget: string | null }) {
  useLayoutEffect(() => {
    const element = focusTarget === null ? null : document.querySelector<HTMLElement>(focusTarget);
    if (!element) return;
    element.focus();
    // The sheet's focus trap moves the focus a moment later, to the element marked for it.
    element.dataset.autofocus = '';
    return () => {
      delete element.dataset.autofocus;
    };
  }, [focusTarget]);
  return null;
}
