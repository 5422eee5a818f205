import type { Documento } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useKeeping } from '../contatos/keep.tsx';
import { useIsAllowed, usePanel } from '../context.tsx';
import { pageOf } from '../documentos/opening.ts';
import { useOpenSignature } from '../documentos/own-signature.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useTitle } from '../parts/screen.tsx';
import { Corrected } from './corrected.tsx';
import { FieldEditor } from './editor.tsx';
import { documentSource, partyOf, refusalsOf } from './saving/documento.ts';
import type { Problem } from './state/rules.ts';
import { useEditor } from './texts/area.ts';

/** Preparing a document: people, fields, rules, and the sending. */
export function Component() {
  const { documentoId = '' } = useParams();
  const { client, basePath, ambiente } = usePanel();
  const { mayIn } = useIsAllowed();
  const t = useEditor();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notices = useNotices();
  const keep = useKeeping();
  const open = useOpenSignature();
  useTitle(t.prepare);
  const source = useMemo(() => documentSource(client, basePath, documentoId), [client, basePath, documentoId]);
  const send = async (): Promise<readonly Problem[]> => {
    let sent: Documento;
    try {
      sent = await client.enviarDocumento({ params: { documentoId } });
    } catch (error) {
      const refused = refusalsOf(error);
      if (refused.length === 0) notices.erro(error);
      return refused;
    }
    await queries.invalidateQueries({ queryKey: ['documentos'] });
    await queries.invalidateQueries({ queryKey: ['documento', documentoId] });
    notices.done(t.review.sent);
    // The way back from the signature is the document, not the editor of what was sent.
    await navigate(`/documentos/${documentoId}`, { replace: true });
    await Promise.all([keep(sent.signatarios.map((one, index) => partyOf(one, index, sent))), open(sent)]);
    return [];
  };
  return (
    <FieldEditor
      key={documentoId}
      source={source}
      ambiente={ambiente}
      allows={(saved) => mayIn('definirCampos', saved)}
      above={pageOf(documentoId)}
      onSend={send}
      notice={<Corrected />}
    />
  );
}
