import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';

/** A small button that copies a text. @param rotulo says what is copied */
export function Copy({ valor, rotulo }: { readonly valor: string; readonly rotulo: string }) {
  const base = useBase();
  return (
    <CopyButton value={valor} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? base.actions.copied : rotulo}>
          <ActionIcon variant="subtle" color={copied ? 'green' : 'gray'} aria-label={rotulo} onClick={copy}>
            <Icon name={copied ? 'tick' : 'copy'} size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
