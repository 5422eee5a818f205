import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf } from '../../kit/api.ts';
import { usePage } from '../context.tsx';
import type { Documento } from '../steps.ts';

/** Time between two reports of progress while pages go by. */
const REPORT_EVERY_MS = 4_000;
const RETRY_MS = 5_000;

/**
 * Which pages of a document were passed, told to the server as the path declared: it proves no reading, and nothing on
 * the page says so.
 */
export function useProgress(documento: Documento) {
  const { road } = usePage();
  const { id, paginas, leitura } = documento;
  const [seen, setSeen] = useState<ReadonlySet<number>>(
    () => new Set(Array.from({ length: leitura.concluida ? paginas : leitura.paginasLidas }, (_, i) => i + 1)),
  );
  const told = useRef({ pages: leitura.paginasLidas, at: Date.now(), done: leitura.concluida });
  const onSeen = useCallback((number: number) => {
    setSeen((before) => (before.has(number) ? before : new Set(before).add(number)));
  }, []);

  const { size } = seen;
  useEffect(() => {
    const { current } = told;
    if (current.done || size <= current.pages) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const report = async () => {
      const segundos = (Date.now() - current.at) / 1000;
      try {
        const answer = await road.api.client.registrarLeitura({
          params: { token: road.token },
          body: { documentoId: id, paginasLidas: size, segundos },
        });
        current.pages = size;
        current.at = Date.now();
        current.done = answer.leituraConcluida;
        const { session } = road.state;
        if (!session) return;
        const documentos = session.documentos.map((one) =>
          one.id === id
            ? { ...one, leitura: { paginasLidas: answer.paginasLidas, concluida: answer.leituraConcluida } }
            : one,
        );
        road.set({ session: { ...session, documentos }, waiting: null });
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === 'refused') return void road.open();
        if (left) return;
        if (size >= paginas) road.set({ waiting: { act: 'ler', cause: fault.kind === 'down' ? 'down' : 'offline' } });
        timer = setTimeout(report, RETRY_MS);
      }
    };
    timer = setTimeout(report, size >= paginas ? 0 : REPORT_EVERY_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [road, id, paginas, size]);

  return { seen, onSeen };
}
