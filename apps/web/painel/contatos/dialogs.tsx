import { Text, TextInput } from '@mantine/core';
import type { Cliente, ClienteAlteracao } from '@rubrica/contract';
import { REFERENCE_MAX_CHARS, SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { digitsOf, isCpf, isDay, isE164, isEmail, maskCpf, phoneOf } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { useContatos } from '../texts/contatos.ts';
import { entryOf, typedOf } from './person.ts';
import { useContactsChanged } from './queries.ts';

const NOBODY = { nome: '', email: '', telefone: '', cpf: '', dataNascimento: '' };

/** Somebody of the registry, or somebody new where there is none. */
export function ContactDialog({ person, onClose }: { readonly person: Cliente | null; readonly onClose: () => void }) {
  const t = useContatos();
  const { client } = usePanel();
  const notices = useNotices();
  const changed = useContactsChanged();
  const keyOf = useRepetition();
  const first = { ...(person ? typedOf(person) : NOBODY), referencia: person?.referenciaExterna ?? '' };
  const blankOr = (good: (value: string) => boolean, wrong: string) => (value: string) =>
    value === '' || good(value) ? null : wrong;
  const form = useForm(first, {
    nome: (value) => (value.trim() === '' ? t.form.nomeMissing : null),
    email: blankOr(isEmail, t.form.emailWrong),
    telefone: blankOr(isE164, t.form.telefoneWrong),
    cpf: blankOr(isCpf, t.form.cpfWrong),
    dataNascimento: blankOr(isDay, t.form.nascimentoWrong),
  });
  const save = async () => {
    const { referencia, ...typed } = form.values;
    const entry = { ...entryOf(typed), ...(referencia.trim() ? { referenciaExterna: referencia.trim() } : {}) };
    if (person) {
      const gone = { email: null, telefone: null, cpf: null, dataNascimento: null, referenciaExterna: null };
      const body: ClienteAlteracao = { ...gone, ...entry };
      await client.alterarCliente({ params: { clienteId: person.id }, body });
    } else {
      const body = { ...entry, nome: typed.nome.trim() };
      await client.criarCliente({ body, idempotencyKey: keyOf(body) });
    }
    changed();
    notices.done(t.form.saved(typed.nome.trim()));
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      title={person ? t.form.edit(person.nome) : t.form.fresh}
      onSubmit={(event) => void form.submit(event, save)}
    >
      <TextInput
        label={t.form.nome}
        dir="auto"
        autoComplete="off"
        data-autofocus
        maxLength={SIGNER_NAME_MAX_CHARS}
        {...form.text('nome')}
      />
      <TextInput
        label={t.form.email}
        type="email"
        autoComplete="off"
        {...form.text('email', { mask: (typed) => typed.trim() })}
      />
      <TextInput
        label={t.form.telefone}
        type="tel"
        autoComplete="off"
        placeholder={t.form.telefoneExample}
        {...form.text('telefone', { mask: phoneOf })}
      />
      <TextInput
        label={t.form.cpf}
        inputMode="numeric"
        autoComplete="off"
        {...form.text('cpf', { mask: (typed) => digitsOf(typed).slice(0, 11) })}
        value={maskCpf(form.values.cpf)}
      />
      <TextInput label={t.form.nascimento} type="date" {...form.text('dataNascimento')} />
      <TextInput
        label={t.form.referencia}
        autoComplete="off"
        maxLength={REFERENCE_MAX_CHARS}
        {...form.text('referencia', { path: 'referenciaExterna' })}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={t.form.save} busy={form.busy} />
    </Dialog>
  );
}

export function RemoveContact({ person, onClose }: { readonly person: Cliente; readonly onClose: () => void }) {
  const t = useContatos();
  const { client } = usePanel();
  const notices = useNotices();
  const changed = useContactsChanged();
  const remove = useMutation({
    mutationFn: () => client.excluirCliente({ params: { clienteId: person.id } }),
    onSuccess: () => {
      changed();
      notices.done(t.remove.done(person.nome));
      onClose();
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Dialog onClose={onClose} title={t.remove.titulo(person.nome)}>
      <Text size="sm">{t.remove.texto}</Text>
      <Footer
        onClose={onClose}
        acao={t.remove.action}
        onAction={() => remove.mutate()}
        busy={remove.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
