import { Alert, Button, Menu, Text } from '@mantine/core';
import type { SegredoRenovado, Webhook } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { tell } from '../api/errors.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import { useWebhookChanged } from './queries.ts';
import { SecretOnce } from './secret.tsx';
import styles from './webhook-actions.module.css';
import { WebhookForm } from './webhook-form.tsx';

type Opened = 'edit' | 'rotate' | null;

/** What this person may do with a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  const { isAllowed } = useIsAllowed();
  const [dialog, setDialog] = useState<Opened>(null);
  const { activate } = useActivate(webhook);
  const remove = useDelete(webhook);
  const mayChange = isAllowed('alterarWebhook');
  return (
    <>
      {isAllowed('testarWebhook') && <TestDialog webhook={webhook} />}
      {mayChange && (
        <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setDialog('edit')}>
          {t.webhooks.edit}
        </Button>
      )}
      <MoreActions>
        {isAllowed('renovarSegredoWebhook') && (
          <Menu.Item leftSection={<Icon name="key" />} onClick={() => setDialog('rotate')}>
            {t.webhooks.rotate}
          </Menu.Item>
        )}
        {activate && (
          <Menu.Item
            leftSection={<Icon name={webhook.ativo ? 'cancel' : 'tick'} />}
            onClick={() => activate(!webhook.ativo)}
          >
            {webhook.ativo ? t.webhooks.desativar : t.webhooks.reactivate}
          </Menu.Item>
        )}
        {isAllowed('excluirWebhook') && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={remove}>
            {t.webhooks.excluir}
          </Menu.Item>
        )}
      </MoreActions>
      {dialog === 'edit' && <Edit webhook={webhook} onClose={() => setDialog(null)} />}
      {dialog === 'rotate' && <Rotate webhook={webhook} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Switches a webhook on or off, which can be taken back either way; null for roles that may not. */
export function useActivate(webhook: Webhook) {
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const hasChanged = useWebhookChanged();
  const change = useMutation({
    mutationFn: (ativo: boolean) => client.alterarWebhook({ params: { webhookId: webhook.id }, body: { ativo } }),
    onSuccess: (after) => hasChanged.webhook(after),
    onError: (error) => notices.erro(error),
  });
  const activate = (ativo: boolean) =>
    change.mutate(ativo, {
      onSuccess: () =>
        ativo ? notices.done(t.webhooks.reactivated) : notices.undoable(t.webhooks.disabled, () => change.mutate(true)),
    });
  return { busy: change.isPending, activate: isAllowed('alterarWebhook') ? activate : null };
}

/** Deletes after some seconds in which it can be taken back; until then it is out of sight. */
function useDelete(webhook: Webhook) {
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useWebhookChanged();
  const navigate = useNavigate();
  return () => {
    hasChanged.leaving(webhook.id, true);
    void navigate('/integracao/webhooks');
    notices.deferred(t.webhooks.deleted, {
      make: () =>
        client.excluirWebhook({ params: { webhookId: webhook.id } }).then(
          () => hasChanged.excluido(webhook.id),
          (error) => {
            hasChanged.leaving(webhook.id, false);
            notices.erro(error);
          },
        ),
      undo: () => hasChanged.leaving(webhook.id, false),
    });
  };
}

/** Sends the example of an event, and opens the delivery it becomes. */
function TestDialog({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useWebhookChanged();
  const [, setQuery] = useSearchParams();
  const test = useMutation({
    mutationFn: () => client.testarWebhook({ params: { webhookId: webhook.id } }),
    onSuccess: async (entrega) => {
      await hasChanged.entrega(entrega);
      setQuery({ entrega: entrega.id }, { replace: true });
      notices.done(t.webhooks.testSent);
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Button leftSection={<Icon name="send" />} loading={test.isPending} onClick={() => test.mutate()}>
      {t.webhooks.testar}
    </Button>
  );
}

function Edit({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useWebhookChanged();
  return (
    <Dialog size="lg" onClose={onClose} closeOnClickOutside={false} title={t.webhooks.edit}>
      <WebhookForm
        initial={{ url: webhook.url, descricao: webhook.descricao ?? '', eventos: webhook.eventos }}
        button={base.actions.save}
        onSave={async ({ url, descricao, eventos }) => {
          const body = { url, eventos, descricao: descricao || null };
          hasChanged.webhook(await client.alterarWebhook({ params: { webhookId: webhook.id }, body }));
          notices.done(t.webhooks.saved);
          onClose();
        }}
        others={
          <Button variant="default" onClick={onClose}>
            {base.actions.cancel}
          </Button>
        }
      />
    </Dialog>
  );
}

/** Explains that for a while both secrets sign, then shows the new one, once. */
function Rotate({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const [renewed, setRenewed] = useState<SegredoRenovado | null>(null);
  const keyOf = useRepetition();
  const params = { webhookId: webhook.id };
  const renew = useMutation({
    mutationFn: () => client.renovarSegredoWebhook({ params, idempotencyKey: keyOf(params) }),
    onSuccess: setRenewed,
  });
  const steps = (
    <ul className={styles.steps}>
      {t.webhooks.rotateSteps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
  if (renewed) {
    return (
      <SecretOnce titulo={t.webhooks.rotated} rotulo={t.webhooks.segredo} valor={renewed.segredo} onKept={onClose}>
        <Alert variant="light" color="marca" icon={<Icon name="clock" />}>
          {t.webhooks.anteriorAte} <Moment when={renewed.anteriorValeAte} />.
        </Alert>
        {steps}
      </SecretOnce>
    );
  }
  return (
    <Dialog onClose={onClose} title={t.webhooks.rotate}>
      <Text>{t.webhooks.rotateText}</Text>
      {steps}
      <Guides whichOnes={['webhooks']} />
      <Footer
        refusal={renew.error ? tell(renew.error, base.erros).mensagem : null}
        onClose={onClose}
        acao={t.webhooks.confirmRotation}
        onAction={() => renew.mutate()}
        busy={renew.isPending}
        exit={base.actions.back}
        focusTarget="acao"
      />
    </Dialog>
  );
}
