import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';

const Busca = lazy(() => import('./busca.tsx'));

/** The way into the search: a button, or Ctrl K from anywhere. */
export function Buscador() {
  const t = useBase();
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className="buscador" onClick={open}>
        <Icone nome="busca" />
        <span className="buscador-texto">{t.busca.abrir}</span>
        <Kbd size="xs" className="buscador-texto">
          {t.busca.atalho}
        </Kbd>
      </UnstyledButton>
      {asked > 0 && (
        <Suspense fallback={null}>
          <Busca asked={asked} />
        </Suspense>
      )}
    </>
  );
}
