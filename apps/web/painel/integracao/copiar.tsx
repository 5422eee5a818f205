import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';

/** A small button that copies a text. @param rotulo says what is copied */
export function Copiar({ valor, rotulo }: { readonly valor: string; readonly rotulo: string }) {
  const base = useBase();
  return (
    <CopyButton value={valor} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? base.acoes.copiado : rotulo}>
          <ActionIcon variant="subtle" color={copied ? 'green' : 'gray'} aria-label={rotulo} onClick={copy}>
            <Icone nome={copied ? 'certo' : 'copiar'} tamanho={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
