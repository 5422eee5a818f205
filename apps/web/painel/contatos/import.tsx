import { Alert, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { ApiError, isWorthRepeating, waitBefore } from '@rubrica/sdk/client';
import { useRef, useState } from 'react';
import { newId } from '../../kit/uuid.ts';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { MAX_BYTES, MAX_LINES, type ReadItem, type Refusal, readSpreadsheet } from '../modelos/spreadsheet/read.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { useContatos } from '../texts/contatos.ts';
import styles from './import.module.css';
import { type ContactLine, contactLines, type Wrong } from './lines.ts';
import { useContactsChanged } from './queries.ts';

/** Lines shown of a kind; the rest is counted. */
const SHOWN = 100;
const PREVIEW = 5;
const TRIES = 5;

interface Outcome {
  readonly kept: number;
  readonly known: number;
  readonly failed: readonly { readonly line: number; readonly why: string }[];
  readonly done: number;
  readonly ended: 'whole' | 'stopped' | null;
}
const NOTHING: Outcome = { kept: 0, known: 0, failed: [], done: 0, ended: null };

/** A file of people: read here, shown line by line, and kept only when the sender says so. */
export function ImportContacts({ onClose }: { readonly onClose: () => void }) {
  const t = useContatos();
  const [read, setRead] = useState<ReadItem | Refusal | null>(null);
  const run = useRun();
  const take = async (file: File | null) => {
    if (!file) return;
    setRead(file.size > MAX_BYTES ? 'tooLarge' : readSpreadsheet(new Uint8Array(await file.arrayBuffer())));
  };
  const busy = run.outcome !== null && run.outcome.ended === null;
  return (
    <Dialog size="lg" busy={busy} onClose={onClose} closeOnClickOutside={false} title={t.importing.titulo}>
      {run.outcome ? (
        <Result {...run} onClose={onClose} outcome={run.outcome} />
      ) : (
        <>
          <Text size="sm">{t.importing.texto}</Text>
          <Group>
            <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void take(file)}>
              {(props) => (
                <Button variant={read ? 'default' : 'filled'} leftSection={<Icon name="table" />} {...props}>
                  {t.importing.choose}
                </Button>
              )}
            </FileButton>
          </Group>
          {typeof read === 'string' && (
            <Alert color="red" variant="outline" role="alert" className="alert-error">
              {t.importing.refused[read]}
            </Alert>
          )}
          {read !== null && typeof read === 'object' && <Preview read={read} onKeep={run.start} />}
        </>
      )}
    </Dialog>
  );
}

