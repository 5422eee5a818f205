import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { Ambiente, EventoWebhook } from '@rubrica/contract';
import { EVENTOS_WEBHOOK } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, URL_MAX_CHARS } from '@rubrica/contract/limits';
import type { ReactNode } from 'react';
import { usePanel } from '../contexto.tsx';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { useIntegracao } from '../textos/integracao.ts';
import type { Textos } from '../textos/pt/integracao.ts';
import { Marcas } from './marcas.tsx';

export interface Valores {
  readonly url: string;
  readonly descricao: string;
  readonly eventos: EventoWebhook[];
}

/** What can be told of an address before the service is asked. */
export function problemOfUrl(value: string, ambiente: Ambiente, t: Textos['webhooks']): string | null {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return t.urlFalta;
  return ambiente === 'PRODUCAO' && url.protocol !== 'https:' ? t.urlHttps : null;
}

/** Address, description and events of a webhook, to create or to change. */
export function FormularioWebhook(props: {
  readonly inicial: Valores;
  readonly botao: string;
  readonly onSalvar: (valores: Valores) => Promise<void>;
  readonly outros: ReactNode;
}) {
  const t = useIntegracao();
  const { ambiente } = usePanel();
  const form = useForm(props.inicial, {
    url: (value) => problemOfUrl(value, ambiente, t.webhooks),
    eventos: (value) => (value === '' ? t.webhooks.eventosFalta : null),
  });
  const save = () =>
    props.onSalvar({
      url: form.values.url.trim(),
      descricao: form.values.descricao.trim(),
      eventos: EVENTOS_WEBHOOK.filter((one) => form.values.eventos.includes(one)),
    });
  return (
    <form onSubmit={(event) => void form.submit(event, save)} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t.webhooks.url}
          description={t.webhooks.urlDica[ambiente]}
          placeholder="https://"
          maxLength={URL_MAX_CHARS}
          data-autofocus
          value={form.values.url}
          onChange={(event) => form.set('url', event.currentTarget.value)}
          error={form.problem('url')}
        />
        <Textarea
          label={t.webhooks.descricao}
          description={t.webhooks.descricaoDica}
          autosize
          maxRows={6}
          maxLength={DESCRIPTION_MAX_CHARS}
          value={form.values.descricao}
          onChange={(event) => form.set('descricao', event.currentTarget.value)}
          error={form.problem('descricao')}
        />
        <Marcas
          rotulo={t.webhooks.eventosTitulo}
          opcoes={EVENTOS_WEBHOOK.map((value) => ({ value, texto: t.evento[value] }))}
          atalhos={[
            { rotulo: t.webhooks.todos, valores: EVENTOS_WEBHOOK },
            { rotulo: t.webhooks.nenhum, valores: [] },
          ]}
          valor={form.values.eventos}
          onValor={(change) => form.set('eventos', change)}
          problema={form.problem('eventos')}
        />
        <Recusa texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {props.botao}
          </Button>
          {props.outros}
        </Group>
      </Stack>
    </form>
  );
}
