import { Modal, Stack, TextInput } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useForm } from '../partes/formulario.ts';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';

/** Gives an envelope another title. */
export function Renomear({ envelope, onClose }: { readonly envelope: Envelope; readonly onClose: () => void }) {
  const base = useBase();
  const t = useEnvelopes();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  const form = useForm(
    { titulo: envelope.titulo },
    { titulo: (value) => (value.trim() === '' ? t.criar.nomeFalta : null) },
  );
  const save = async () => {
    const body = { titulo: form.values.titulo.trim() };
    mudou.envelope(await client.alterarEnvelope({ params: { envelopeId: envelope.id }, body }));
    avisos.feito(t.rascunho.renomeado);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.rascunho.renomear} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <TextInput
            label={t.criar.nome}
            data-autofocus
            dir="auto"
            maxLength={TITLE_MAX_CHARS}
            {...form.text('titulo')}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={base.acoes.salvar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}
