import { Alert, Button, Menu, Modal, Stack, Textarea } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { MaisAcoes } from '../partes/mais-acoes.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { useMudou, usePastas } from './consultas.ts';
import { useRestore } from './deleted.tsx';
import { EscolhaDePasta } from './escolha-de-pasta.tsx';
import { isDeletable, isOpen } from './estado.ts';
import { MenuBaixar } from './menu-baixar.tsx';

type Dialog = 'ajustar' | 'cancelar' | 'mover' | null;

/** What this person may do with this document in its state; the rest is not there. */
export function AcoesDoDocumento({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { podeEm } = usePode();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudou();
  const remove = useExcluir(documento);
  const [dialog, setDialog] = useState<Dialog>(null);
  const params = { documentoId: documento.id };
  const resend = useMutation({
    mutationFn: () => client.reenviarDocumento({ params }),
    onSuccess: (after) => {
      mudou.documento(after);
      avisos.feito(t.pagina.reenviado);
    },
    onError: (error) => avisos.erro(error),
  });
  const open = isOpen(documento.status);
  const may = {
    prepare: documento.status === 'RASCUNHO' && podeEm('alterarDocumento', documento),
    resend: open && podeEm('reenviarDocumento', documento),
    adjust: open && podeEm('ajustarDocumento', documento),
    cancel: open && podeEm('cancelarDocumento', documento),
    move: podeEm('moverDocumento', documento),
    remove: isDeletable(documento.status) && podeEm('excluirDocumento', documento),
  };
  return (
    <>
      {may.prepare && (
        <Button component={Link} to={`/documentos/${documento.id}/preparar`} leftSection={<Icone nome="editar" />}>
          {t.pagina.acoes.preparar}
        </Button>
      )}
      {may.resend && (
        <Button
          variant="default"
          leftSection={<Icone nome="reenviar" />}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t.pagina.acoes.reenviar}
        </Button>
      )}
      <MenuBaixar documento={documento}>
        <Button variant="default" leftSection={<Icone nome="baixar" />}>
          {t.pagina.acoes.baixar}
        </Button>
      </MenuBaixar>
      <Mais
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
function Mais(props: {
  readonly onAjustar: (() => void) | null;
  readonly onMover: (() => void) | null;
  readonly onCancelar: (() => void) | null;
  readonly onExcluir: (() => void) | null;
}) {
  const { acoes } = useDocumentos().pagina;
  const items = [
    ['relogio', acoes.ajustar, props.onAjustar],
    ['mover', acoes.mover, props.onMover],
    ['cancelar', acoes.cancelar, props.onCancelar],
    ['lixeira', acoes.excluir, props.onExcluir],
  ] as const;
  const offered = items.filter(([, , act]) => act !== null);
  if (offered.length === 0) return null;
  return (
    <MaisAcoes>
      {offered.map(([icone, rotulo, act]) => (
        <Menu.Item key={icone} leftSection={<Icone nome={icone} />} onClick={() => act?.()}>
          {rotulo}
        </Menu.Item>
      ))}
    </MaisAcoes>
  );
}

/** Deletes, which can be taken back at once; the list of the deleted offers it for as long as it can be. */
function useExcluir({ id }: Documento) {
  const t = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudou();
  const navigate = useNavigate();
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: () => client.excluirDocumento({ params: { documentoId: id } }),
    onSuccess: async () => {
      await navigate('/documentos');
      mudou.de(id);
      avisos.desfazivel(t.pagina.excluido, () => {
        restore.mutateAsync({ id }).then(
          () => navigate(`/documentos/${id}`),
          () => undefined,
        );
      });
    },
    onError: (error) => avisos.erro(error),
  });
  return () => remove.mutate();
}

/** Cancels with a reason, which is what makes sure that it is meant. */
function Cancelar({ documento, onClose }: { readonly documento: Documento; readonly onClose: () => void }) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudou();
  const form = useForm({ motivo: '' }, { motivo: (value) => (value.trim() === '' ? t.lote.motivoFalta : null) });
  const cancel = async () => {
    const body = { motivo: form.values.motivo.trim() };
    mudou.documento(await client.cancelarDocumento({ params: { documentoId: documento.id }, body }));
    avisos.feito(t.pagina.cancelado);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.pagina.acoes.cancelar}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, cancel)} noValidate>
        <Stack>
          <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
            {t.lote.avisoCancelar}
          </Alert>
          <Textarea
            label={t.pagina.motivoDoCancelamento}
            description={t.lote.motivoDica}
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_MAX_CHARS}
            {...form.text('motivo')}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={t.pagina.confirmarCancelar} ocupado={form.busy} perigo />
        </Stack>
      </form>
    </Modal>
  );
}

function Mover({ documento, onClose }: { readonly documento: Documento; readonly onClose: () => void }) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudou();
  const folders = usePastas();
  const form = useForm({ pastaId: documento.pastaId }, {});
  const moveTo = async (pastaId: string | null) => {
    mudou.documento(await client.moverDocumento({ params: { documentoId: documento.id }, body: { pastaId } }));
  };
  const move = async () => {
    const { pastaId } = form.values;
    const before = documento.pastaId;
    await moveTo(pastaId);
    const name = folders.data?.find(({ id }) => id === pastaId)?.nome ?? t.pastas.raiz;
    avisos.desfazivel(t.pagina.movido(name), () => void moveTo(before).catch(avisos.erro));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.pagina.acoes.mover} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, move)} noValidate>
        <Stack>
          <EscolhaDePasta
            rotulo={t.lote.destino}
            valor={form.values.pastaId}
            onValor={(pastaId) => form.set('pastaId', pastaId)}
          />
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={t.lote.fazer.mover}
            ocupado={form.busy}
            saida={base.acoes.voltar}
          />
        </Stack>
      </form>
    </Modal>
  );
}
