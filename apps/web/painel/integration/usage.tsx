import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ChaveApi, EntregaWebhook, ExtratoLinha, Webhook } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { allItems } from '../api/all-pages.ts';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Chamadas } from './calls.tsx';
import { useAnswer } from './delivery.tsx';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { useKeys } from './queries.ts';
import { EntregaTag } from './tag.tsx';
import { isToday } from './today.ts';
import styles from './usage.module.css';
import verbatimStyles from './verbatim.module.css';

/** As many hours as a day can have, and one begun. */
const HOURS = 26;
const WEBHOOKS_LOOKED_AT = 20;
const DELIVERIES_LOOKED_AT = 50;
const MISSED = ['FALHOU', 'DESISTIU'] as const;
const AGAIN_MS = 30_000;

/** `/integracao/uso?requestId=…`: the calls and errors of today, and one looked for by its id. */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="listarChamadas" titulo={t.uso.titulo}>
      <Usage />
    </OnlyWhoReaches>
  );
}

function Usage() {
  const t = useIntegrationTexts();
  const { ambiente } = usePanel();
  return (
    <Screen title={t.uso.titulo}>
      <Text>{t.uso.texto}</Text>
      <Guides whichOnes={['reference', 'limites', 'erros']} />
      <Chamadas />
      <Part id="measures" titulo={t.uso.chamadas}>
        {ambiente === 'PRODUCAO' ? <Measures /> : <NoMeasure />}
      </Part>
      <Part id="errors" titulo={t.uso.erros}>
        <Failures />
      </Part>
      <Part id="keys" titulo={t.uso.chaves}>
        <TodaysKeys />
      </Part>
    </Screen>
  );
}

function Part(props: { readonly id: string; readonly titulo: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={props.id}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={props.id}>
          {props.titulo}
        </Title>
        {props.children}
      </Stack>
    </Paper>
  );
}

function NoMeasure() {
  const t = useIntegrationTexts();
  return (
    <Group>
      <Text size="sm" className="grow">
        {t.uso.sandbox}
      </Text>
      <Button component="a" href={`${ROOT_OF.PRODUCAO}/integracao/uso`} variant="default" size="xs">
        {t.uso.seeProduction}
      </Button>
    </Group>
  );
}

/** Calls that count, hour by hour today, and of the month. */
function Measures() {
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const { language } = useSpeech();
  const calls = useQuery({
    queryKey: ['uso', 'chamadas'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const [lines, month] = await Promise.all([
        client.listarExtrato({ query: { tipo: 'REQUISICAO_API', limite: HOURS }, signal }),
        client.obterConsumo({ signal }),
      ]);
      const ofMonth = month.medicoes.find(({ tipo }) => tipo === 'REQUISICAO_API')?.quantidade ?? 0;
      return { lines: lines.itens, ofMonth };
    },
  });
  if (calls.error) return <Failure erro={calls.error} repeat={() => void calls.refetch()} />;
  if (!calls.data) return <Loading />;
  const today = calls.data.lines.filter(({ ocorridoEm }) => isToday(ocorridoEm)).toReversed();
  const total = today.reduce((sum, { quantidade }) => sum + quantidade, 0);
  return (
    <>
      <div className={styles.numbers}>
        <span className={styles.number}>{t.uso.totalCalls(total.toLocaleString(language))}</span>
        <Text c="dimmed">{t.uso.inMonth(calls.data.ofMonth.toLocaleString(language))}</Text>
      </div>
      {today.length === 0 ? <Text size="sm">{t.uso.noneYet}</Text> : <ByHour lines={today} />}
      <Text size="sm" c="dimmed">
        {t.uso.count}
      </Text>
    </>
  );
}

function ByHour({ lines }: { readonly lines: readonly ExtratoLinha[] }) {
  const t = useIntegrationTexts();
  const { language } = useSpeech();
  const most = Math.max(...lines.map(({ quantidade }) => quantidade));
  const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  return (
    <ol className={styles.hours} aria-label={t.uso.byHour}>
      {lines.map(({ id, ocorridoEm, quantidade }) => (
        <li key={id} className={styles.hour}>
          <span>{hour.format(new Date(ocorridoEm))}</span>
          <span className={styles.bar} style={{ inlineSize: `${(100 * quantidade) / most}%` }} />
          <span className={styles.count}>{quantidade.toLocaleString(language)}</span>
        </li>
      ))}
    </ol>
  );
}

