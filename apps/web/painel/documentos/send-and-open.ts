import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { type Becoming, useUploads } from './uploads.ts';

/** Starts uploads; what comes of a single file is opened for preparing as soon as it is there. */
export function useSendAndOpen() {
  const uploads = useUploads();
  const navigate = useNavigate();
  return useCallback(
    (files: readonly File[], becoming: Becoming, titulo?: string) => {
      const ids = uploads.add(files, becoming, titulo);
      if (ids.length !== 1) return;
      const stop = uploads.subscribe(() => {
        const one = uploads.snapshot().find(({ id }) => id === ids[0]);
        if (one?.state === 'sending' || one?.state === 'queue') return;
        stop();
        if (!one?.endereco) return;
        uploads.clear();
        void navigate(one.endereco);
      });
    },
    [uploads, navigate],
  );
}
