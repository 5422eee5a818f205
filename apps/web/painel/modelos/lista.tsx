import { ActionIcon, Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { plain } from '../../kit/plain.ts';
import { usePode } from '../contexto.tsx';
import { useSendAndOpen } from '../documentos/enviar-e-abrir.ts';
import { Soltar } from '../documentos/soltar.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useModelos } from '../textos/modelos.ts';
import { useModelosLista } from './consultas.ts';
import { useModeloDeExemplo } from './exemplo.ts';
import '../documentos/documentos.css';
import './modelos.css';

const SHOWN = 100;

/** `/modelos` */
export function Component() {
  const t = useModelos();
  const { pode } = usePode();
  const [busca, setBusca] = useState('');
  const { list, words, all, found, searching } = useAchados(busca);
  const send = useSendAndOpen();
  const create = useCallback((files: readonly File[]) => send(files, { what: 'modelo' }), [send]);
  const mayCreate = pode('criarModelo');
  return (
    <Tela
      titulo={t.titulo}
      junto={
        list.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.total(words === '' ? (list.data.pages.at(-1)?.total ?? 0) : found.length)}
          </Text>
        )
      }
      acoes={
        mayCreate && (
          <FileButton accept="application/pdf,.pdf" multiple onChange={create}>
            {(props) => (
              <Button leftSection={<Icone nome="somar" />} {...props}>
                {t.novo}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayCreate && <Soltar onFiles={create} texto={t.solte} />}
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && all.length === 0 && <Comeco />}
      {all.length > 0 && (
        <>
          <Busca busca={busca} onBusca={setBusca} />
          {found.length > 0 && <Linhas key={words} modelos={found} />}
          {searching ? (
            <Text c="dimmed" size="sm" role="status">
              {t.lista.buscando}
            </Text>
          ) : (
            found.length === 0 && (
              <Vazio icone="busca" titulo={t.lista.nada} texto={t.lista.nadaTexto}>
                <Button variant="default" onClick={() => setBusca('')}>
                  {t.lista.limpar}
                </Button>
              </Vazio>
            )
          )}
          {words === '' && list.hasNextPage && (
            <Group justify="center">
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t.lista.mais}
              </Button>
            </Group>
          )}
        </>
      )}
    </Tela>
  );
}

/**
 * The templates that have the words. The listing has no search of its own: who looks for words gets the rest of its
 * pages to look in.
 */
function useAchados(busca: string) {
  const list = useModelosLista();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const words = plain(busca.trim());
  const all = data?.pages.flatMap(({ itens }) => itens) ?? [];
  const found = all.filter(({ nome, descricao }) => plain(`${nome} ${descricao ?? ''}`).includes(words));
  const searching = words !== '' && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (searching && !isFetchingNextPage) void fetchNextPage();
  }, [searching, isFetchingNextPage, fetchNextPage]);
  return { list, words, all, found, searching };
}

function Busca({ busca, onBusca }: { readonly busca: string; readonly onBusca: (busca: string) => void }) {
  const t = useModelos();
  return (
    <TextInput
      type="search"
      className="modelos-busca"
      aria-label={t.lista.busca}
      placeholder={t.lista.busca}
      maxLength={200}
      leftSection={<Icone nome="busca" />}
      value={busca}
      onChange={(event) => onBusca(event.currentTarget.value)}
      rightSection={
        busca !== '' && (
          <ActionIcon variant="subtle" color="gray" aria-label={t.lista.limpar} onClick={() => onBusca('')}>
            <Icone nome="cancelar" />
          </ActionIcon>
        )
      }
    />
  );
}

/** The rows, a hundred at a time. */
function Linhas({ modelos }: { readonly modelos: readonly Modelo[] }) {
  const t = useModelos();
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ul className="lista-solta modelos-linhas" aria-label={t.lista.rotulo}>
        {modelos.slice(0, shown).map((modelo) => (
          <li key={modelo.id} className="modelo-linha">
            <Linha modelo={modelo} />
          </li>
        ))}
      </ul>
      {modelos.length > shown && (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown((now) => now + SHOWN)}>
            {t.lista.mais}
          </Button>
        </Group>
      )}
    </>
  );
}

function Linha({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { pode } = usePode();
  const { id, nome, descricao, papeis, variaveis, campos, paginas, vezesUsado } = modelo;
  const facts = [
    t.papeis(papeis.length),
    t.variaveis(variaveis.length),
    t.campos(campos.length),
    t.paginas(paginas),
    t.usos(vezesUsado),
  ];
  return (
    <>
      <div className="modelo-quem">
        <Link to={`/modelos/${id}`} className="modelo-nome" dir="auto">
          {nome}
        </Link>
        {descricao && (
          <Text size="sm" lineClamp={2} dir="auto">
            {descricao}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <span className={`etiqueta ${modelo.escopo === 'ORGANIZACAO' ? 'info' : 'neutro'}`}>
        {t.escopo[modelo.escopo]}
      </span>
      <Text size="sm" c="dimmed" className="modelo-quando">
        <Momento quando={modelo.criadoEm} estilo="dia" />
      </Text>
      {pode('criarDocumentoDeModelo') && (
        <Button component={Link} to={`/modelos/${id}/usar`} variant="default" size="xs" aria-label={t.lista.usar(nome)}>
          {t.pagina.usar}
        </Button>
      )}
    </>
  );
}

/** Nothing at all yet: a template made of the sample contract is a click away. */
function Comeco() {
  const t = useModelos();
  const { pode } = usePode();
  const avisos = useAvisos();
  const [busy, setBusy] = useState(false);
  const make = useModeloDeExemplo();
  const mayCreate = pode('criarModelo');
  const sample = async () => {
    setBusy(true);
    await make().catch(avisos.erro);
    setBusy(false);
  };
  return (
    <Vazio icone="modelo" titulo={t.lista.vazio} texto={mayCreate ? t.lista.vazioTexto : t.lista.vazioLeitor}>
      {mayCreate && (
        <Button variant="default" loading={busy} onClick={() => void sample()}>
          {t.lista.exemplo}
        </Button>
      )}
    </Vazio>
  );
}
