import { RubricaError } from '@rubrica/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useTitulo } from '../parts/screen.tsx';
import { FieldEditor } from './editor.tsx';
import { documentSource } from './saving/documento.ts';
import type { Problem } from './state/rules.ts';
import { useEditor } from './texts/area.ts';

/** Preparing a document: people, fields, rules, and the sending. */
export function Component() {
  const { documentoId = '' } = useParams();
  const { client, basePath } = usePanel();
  const { mayIn } = useIsAllowed();
  const t = useEditor();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notices = useNotices();
  useTitulo(t.prepare);
  const source = useMemo(() => documentSource(client, basePath, documentoId), [client, basePath, documentoId]);
  const above = `/documentos/${documentoId}`;
  const send = async (): Promise<readonly Problem[]> => {
    try {
      await client.enviarDocumento({ params: { documentoId } });
    } catch (error) {
      if (!(error instanceof RubricaError) || !error.erros || error.erros.length === 0) {
        notices.erro(error);
        return [];
      }
      return error.erros.map(({ campo, mensagem, ...ruled }) => ({
        fault: { kind: 'recusado', message: mensagem, ...ruled },
        spot: { at: 'campos' },
        blocks: true,
        path: campo,
      }));
    }
    await queries.invalidateQueries({ queryKey: ['documentos'] });
    await queries.invalidateQueries({ queryKey: ['documento', documentoId] });
    notices.done(t.review.enviado);
    await navigate(above);
    return [];
  };
  return (
    <FieldEditor
      key={documentoId}
      source={source}
      allows={(saved) => mayIn('definirCampos', saved)}
      above={above}
      onSend={send}
    />
  );
}
