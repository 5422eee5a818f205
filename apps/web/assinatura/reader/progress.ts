import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf } from '../../kit/api.ts';
import { usePage } from '../context.tsx';
import type { Documento } from '../steps.ts';

/** Time between two reports of progress while pages go by. */
const REPORT_EVERY_MS = 4_000;
const RETRY_MS = 5_000;

/** What the server was told of a document last, and when. */
interface Told {
  pages: number;
  at: number;
  done: boolean;
}

const pagesUpTo = (last: number): ReadonlySet<number> => new Set(Array.from({ length: last }, (_, i) => i + 1));

/**
 * Which pages of a document were passed, told to the server as the path declared: it proves no reading, and nothing on
 * the page says so. What was passed of one document is remembered while another is shown.
 */
export function useProgress(documento: Documento) {
  const { road } = usePage();
  const { id, paginas, leitura } = documento;
  const [passed, setPassed] = useState<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  const [before] = useState(() => new Map<string, ReadonlySet<number>>());
  if (!before.has(id)) {
    const read = pagesUpTo(leitura.concluida ? paginas : leitura.paginasLidas);
    before.set(id, new Set([...read, ...(road.keeping.seen.get(id) ?? [])]));
  }
  const seen = passed.get(id) ?? before.get(id) ?? pagesUpTo(0);
  const told = useRef(new Map<string, Told>());
  const onSeen = useCallback(
    (number: number) => {
      road.keeping.saw(id, number);
      setPassed((all) => {
        const own = all.get(id) ?? before.get(id);
        return own?.has(number) ? all : new Map(all).set(id, new Set(own).add(number));
      });
    },
    [road, id, before],
  );

  const { paginasLidas, concluida } = leitura;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the session said when the document was turned to
  useEffect(() => {
    const last = told.current.get(id) ?? { pages: paginasLidas, done: concluida };
    told.current.set(id, { ...last, at: Date.now() });
  }, [id]);

  const { size } = seen;
  useEffect(() => {
    const current = told.current.get(id);
    if (!current || current.done || size <= current.pages) return;
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
        road.learn({ session: { ...session, documentos }, waiting: null });
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
