import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import type { EntregaWebhook, StatusEntrega, Webhook } from '@rubrica/contract';
import { STATUS_ENTREGA } from '@rubrica/contract/enums';
import { useEndereco } from '../partes/endereco.ts';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { useIntegracao } from '../textos/integracao.ts';
import { useAteAchar, useEntregas } from './consultas.ts';
import { Detalhe, isTest, useResposta } from './entrega.tsx';
import { EtiquetaEntrega } from './etiqueta.tsx';
import { LinhaQueAbre } from './linha-que-abre.tsx';

/** The filter and the delivery that is open, which stand in the address. */
function useEscolha() {
  const [query, put] = useEndereco();
  const status = STATUS_ENTREGA.find((one) => one === query.get('situacao')) ?? null;
  const open = query.get('entrega');
  return { status, open, put };
}

/** The deliveries of a webhook. */
export function Entregas({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegracao();
  const { status, open, put } = useEscolha();
  const list = useEntregas(webhook.id, status);
  const shown = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const openIsThere = open === null || shown.some(({ id }) => id === open);
  const looking = useAteAchar(list, openIsThere);
  return (
    <section aria-labelledby="entregas">
      <Cabecalho
        total={list.data?.pages.at(-1)?.total}
        status={status}
        onStatus={(situacao) => put({ situacao, entrega: null })}
        onRefresh={() => void list.refetch()}
      />
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && shown.length === 0 && status === null && (
        <Vazio icone="ligacao" titulo={t.entregas.vazioTitulo} texto={t.entregas.vazioTexto} />
      )}
      {list.data && shown.length === 0 && status !== null && (
        <Vazio icone="busca" titulo={t.entregas.nadaTitulo} texto={t.entregas.nadaTexto}>
          <Button variant="default" onClick={() => put({ situacao: null })}>
            {t.entregas.limpar}
          </Button>
        </Vazio>
      )}
      {list.data && !openIsThere && !looking && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t.entregas.naoEncontrada}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className="entregas" aria-label={t.entregas.titulo}>
          {shown.map((one) => (
            <li key={one.id}>
              <Linha
                one={one}
                open={one.id === open}
                onToggle={() => put({ entrega: one.id === open ? null : one.id })}
              />
              {one.id === open && (
                <Detalhe
                  entrega={one}
                  webhook={webhook}
                  // Sent again it has another state, and would leave a list of this one.
                  onResent={() => put({ situacao: null })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {looking && <Carregando />}
      {list.hasNextPage && !looking && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.mais}
          </Button>
        </Group>
      )}
    </section>
  );
}

/** How many there are, which are shown, and having them looked at again. */
function Cabecalho(props: {
  readonly total: number | undefined;
  readonly status: StatusEntrega | null;
  readonly onStatus: (status: StatusEntrega | null) => void;
  readonly onRefresh: () => void;
}) {
  const t = useIntegracao();
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <Title order={2} size="h4" id="entregas">
          {t.entregas.titulo}
        </Title>
        {props.total !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {t.entregas.total(props.total)}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <NativeSelect
          aria-label={t.entregas.filtro}
          value={props.status ?? ''}
          onChange={(event) => props.onStatus((event.currentTarget.value || null) as StatusEntrega | null)}
          data={[
            { value: '', label: t.entregas.todas },
            ...STATUS_ENTREGA.map((value) => ({ value, label: t.situacao[value] })),
          ]}
        />
        <Button variant="default" leftSection={<Icone nome="reenviar" />} onClick={props.onRefresh}>
          {t.entregas.atualizar}
        </Button>
      </Group>
    </Group>
  );
}

function Linha(props: { readonly one: EntregaWebhook; readonly open: boolean; readonly onToggle: () => void }) {
  const t = useIntegracao();
  const resposta = useResposta();
  const { one, open } = props;
  return (
    <LinhaQueAbre open={open} controls={`entrega-${one.id}`} onToggle={props.onToggle}>
      <span className="entrega-nome">
        <code>{one.evento}</code>
        {isTest(one) && <span className="etiqueta neutro">{t.entregas.teste}</span>}
      </span>
      <span>
        <EtiquetaEntrega status={one.status} />
      </span>
      <span className="suave">
        <Momento quando={one.ocorridaEm} />
        <br />
        {one.tentativas > 0 ? `${resposta(one)} · ` : ''}
        {t.entregas.tentativas(one.tentativas)}
      </span>
      <span className="entrega-seta">
        <Icone nome="baixo" />
      </span>
    </LinhaQueAbre>
  );
}
