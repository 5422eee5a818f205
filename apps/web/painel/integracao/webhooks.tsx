import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Webhook } from '@rubrica/contract';
import { EVENTOS_WEBHOOK } from '@rubrica/contract/enums';
import { Link } from 'react-router';
import { usePode } from '../contexto.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useIntegracao } from '../textos/integracao.ts';
import { useSaindo, useWebhooks } from './consultas.ts';
import { EtiquetaAtivo, EtiquetaEntrega } from './etiqueta.tsx';
import { Guias } from './guias.tsx';
import './integracao.css';
import { SoQuemAlcanca } from './sem-alcance.tsx';

/** `/integracao/webhooks` */
export function Component() {
  const t = useIntegracao();
  return (
    <SoQuemAlcanca operacao="listarWebhooks" titulo={t.webhooks.titulo}>
      <Webhooks />
    </SoQuemAlcanca>
  );
}

function Webhooks() {
  const t = useIntegracao();
  const { pode } = usePode();
  const list = useWebhooks();
  const leaving = useSaindo();
  const shown = list.data?.filter(({ id }) => !leaving.includes(id));
  const create = pode('criarWebhook') && (
    <Button component={Link} to="/integracao/webhooks/novo" leftSection={<Icone nome="somar" />}>
      {t.webhooks.novo}
    </Button>
  );
  return (
    <Tela titulo={t.webhooks.titulo} acoes={shown && shown.length > 0 && create}>
      <Text>{t.webhooks.texto}</Text>
      <Guias quais={['webhooks', 'referencia']} />
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {shown?.length === 0 && (
        <Vazio icone="ligacao" titulo={t.webhooks.vazioTitulo} texto={t.webhooks.vazioTexto}>
          {create}
        </Vazio>
      )}
      <Stack component="ul" gap="sm" className="lista-solta">
        {shown?.map((one) => (
          <li key={one.id}>
            <UmWebhook one={one} />
          </li>
        ))}
      </Stack>
    </Tela>
  );
}

function UmWebhook({ one }: { readonly one: Webhook }) {
  const t = useIntegracao();
  const all = one.eventos.length === EVENTOS_WEBHOOK.length;
  return (
    <Paper withBorder p="md">
      <Stack gap={6}>
        <Group gap="sm" justify="space-between" align="flex-start">
          <Anchor component={Link} to={`/integracao/webhooks/${one.id}`} fw={600} className="endereco coluna-larga">
            {one.url}
          </Anchor>
          <EtiquetaAtivo ativo={one.ativo} />
        </Group>
        {one.descricao && (
          <Text size="sm" dir="auto" lineClamp={2} className="titulo-quebra">
            {one.descricao}
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {all ? t.webhooks.todosOsEventos : t.webhooks.eventos(one.eventos.length)} ·{' '}
            {one.ultimaEntregaEm ? t.webhooks.ultimaEntrega : t.webhooks.semEntrega}
          </Text>
          {one.ultimaEntregaEm && (
            <Text size="sm" c="dimmed" component="span">
              <Momento quando={one.ultimaEntregaEm} />
            </Text>
          )}
          {one.ultimaEntregaStatus && <EtiquetaEntrega status={one.ultimaEntregaStatus} />}
        </Group>
      </Stack>
    </Paper>
  );
}
