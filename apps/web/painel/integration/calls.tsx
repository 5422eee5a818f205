import { Button, Group, NativeSelect, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../parts/address.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Total } from '../parts/total.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import { ChamadaRow } from './call.tsx';
import styles from './calls.module.css';
import { startOfToday } from './today.ts';
import { type FilterFields, useCalls } from './use-calls.ts';

const DAY_MS = 86_400_000;
/** Where the period begins, in milliseconds; null: as far back as calls are served. */
const PERIODS = { hoje: startOfToday, semana: () => startOfToday() - 6 * DAY_MS, tudo: () => null } as const;
/** What the address may ask for, and what that is in a query. */
const RESULTS = {
  erros: { somenteErros: true },
  refusals: { classe: 'RECUSA' },
  failures: { classe: 'FALHA' },
  successes: { classe: 'SUCESSO' },
} as const satisfies Record<string, FilterFields>;
const CALLERS = { chave: { tipoAtor: 'CHAVE_API' }, painel: { tipoAtor: 'USUARIO' } } as const satisfies Record<
  string,
  FilterFields
>;
const PARAMS = ['requestId', 'resultado', 'quem', 'periodo', 'chamada'] as const;
type Param = (typeof PARAMS)[number];

const ID = /[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/i;

/** The request id in what somebody pasted: a line of a log, with blanks, quotes or the name of the header around it. */
export function requestIdIn(text: string): string | null {
  const bare = ID.exec(text.replace(/[\s\u200b]+/g, ''))?.[0]
    .replaceAll('-', '')
    .toLowerCase();
  return bare?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? null;
}

/** The recent calls of the organization; filters, the id looked for and the open one stand in the address. */
export function Chamadas() {
  const t = useIntegrationTexts();
  const { values, put } = useValues();
  const calls = useCalls(filtersOf(values));
  const { list, chamadas } = calls;
  const open = values.requestId ?? values.chamada;
  const place = useRef<HTMLElement>(null);
  const held = useHeld(place, open !== null, calls);
  const filtered = Boolean(values.requestId || values.resultado || values.quem);
  return (
    <section aria-labelledby="calls" ref={place}>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h4" id="calls">
          {t.chamadas.titulo}
        </Title>
        <Total count={calls.total} words={t.chamadas.total} />
      </Group>
      <Filtering values={values} put={put} />
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && chamadas.length === 0 && <Nothing values={values} filtered={filtered} put={put} />}
      <div className={styles.fresh} role="status">
        {held > 0 && (
          <Button size="compact-sm" radius="xl" onClick={calls.show}>
            {t.chamadas.freshOnes(held)}
          </Button>
        )}
      </div>
      {chamadas.length > 0 && (
        <ul
          className="plain-list framed-list"
          aria-label={t.chamadas.titulo}
          aria-busy={list.isPlaceholderData}
          data-calls
        >
          {chamadas.map((one) => (
            <li key={one.requestId}>
              <ChamadaRow
                one={one}
                open={one.requestId === open}
                onToggle={() => put({ requestId: null, chamada: one.requestId === open ? null : one.requestId })}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </section>
  );
}

const periodOf = (name: string | null) => (name !== null && name in PERIODS ? (name as keyof typeof PERIODS) : 'hoje');

type Values = Readonly<Record<Param, string | null>>;
type Put = (next: Partial<Values>) => void;

function useValues(): { values: Values; put: Put } {
  const [query, put] = useAddress();
  const values = Object.fromEntries(PARAMS.map((name) => [name, query.get(name) || null])) as Values;
  return { values: { ...values, requestId: requestIdIn(values.requestId ?? '') }, put };
}

/** An id is looked for wherever it is: other filters would only hide it. */
function filtersOf({ requestId, resultado, quem, periodo }: Values): FilterFields {
  if (requestId) return { requestId };
  const desde = PERIODS[periodOf(periodo)]();
  return {
    ...(desde === null ? {} : { desde: new Date(desde).toISOString() }),
    ...RESULTS[resultado as keyof typeof RESULTS],
    ...CALLERS[quem as keyof typeof CALLERS],
  };
}

/**
 * New calls go on top by themselves while nobody would be disturbed: none is open, the list's beginning is in view, and
 * neither pointer nor focus is in it. @returns how many wait for the reader instead
 */
function useHeld(
  place: React.RefObject<HTMLElement | null>,
  open: boolean,
  calls: ReturnType<typeof useCalls>,
): number {
  const { checkedOnes } = calls;
  const count = calls.freshOnes.length;
  const [held, setHeld] = useState(false);
  const show = useRef(calls.show);
  show.current = calls.show;
  // Asked again whenever it was looked for new ones: the reader may have gone meanwhile.
  useEffect(() => {
    if (count === 0 || checkedOnes === 0) return;
    const list = place.current?.querySelector('[data-calls]');
    const reading = list !== null && list !== undefined && isBeingRead(list);
    setHeld(open || reading);
    if (!open && !reading) show.current();
  }, [place, open, count, checkedOnes]);
  return held ? count : 0;
}

const isBeingRead = (list: Element) => list.getBoundingClientRect().top < 0 || list.matches(':hover, :focus-within');

function Filtering({ values, put }: { readonly values: Values; readonly put: Put }) {
  const t = useIntegrationTexts();
  const byId = values.requestId !== null;
  return (
    <div className={styles.filters}>
      <FindById value={values.requestId} onChange={(requestId) => put({ requestId, chamada: null })} />
      <NativeSelect
        label={t.chamadas.resultado}
        disabled={byId}
        value={values.resultado ?? ''}
        onChange={(event) => put({ resultado: event.currentTarget.value || null, chamada: null })}
        data={[
          { value: '', label: t.chamadas.allItems },
          ...(Object.keys(RESULTS) as (keyof typeof RESULTS)[]).map((value) => ({
            value,
            label: t.chamadas.results[value],
          })),
        ]}
      />
      <NativeSelect
        label={t.chamadas.whom}
        disabled={byId}
        value={values.quem ?? ''}
        onChange={(event) => put({ quem: event.currentTarget.value || null, chamada: null })}
        data={[
          { value: '', label: t.chamadas.any },
          { value: 'chave', label: t.chamadas.byKey },
          { value: 'painel', label: t.chamadas.fromPanel },
        ]}
      />
      <NativeSelect
        label={t.chamadas.periodo}
        disabled={byId}
        value={periodOf(values.periodo)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          put({ periodo: value === 'hoje' ? null : value, chamada: null });
        }}
        data={(Object.keys(PERIODS) as (keyof typeof PERIODS)[]).map((value) => ({
          value,
          label: t.chamadas.periods[value],
        }))}
      />
    </div>
  );
}

/** Takes an id as soon as one is in the text, however it was pasted. */
function FindById({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const t = useIntegrationTexts();
  const [text, setText] = useState(value ?? '');
  const [left, setLeft] = useState(false);
  const found = requestIdIn(text);
  // The address may have changed by another way: a link, the way back, a row that was closed.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== found) setText(value ?? '');
  }
  const wrong = left && text.trim() !== '' && found === null;
  return (
    <TextInput
      label={t.chamadas.id}
      placeholder={t.chamadas.exampleId}
      value={text}
      error={wrong && t.chamadas.wrongId}
      spellCheck={false}
      autoComplete="off"
      leftSection={<Icon name="search" size={16} />}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const id = requestIdIn(next);
        setText(next);
        setLeft(false);
        if (id !== value) onChange(id);
      }}
    />
  );
}

function Nothing(props: { readonly values: Values; readonly filtered: boolean; readonly put: Put }) {
  const t = useIntegrationTexts();
  const all = () => props.put({ requestId: null, resultado: null, quem: null, chamada: null });
  if (!props.filtered) return <Empty drawing="chart" titulo={t.chamadas.blank} texto={t.chamadas.blankText} />;
  return (
    <Empty
      drawing="search"
      titulo={props.values.requestId ? t.chamadas.notFound : t.chamadas.nothing}
      texto={props.values.requestId ? t.chamadas.notFoundText : t.chamadas.nothingText}
    >
      <Button variant="default" onClick={all}>
        {t.chamadas.seeAll}
      </Button>
    </Empty>
  );
}
