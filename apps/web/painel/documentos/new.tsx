import { Button, FileButton } from '@mantine/core';
import { useCallback } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useSendAndOpen } from './send-and-open.ts';

/** Asks for files to make drafts of. */
export function NewDocumento({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const t = useDocumentos();
  return (
    <FileButton accept="application/pdf,.pdf" multiple onChange={onFiles}>
      {(props) => (
        <Button leftSection={<Icon name="plus" />} {...props}>
          {t.fresh}
        </Button>
      )}
    </FileButton>
  );
}

/** Makes drafts of files in a folder; a single one is opened for preparing as soon as it is there. */
export function useSend(pastaId: string | null) {
  const send = useSendAndOpen();
  return useCallback(
    (files: readonly File[], titulo?: string) => send(files, { what: 'documento', pastaId }, titulo),
    [send, pastaId],
  );
}
