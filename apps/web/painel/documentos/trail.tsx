import { Button, Stack, Text } from '@mantine/core';
import type { Documento, EventoAuditoria } from '@rubrica/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { placeOf } from '../account/place.ts';
import { usePanel } from '../context.tsx';
import { Moment } from '../parts/moment.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import detailsStyles from './details.module.css';
import styles from './trail.module.css';
import { peopleOfTrail } from './trail-people.ts';

/** Everything that happened to the document, from the first event on, with each link of the chain. */
export function Trail({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const trail = useInfiniteQuery({
    queryKey: ['documento', documento.id, 'auditoria'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarAuditoria({
        params: { documentoId: documento.id },
        query: { limite: 100, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = trail;
  // Who an event was about follows from what came after it: without the rest of the trail nobody can be named.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (trail.error) return <Failure erro={trail.error} repeat={() => void trail.refetch()} />;
  if (!trail.data) return <Loading />;
  const events = trail.data.pages.flatMap(({ itens }) => itens);
  const words = { noName: t.signatario.noName, ...t.trail };
  const people = hasNextPage ? new Map<string, string>() : peopleOfTrail(events, documento.signatarios, words);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.trail.total(trail.data.pages.at(-1)?.total ?? 0)}
      </Text>
      <ol className={styles.trail}>
        {events.map((event) => (
          <li key={event.id} className={`${styles.event} ${toneOf(event)}`}>
            <Fact event={event} person={people.get(event.id) ?? null} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.trail.more}
        </Button>
      )}
    </Stack>
  );
}

const BAD = /FALHOU|RECUSAD|BLOQUEADO|CANCELADO|EXPIRADO/;
const GOOD = /CONCLUIDO|ASSINATURA_REGISTRADA/;
const toneOf = ({ acao }: EventoAuditoria) => (GOOD.test(acao) ? styles.good : BAD.test(acao) ? styles.bad : '');

interface FactProps {
  readonly event: EventoAuditoria;
  /** Whom it was about, by name; null for an event of nobody in particular. */
  readonly person: string | null;
}

function Fact({ event, person }: FactProps) {
  const t = useDocumentos();
  const words = useWords();
  const { language } = useSpeech();
  const asked = titleOfLink(event);
  const place = placeOf(event.geolocalizacao, language);
  const facts = [
    ...useDetails(event, person),
    ...(event.ip ? [[t.trail.ip, event.porta ? `${event.ip}:${event.porta}` : event.ip] as const] : []),
    ...(place ? [[t.trail.spot, place] as const] : []),
    ...(event.agenteUsuario ? [[t.trail.device, event.agenteUsuario] as const] : []),
    [t.trail.hash, event.hash] as const,
  ];
  return (
    <>
      <Text fw={600} size="sm">
        {words.acao[event.acao] ?? event.acao}
      </Text>
      {asked !== null && (
        <Text size="sm" dir="auto" className="break-anywhere">
          {t.trail.askedByLink(asked)}
        </Text>
      )}
      <Text size="sm" c="dimmed" component="div" dir="auto" className="break-anywhere">
        {event.ator ?? words.ator[event.tipoAtor] ?? event.tipoAtor} · <Moment when={event.ocorridoEm} />
      </Text>
      <details>
        <summary>{t.trail.details}</summary>
        <dl className={detailsStyles.details}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** The title of the public link by which somebody asked for the document; null for one that was made otherwise. */
function titleOfLink({ acao, detalhe }: EventoAuditoria): string | null {
  if (acao !== 'DOCUMENTO_CRIADO') return null;
  const { titulo } = (detalhe.formulario ?? {}) as { readonly titulo?: unknown };
  return typeof titulo === 'string' ? titulo : null;
}

/** The details of an event, in words where we have them; what the panel does not know is left to the API. */
function useDetails({ detalhe }: EventoAuditoria, person: string | null): (readonly [string, string])[] {
  const t = useDocumentos();
  const words = useWords();
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);
  const to = detalhe.para;
  const whom =
    typeof to === 'object' && to && 'email' in to ? [text((to as { nome?: unknown }).nome), text(to.email)] : [];
  const named: (readonly [string, string | null])[] = [
    [t.trail.person, person],
    [t.trail.fator, words.fator[detalhe.fator as keyof typeof words.fator] ?? text(detalhe.fator)],
    [t.trail.canal, words.entrega[detalhe.canal as keyof typeof words.entrega] ?? text(detalhe.canal)],
    [t.trail.destino, text(detalhe.destino) ?? whom.filter(Boolean).join(' · ')],
    [t.trail.motivo, text(detalhe.motivo)],
    [t.trail.quantidade, text(detalhe.quantidade)],
    [t.trail.codigo, text(detalhe.codigoValidacao)],
    [t.trail.insidePageOf, text(detalhe.incorporadaEm)],
    [t.trail.where, detalhe.presencial === true ? t.trail.inPerson : null],
    [t.trail.changedFields, Array.isArray(detalhe.campos) ? detalhe.campos.join(', ') : null],
  ];
  return named.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
