import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBase } from '../texts/base.ts';
import { Icon } from './icon.tsx';

/** The menu at the end of a screen's actions. @param children its items */
export function MoreActions({ children }: { readonly children: ReactNode }) {
  const base = useBase();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={base.actions.more}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