/** What would be kept and what not, before anything is. */
function Preview({
  read,
  onKeep,
}: {
  readonly read: ReadItem;
  readonly onKeep: (lines: readonly ContactLine[]) => void;
}) {
  const t = useContatos();
  const found = contactLines(read);
  if (!found) {
    return (
      <Alert color="red" variant="outline" role="alert" className="alert-error">
        {t.importing.noName}
      </Alert>
    );
  }
  const good = found.lines.filter(({ wrong }) => wrong.length === 0);
  const bad = found.lines.filter(({ wrong }) => wrong.length > 0);
  return (
    <>
      <Text role="status" fw={600}>
        {t.importing.ready(good.length)}
      </Text>
      {good.length > 0 && (
        <ul className={styles.lines} aria-label={t.importing.preview}>
          {good.slice(0, PREVIEW).map(({ line, entry }) => (
            <li key={line} className="break-anywhere">
              {[entry?.nome, entry?.email, entry?.telefone].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {found.ignored.length > 0 && (
        <Text size="sm" c="dimmed" className="break-anywhere">
          {t.importing.ignored(found.ignored.join(', '))}
        </Text>
      )}
      {read.cut && <Text size="sm">{t.importing.cut(MAX_LINES)}</Text>}
      {bad.length > 0 && <Bad lines={bad} />}
      <Group justify="flex-end">
        <Button disabled={good.length === 0} onClick={() => onKeep(good)}>
          {t.importing.keep(good.length)}
        </Button>
      </Group>
    </>
  );
}

function Bad({ lines }: { readonly lines: readonly ContactLine[] }) {
  const t = useContatos();
  const sentence = (wrong: Wrong): string => {
    if (typeof wrong === 'object') return t.importing.repeated(wrong.sameAs);
    return {
      nome: t.form.nomeMissing,
      email: t.form.emailWrong,
      telefone: t.form.telefoneWrong,
      cpf: t.form.cpfWrong,
      dataNascimento: t.form.nascimentoWrong,
      broken: t.importing.broken,
    }[wrong];
  };
  return (
    <section aria-label={t.importing.wrong(lines.length)}>
      <Text fw={600}>{t.importing.wrong(lines.length)}</Text>
      <ul className={styles.lines}>
        {lines.slice(0, SHOWN).map(({ line, entry, wrong }) => (
          <li key={line} className="break-anywhere">
            <strong>{t.importing.line(line)}</strong>
            {entry && ` ${entry.nome}`}: {wrong.map(sentence).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far it is, then what came of it. */
function Result(props: ReturnType<typeof useRun> & { readonly outcome: Outcome; readonly onClose: () => void }) {
  const t = useContatos();
  const { outcome, total, stop, onClose } = props;
  if (outcome.ended === null) {
    return (
      <>
        <Text role="status">{t.importing.going(outcome.done, total)}</Text>
        <Progress value={(100 * outcome.done) / Math.max(1, total)} aria-label={t.importing.titulo} />
        <Group justify="flex-end">
          <Button variant="default" onClick={stop}>
            {t.importing.stop}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <Text role="status">
        {outcome.ended === 'stopped' && `${t.importing.stopped} `}
        {t.importing.done(outcome.kept)} {outcome.known > 0 && t.importing.known(outcome.known)}
      </Text>
      {outcome.failed.length > 0 && (
        <section>
          <Text fw={600}>{t.importing.failed(outcome.failed.length)}</Text>
          <ul className={styles.lines}>
            {outcome.failed.slice(0, SHOWN).map(({ line, why }) => (
              <li key={line} className="break-anywhere">
                <strong>{t.importing.line(line)}</strong>: {why}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t.importing.close}
        </Button>
      </Group>
    </>
  );
}

/** Keeps line after line, as fast as the service takes them; who is in the registry already stays as they are there. */
function useRun() {
  const base = useBase();
  const { client } = usePanel();
  const changed = useContactsChanged();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [total, setTotal] = useState(0);
  const stopped = useRef(false);
  const start = async (lines: readonly ContactLine[]) => {
    stopped.current = false;
    setTotal(lines.length);
    let now = NOTHING;
    setOutcome(now);
    for (const { line, entry } of lines) {
      if (stopped.current) break;
      if (!entry) continue;
      const why = await keep(entry).then(
        () => null,
        (error) => error,
      );
      const known = why instanceof ApiError && why.status === 409;
      const failed = why === null || known ? [] : [{ line, why: sentenceOf(why) }];
      now = {
        ...now,
        kept: now.kept + (why === null ? 1 : 0),
        known: now.known + (known ? 1 : 0),
        failed: [...now.failed, ...failed],
        done: now.done + 1,
      };
      setOutcome(now);
    }
    setOutcome({ ...now, ended: stopped.current ? 'stopped' : 'whole' });
    changed();
  };
  const sentenceOf = (error: unknown): string => {
    const { mensagem, erros } = tell(error, base.erros);
    return erros.map((one) => one.mensagem).join(' ') || mensagem;
  };
  const keep = async (body: NonNullable<ContactLine['entry']>): Promise<void> => {
    const idempotencyKey = newId();
    for (let failures = 0; ; failures += 1) {
      try {
        await client.criarCliente({ body, idempotencyKey });
        return;
      } catch (error) {
        if (failures === TRIES || !isWorthRepeating(error, true)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * waitBefore(failures, error as Error)));
      }
    }
  };
  return {
    outcome,
    total,
    start: (lines: readonly ContactLine[]) => void start(lines),
    stop: () => {
      stopped.current = true;
    },
  };
}
