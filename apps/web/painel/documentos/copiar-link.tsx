import { Button, CopyButton } from '@mantine/core';
import { Icone } from '../partes/icone.tsx';
import { useDocumentos } from '../textos/documentos.ts';

/** Copies the personal link of a signer to whom the sender hands it. */
export function CopiarLink({ link }: { readonly link: string }) {
  const t = useDocumentos();
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" leftSection={<Icone nome="link" tamanho={14} />} onClick={copy}>
          {copied ? t.signatario.linkCopiado : t.signatario.copiarLink}
        </Button>
      )}
    </CopyButton>
  );
}