interface Missed {
  readonly entrega: EntregaWebhook;
  readonly webhook: Webhook;
}

/** Deliveries of today that did not arrive, over the webhooks used last. */
function Failures() {
  const t = useIntegrationTexts();
  const resposta = useAnswer();
  const { client } = usePanel();
  const missed = useQuery({
    queryKey: ['uso', 'falhas'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const all = await allItems(client.listarWebhooks);
      const used = all
        .filter(({ ultimaEntregaEm }) => ultimaEntregaEm !== null)
        .toSorted((a, b) => String(b.ultimaEntregaEm).localeCompare(String(a.ultimaEntregaEm)));
      const looked = used.slice(0, WEBHOOKS_LOOKED_AT);
      const lists = await Promise.all(
        looked.flatMap((webhook) =>
          MISSED.map(async (status): Promise<Missed[]> => {
            const params = { webhookId: webhook.id };
            const query = { status, limite: DELIVERIES_LOOKED_AT };
            const { itens } = await client.listarEntregas({ params, query, signal });
            return itens.filter(failedToday).map((entrega) => ({ entrega, webhook }));
          }),
        ),
      );
      return { webhooks: all.length, used: used.length, missed: lists.flat().toSorted(newestFirst) };
    },
  });
  if (missed.error) return <Failure erro={missed.error} repeat={() => void missed.refetch()} />;
  if (!missed.data) return <Loading />;
  if (missed.data.webhooks === 0) return <Text size="sm">{t.uso.noWebhooks}</Text>;
  return (
    <>
      {missed.data.missed.length === 0 && <Text size="sm">{t.uso.noErrors}</Text>}
      {missed.data.missed.length > 0 && (
        <ul className="plain-list framed-list">
          {missed.data.missed.map(({ entrega, webhook }) => (
            <li key={entrega.id} className={styles.failure}>
              <Group gap="xs">
                <Anchor component={Link} to={`/integracao/webhooks/${webhook.id}?entrega=${entrega.id}`} fw={600}>
                  <code>{entrega.evento}</code>
                </Anchor>
                <EntregaTag status={entrega.status} />
              </Group>
              <Text size="sm" className={verbatimStyles.address}>
                {webhook.url}
              </Text>
              <Text size="sm" c="dimmed" component="div" dir="auto">
                <Moment when={entrega.ocorridaEm} /> · {resposta(entrega)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {missed.data.used > WEBHOOKS_LOOKED_AT && (
        <Text size="sm" c="dimmed">
          {t.uso.recent(WEBHOOKS_LOOKED_AT)}
        </Text>
      )}
    </>
  );
}

const failedToday = ({ ocorridaEm, tentativasRealizadas }: EntregaWebhook): boolean =>
  isToday(ocorridaEm) || isToday(tentativasRealizadas.at(-1)?.ocorridaEm);

const newestFirst = (a: Missed, b: Missed) => b.entrega.ocorridaEm.localeCompare(a.entrega.ocorridaEm);

function TodaysKeys() {
  const t = useIntegrationTexts();
  const { ambiente } = usePanel();
  const keys = useKeys();
  if (keys.error) return <Failure erro={keys.error} repeat={() => void keys.refetch()} />;
  if (!keys.data) return <Loading />;
  const used = keys.data.filter((one: ChaveApi) => one.ambiente === ambiente && isToday(one.ultimoUsoEm));
  if (used.length === 0) return <Text size="sm">{t.uso.noKeys}</Text>;
  return (
    <ul className="plain-list framed-list">
      {used.map((one) => (
        <li key={one.id} className={styles.failure}>
          <Anchor component={Link} to="/integracao/chaves" fw={600} dir="auto" className="break-anywhere">
            {one.nome}
          </Anchor>
          <Text size="sm" c="dimmed" component="div">
            <code>{one.prefixo}…</code> · {t.chaves.lastUse}: <Moment when={one.ultimoUsoEm} />
            {one.ultimoIp && ` ${t.chaves.fromIp(one.ultimoIp)}`}
          </Text>
        </li>
      ))}
    </ul>
  );
}
