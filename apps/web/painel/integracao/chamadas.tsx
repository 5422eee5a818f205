import { Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useEndereco } from '../partes/endereco.ts';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { useIntegracao } from '../textos/integracao.ts';
import { LinhaDeChamada } from './chamada.tsx';
import { startOfToday } from './hoje.ts';
import { type Filtros, useChamadas } from './usar-chamadas.ts';

const DAY_MS = 86_400_000;
/** Where the period begins, in milliseconds; null: as far back as calls are served. */
const PERIODS = { hoje: startOfToday, semana: () => startOfToday() - 6 * DAY_MS, tudo: () => null } as const;
/** What the address may ask for, and what that is in a query. */
const RESULTS = {
  erros: { somenteErros: true },
  recusas: { classe: 'RECUSA' },
  falhas: { classe: 'FALHA' },
  sucessos: { classe: 'SUCESSO' },
} as const satisfies Record<string, Filtros>;
const CALLERS = { chave: { tipoAtor: 'CHAVE_API' }, painel: { tipoAtor: 'USUARIO' } } as const satisfies Record<
  string,
  Filtros
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
  const t = useIntegracao();
  const { values, put } = useValues();
  const calls = useChamadas(filtrosDe(values));
  const { list, chamadas } = calls;
  const open = values.requestId ?? values.chamada;
  const place = useRef<HTMLElement>(null);
  const held = useHeld(place, open !== null, calls);
  const filtered = Boolean(values.requestId || values.resultado || values.quem);
  return (
    <section aria-labelledby="chamadas" ref={place}>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h4" id="chamadas">
          {t.chamadas.titulo}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {calls.total === undefined ? '' : t.chamadas.total(calls.total)}
        </Text>
      </Group>
      <Filtragem values={values} put={put} />
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && chamadas.length === 0 && <Nada values={values} filtered={filtered} put={put} />}
      <div className="novas" role="status">
        {held > 0 && (
          <Button size="compact-sm" radius="xl" onClick={calls.mostrar}>
            {t.chamadas.novas(held)}
          </Button>
        )}
      </div>
      {chamadas.length > 0 && (
        <ul className="entregas" aria-label={t.chamadas.titulo}>
          {chamadas.map((one) => (
            <li key={one.requestId}>
              <LinhaDeChamada
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
            {t.mais}
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
  const [query, put] = useEndereco();
  const values = Object.fromEntries(PARAMS.map((name) => [name, query.get(name) || null])) as Values;
  return { values: { ...values, requestId: requestIdIn(values.requestId ?? '') }, put };
}

/** An id is looked for wherever it is: other filters would only hide it. */
function filtrosDe({ requestId, resultado, quem, periodo }: Values): Filtros {
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
  calls: ReturnType<typeof useChamadas>,
): number {
  const { conferidas } = calls;
  const count = calls.novas.length;
  const [held, setHeld] = useState(false);
  const show = useRef(calls.mostrar);
  show.current = calls.mostrar;
  // Asked again whenever it was looked for new ones: the reader may have gone meanwhile.
  useEffect(() => {
    if (count === 0 || conferidas === 0) return;
    const list = place.current?.querySelector('.entregas');
    const reading = list !== null && list !== undefined && isBeingRead(list);
    setHeld(open || reading);
    if (!open && !reading) show.current();
  }, [place, open, count, conferidas]);
  return held ? count : 0;
}

const isBeingRead = (list: Element) => list.getBoundingClientRect().top < 0 || list.matches(':hover, :focus-within');

function Filtragem({ values, put }: { readonly values: Values; readonly put: Put }) {
  const t = useIntegracao();
  const byId = values.requestId !== null;
  return (
    <div className="filtros-de-chamadas">
      <BuscaPorId value={values.requestId} onChange={(requestId) => put({ requestId, chamada: null })} />
      <NativeSelect
        label={t.chamadas.resultado}
        disabled={byId}
        value={values.resultado ?? ''}
        onChange={(event) => put({ resultado: event.currentTarget.value || null, chamada: null })}
        data={[
          { value: '', label: t.chamadas.todas },
          ...(Object.keys(RESULTS) as (keyof typeof RESULTS)[]).map((value) => ({
            value,
            label: t.chamadas.resultados[value],
          })),
        ]}
      />
      <NativeSelect
        label={t.chamadas.quem}
        disabled={byId}
        value={values.quem ?? ''}
        onChange={(event) => put({ quem: event.currentTarget.value || null, chamada: null })}
        data={[
          { value: '', label: t.chamadas.qualquer },
          { value: 'chave', label: t.chamadas.porChave },
          { value: 'painel', label: t.chamadas.peloPainel },
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
          label: t.chamadas.periodos[value],
        }))}
      />
    </div>
  );
}

/** Takes an id as soon as one is in the text, however it was pasted. */
function BuscaPorId({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const t = useIntegracao();
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
      placeholder={t.chamadas.idExemplo}
      value={text}
      error={wrong && t.chamadas.idErrado}
      spellCheck={false}
      autoComplete="off"
      leftSection={<Icone nome="busca" tamanho={16} />}
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

function Nada(props: { readonly values: Values; readonly filtered: boolean; readonly put: Put }) {
  const t = useIntegracao();
  const all = () => props.put({ requestId: null, resultado: null, quem: null, chamada: null });
  if (!props.filtered) return <Vazio icone="grafico" titulo={t.chamadas.vazio} texto={t.chamadas.vazioTexto} />;
  return (
    <Vazio
      icone="busca"
      titulo={props.values.requestId ? t.chamadas.naoAchada : t.chamadas.nada}
      texto={props.values.requestId ? t.chamadas.naoAchadaTexto : t.chamadas.nadaTexto}
    >
      <Button variant="default" onClick={all}>
        {t.chamadas.verTodas}
      </Button>
    </Vazio>
  );
}
