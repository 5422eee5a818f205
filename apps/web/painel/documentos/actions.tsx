import { Alert, Button, Menu, Modal, Stack, Textarea } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { useRestore } from './deleted.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { PastaChoice } from './pasta-choice.tsx';
import { useChanged, usePastas } from './queries.ts';
import { isDeletable, isOpen } from './state.ts';

type Dialog = 'ajustar' | 'cancelar' | 'mover' | null;

/** What this person may do with this document in its state; the rest is not there. */
export function DocumentoActions({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { mayIn } = useIsAllowed();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const remove = useDelete(documento);
  const [dialog, setDialog] = useState<Dialog>(null);
  const params = { documentoId: documento.id };
  const resend = useMutation({
    mutationFn: () => client.reenviarDocumento({ params }),
    onSuccess: (after) => {
      hasChanged.documento(after);
      notices.done(t.pagina.reenviado);
    },
    onError: (error) => notices.erro(error),
  });
  const open = isOpen(documento.status);
  const may = {
    prepare: documento.status === 'RASCUNHO' && mayIn('alterarDocumento', documento),
    resend: open && mayIn('reenviarDocumento', documento),
    adjust: open && mayIn('ajustarDocumento', documento),
    cancel: open && mayIn('cancelarDocumento', documento),
    move: mayIn('moverDocumento', documento),
    remove: isDeletable(documento.status) && mayIn('excluirDocumento', documento),
  };
  return (
    <>
      {may.prepare && (
        <Button component={Link} to={`/documentos/${documento.id}/preparar`} leftSection={<Icon nome="edit" />}>
          {t.pagina.actions.prepare}
        </Button>
      )}
      {may.resend && (
        <Button
          variant="default"
          leftSection={<Icon nome="reenviar" />}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t.pagina.actions.reenviar}
        </Button>
      )}
      <DownloadMenu documento={documento}>
        <Button variant="default" leftSection={<Icon nome="baixar" />}>
          {t.pagina.actions.baixar}
        </Button>
      </DownloadMenu>
      <More
        onAjustar={may.adjust ? () => setDialog('ajustar') : null}
        onMover={may.move ? () => setDialog('mover') : null}
        onCancelar={may.cancel ? () => setDialog('cancelar') : null}
        onExcluir={may.remove ? remove : null}
      />
      {dialog === 'ajustar' && <AdjustDialog documento={documento} onClose={() => setDialog(null)} />}
      {dialog === 'cancelar' && <Cancelar documento={documento} onClose={() => setDialog(null)} />}
      {dialog === 'mover' && <Mover documento={documento} onClose={() => setDialog(null)} />}
    </>
  );
}

/** What is done more seldom; null is not offered. */
function More(props: {
  readonly onAjustar: (() => void) | null;
  readonly onMover: (() => void) | null;
  readonly onCancelar: (() => void) | null;
  readonly onExcluir: (() => void) | null;
}) {
  const { actions } = useDocumentos().pagina;
  const items = [
    ['clock', actions.ajustar, props.onAjustar],
    ['mover', actions.mover, props.onMover],
    ['cancelar', actions.cancelar, props.onCancelar],
    ['bin', actions.excluir, props.onExcluir],
  ] as const;
  const offered = items.filter(([, , act]) => act !== null);
  if (offered.length === 0) return null;
  return (
    <MoreActions>
      {offered.map(([iconName, rotulo, act]) => (
        <Menu.Item key={iconName} leftSection={<Icon nome={iconName} />} onClick={() => act?.()}>
          {rotulo}
        </Menu.Item>
      ))}
    </MoreActions>
  );
}

/** Deletes, which can be taken back at once; the list of the deleted offers it for as long as it can be. */
function useDelete({ id }: Documento) {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const navigate = useNavigate();
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: () => client.excluirDocumento({ params: { documentoId: id } }),
    onSuccess: async () => {
      await navigate('/documentos');
      hasChanged.de(id);
      notices.undoable(t.pagina.excluido, () => {
        restore.mutateAsync({ id }).then(
          () => navigate(`/documentos/${id}`),
          () => undefined,
        );
      });
    },
    onError: (error) => notices.erro(error),
  });
  return () => remove.mutate();
}

/** Cancels with a reason, which is what makes sure that it is meant. */
function Cancelar({ documento, onClose }: { readonly documento: Documento; readonly onClose: () => void }) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const form = useForm({ motivo: '' }, { motivo: (value) => (value.trim() === '' ? t.batch.reasonMissing : null) });
  const cancel = async () => {
    const body = { motivo: form.values.motivo.trim() };
    hasChanged.documento(await client.cancelarDocumento({ params: { documentoId: documento.id }, body }));
    notices.done(t.pagina.cancelado);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.pagina.actions.cancelar}
      closeButtonProps={{ 'aria-label': base.actions.close }}
    >
      <form onSubmit={(event) => void form.submit(event, cancel)} noValidate>
        <Stack>
          <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon nome="alert" />}>
            {t.batch.cancelNotice}
          </Alert>
          <Textarea
            label={t.pagina.motivoDoCancelamento}
            description={t.batch.reasonHint}
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_MAX_CHARS}
            {...form.text('motivo')}
          />
          <Footer recusa={form.fault} onClose={onClose} acao={t.pagina.confirmarCancelar} busy={form.busy} danger />
        </Stack>
      </form>
    </Modal>
  );
}

function Mover({ documento, onClose }: { readonly documento: Documento; readonly onClose: () => void }) {
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
    notices.undoable(t.pagina.movido(name), () => void moveTo(before).catch(notices.erro));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.pagina.actions.mover}
      closeButtonProps={{ 'aria-label': base.actions.close }}
    >
      <form onSubmit={(event) => void form.submit(event, move)} noValidate>
        <Stack>
          <PastaChoice
            rotulo={t.batch.destino}
            valor={form.values.pastaId}
            onValor={(pastaId) => form.set('pastaId', pastaId)}
          />
          <Footer
            recusa={form.fault}
            onClose={onClose}
            acao={t.batch.make.mover}
            busy={form.busy}
            exit={base.actions.back}
          />
        </Stack>
      </form>
    </Modal>
  );
}
