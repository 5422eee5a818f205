import { RubricaError } from '@rubrica/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useTitulo } from '../partes/tela.tsx';
import { EditorDeCampos } from './editor.tsx';
import type { Problem } from './estado/regras.ts';
import { documentSource } from './salvar/documento.ts';
import { useEditor } from './textos/area.ts';

/** Preparing a document: people, fields, rules, and the sending. */
export function Component() {
  const { documentoId = '' } = useParams();
  const { client, basePath } = usePanel();
  const { podeEm } = usePode();
  const t = useEditor();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const avisos = useAvisos();
  useTitulo(t.preparar);
  const source = useMemo(() => documentSource(client, basePath, documentoId), [client, basePath, documentoId]);
  const acima = `/documentos/${documentoId}`;
  const send = async (): Promise<readonly Problem[]> => {
    try {
      await client.enviarDocumento({ params: { documentoId } });
    } catch (error) {
      if (!(error instanceof RubricaError) || !error.erros || error.erros.length === 0) {
        avisos.erro(error);
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
    avisos.feito(t.revisao.enviado);
    await navigate(acima);
    return [];
  };
  return (
    <EditorDeCampos
      key={documentoId}
      source={source}
      allows={(saved) => podeEm('definirCampos', saved)}
      acima={acima}
      onSend={send}
    />
  );
}
