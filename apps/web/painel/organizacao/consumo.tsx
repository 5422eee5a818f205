import { Anchor, Button, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { Consumo, Medicao, TipoMedicao } from '@rubrica/contract';
import { MEASUREMENT_TYPES } from '@rubrica/contract/enums';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useConsumo } from '../texts/consumo.ts';
import { DailyChart } from './chart.tsx';
import styles from './consumo.module.css';
import { OrganizacaoScreen } from './frame.tsx';
import { byDay, dayOf, limitsOf, numero, periodInWords, realOnes } from './measure.ts';
import { useMonthlyConsumo, useStatement } from './queries.ts';

/** Pages of the extract read by themselves; a busier month is read on request, since sixty calls a minute are all. */
const PAGES_AT_ONCE = 15;
const LINES_A_PAGE = 100;
/** Share of the allowance from which on it is said that little is left. */
const NEARLY = 0.8;

/** The kind an address names; another or none is envelopes. */
const typeOf = (query: URLSearchParams): TipoMedicao =>
  MEASUREMENT_TYPES.find((tipo) => tipo === query.get('tipo')) ?? 'ENVELOPE_ENVIADO';

/** `/organizacao/consumo?tipo=`: what this month used, against the allowance and by day. */
export function Component() {
  const t = useConsumo();
  const { language } = useSpeech();
  const { ambiente } = usePanel();
  const consumo = useMonthlyConsumo();
  const texto = consumo.data && t.consumo.texto(...periodInWords(consumo.data.periodo, language));
  return (
    <OrganizacaoScreen title={t.consumo.titulo} texto={ambiente === 'TESTE' ? null : texto} operacao="obterConsumo">
      {ambiente === 'TESTE' ? (
        <NotMetered tela="consumo" />
      ) : (
        <>
          {consumo.error && <Failure erro={consumo.error} repeat={() => void consumo.refetch()} />}
          {consumo.isPending && <Loading />}
          {consumo.data && <OfTheMonth consumo={consumo.data} />}
        </>
      )}
    </OrganizacaoScreen>
  );
}

/** The sandbox counts nothing: where to look instead. */
export function NotMetered({ tela }: { readonly tela: 'consumo' | 'extrato' }) {
  const t = useConsumo();
  return (
    <Empty drawing="chart" titulo={t.noMetering} texto={t.noMeteringText}>
      <Button component="a" variant="default" href={`${ROOT_OF.PRODUCAO}/organizacao/${tela}`}>
        {t.seeProduction}
      </Button>
    </Empty>
  );
}

function OfTheMonth({ consumo }: { readonly consumo: Consumo }) {
  const t = useConsumo();
  const [query, setQuery] = useSearchParams();
  const tipo = typeOf(query);
  const used = consumo.medicoes.filter((one) => one.quantidade > 0 || one.franquia !== null || one.tipo === tipo);
  const idle = consumo.medicoes.filter((one) => !used.includes(one)).map((one) => t.tipo[one.tipo] ?? one.tipo);
  return (
    <Stack>
      <section aria-label={t.consumo.measures} className={styles.measures}>
        {used.map((medicao) => (
          <Measure
            key={medicao.tipo}
            medicao={medicao}
            chosen={medicao.tipo === tipo}
            onChoose={() => setQuery({ tipo: medicao.tipo }, { replace: true })}
          />
        ))}
      </section>
      {idle.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.consumo.nothing(idle.join(', '))}
        </Text>
      )}
      <ByDay consumo={consumo} tipo={tipo} />
    </Stack>
  );
}

function Measure(props: { readonly medicao: Medicao; readonly chosen: boolean; readonly onChoose: () => void }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const { tipo, quantidade } = props.medicao;
  const name = t.tipo[tipo] ?? tipo;
  return (
    <Stack gap={6}>
      <button type="button" className={styles.measure} aria-pressed={props.chosen} onClick={props.onChoose}>
        <span>{name}</span>
        <span className={styles.number}>{numero(quantidade, language)}</span>
        <Allowance medicao={props.medicao} />
      </button>
    </Stack>
  );
}

