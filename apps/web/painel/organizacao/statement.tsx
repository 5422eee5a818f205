import { Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import type { ExtratoLinha, TipoMedicao } from '@rubrica/contract';
import { MEASUREMENT_TYPES } from '@rubrica/contract/enums';
import { Link, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { Moment } from '../parts/moment.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useConsumo } from '../texts/consumo.ts';
import { NotMetered } from './consumo.tsx';
import { OrganizacaoScreen } from './frame.tsx';
import { numero } from './measure.ts';
import { useStatement } from './queries.ts';
import styles from './row.module.css';

/** `/organizacao/extrato?tipo=`: every line that was counted. */
export function Component() {
  const t = useConsumo();
  const { ambiente } = usePanel();
  return (
    <OrganizacaoScreen title={t.extrato.titulo} texto={t.extrato.texto} operacao="listarExtrato">
      {ambiente === 'TESTE' ? <NotMetered tela="extrato" /> : <Lines />}
    </OrganizacaoScreen>
  );
}

function Lines() {
  const t = useConsumo();
  const [query, setQuery] = useSearchParams();
  const tipo: TipoMedicao | null = MEASUREMENT_TYPES.find((one) => one === query.get('tipo')) ?? null;
  const extrato = useStatement(tipo, { keeping: true });
  const lines = extrato.data?.pages.flatMap(({ itens }) => itens) ?? [];
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <NativeSelect
          label={t.extrato.filter}
          value={tipo ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setQuery(value ? { tipo: value } : {}, { replace: true });
          }}
          data={[
            { value: '', label: t.extrato.all },
            ...MEASUREMENT_TYPES.map((one) => ({ value: one, label: t.tipo[one] })),
          ]}
        />
        {extrato.data && (
          <Text size="sm" c="dimmed" role="status">
            {t.extrato.total(extrato.data.pages.at(-1)?.total ?? 0)}
          </Text>
        )}
      </Group>
      {extrato.error && <Failure erro={extrato.error} repeat={() => void extrato.refetch()} />}
      {extrato.isPending && <Loading />}
      {extrato.data && lines.length === 0 && (
        <Empty drawing="chart" titulo={t.extrato.blank} texto={tipo ? t.extrato.blankByType : t.extrato.blankText} />
      )}
      {lines.length > 0 && (
        <Stack
          component="ul"
          className="plain-list"
          gap={6}
          aria-label={t.extrato.list}
          aria-busy={extrato.isPlaceholderData}
        >
          {lines.map((line) => (
            <li key={line.id}>
              <Row line={line} />
            </li>
          ))}
        </Stack>
      )}
      {extrato.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={extrato.isFetchingNextPage}
          onClick={() => void extrato.fetchNextPage()}
        >
          {t.extrato.more}
        </Button>
      )}
    </Stack>
  );
}

function Row({ line }: { readonly line: ExtratoLinha }) {
  const t = useConsumo();
  const { language } = useSpeech();
  return (
    <Paper withBorder px="md" py="xs" className={styles.row}>
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={600}>
          {t.tipo[line.tipo] ?? line.tipo}
        </Text>
        {line.descricao && (
          <Text size="sm" dir="auto" className="break-anywhere">
            {line.documentoId ? (
              <Anchor component={Link} to={`/documentos/${line.documentoId}`} size="sm">
                {line.descricao}
              </Anchor>
            ) : (
              line.descricao
            )}
          </Text>
        )}
        {!line.descricao && line.documentoId && (
          <Anchor component={Link} to={`/documentos/${line.documentoId}`} size="sm">
            {t.extrato.documento}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          <Moment when={line.ocorridoEm} />
        </Text>
      </Stack>
      <Text fw={600}>
        <span className="unseen">{t.extrato.quantidade}: </span>
        {numero(line.quantidade, language)}
      </Text>
    </Paper>
  );
}
