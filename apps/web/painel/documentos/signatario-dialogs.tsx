import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { DocumentoResumo, MetodoEntrega, Signatario, SignatarioAlteracao } from '@rubrica/contract';
import { ACCEPTED_DELIVERY_METHODS } from '@rubrica/contract/enums';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { isCpf, isEmail, maskCpf } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { useChanged } from './queries.ts';
import { nameOf } from './state.ts';

interface Props {
  readonly documento: Pick<DocumentoResumo, 'id'>;
  readonly one: Signatario;
  readonly onClose: () => void;
}

const phoneOf = (text: string) => text.replace(/[^\d+]/g, '');

/** Corrects a person who has not signed; a contact that changed gets its new link from the service at once. */
export function CorrectSignatario({ documento, one, onClose }: Props) {
  const account = useAccountTexts();
  const t = useDocumentos();
  const words = useWords();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const first = {
    nome: one.nome ?? '',
    email: one.email ?? '',
    telefone: one.telefone ?? '',
    cpf: one.cpf ? maskCpf(one.cpf) : '',
    metodoEntrega: one.metodoEntrega,
  };
  const form = useForm(first, {
    email: (value) => (value.trim() === '' || isEmail(value.trim()) ? null : account.campos.emailInvalido),
    cpf: (value) => (value === '' || isCpf(value) ? null : account.campos.documentoInvalido),
  });
  const save = async () => {
    const body = changed(first, form.values, one.presencial);
    if (Object.keys(body).length > 0) {
      await client.alterarSignatario({ params: { documentoId: documento.id, signatarioId: one.id }, body });
      hasChanged.de(documento.id);
      notices.done(t.signatario.corrected);
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t.signatario.edit.titulo(nameOf(one, t.signatario.noName))}
      onSubmit={(event) => void form.submit(event, save)}
    >
      <TextInput label={t.signatario.edit.nome} dir="auto" maxLength={SIGNER_NAME_MAX_CHARS} {...form.text('nome')} />
      <TextInput label={t.signatario.edit.email} type="email" data-autofocus {...form.text('email')} />
      <TextInput
        label={t.signatario.edit.telefone}
        description={t.signatario.edit.phoneHint}
        type="tel"
        {...form.text('telefone')}
      />
      <TextInput label={t.signatario.edit.cpf} inputMode="numeric" {...form.text('cpf', { mask: maskCpf })} />
      <NativeSelect
        label={t.signatario.edit.entrega}
        value={form.values.metodoEntrega}
        onChange={(event) => form.set('metodoEntrega', event.currentTarget.value as MetodoEntrega)}
        data={ACCEPTED_DELIVERY_METHODS.map((value) => ({ value, label: words.entrega[value] }))}
        error={form.problem('metodoEntrega')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={t.signatario.edit.save} busy={form.busy} />
    </Dialog>
  );
}

type Values = { nome: string; email: string; telefone: string; cpf: string; metodoEntrega: MetodoEntrega };

/**
 * Only what was changed; what was emptied is erased.
 * @param inPerson whether the person signs in person, which goes with a link that is handed over and with no other
 */
function changed(before: Values, after: Values, inPerson: boolean): SignatarioAlteracao {
  const clean = { ...after, telefone: phoneOf(after.telefone) };
  const text = (name: 'nome' | 'email' | 'telefone' | 'cpf') =>
    clean[name].trim() === before[name] ? {} : { [name]: clean[name].trim() || null };
  return {
    ...text('nome'),
    ...text('email'),
    ...text('telefone'),
    ...text('cpf'),
    ...(clean.metodoEntrega === before.metodoEntrega ? {} : { metodoEntrega: clean.metodoEntrega }),
    ...(inPerson && clean.metodoEntrega !== 'LINK' ? { presencial: false } : {}),
  };
}

/** Takes somebody off a document under way: it cannot be taken back, so it is asked for twice. */
export function RemoveSignatario({ documento, one, onClose }: Props) {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const name = nameOf(one, t.signatario.noName);
  const remove = useMutation({
    mutationFn: () => client.excluirSignatario({ params: { documentoId: documento.id, signatarioId: one.id } }),
    onSuccess: () => {
      hasChanged.de(documento.id);
      notices.done(t.signatario.removed(name));
      onClose();
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Dialog onClose={onClose} title={`${t.signatario.remover}: ${name}`}>
      <Text size="sm">{t.signatario.removeText}</Text>
      <Footer
        onClose={onClose}
        acao={t.signatario.remover}
        onAction={() => remove.mutate()}
        busy={remove.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
