import type { DocumentoResumo } from '@rubrica/contract';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { CancellationReason } from './cancellation-reason.tsx';
import { PastaChoice } from './pasta-choice.tsx';
import { useChanged, usePastas } from './queries.ts';

interface Props {
  readonly documento: DocumentoResumo;
  readonly onClose: () => void;
}

/** Cancels with a reason, which is what makes sure that it is meant. */
export function CancelDialog({ documento, onClose }: Props) {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const form = useForm({ motivo: '' }, { motivo: (value) => (value.trim() === '' ? t.batch.reasonMissing : null) });
  const cancel = async () => {
    const body = { motivo: form.values.motivo.trim() };
    hasChanged.documento(await client.cancelarDocumento({ params: { documentoId: documento.id }, body }));
    notices.done(t.pagina.cancelled);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.pagina.actions.cancelar} onSubmit={(event) => void form.submit(event, cancel)}>
      <CancellationReason label={t.pagina.cancellationReason} {...form.text('motivo')} />
      <Footer refusal={form.fault} onClose={onClose} acao={t.pagina.confirmCancel} busy={form.busy} danger />
    </Dialog>
  );
}

/** Moves into a folder, which can be taken back. */
export function MoveDialog({ documento, onClose }: Props) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const folders = usePastas();
  const form = useForm({ pastaId: documento.pastaId }, {});
  const moveTo = async (pastaId: string | null) => {
    hasChanged.documento(await client.moverDocumento({ params: { documentoId: documento.id }, body: { pastaId } }));
  };
  const move = async () => {
    const { pastaId } = form.values;
    const before = documento.pastaId;
    await moveTo(pastaId);
    const name = folders.data?.find(({ id }) => id === pastaId)?.nome ?? t.pastas.root;
    notices.undoable(t.pagina.moved(name), () => void moveTo(before).catch(notices.erro));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.pagina.actions.mover} onSubmit={(event) => void form.submit(event, move)}>
      <PastaChoice
        rotulo={t.batch.destino}
        valor={form.values.pastaId}
        onValor={(pastaId) => form.set('pastaId', pastaId)}
      />
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={t.batch.make.mover}
        busy={form.busy}
        exit={base.actions.back}
      />
    </Dialog>
  );
}
