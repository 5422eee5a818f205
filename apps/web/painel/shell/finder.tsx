import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import styles from './finder.module.css';

const Search = lazy(() => import('./search.tsx'));

/** The way into the search: a button, or Ctrl K from anywhere. */
export function Finder() {
  const t = useBase();
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={styles.finder} onClick={open}>
        <Icon name="search" />
        <span className={styles.text}>{t.busca.open}</span>
        <Kbd size="xs" className={styles.text}>
          {t.busca.shortcut}
        </Kbd>
      </UnstyledButton>
      {asked > 0 && (
        <Suspense fallback={null}>
          <Search asked={asked} />
        </Suspense>
      )}
    </>
  );
}
