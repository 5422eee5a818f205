import { Button, Text } from '@mantine/core';
import type { EventoWebhook, WebhookCriado } from '@rubrica/contract';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePanel } from '../context.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Screen } from '../parts/screen.tsx';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { useWebhookChanged } from './queries.ts';
import { SecretOnce } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** What most receivers want first: that it ended, one way or the other. */
const USUAL: EventoWebhook[] = ['document.completed', 'document.refused', 'document.expired', 'document.cancelled'];

/** `/integracao/webhooks/novo` */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="criarWebhook" titulo={t.webhooks.fresh}>
      <NewWebhook />
    </OnlyWhoReaches>
  );
}

function NewWebhook() {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const navigate = useNavigate();
  const hasChanged = useWebhookChanged();
  const keyOf = useRepetition();
  const [created, setCreated] = useState<WebhookCriado | null>(null);
  return (
    <Screen title={t.webhooks.fresh} above={{ to: '/integracao/webhooks', label: t.webhooks.titulo }} narrow>
      <WebhookForm
        initial={{ url: '', descricao: '', eventos: USUAL }}
        button={t.webhooks.criar}
        onSave={async ({ descricao, ...rest }) => {
          const body = { ...rest, ...(descricao ? { descricao } : {}) };
          const answer = await client.criarWebhook({ body, idempotencyKey: keyOf(body) });
          const { segredo: _once, ...webhook } = answer;
          hasChanged.criado(webhook);
          setCreated(answer);
        }}
        others={
          <Button component={Link} to="/integracao/webhooks" variant="default">
            {base.actions.cancel}
          </Button>
        }
      />
      {created && (
        <SecretOnce
          titulo={t.webhooks.createdTitle}
          rotulo={t.webhooks.segredo}
          valor={created.segredo}
          onKept={() => void navigate(`/integracao/webhooks/${created.id}`)}
        >
          <Text size="sm">{t.webhooks.secretText}</Text>
          <Guides whichOnes={['webhooks']} />
        </SecretOnce>
      )}
    </Screen>
  );
}
