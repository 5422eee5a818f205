import { Button, Group, Loader, Text } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useState } from 'react';
import { handOver } from '../../kit/hand-over.ts';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { ACTS, type Act } from './acts-on-several.ts';
import styles from './batch.module.css';
import { CancellationReason } from './cancellation-reason.tsx';
import { PastaChoice } from './pasta-choice.tsx';
import { useChanged } from './queries.ts';

type Line =
  | { readonly state: 'waiting' | 'doing' | 'done' | 'notApplicable' }
  | { readonly state: 'recusado'; readonly why: string };

interface Props {
  readonly act: Act;
  readonly documentos: readonly DocumentoResumo[];
  readonly onClose: () => void;
}

/** One act on several documents: what it needs to know first, then one result per line. */
export function Batch({ act, documentos, onClose }: Props) {
  const base = useBase();
  const t = useDocumentos();
  const notices = useNotices();
  const run = useRun(documentos);
  const [motivo, setReason] = useState('');
  const [missingReason, setMissingReason] = useState(false);
  const [destino, setTarget] = useState<string | null>(null);
  const started = run.lines !== null;
  const lines =
    run.lines ?? documentos.map((one): Line => ({ state: ACTS[act].applies(one) ? 'waiting' : 'notApplicable' }));
  const done = lines.filter(({ state }) => state === 'done').length;

  const start = async () => {
    if (act === 'cancelar' && motivo.trim() === '') return setMissingReason(true);
    const done = await run.go(act, { motivo: motivo.trim(), destino });
    if (done.length === 0) return;
    if (act === 'mover') {
      notices.undoable(t.batch.movedOnes(done.length), () => void run.moveBack(done).catch(notices.erro));
    }
    if (act === 'excluir') {
      notices.undoable(t.batch.deletedOnes(done.length), () => void run.bringBack(done).catch(notices.erro));
    }
  };
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t.batch[act]}
      closeOnClickOutside={!run.busy}
      closeOnEscape={!run.busy}
      withCloseButton={!run.busy}
    >
      {!started && act === 'cancelar' && (
        <CancellationReason
          label={t.batch.motivo}
          value={motivo}
          error={missingReason && motivo.trim() === '' ? t.batch.reasonMissing : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {!started && act === 'mover' && <PastaChoice rotulo={t.batch.destino} valor={destino} onValor={setTarget} />}
      {!started && (act === 'excluir' || act === 'baixar') && <Text size="sm">{t.batch.explains[act]}</Text>}
      <ul className={`plain-list ${styles.lines}`} aria-live="polite">
        {documentos.map((one, index) => (
          <li key={one.id} className={styles.line}>
            <span className={styles.title} dir="auto">
              {one.titulo}
            </span>
            <Outcome line={lines[index] ?? { state: 'waiting' }} />
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {started ? t.batch.summary(done, documentos.length) : ''}
        </Text>
        <Group gap="xs" justify="flex-end" ml="auto">
          <Button variant="default" disabled={run.busy} onClick={onClose}>
            {started ? base.actions.close : base.actions.back}
          </Button>
          {!started && (
            <Button
              {...(act === 'cancelar' || act === 'excluir' ? { color: 'red' } : {})}
              disabled={lines.every(({ state }) => state === 'notApplicable')}
              onClick={() => void start()}
            >
              {t.batch.make[act]}
            </Button>
          )}
        </Group>
      </Group>
    </Dialog>
  );
}

function Outcome({ line }: { readonly line: Line }) {
  const t = useDocumentos();
  if (line.state === 'recusado') return <span className="bad">{line.why}</span>;
  if (line.state === 'doing') return <Loader size="xs" aria-label={t.batch.doing} />;
  return <span className={line.state === 'done' ? 'good' : 'muted'}>{t.batch[line.state]}</span>;
}

interface Input {
  readonly motivo: string;
  readonly destino: string | null;
}

/** Does the act document by document, in their order; one that is refused does not stop the others. */
function useRun(documentos: readonly DocumentoResumo[]) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const hasChanged = useChanged();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [busy, setBusy] = useState(false);

  const call = (act: Exclude<Act, 'baixar'>, documentoId: string, { motivo, destino }: Input): Promise<unknown> => {
    const params = { documentoId };
    if (act === 'excluir') return client.excluirDocumento({ params });
    if (act === 'reenviar') return client.reenviarDocumento({ params });
    if (act === 'cancelar') return client.cancelarDocumento({ params, body: { motivo } });
    return client.moverDocumento({ params, body: { pastaId: destino } });
  };
  const go = async (act: Act, input: Input): Promise<readonly DocumentoResumo[]> => {
    let now: readonly Line[] = documentos.map((one) => ({
      state: ACTS[act].applies(one) ? 'waiting' : 'notApplicable',
    }));
    const put = (index: number, line: Line) => {
      now = now.with(index, line);
      setLines(now);
    };
    const done: DocumentoResumo[] = [];
    setBusy(true);
    setLines(now);
    // Loaded with the first download.
    const archive = act === 'baixar' ? (await import('./archive.ts')).createArchive() : null;
    const make = async (one: DocumentoResumo) => {
      if (act !== 'baixar') return call(act, one.id, input);
      const query = { tipo: one.status === 'ASSINADO' ? 'ASSINADO' : 'ORIGINAL' } as const;
      archive?.add(one, await client.baixarArquivo({ params: { documentoId: one.id }, query }));
    };
    for (const [index, one] of documentos.entries()) {
      if (now[index]?.state !== 'waiting') continue;
      put(index, { state: 'doing' });
      try {
        await make(one);
        done.push(one);
        put(index, { state: 'done' });
      } catch (error) {
        const full = error instanceof Error && error.name === 'ArchiveFull';
        put(index, { state: 'recusado', why: full ? t.batch.tooMuch : tell(error, base.erros).mensagem });
      }
    }
    if (archive && done.length > 0) handOver(`${t.batch.archiveName}.zip`, archive.finish(), 'application/zip');
    setBusy(false);
    if (act !== 'baixar') hasChanged.documentos();
    return done;
  };
  const moveBack = async (moved: readonly DocumentoResumo[]) => {
    for (const { id, pastaId } of moved)
      await client.moverDocumento({ params: { documentoId: id }, body: { pastaId } });
    hasChanged.documentos();
  };
  const bringBack = async (deleted: readonly DocumentoResumo[]) => {
    for (const { id } of deleted) await client.restaurarDocumento({ params: { documentoId: id } });
    hasChanged.documentos();
  };
  return { lines, busy, go, moveBack, bringBack };
}
