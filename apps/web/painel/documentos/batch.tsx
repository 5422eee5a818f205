import { Alert, Button, Group, Loader, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { Documento, DocumentoResumo } from '@rubrica/contract';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './batch.module.css';
import { PastaChoice } from './pasta-choice.tsx';
import { useChanged } from './queries.ts';
import { ACTS, type Act } from './state.ts';

type Line =
  | { readonly state: 'waiting' | 'doing' | 'done' | 'notApplicable' }
  | { readonly state: 'recusado'; readonly why: string };

interface Props {
  readonly act: Act;
  readonly documentos: readonly DocumentoResumo[];
  readonly onClose: () => void;
}

/** One act on several documents: what it needs to know first, then a result a line. */
export function Batch({ act, documentos, onClose }: Props) {
  const base = useBase();
  const t = useDocumentos();
  const notices = useNotices();
  const run = useRun(documentos);
  const [motivo, setMotivo] = useState('');
  const [missingReason, setMissingReason] = useState(false);
  const [destino, setDestino] = useState<string | null>(null);
  const started = run.lines !== null;
  const lines =
    run.lines ??
    documentos.map((one): Line => ({ state: ACTS[act].applies(one.status) ? 'waiting' : 'notApplicable' }));
  const done = lines.filter(({ state }) => state === 'done').length;

  const start = async () => {
    if (act === 'cancelar' && motivo.trim() === '') return setMissingReason(true);
    const moved = await run.go(act, { motivo: motivo.trim(), destino });
    if (act === 'mover' && moved.length > 0) {
      notices.undoable(t.batch.movedOnes(moved.length), () => void run.moveBack(moved).catch(notices.erro));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.batch[act]}
      closeOnClickOutside={!run.busy}
      closeOnEscape={!run.busy}
      withCloseButton={!run.busy}
      closeButtonProps={{ 'aria-label': base.actions.close }}
    >
      <Stack>
        {!started && act === 'cancelar' && <Motivo motivo={motivo} onMotivo={setMotivo} missing={missingReason} />}
        {!started && act === 'mover' && <PastaChoice rotulo={t.batch.destino} valor={destino} onValor={setDestino} />}
        <ul className={`plain-list ${styles.lines}`} aria-live="polite">
          {documentos.map((one, index) => (
            <li key={one.id} className={styles.line}>
              <span className={styles.title} dir="auto">
                {one.titulo}
              </span>
              <Resultado line={lines[index] ?? { state: 'waiting' }} />
            </li>
          ))}
        </ul>
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {started ? t.batch.resumo(done, documentos.length) : ''}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={run.busy} onClick={onClose}>
              {started ? base.actions.close : base.actions.back}
            </Button>
            {!started && (
              <Button
                {...(act === 'cancelar' ? { color: 'red' } : {})}
                disabled={lines.every(({ state }) => state === 'notApplicable')}
                onClick={() => void start()}
              >
                {t.batch.make[act]}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Why several are cancelled, after it was told that this is for good. */
function Motivo(props: {
  readonly motivo: string;
  readonly onMotivo: (motivo: string) => void;
  readonly missing: boolean;
}) {
  const t = useDocumentos();
  const { motivo } = props;
  return (
    <>
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon nome="alert" />}>
        {t.batch.cancelNotice}
      </Alert>
      <Textarea
        label={t.batch.motivo}
        description={t.batch.reasonHint}
        data-autofocus
        autosize
        minRows={2}
        maxLength={REASON_MAX_CHARS}
        value={motivo}
        error={props.missing && motivo.trim() === '' ? t.batch.reasonMissing : null}
        onChange={(event) => props.onMotivo(event.currentTarget.value)}
      />
    </>
  );
}

function Resultado({ line }: { readonly line: Line }) {
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
  const { client } = usePanel();
  const hasChanged = useChanged();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [busy, setBusy] = useState(false);

  const call = (act: Act, documentoId: string, { motivo, destino }: Input): Promise<Documento> => {
    const params = { documentoId };
    if (act === 'reenviar') return client.reenviarDocumento({ params });
    if (act === 'cancelar') return client.cancelarDocumento({ params, body: { motivo } });
    return client.moverDocumento({ params, body: { pastaId: destino } });
  };
  const go = async (act: Act, input: Input): Promise<readonly DocumentoResumo[]> => {
    let now: readonly Line[] = documentos.map(({ status }) => ({
      state: ACTS[act].applies(status) ? 'waiting' : 'notApplicable',
    }));
    const put = (index: number, line: Line) => {
      now = now.with(index, line);
      setLines(now);
    };
    const done: DocumentoResumo[] = [];
    setBusy(true);
    setLines(now);
    for (const [index, one] of documentos.entries()) {
      if (now[index]?.state !== 'waiting') continue;
      put(index, { state: 'doing' });
      try {
        await call(act, one.id, input);
        done.push(one);
        put(index, { state: 'done' });
      } catch (error) {
        put(index, { state: 'recusado', why: tell(error, base.erros).mensagem });
      }
    }
    setBusy(false);
    hasChanged.documentos();
    return done;
  };
  const moveBack = async (moved: readonly DocumentoResumo[]) => {
    for (const { id, pastaId } of moved)
      await client.moverDocumento({ params: { documentoId: id }, body: { pastaId } });
    hasChanged.documentos();
  };
  return { lines, busy, go, moveBack };
}