/** How much of the allowance is used, what is left, and what the excess costs. */
export function Allowance({ medicao }: { readonly medicao: Medicao }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const { tipo, quantidade, franquia, excedente, valorExcedenteCentavos } = medicao;
  if (franquia === null) {
    return (
      <Text component="span" size="sm" c="dimmed">
        {t.consumo.noAllowance}
      </Text>
    );
  }
  const share = franquia === 0 ? 1 : Math.min(1, quantidade / franquia);
  const left = numero(Math.max(0, franquia - quantidade), language);
  const said = share >= 1 ? t.consumo.usedUp : share >= NEARLY ? t.consumo.almost(left) : t.consumo.remain(left);
  return (
    <>
      <Progress.Root size="md" component="span" style={{ display: 'flex' }}>
        <Progress.Section
          value={share * 100}
          color={share >= 1 ? 'red' : share >= NEARLY ? 'yellow' : 'marca'}
          component="span"
          aria-label={t.tipo[tipo] ?? tipo}
        />
      </Progress.Root>
      <Text component="span" size="sm">
        {t.consumo.franquia(numero(quantidade, language), numero(franquia, language))}
      </Text>
      <Text component="span" size="sm" {...(share >= NEARLY ? { fw: 600 } : { c: 'dimmed' })}>
        {said}
      </Text>
      {excedente > 0 && (
        <Text component="span" size="sm" fw={600}>
          {t.consumo.excedente(numero(excedente, language), realOnes(valorExcedenteCentavos, language))}
        </Text>
      )}
    </>
  );
}

function ByDay({ consumo, tipo }: { readonly consumo: Consumo; readonly tipo: TipoMedicao }) {
  const t = useConsumo();
  const { periodo, medicoes } = consumo;
  const total = medicoes.find((one) => one.tipo === tipo)?.quantidade ?? 0;
  const extrato = useStatement(tipo, { limite: LINES_A_PAGE, enabled: total > 0 });
  const { hasNextPage, isFetching, fetchNextPage, data } = extrato;
  const pages = data?.pages ?? [];
  const lines = pages.flatMap(({ itens }) => itens);
  const oldest = lines.at(-1);
  const begun = oldest ? dayOf(oldest.ocorridoEm) < limitsOf(periodo).first : false;
  const more = hasNextPage && !begun;
  // Read on request, beyond the first pages, for so many pages again.
  const reading = more && !extrato.error && pages.length % PAGES_AT_ONCE !== 0;
  useEffect(() => {
    if (reading && !isFetching) void fetchNextPage();
  }, [reading, isFetching, fetchNextPage]);
  const name = t.tipo[tipo] ?? tipo;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="by-day">
      <Stack>
        <Title order={2} size="h4" id="by-day">
          {t.consumo.byDay(name)}
        </Title>
        {extrato.error && <Failure erro={extrato.error} repeat={() => void extrato.refetch()} />}
        {total === 0 ? (
          <Empty drawing="chart" titulo={t.consumo.blank} texto={t.consumo.blankText} />
        ) : (
          <>
            <DailyChart
              titulo={name}
              dias={byDay(lines, periodo)}
              desde={more && oldest ? dayOf(oldest.ocorridoEm) : null}
            />
            {isFetching && (
              <Text size="sm" c="dimmed" role="status">
                {t.consumo.reading}
              </Text>
            )}
            {more && !reading && !isFetching && (
              <Button variant="default" onClick={() => void fetchNextPage()} style={{ alignSelf: 'flex-start' }}>
                {t.consumo.readMore}
              </Button>
            )}
          </>
        )}
        <Anchor component={Link} to={`/organizacao/extrato?tipo=${tipo}`} size="sm">
          {t.consumo.extrato}
        </Anchor>
      </Stack>
    </Paper>
  );
}
