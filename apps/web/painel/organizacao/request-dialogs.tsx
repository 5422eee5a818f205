import { Text, Textarea, TextInput } from '@mantine/core';
import type { SolicitacaoLgpd, SolicitacaoLgpdEntrada, TipoSolicitacao } from '@rubrica/contract';
import { DATA_REQUEST_TYPES } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS, REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useNavigate } from 'react-router';
import { digitsOf, isCpf, isEmail, maskCpf } from '../../kit/brazil.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { formatMoment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useSpeech } from '../texts/area.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { usePrivacyTexts } from '../texts/privacy.ts';
import { useOrganizacaoChanged } from './queries.ts';

/** What a request says of who asked and for what, and its being opened. */
function useNewRequest(onClose: () => void) {
  const common = useOrganizacao();
  const { dataSubjects: t } = usePrivacyTexts();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const navigate = useNavigate();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const form = useForm(
    { tipo: 'ACESSO' as TipoSolicitacao, nome: '', email: '', cpf: '', descricao: '' },
    {
      nome: (value) => (value.trim() === '' ? common.obrigatorio : null),
      email: (value) => (isEmail(value.trim()) ? null : common.emailInvalido),
      cpf: (value) => (value === '' || isCpf(value) ? null : t.form.cpfInvalido),
    },
  );
  const open = async () => {
    const { tipo, nome, email, cpf, descricao } = form.values;
    const body: SolicitacaoLgpdEntrada = {
      tipo,
      titular: { nome: nome.trim(), email: email.trim(), ...(cpf ? { cpf: digitsOf(cpf) } : {}) },
      ...(descricao.trim() ? { descricao: descricao.trim() } : {}),
    };
    const { id } = await client.criarSolicitacaoLgpd({ body });
    void hasChanged.requests();
    notices.done(t.registered);
    onClose();
    if (isAllowed('listarSolicitacoesLgpd')) void navigate(`/organizacao/titulares/${id}`);
  };
  return { form, open };
}

/** Opens a request for somebody who asked. */
export function NewRequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { dataSubjects: t } = usePrivacyTexts();
  const words = t.form;
  const { form, open } = useNewRequest(onClose);
  return (
    <Dialog onClose={onClose} title={words.titulo} onSubmit={(event) => void form.submit(event, open)}>
      <Choice
        rotulo={words.tipo}
        options={DATA_REQUEST_TYPES.map((value) => ({ value, texto: t.tipo[value], hint: t.explains[value] }))}
        valor={form.values.tipo}
        onValor={(tipo) => form.set('tipo', tipo)}
        issue={form.problem('tipo')}
      />
      <Text size="sm">{words.identity}</Text>
      <TextInput
        label={words.nome}
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        dir="auto"
        {...form.text('nome', { path: 'titular.nome' })}
      />
      <TextInput
        label={words.email}
        description={words.mailHint}
        type="email"
        autoComplete="off"
        {...form.text('email', { path: 'titular.email' })}
      />
      <TextInput
        label={words.cpf}
        description={words.cpfHint}
        inputMode="numeric"
        autoComplete="off"
        {...form.text('cpf', { path: 'titular.cpf', mask: maskCpf })}
      />
      <Textarea
        label={words.descricao}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={DESCRIPTION_MAX_CHARS}
        dir="auto"
        {...form.text('descricao')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={words.registrar} busy={form.busy} />
    </Dialog>
  );
}

interface Decision {
  readonly request: SolicitacaoLgpd;
  readonly onClose: () => void;
}

/** Refuses a request, with the reason the person has a right to. */
export function RefusalDialog({ request, onClose }: Decision) {
  const t = usePrivacyTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const words = t.dataSubjects.refusalDialog;
  const form = useForm({ motivo: '' }, { motivo: (value) => (value.trim() === '' ? words.missing : null) });
  const refuse = async () => {
    const body = { decisao: 'RECUSAR' as const, motivo: form.values.motivo.trim() };
    await hasChanged.request(await client.decidirSolicitacaoLgpd({ params: { solicitacaoId: request.id }, body }));
    notices.done(t.dataSubjects.recusada);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={words.titulo} onSubmit={(event) => void form.submit(event, refuse)}>
      <Text size="sm">{words.texto}</Text>
      <Textarea
        label={words.motivo}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REASON_MAX_CHARS}
        dir="auto"
        {...form.text('motivo')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={words.recusar} busy={form.busy} danger />
    </Dialog>
  );
}

/** Confirms a deletion, after saying what goes and what stays. */
export function ErasureDialog({ request, onClose }: Decision) {
  const t = usePrivacyTexts();
  const { language } = useSpeech();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const words = t.dataSubjects.erasureDialog;
  const form = useForm({}, {});
  const confirm = async () => {
    const body = { decisao: 'CONFIRMAR' as const };
    await hasChanged.request(await client.decidirSolicitacaoLgpd({ params: { solicitacaoId: request.id }, body }));
    notices.done(t.dataSubjects.erasureConfirmed);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={words.titulo} onSubmit={(event) => void form.submit(event, confirm)}>
      <Text size="sm">{words.erases}</Text>
      <Text size="sm">{words.keeps}</Text>
      {request.carenciaAte && <Text size="sm">{words.when(formatMoment(request.carenciaAte, language))}</Text>}
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={words.confirmar}
        busy={form.busy}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
