import { Button } from '@mantine/core';
import { Empty } from '../parts/states.tsx';
import { useDocumentos } from '../texts/documentos.ts';

/** Nothing that the filters of a list let through. */
export function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useDocumentos();
  return (
    <Empty drawing="search" titulo={t.list.nothingHere} texto={t.list.nothingHereText}>
      <Button variant="default" onClick={onClear}>
        {t.list.clear}
      </Button>
    </Empty>
  );
}
