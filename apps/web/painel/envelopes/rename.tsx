import { TextInput } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useEnvelopeChanged } from './queries.ts';

/** Gives an envelope another title. */
export function Rename({ envelope, onClose }: { readonly envelope: Envelope; readonly onClose: () => void }) {
  const base = useBase();
  const t = useEnvelopes();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const form = useForm(
    { titulo: envelope.titulo },
    { titulo: (value) => (value.trim() === '' ? t.criar.nameMissing : null) },
  );
  const save = async () => {
    const body = { titulo: form.values.titulo.trim() };
    hasChanged.envelope(await client.alterarEnvelope({ params: { envelopeId: envelope.id }, body }));
    notices.done(t.rascunho.renamed);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.rascunho.rename} onSubmit={(event) => void form.submit(event, save)}>
      <TextInput label={t.criar.nome} data-autofocus dir="auto" maxLength={TITLE_MAX_CHARS} {...form.text('titulo')} />
      <Footer refusal={form.fault} onClose={onClose} acao={base.actions.save} busy={form.busy} />
    </Dialog>
  );
}
