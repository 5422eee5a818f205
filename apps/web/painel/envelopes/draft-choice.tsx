import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { DocumentoResumo } from '@rubrica/contract';
import { useState } from 'react';
import { useIsAllowed } from '../context.tsx';
import { NO_FILTERS } from '../documentos/filters.ts';
import { useList } from '../documentos/queries.ts';
import { fitsIn } from '../documentos/state.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import styles from './draft-choice.module.css';

type Chosen = ReadonlyMap<string, DocumentoResumo>;

/** Drafts that are in no envelope yet, to be put into one. @param props.fora ids not to be offered */
export function DraftChoice(props: {
  readonly outside: readonly string[];
  readonly onChosenOnes: (drafts: readonly DocumentoResumo[]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const [text, setText] = useState('');
  const [busca] = useDebouncedValue(text, 300);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const list = useList({ ...NO_FILTERS, status: 'RASCUNHO', busca });
  const form = useForm({}, {});
  const offered = (list.data?.pages.flatMap(({ itens }) => itens) ?? []).filter(
    (one) => fitsIn(one) && mayIn('alterarDocumento', one) && !props.outside.includes(one.id),
  );
  const include = async () => {
    await props.onChosenOnes([...chosen.values()]);
    props.onClose();
  };
  return (
    <Dialog onClose={props.onClose} title={t.drafts.titulo} onSubmit={(event) => void form.submit(event, include)}>
      <Text size="sm">{t.drafts.texto}</Text>
      <TextInput
        aria-label={t.drafts.busca}
        placeholder={t.drafts.busca}
        type="search"
        maxLength={200}
        data-autofocus
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && offered.length === 0 && <Text c="dimmed">{t.drafts.none}</Text>}
      {offered.length > 0 && <Offered offered={offered} chosen={chosen} onChosen={setChosen} />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t.drafts.more}
        </Button>
      )}
      <Footer refusal={form.fault} onClose={props.onClose} acao={t.drafts.include(chosen.size)} busy={form.busy} />
    </Dialog>
  );
}

function Offered(props: {
  readonly offered: readonly DocumentoResumo[];
  readonly chosen: Chosen;
  readonly onChosen: (change: (now: Chosen) => Chosen) => void;
}) {
  const choose = (one: DocumentoResumo, wanted: boolean) =>
    props.onChosen((now) => new Map([...now].filter(([id]) => id !== one.id).concat(wanted ? [[one.id, one]] : [])));
  return (
    <ul className={`plain-list ${styles.drafts}`}>
      {props.offered.map((one) => (
        <li key={one.id}>
          <Checkbox
            label={
              <span className={styles.draft}>
                <Thumbnail of={`/documentos/${one.id}`} changed={one.atualizadoEm} />
                <span dir="auto">{one.titulo}</span>
              </span>
            }
            checked={props.chosen.has(one.id)}
            onChange={(event) => choose(one, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
