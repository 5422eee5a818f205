import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useTitle } from '../parts/screen.tsx';
import { FieldEditor } from './editor.tsx';
import { templateSource } from './saving/modelo.ts';
import { useEditor } from './texts/area.ts';

/** Roles and fields of a template, in the same editor. */
export function Component() {
  const { modeloId = '' } = useParams();
  const { client, basePath, ambiente } = usePanel();
  const { mayIn } = useIsAllowed();
  const t = useEditor();
  useTitle(t.prepareModelo);
  const source = useMemo(() => templateSource(client, basePath, modeloId), [client, basePath, modeloId]);
  return (
    <FieldEditor
      key={modeloId}
      source={source}
      ambiente={ambiente}
      allows={(saved) => mayIn('alterarModelo', saved)}
      above={`/modelos/${modeloId}`}
    />
  );
}
