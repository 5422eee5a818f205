import { useMemo } from 'react';
import { useParams } from 'react-router';
import { usePanel, usePode } from '../contexto.tsx';
import { useTitulo } from '../partes/tela.tsx';
import { EditorDeCampos } from './editor.tsx';
import { templateSource } from './salvar/modelo.ts';
import { useEditor } from './textos/area.ts';

/** Roles and fields of a template, in the same editor. */
export function Component() {
  const { modeloId = '' } = useParams();
  const { client, basePath } = usePanel();
  const { podeEm } = usePode();
  const t = useEditor();
  useTitulo(t.prepararModelo);
  const source = useMemo(() => templateSource(client, basePath, modeloId), [client, basePath, modeloId]);
  return (
    <EditorDeCampos
      key={modeloId}
      source={source}
      allows={(saved) => podeEm('alterarModelo', saved)}
      acima={`/modelos/${modeloId}`}
    />
  );
}
