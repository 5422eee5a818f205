import type { DocumentoResumo } from '@rubrica/contract';
import { type ReactNode, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import type { IconName } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { CancelDialog, MoveDialog } from './act-dialogs.tsx';
import { actionsOn, DOCUMENT_ACTIONS, type DocumentAction } from './acts.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { editorOf } from './opening.ts';
import { useChanged } from './queries.ts';
import { useRestore } from './restore.ts';
import { SaveModelo } from './save-modelo.tsx';

/** An action on one document, as a button or an item of a menu has it. */
export interface OfferedAction {
  readonly name: DocumentAction;
  readonly iconName: IconName;
  readonly rotulo: string;
  readonly run: () => void;
}

/** Actions that ask something first. */
const DIALOGS = {
  ajustar: AdjustDialog,
  cancelar: CancelDialog,
  corrigir: CorrectDialog,
  descrever: AdjustDialog,
  modelo: SaveModelo,
  mover: MoveDialog,
} as const satisfies Partial<Record<DocumentAction, (props: DialogProps) => ReactNode>>;

interface DialogProps {
  readonly documento: DocumentoResumo;
  readonly onClose: () => void;
}

/**
 * What a person may do with documents in their state, and how it is done; the rest is not there. One for a whole list:
 * `dialog` belongs into the page once, outside of the rows.
 */
export function useDocumentActions() {
  const t = useDocumentos();
  const reach = useIsAllowed();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ readonly name: keyof typeof DIALOGS; readonly of: DocumentoResumo } | null>(
    null,
  );
  const { busy, reenviar, copy, excluir } = useImmediate();
  const ask = (name: keyof typeof DIALOGS) => (of: DocumentoResumo) => setAsking({ name, of });
  const run: Record<DocumentAction, (documento: DocumentoResumo) => unknown> = {
    prepare: ({ id }) => navigate(editorOf(id)),
    reenviar,
    corrigir: ask('corrigir'),
    ajustar: ask('ajustar'),
    descrever: ask('descrever'),
    copy,
    modelo: ask('modelo'),
    mover: ask('mover'),
    cancelar: ask('cancelar'),
    excluir,
  };
  const Dialog = asking && DIALOGS[asking.name];
  return {
    offered: (documento: DocumentoResumo): readonly OfferedAction[] =>
      actionsOn(documento, reach).map((name) => ({
        name,
        iconName: DOCUMENT_ACTIONS[name].iconName,
        rotulo: t.pagina.actions[name],
        run: () => void run[name](documento),
      })),
    /** The action under way, of those that ask nothing. */
    busy,
    dialog: Dialog && <Dialog documento={asking.of} onClose={() => setAsking(null)} />,
  };
}

/** Actions that are one call without a question, one at a time. */
function useImmediate() {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const navigate = useNavigate();
  const restore = useRestore();
  const onItsPage = useMatch('/documentos/:documentoId') !== null;
  const [busy, setBusy] = useState<DocumentAction | null>(null);
  const once = (name: DocumentAction, act: (documento: DocumentoResumo) => Promise<void>) => {
    return async (documento: DocumentoResumo) => {
      if (busy) return;
      setBusy(name);
      await act(documento).catch((error) => notices.erro(error));
      setBusy(null);
    };
  };
  return {
    busy,
    reenviar: once('reenviar', async ({ id }) => {
      hasChanged.documento(await client.reenviarDocumento({ params: { documentoId: id } }));
      notices.done(t.pagina.resent);
    }),
    /** Opens the copy where it is prepared: it is there to be changed. */
    copy: once('copy', async ({ id }) => {
      const made = await client.duplicarDocumento({ params: { documentoId: id } });
      hasChanged.documento(made);
      await navigate(editorOf(made.id));
      notices.done(t.pagina.copied);
    }),
    /** Can be taken back at once; the list of the deleted offers it for as long as it can be. */
    excluir: once('excluir', async ({ id }) => {
      await client.excluirDocumento({ params: { documentoId: id } });
      if (onItsPage) await navigate('/documentos');
      hasChanged.de(id);
      notices.undoable(t.pagina.deleted, () => {
        restore.mutateAsync({ id }).then(
          () => navigate(`/documentos/${id}`),
          () => undefined,
        );
      });
    }),
  };
}
