import { Button, Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { DocumentoResumo } from '@rubrica/contract';
import { useState } from 'react';
import { usePode } from '../contexto.tsx';
import { useLista } from '../documentos/consultas.ts';
import { cabeEm } from '../documentos/estado.ts';
import { Carregando, Falha } from '../partes/estados.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useEnvelopes } from '../textos/envelopes.ts';

type Chosen = ReadonlyMap<string, DocumentoResumo>;

/** Drafts that are in no envelope yet, to be put into one. @param props.fora ids not to be offered */
export function EscolhaDeRascunhos(props: {
  readonly fora: readonly string[];
  readonly onEscolhidos: (drafts: readonly DocumentoResumo[]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const base = useBase();
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const [text, setText] = useState('');
  const [busca] = useDebouncedValue(text, 300);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const list = useLista({ status: 'RASCUNHO', pastaId: null, busca, excluidos: false });
  const form = useForm({}, {});
  const offered = (list.data?.pages.flatMap(({ itens }) => itens) ?? []).filter(
    (one) => cabeEm(one) && podeEm('alterarDocumento', one) && !props.fora.includes(one.id),
  );
  const include = async () => {
    await props.onEscolhidos([...chosen.values()]);
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t.rascunhos.titulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, include)} noValidate>
        <Stack>
          <Text size="sm">{t.rascunhos.texto}</Text>
          <TextInput
            aria-label={t.rascunhos.busca}
            placeholder={t.rascunhos.busca}
            type="search"
            maxLength={200}
            data-autofocus
            leftSection={<Icone nome="busca" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
          {list.isPending && <Carregando />}
          {list.data && offered.length === 0 && <Text c="dimmed">{t.rascunhos.nenhum}</Text>}
          {offered.length > 0 && <Oferecidos offered={offered} chosen={chosen} onChosen={setChosen} />}
          {list.hasNextPage && (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t.rascunhos.mais}
            </Button>
          )}
          <Rodape
            recusa={form.fault}
            onClose={props.onClose}
            acao={t.rascunhos.incluir(chosen.size)}
            ocupado={form.busy}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function Oferecidos(props: {
  readonly offered: readonly DocumentoResumo[];
  readonly chosen: Chosen;
  readonly onChosen: (change: (now: Chosen) => Chosen) => void;
}) {
  const choose = (one: DocumentoResumo, wanted: boolean) =>
    props.onChosen((now) => new Map([...now].filter(([id]) => id !== one.id).concat(wanted ? [[one.id, one]] : [])));
  return (
    <ul className="lista-solta rascunhos">
      {props.offered.map((one) => (
        <li key={one.id}>
          <Checkbox
            label={<span dir="auto">{one.titulo}</span>}
            checked={props.chosen.has(one.id)}
            onChange={(event) => choose(one, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
