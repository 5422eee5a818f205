import { Button } from '@mantine/core';
import type { Documento, Signatario } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useMember, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { missing } from './state.ts';

type Turns = Pick<Documento, 'ordenado' | 'status' | 'signatarios'>;

/** Whose signature an account can give now: the one of its own address, in its turn. The service has the last word. */
export function ownPlace({ ordenado, status, signatarios }: Turns, email: string): Signatario | null {
  const pending = missing({ status, signatarios });
  const turnOf = ({ ordem }: Signatario) => (ordenado ? (ordem ?? Number.POSITIVE_INFINITY) : 0);
  const turn = Math.min(...pending.map(turnOf));
  const mine = pending.find(
    (one) => turnOf(one) === turn && one.email?.toLowerCase() === email.toLowerCase() && one.metodoEntrega !== 'SMS',
  );
  return mine ?? null;
}

/** Leads whoever is at work to their own signature. @returns whether they are on the way there */
export function useOpenSignature(): (documento: Documento) => Promise<boolean> {
  const { client } = usePanel();
  const { usuario } = useMember();
  const notices = useNotices();
  return useCallback(
    async (documento) => {
      const place = ownPlace(documento, usuario.email);
      if (!place) return false;
      try {
        const params = { documentoId: documento.id, signatarioId: place.id };
        const { url } = await client.abrirMinhaAssinatura({ params });
        location.assign(url);
        return true;
      } catch (error) {
        notices.erro(error);
        return false;
      }
    },
    [client, usuario.email, notices],
  );
}

/** For whoever is among those whose turn it is. */
export function SignNow({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { usuario } = useMember();
  const open = useOpenSignature();
  const sign = useMutation({ mutationFn: () => open(documento) });
  if (!ownPlace(documento, usuario.email)) return null;
  return (
    <Button leftSection={<Icon name="edit" />} loading={sign.isPending} onClick={() => sign.mutate()}>
      {t.signNow}
    </Button>
  );
}
