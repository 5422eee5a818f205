import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { Ambiente, EventoWebhook } from '@rubrica/contract';
import { WEBHOOK_EVENTS } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, URL_MAX_CHARS } from '@rubrica/contract/limits';
import type { ReactNode } from 'react';
import { parseUrl } from '../../kit/url.ts';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { Refused } from '../parts/refusal.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import type { Textos } from '../texts/pt/integration.ts';
import { Marks } from './check-list.tsx';

export interface Values {
  readonly url: string;
  readonly descricao: string;
  readonly eventos: EventoWebhook[];
}

/** What can be said about an address before asking the service. */
export function problemOfUrl(value: string, ambiente: Ambiente, t: Textos['webhooks']): string | null {
  const url = parseUrl(value.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return t.urlMissing;
  return ambiente === 'PRODUCAO' && url.protocol !== 'https:' ? t.urlHttps : null;
}

/** Address, description and events of a webhook, to create or to change. */
export function WebhookForm(props: {
  readonly initial: Values;
  readonly button: string;
  readonly onSave: (valores: Values) => Promise<void>;
  readonly others: ReactNode;
}) {
  const t = useIntegrationTexts();
  const { ambiente } = usePanel();
  const form = useForm(props.initial, {
    url: (value) => problemOfUrl(value, ambiente, t.webhooks),
    eventos: (value) => (value === '' ? t.webhooks.eventsMissing : null),
  });
  const save = () =>
    props.onSave({
      url: form.values.url.trim(),
      descricao: form.values.descricao.trim(),
      eventos: WEBHOOK_EVENTS.filter((one) => form.values.eventos.includes(one)),
    });
  return (
    <form onSubmit={(event) => void form.submit(event, save)} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t.webhooks.url}
          description={t.webhooks.urlHint[ambiente]}
          placeholder="https://"
          maxLength={URL_MAX_CHARS}
          data-autofocus
          value={form.values.url}
          onChange={(event) => form.set('url', event.currentTarget.value)}
          error={form.problem('url')}
        />
        <Textarea
          label={t.webhooks.descricao}
          description={t.webhooks.descriptionHint}
          autosize
          maxRows={6}
          maxLength={DESCRIPTION_MAX_CHARS}
          value={form.values.descricao}
          onChange={(event) => form.set('descricao', event.currentTarget.value)}
          error={form.problem('descricao')}
        />
        <Marks
          rotulo={t.webhooks.eventsTitle}
          options={WEBHOOK_EVENTS.map((value) => ({ value, texto: t.evento[value] }))}
          shortcuts={[
            { rotulo: t.webhooks.all, valores: WEBHOOK_EVENTS },
            { rotulo: t.webhooks.none, valores: [] },
          ]}
          valor={form.values.eventos}
          onValor={(change) => form.set('eventos', change)}
          issue={form.problem('eventos')}
        />
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {props.button}
          </Button>
          {props.others}
        </Group>
      </Stack>
    </form>
  );
}
