import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { SolicitacaoLgpd, SolicitacaoLgpdEntrada, TipoSolicitacao } from '@rubrica/contract';
import { TIPOS_SOLICITACAO } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS, REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useNavigate } from 'react-router';
import { digitsOf, isCpf, isEmail, maskCpf } from '../../kit/brazil.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Escolha } from '../partes/escolha.tsx';
import { useForm } from '../partes/formulario.ts';
import { formatMoment } from '../partes/momento.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useSpeech } from '../textos/area.ts';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { usePrivacidade } from '../textos/privacidade.ts';
import { useMudouOrganizacao } from './consultas.ts';

/** What a request says of who asked and for what, and its being opened. */
function useNovoPedido(onClose: () => void) {
  const comum = useOrganizacao();
  const { titulares: t } = usePrivacidade();
  const { client } = usePanel();
  const { pode } = usePode();
  const navigate = useNavigate();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const form = useForm(
    { tipo: 'ACESSO' as TipoSolicitacao, nome: '', email: '', cpf: '', descricao: '' },
    {
      nome: (value) => (value.trim() === '' ? comum.obrigatorio : null),
      email: (value) => (isEmail(value.trim()) ? null : comum.emailInvalido),
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
    void mudou.pedidos();
    avisos.feito(t.registrado);
    onClose();
    if (pode('listarSolicitacoesLgpd')) void navigate(`/organizacao/titulares/${id}`);
  };
  return { form, open };
}

/** Opens a request for somebody who asked. */
export function DialogoNovoPedido({ onClose }: { readonly onClose: () => void }) {
  const base = useBase();
  const { titulares: t } = usePrivacidade();
  const words = t.form;
  const { form, open } = useNovoPedido(onClose);
  return (
    <Modal opened onClose={onClose} title={words.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, open)} noValidate>
        <Stack>
          <Escolha
            rotulo={words.tipo}
            opcoes={TIPOS_SOLICITACAO.map((value) => ({ value, texto: t.tipo[value], dica: t.explica[value] }))}
            valor={form.values.tipo}
            onValor={(tipo) => form.set('tipo', tipo)}
            problema={form.problem('tipo')}
          />
          <Text size="sm">{words.identidade}</Text>
          <TextInput
            label={words.nome}
            autoComplete="off"
            maxLength={NAME_MAX_CHARS}
            dir="auto"
            {...form.text('nome', { path: 'titular.nome' })}
          />
          <TextInput
            label={words.email}
            description={words.emailDica}
            type="email"
            autoComplete="off"
            {...form.text('email', { path: 'titular.email' })}
          />
          <TextInput
            label={words.cpf}
            description={words.cpfDica}
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
          <Rodape recusa={form.fault} onClose={onClose} acao={words.registrar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}

interface Decision {
  readonly pedido: SolicitacaoLgpd;
  readonly onClose: () => void;
}

/** Refuses a request, with the reason the person has a right to. */
export function DialogoRecusa({ pedido, onClose }: Decision) {
  const base = useBase();
  const t = usePrivacidade();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const words = t.titulares.dialogoRecusa;
  const form = useForm({ motivo: '' }, { motivo: (value) => (value.trim() === '' ? words.falta : null) });
  const refuse = async () => {
    const body = { decisao: 'RECUSAR' as const, motivo: form.values.motivo.trim() };
    await mudou.pedido(await client.decidirSolicitacaoLgpd({ params: { solicitacaoId: pedido.id }, body }));
    avisos.feito(t.titulares.recusada);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={words.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, refuse)} noValidate>
        <Stack>
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
          <Rodape recusa={form.fault} onClose={onClose} acao={words.recusar} ocupado={form.busy} perigo />
        </Stack>
      </form>
    </Modal>
  );
}

/** Confirms a deletion, after it was told what goes and what stays. */
export function DialogoEliminacao({ pedido, onClose }: Decision) {
  const base = useBase();
  const t = usePrivacidade();
  const { language } = useSpeech();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const words = t.titulares.dialogoEliminacao;
  const form = useForm({}, {});
  const confirm = async () => {
    const body = { decisao: 'CONFIRMAR' as const };
    await mudou.pedido(await client.decidirSolicitacaoLgpd({ params: { solicitacaoId: pedido.id }, body }));
    avisos.feito(t.titulares.eliminacaoConfirmada);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={words.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, confirm)} noValidate>
        <Stack>
          <Text size="sm">{words.apaga}</Text>
          <Text size="sm">{words.mantem}</Text>
          {pedido.carenciaAte && <Text size="sm">{words.quando(formatMoment(pedido.carenciaAte, language))}</Text>}
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={words.confirmar}
            ocupado={form.busy}
            perigo
            foco="saida"
          />
        </Stack>
      </form>
    </Modal>
  );
}
