import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBase } from '../textos/base.ts';
import { Icone } from './icone.tsx';

/** The menu at the end of a screen's actions. @param children its items */
export function MaisAcoes({ children }: { readonly children: ReactNode }) {
  const base = useBase();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={base.acoes.mais}>
          <Icone nome="mais" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
