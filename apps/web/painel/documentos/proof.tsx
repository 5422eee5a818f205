import { Anchor, Button } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import { fetchProof, handOverProof, PROOF_GUIDE, proofOf } from '../../kit/proof.ts';
import { usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { useDocumentos } from '../texts/documentos.ts';

/** The open log's proof of a concluded document, once it is known that there is one. */
export function ProofButton({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { ambiente } = usePanel();
  const code = documento.status === 'ASSINADO' ? documento.codigoValidacao : null;
  const proof = proofOf(ambiente === 'TESTE', code ?? '');
  const { data: text } = useQuery<string | null>({
    queryKey: ['documento', documento.id, 'prova'],
    enabled: code !== null,
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    queryFn: ({ signal }) => fetchProof(proof, signal),
  });
  if (!text) return null;
  return (
    <>
      <Button
        component="a"
        href={proof.href}
        download={proof.name}
        onClick={handOverProof(proof, text)}
        size="xs"
        variant="default"
        leftSection={<Icon name="download" size={14} />}
      >
        {t.arquivos.proof}
      </Button>
      <Anchor href={PROOF_GUIDE} target="_blank" rel="noreferrer" size="xs">
        {t.arquivos.howToCheck}
      </Anchor>
    </>
  );
}
