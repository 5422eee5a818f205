import { Alert, Button, Menu, Modal, Stack, Text } from '@mantine/core';
import type { SegredoRenovado, Webhook } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { tell } from '../api/erros.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Icone } from '../partes/icone.tsx';
import { MaisAcoes } from '../partes/mais-acoes.tsx';
import { Momento } from '../partes/momento.tsx';
import { useRepeticao } from '../partes/repeticao.ts';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { useMudouWebhook } from './consultas.ts';
import { Guias } from './guias.tsx';
import { SegredoUmaVez } from './segredo.tsx';
import { FormularioWebhook } from './webhook-formulario.tsx';

type Dialog = 'editar' | 'rotacionar' | null;

/** What this person may do with a webhook. */
export function AcoesDoWebhook({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  const { pode } = usePode();
  const [dialog, setDialog] = useState<Dialog>(null);
  const { ativar } = useAtivar(webhook);
  const remove = useExcluir(webhook);
  const mayChange = pode('alterarWebhook');
  return (
    <>
      {pode('testarWebhook') && <Testar webhook={webhook} />}
      {mayChange && (
        <Button variant="default" leftSection={<Icone nome="editar" />} onClick={() => setDialog('editar')}>
          {t.webhooks.editar}
        </Button>
      )}
      <MaisAcoes>
        {pode('renovarSegredoWebhook') && (
          <Menu.Item leftSection={<Icone nome="chave" />} onClick={() => setDialog('rotacionar')}>
            {t.webhooks.rotacionar}
          </Menu.Item>
        )}
        {ativar && (
          <Menu.Item
            leftSection={<Icone nome={webhook.ativo ? 'cancelar' : 'certo'} />}
            onClick={() => ativar(!webhook.ativo)}
          >
            {webhook.ativo ? t.webhooks.desativar : t.webhooks.reativar}
          </Menu.Item>
        )}
        {pode('excluirWebhook') && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={remove}>
            {t.webhooks.excluir}
          </Menu.Item>
        )}
      </MaisAcoes>
      {dialog === 'editar' && <Editar webhook={webhook} onClose={() => setDialog(null)} />}
      {dialog === 'rotacionar' && <Rotacionar webhook={webhook} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Switches a webhook on or off, which can be taken back either way; null for roles that may not. */
export function useAtivar(webhook: Webhook) {
  const t = useIntegracao();
  const { client } = usePanel();
  const { pode } = usePode();
  const avisos = useAvisos();
  const mudou = useMudouWebhook();
  const change = useMutation({
    mutationFn: (ativo: boolean) => client.alterarWebhook({ params: { webhookId: webhook.id }, body: { ativo } }),
    onSuccess: (after) => mudou.webhook(after),
    onError: (error) => avisos.erro(error),
  });
  const ativar = (ativo: boolean) =>
    change.mutate(ativo, {
      onSuccess: () =>
        ativo
          ? avisos.feito(t.webhooks.reativado)
          : avisos.desfazivel(t.webhooks.desativado, () => change.mutate(true)),
    });
  return { busy: change.isPending, ativar: pode('alterarWebhook') ? ativar : null };
}

/** Deletes after some seconds in which it can be taken back; until then it is out of sight. */
function useExcluir(webhook: Webhook) {
  const t = useIntegracao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouWebhook();
  const navigate = useNavigate();
  return () => {
    mudou.saindo(webhook.id, true);
    void navigate('/integracao/webhooks');
    avisos.adiado(t.webhooks.excluido, {
      fazer: () =>
        client.excluirWebhook({ params: { webhookId: webhook.id } }).then(
          () => mudou.excluido(webhook.id),
          (error) => {
            mudou.saindo(webhook.id, false);
            avisos.erro(error);
          },
        ),
      desfazer: () => mudou.saindo(webhook.id, false),
    });
  };
}

/** Sends the example of an event, and opens the delivery it becomes. */
function Testar({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouWebhook();
  const [, setQuery] = useSearchParams();
  const test = useMutation({
    mutationFn: () => client.testarWebhook({ params: { webhookId: webhook.id } }),
    onSuccess: async (entrega) => {
      await mudou.entrega(entrega);
      setQuery({ entrega: entrega.id }, { replace: true });
      avisos.feito(t.webhooks.testeEnviado);
    },
    onError: (error) => avisos.erro(error),
  });
  return (
    <Button leftSection={<Icone nome="enviar" />} loading={test.isPending} onClick={() => test.mutate()}>
      {t.webhooks.testar}
    </Button>
  );
}

function Editar({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegracao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouWebhook();
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      title={t.webhooks.editar}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <FormularioWebhook
        inicial={{ url: webhook.url, descricao: webhook.descricao ?? '', eventos: webhook.eventos }}
        botao={base.acoes.salvar}
        onSalvar={async ({ url, descricao, eventos }) => {
          const body = { url, eventos, descricao: descricao || null };
          mudou.webhook(await client.alterarWebhook({ params: { webhookId: webhook.id }, body }));
          avisos.feito(t.webhooks.salvo);
          onClose();
        }}
        outros={
          <Button variant="default" onClick={onClose}>
            {base.acoes.cancelar}
          </Button>
        }
      />
    </Modal>
  );
}

/** Tells of the time in which two secrets sign, then shows the new one, once. */
function Rotacionar({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegracao();
  const { client } = usePanel();
  const [renewed, setRenewed] = useState<SegredoRenovado | null>(null);
  const keyOf = useRepeticao();
  const params = { webhookId: webhook.id };
  const renew = useMutation({
    mutationFn: () => client.renovarSegredoWebhook({ params, idempotencyKey: keyOf(params) }),
    onSuccess: setRenewed,
  });
  const steps = (
    <ul className="passos-da-troca">
      {t.webhooks.rotacionarPassos.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
  if (renewed) {
    return (
      <SegredoUmaVez
        titulo={t.webhooks.rotacionado}
        rotulo={t.webhooks.segredo}
        valor={renewed.segredo}
        onGuardado={onClose}
      >
        <Alert variant="light" color="marca" icon={<Icone nome="relogio" />}>
          {t.webhooks.anteriorAte} <Momento quando={renewed.anteriorValeAte} />.
        </Alert>
        {steps}
      </SegredoUmaVez>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.webhooks.rotacionar}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Stack>
        <Text>{t.webhooks.rotacionarTexto}</Text>
        {steps}
        <Guias quais={['webhooks']} />
        <Rodape
          recusa={renew.error ? tell(renew.error, base.erros).mensagem : null}
          onClose={onClose}
          acao={t.webhooks.confirmarRotacao}
          onAcao={() => renew.mutate()}
          ocupado={renew.isPending}
          saida={base.acoes.voltar}
          foco="acao"
        />
      </Stack>
    </Modal>
  );
}
