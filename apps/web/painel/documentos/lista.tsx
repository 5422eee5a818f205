import { ActionIcon, Button, FileButton, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { DocumentoResumo, StatusDocumento } from '@rubrica/contract';
import { STATUS_DOCUMENTO } from '@rubrica/contract/enums';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useMember, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useEndereco } from '../partes/endereco.ts';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos, usePalavras } from '../textos/documentos.ts';
import { useLista, usePastas } from './consultas.ts';
import { DeletedDocuments, GRACE_DAYS } from './deleted.tsx';
import './documentos.css';
import { useSendAndOpen } from './enviar-e-abrir.ts';
import { ACTS, type Act, cabeEm, type Filters, filtersOf, wantedOf } from './estado.ts';
import { sampleFile } from './exemplo.ts';
import { Lote } from './lote.tsx';
import { Pastas } from './pastas.tsx';
import { Soltar } from './soltar.tsx';
import { Tabela } from './tabela.tsx';

/** `/documentos?estado=&pasta=&busca=&excluidos=` */
export function Component() {
  const t = useDocumentos();
  const { pode } = usePode();
  const [query, put] = useEndereco();
  const filters = useMemo(() => filtersOf(query), [query]);
  const list = useLista(filters);
  const documentos = useMemo(() => list.data?.pages.flatMap(({ itens }) => itens) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const send = useSend(filters.pastaId);
  const apply = useCallback((change: Partial<Filters>) => put(wantedOf(change)), [put]);
  const filtered = filters.status !== null || filters.pastaId !== null || filters.busca.trim() !== '';
  const { excluidos } = filters;
  const begin = excluidos ? <NadaExcluido /> : <Comeco send={send} />;
  const mayCreate = pode('criarDocumento');
  return (
    <Tela
      titulo={t.titulo}
      junto={
        list.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.total(total)}
          </Text>
        )
      }
      acoes={
        mayCreate && (
          <FileButton accept="application/pdf,.pdf" multiple onChange={(files) => send(files)}>
            {(props) => (
              <Button leftSection={<Icone nome="somar" />} {...props}>
                {t.novo}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayCreate && <Soltar onFiles={send} texto={t.envio.solte} />}
      <div className="com-pastas">
        <Pastas filters={filters} onGone={() => apply({ pastaId: null })} />
        <div className="com-pastas-meio">
          <Filtros filters={filters} onFilters={apply} />
          {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
          {list.isPending && <Carregando />}
          {list.data &&
            documentos.length === 0 &&
            (filtered ? <Nada onClear={() => apply({ ...NO_FILTERS, excluidos })} /> : begin)}
          {excluidos && documentos.length > 0 && (
            <DeletedDocuments
              documentos={documentos}
              onMore={list.hasNextPage ? list.fetchNextPage : null}
              busy={list.isFetchingNextPage}
            />
          )}
          {!excluidos && documentos.length > 0 && (
            <Achados
              key={query.toString()}
              documentos={documentos}
              total={total}
              hasMore={list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData}
              onMore={list.fetchNextPage}
            />
          )}
          {!excluidos && list.isFetchingNextPage && (
            <Text c="dimmed" size="sm" ta="center" py="sm">
              {t.lista.carregandoMais}
            </Text>
          )}
        </div>
      </div>
    </Tela>
  );
}

const NO_FILTERS = { status: null, pastaId: null, busca: '' };

/** Makes drafts of files in the folder shown; a single one is opened for preparing as soon as it is there. */
function useSend(pastaId: string | null) {
  const send = useSendAndOpen();
  return useCallback(
    (files: readonly File[], titulo?: string) => send(files, { what: 'documento', pastaId }, titulo),
    [send, pastaId],
  );
}

function Filtros(props: { readonly filters: Filters; readonly onFilters: (change: Partial<Filters>) => void }) {
  const { filters, onFilters } = props;
  const base = useBase();
  const t = useDocumentos();
  const words = usePalavras();
  const [text, setText] = useState(filters.busca);
  const search = useDebouncedCallback((busca: string) => onFilters({ busca }), 300);
  return (
    <Group gap="sm" align="flex-end" className="filtros">
      <TextInput
        className="filtro-busca"
        aria-label={t.lista.busca}
        placeholder={t.lista.busca}
        type="search"
        maxLength={200}
        leftSection={<Icone nome="busca" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        rightSection={
          text !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={base.acoes.cancelar}
              onClick={() => {
                setText('');
                search.cancel();
                onFilters({ busca: '' });
              }}
            >
              <Icone nome="cancelar" />
            </ActionIcon>
          )
        }
      />
      <NativeSelect
        aria-label={t.lista.estado}
        value={filters.status ?? ''}
        onChange={(event) => onFilters({ status: (event.currentTarget.value || null) as StatusDocumento | null })}
        data={[
          { value: '', label: t.lista.todosOsEstados },
          ...STATUS_DOCUMENTO.map((value) => ({ value, label: words.statusDocumento[value] })),
        ]}
      />
    </Group>
  );
}

function Nada({ onClear }: { readonly onClear: () => void }) {
  const t = useDocumentos();
  return (
    <Vazio icone="busca" titulo={t.lista.nadaAqui} texto={t.lista.nadaAquiTexto}>
      <Button variant="default" onClick={onClear}>
        {t.lista.limpar}
      </Button>
    </Vazio>
  );
}

function NadaExcluido() {
  const t = useDocumentos();
  return <Vazio icone="lixeira" titulo={t.excluidos.vazio} texto={t.excluidos.explica(GRACE_DAYS)} />;
}

/** Nothing at all yet: the sample contract is a click away. */
function Comeco({ send }: { readonly send: (files: readonly File[], titulo?: string) => void }) {
  const t = useDocumentos();
  const { pode } = usePode();
  const avisos = useAvisos();
  const [busy, setBusy] = useState(false);
  const mayCreate = pode('criarDocumento');
  const sample = async () => {
    setBusy(true);
    try {
      send([await sampleFile()], t.lista.tituloDoExemplo);
    } catch (error) {
      avisos.erro(error);
    }
    setBusy(false);
  };
  return (
    <Vazio icone="documento" titulo={t.lista.vazioTitulo} texto={mayCreate ? t.lista.vazioTexto : t.lista.vazioLeitor}>
      {mayCreate && (
        <Button variant="default" loading={busy} onClick={() => void sample()}>
          {t.lista.exemplo}
        </Button>
      )}
    </Vazio>
  );
}

interface Found {
  readonly documentos: readonly DocumentoResumo[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly onMore: () => unknown;
}

/** The rows, and what may be done to several of them. */
function Achados({ documentos, total, hasMore, onMore }: Found) {
  const t = useDocumentos();
  const { organizacao } = useMember();
  const { pode, podeEm } = usePode();
  const folders = usePastas();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [act, setAct] = useState<{ act: Act; documentos: readonly DocumentoResumo[] } | null>(null);
  const acts = (Object.keys(ACTS) as Act[]).filter((one) => pode(ACTS[one].operacao));
  const names = useMemo(() => new Map(folders.data?.map(({ id, nome }) => [id, nome])), [folders.data]);
  const selected = documentos.filter(({ id }) => chosen.has(id));
  const choose = useCallback((ids: readonly string[], wanted: boolean) => {
    setChosen((before) => new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  }, []);
  return (
    <>
      {selected.length > 0 && (
        <Paper withBorder p="xs" className="barra-lote" role="region" aria-label={t.lote.selecionados(selected.length)}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {t.lote.selecionados(selected.length)}
            </Text>
            {acts.map((one) => (
              <Button key={one} size="xs" variant="default" onClick={() => setAct({ act: one, documentos: selected })}>
                {t.lote[one]}
              </Button>
            ))}
            {pode('criarEnvelope') && selected.every((one) => cabeEm(one) && podeEm('alterarDocumento', one)) && (
              <Button
                component={Link}
                to={`/envelopes/novo?documentos=${selected.map(({ id }) => id).join(',')}`}
                size="xs"
                variant="default"
              >
                {t.lote.envelope}
              </Button>
            )}
            <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
              {t.lote.limpar}
            </Button>
          </Group>
        </Paper>
      )}
      <Tabela
        key={organizacao.id}
        documentos={documentos}
        total={total}
        pastaDe={(id) => (id ? (names.get(id) ?? null) : null)}
        chosen={acts.length > 0 ? chosen : null}
        choosable={(documento) => acts.some((one) => podeEm(ACTS[one].operacao, documento))}
        onChoose={choose}
        hasMore={hasMore}
        onMore={onMore}
      />
      {act && (
        <Lote
          {...act}
          onClose={() => {
            setAct(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}
