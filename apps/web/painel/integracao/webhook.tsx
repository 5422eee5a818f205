import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import type { Webhook } from '@rubrica/contract';
import { useParams } from 'react-router';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { useWebhooks } from './consultas.ts';
import { Copiar } from './copiar.tsx';
import { Entregas } from './entregas.tsx';
import { EtiquetaAtivo } from './etiqueta.tsx';
import './integracao.css';
import { SoQuemAlcanca } from './sem-alcance.tsx';
import { AcoesDoWebhook, useAtivar } from './webhook-acoes.tsx';

/** `/integracao/webhooks/{webhookId}?situacao=&entrega=` */
export function Component() {
  const t = useIntegracao();
  return (
    <SoQuemAlcanca operacao="listarEntregas" titulo={t.webhooks.titulo}>
      <UmWebhook />
    </SoQuemAlcanca>
  );
}

function UmWebhook() {
  const base = useBase();
  const t = useIntegracao();
  const { webhookId = '' } = useParams();
  const list = useWebhooks();
  const webhook = list.data?.find(({ id }) => id === webhookId);
  if (webhook) return <Pagina webhook={webhook} />;
  return (
    <Tela titulo={t.webhooks.titulo} acima={{ to: '/integracao/webhooks', rotulo: t.webhooks.titulo }}>
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && <Vazio icone="ligacao" titulo={base.falha.naoEncontrado} texto={base.falha.naoEncontradoTexto} />}
    </Tela>
  );
}

function Pagina({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  return (
    <Tela
      titulo={hostOf(webhook.url)}
      acima={{ to: '/integracao/webhooks', rotulo: t.webhooks.titulo }}
      junto={<EtiquetaAtivo ativo={webhook.ativo} />}
      acoes={<AcoesDoWebhook webhook={webhook} />}
    >
      {!webhook.ativo && <Inativo webhook={webhook} />}
      <Ficha webhook={webhook} />
      <Entregas webhook={webhook} />
    </Tela>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

function Inativo({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  const { busy, ativar } = useAtivar(webhook);
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="aviso-alerta"
      icon={<Icone nome="alerta" />}
      title={t.webhooks.inativo}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.webhooks.inativoTexto}</Text>
        {ativar && (
          <Button size="xs" variant="default" loading={busy} onClick={() => ativar(true)}>
            {t.webhooks.reativar}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Ficha({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  return (
    <Paper withBorder p="md">
      <dl className="fatos">
        <div>
          <dt>{t.webhooks.url}</dt>
          <dd>
            <span className="endereco">{webhook.url}</span> <Copiar valor={webhook.url} rotulo={t.webhooks.copiarUrl} />
          </dd>
        </div>
        <div>
          <dt>{t.webhooks.eventosTitulo}</dt>
          <dd>
            {webhook.eventos.map((evento) => (
              <div key={evento}>
                <code title={t.evento[evento]}>{evento}</code>
              </div>
            ))}
          </dd>
        </div>
        {webhook.descricao && (
          <div>
            <dt>{t.webhooks.descricaoRotulo}</dt>
            <dd dir="auto">{webhook.descricao}</dd>
          </div>
        )}
        <div>
          <dt>{t.webhooks.criadoEm}</dt>
          <dd>
            <Momento quando={webhook.criadoEm} />
          </dd>
        </div>
      </dl>
    </Paper>
  );
}
