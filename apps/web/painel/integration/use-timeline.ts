import type { Webhook } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { usePanel } from '../context.tsx';
import { type Newest, together } from './timeline-items.ts';

const AGAIN_MS = 10_000;
const NEWEST = 50;
const WEBHOOKS_LOOKED_AT = 10;

const usedLast = (a: Webhook, b: Webhook) => String(b.ultimaEntregaEm).localeCompare(String(a.ultimaEntregaEm));

/** What happened in the environment of late, of all kinds; looked at again every few seconds. */
export function useTimeline() {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['linha'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const [calls, messages, events, webhooks] = await Promise.all([
        // What the panel asks for, this screen among it, is no part of an integration.
        client.listarChamadas({ query: { limite: NEWEST, tipoAtor: 'CHAVE_API' }, signal }),
        client.listarCaixa({ query: { limite: NEWEST }, signal }),
        client.listarEventos({ query: { limite: NEWEST, ordem: 'desc' }, signal }),
        allItems(client.listarWebhooks),
      ]);
      const used = webhooks.filter(({ ultimaEntregaEm }) => ultimaEntregaEm !== null).toSorted(usedLast);
      const deliveries = await Promise.all(
        used.slice(0, WEBHOOKS_LOOKED_AT).map(async (webhook): Promise<Newest> => {
          const { id: webhookId } = webhook;
          const page = await client.listarEntregas({ params: { webhookId }, query: { limite: NEWEST }, signal });
          const items = page.itens.map((one) => {
            const at = one.tentativasRealizadas.at(-1)?.ocorridaEm ?? one.ocorridaEm;
            return { kind: 'entrega' as const, id: one.id, at, one, webhook };
          });
          return { items, more: goesOn(page) };
        }),
      );
      return together([
        {
          items: calls.itens.map((one) => ({ kind: 'chamada', id: one.requestId, at: one.ocorridoEm, one })),
          more: goesOn(calls),
        },
        {
          items: messages.itens.map((one) => ({ kind: 'mensagem', id: one.id, at: one.criadoEm, one })),
          more: goesOn(messages),
        },
        {
          items: events.itens.map((one) => ({ kind: 'evento', id: one.eventoId, at: one.ocorridoEm, one })),
          more: goesOn(events),
        },
        ...deliveries,
      ]);
    },
  });
}

const goesOn = ({ proximoCursor }: { readonly proximoCursor?: string | null }) => (proximoCursor ?? null) !== null;
